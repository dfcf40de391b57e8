/* Servers whose requests can be told from the stacks of their goroutines: one table (servers.c). */
#ifndef GT_ANALYSIS_SERVERS_H
#define GT_ANALYSIS_SERVERS_H

#include "base/hash.h"
#include "index/trace.h"

/* What the goroutine of a connection, or of a request, does where it has some stack. */
enum gt_phase {
	GT_PHASE_OTHER,       /* nothing that tells */
	GT_PHASE_HANDSHAKE,   /* before the first request */
	GT_PHASE_IDLE,        /* looks for the next request */
	GT_PHASE_READ,        /* reads the first line of a request; of servers that do not look before: waits for one */
	GT_PHASE_ENTER,       /* a request is read, its handler comes next */
	GT_PHASE_HANDLE,      /* inside the handler */
	GT_PHASE_FINISH,      /* after the handler */
	GT_PHASE_CLOSE,       /* closes the connection */
	GT_PHASE_UPGRADED,    /* serves another protocol on the same connection: no request */
};

/* A function that the start function called, and what it is for; func NULL: any other one. */
struct gt_phase_rule {
	const char *func;
	enum gt_phase phase;
};

enum gt_server_shape {
	GT_SERVER_CONN,       /* a goroutine has the requests of a connection, one after the other: `rules` */
	GT_SERVER_EACH,       /* a goroutine is a request */
	GT_SERVER_WORKER,     /* ... waits for requests in its start function, and handles one after the other */
};

#define GT_SERVER_FUNCS 8
struct gt_server {
	const char *kind;     /* "http/1" */
	const char *start;    /* its goroutines' start function; "…*": any that begins so */
	enum gt_server_shape shape;
	const struct gt_phase_rule *rules;
	/*
	 * Functions: a wait below one of `readers` is for bytes of the connection; below one of `upgrades` the
	 * connection has another protocol; `header` reads what follows a request's first line; `starts`
	 * creates a goroutine once for a request at most.
	 */
	const char *readers[GT_SERVER_FUNCS], *upgrades[GT_SERVER_FUNCS], *header[GT_SERVER_FUNCS];
	const char *starts[GT_SERVER_FUNCS];
	/* What `dispatch` calls is a handler, unless its name begins with `own`. */
	const char *dispatch[GT_SERVER_FUNCS], *own;
};

extern const struct gt_server gt_servers[];
unsigned gt_server_count(void);
/* Which server a goroutine with this start function (string row) is of; gt_server_count(): none. */
unsigned gt_server_of(const struct gt_trace *t, uint32_t func);

/* Whether a goroutine of the trace is of some server. */
bool gt_servers_any(const struct gt_trace *t);

/* What a stack says. */
struct gt_stood {
	uint8_t phase;        /* enum gt_phase */
	bool reads;           /* it waits for bytes of the connection */
	bool traces;          /* it records this trace */
	bool starts;          /* innermost in one of `starts`: so it is where something is created */
	uint16_t depth;       /* how many dispatchers are above the handler */
	uint32_t handler;     /* string row of the innermost handler, 0: none is in it */
};

/* Each stack is looked at once.  { 0 } with t set is ready. */
struct gt_places {
	const struct gt_trace *t;
	struct gt_map by_stack;
	struct gt_stood *v;
	size_t n, cap;
};

/* Of a stack row of a goroutine of a server. */
struct gt_stood gt_place_of(struct gt_places *p, unsigned server, uint32_t stack);
void gt_places_release(struct gt_places *p);

#endif
