/* Servers whose requests can be told from the stacks of their goroutines. */
#include "analysis/requests/servers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/*
 * net/http/server.go, (*conn).serve, from Go 1.5 to 1.27.  Since Go 1.8 the goroutine starts another one when it has
 * read a request (startBackgroundRead); up to Go 1.20 it waits for a request in readRequest alone, later in Peek
 * except for the first one.
 */
static const struct gt_phase_rule conn_rules[] = {
	{ "crypto/tls.(*Conn).Handshake", GT_PHASE_HANDSHAKE },
	{ "crypto/tls.(*Conn).HandshakeContext", GT_PHASE_HANDSHAKE },
	{ "bufio.(*Reader).Peek", GT_PHASE_IDLE },
	{ "net/http.(*conn).maybeServeUnencryptedHTTP2", GT_PHASE_READ },
	{ "net/http.(*conn).readRequest", GT_PHASE_READ },
	{ "net/http.(*connReader).startBackgroundRead", GT_PHASE_ENTER },
	{ "net/http.serverHandler.ServeHTTP", GT_PHASE_HANDLE },
	{ "net/http.(*response).finishRequest", GT_PHASE_FINISH },
	{ "net/http.(*conn).closeWriteAndWait", GT_PHASE_CLOSE },
	{ "net/http.(*conn).serve.func1", GT_PHASE_CLOSE },
	{ "net/http.(*conn).close", GT_PHASE_CLOSE },
	{ NULL, GT_PHASE_OTHER },
};

static const struct gt_phase_rule worker_rules[] = {
	{ "runtime.chanrecv*", GT_PHASE_IDLE },
	{ "runtime.selectgo", GT_PHASE_IDLE },
	{ NULL, GT_PHASE_HANDLE },
};

#define HTTP_DISPATCH \
	.own = "net/http.", \
	.dispatch = { "net/http.serverHandler.ServeHTTP", "net/http.HandlerFunc.ServeHTTP", \
		      "net/http.(*ServeMux).ServeHTTP", "net/http.StripPrefix.func1", \
		      "net/http.(*timeoutHandler).ServeHTTP.func1", "github.com/gin-gonic/gin.(*Context).Next", }

#define HTTP2(start_) \
	{ .kind = "http/2", .start = start_, .shape = GT_SERVER_EACH, HTTP_DISPATCH }

#define GRPC_DISPATCH \
	.own = "google.golang.org/grpc.", \
	.dispatch = { "google.golang.org/grpc.(*Server).processUnaryRPC", \
		      "google.golang.org/grpc.(*Server).processStreamingRPC" }

const struct gt_server gt_servers[] = {
	{ .kind = "http/1", .start = "net/http.(*conn).serve", .shape = GT_SERVER_CONN, .rules = conn_rules,
	  .readers = { "net/http.(*connReader).Read", "net/http.(*liveSwitchReader).Read" },
	  .upgrades = { "golang.org/x/net/http2.(*Server).ServeConn", "net/http.(*http2Server).ServeConn",
			"net/http.(*http2serverConn).serve", "net/http/internal/http2.(*serverConn).serve" },
	  .starts = { "net/http.(*connReader).startBackgroundRead" },
	  .header = { "net/textproto.(*Reader).ReadMIMEHeader", "net/textproto.readMIMEHeader" },
	  HTTP_DISPATCH },
	HTTP2("net/http.(*http2serverConn).runHandler"),
	HTTP2("net/http/internal/http2.(*serverConn).runHandler"),
	HTTP2("golang.org/x/net/http2.(*serverConn).runHandler"),
	{ .kind = "grpc", .start = "google.golang.org/grpc.(*Server).serveStreams.func*", .shape = GT_SERVER_EACH,
	  GRPC_DISPATCH },
	{ .kind = "grpc", .start = "google.golang.org/grpc.(*Server).serverWorker", .shape = GT_SERVER_WORKER,
	  .rules = worker_rules, GRPC_DISPATCH },
};

unsigned gt_server_count(void)
{
	return GT_COUNT(gt_servers);
}

/* ---- names ---- */

/* A name as the trace has it; what a program keeps in its vendor folder is the same package. */
struct func_name {
	const char *s;
	size_t n;
};

static struct func_name func_name(const struct gt_trace *t, uint32_t row)
{
	static const char vendor[] = "/vendor/";
	struct func_name f;
	const char *at;

	f.s = gt_trace_string(t, row, &f.n);
	at = f.n ? memmem(f.s, f.n, vendor, sizeof vendor - 1) : NULL;
	if (at) {
		at += sizeof vendor - 1;
		f.n -= (size_t)(at - f.s);
		f.s = at;
	}
	return f;
}

static bool begins(struct func_name f, const char *with, size_t n)
{
	return f.n >= n && !memcmp(f.s, with, n);
}

static bool is_named(struct func_name f, const char *name)
{
	size_t n = strlen(name);

	if (n && name[n - 1] == '*')
		return begins(f, name, n - 1);
	return f.n == n && begins(f, name, n);
}

static bool is_one_of(struct func_name f, const char *const names[GT_SERVER_FUNCS])
{
	for (int i = 0; i < GT_SERVER_FUNCS && names[i]; i++)
		if (is_named(f, names[i]))
			return true;
	return false;
}

unsigned gt_server_of(const struct gt_trace *t, uint32_t func)
{
	struct func_name f = func_name(t, func);
	unsigned i = 0;

	while (i < GT_COUNT(gt_servers) && !is_named(f, gt_servers[i].start))
		i++;
	return i;
}

bool gt_servers_any(const struct gt_trace *t)
{
	uint32_t n = gt_trace_info(t)->goroutines;
	struct gt_map asked = { 0 };
	struct gt_goroutine g;
	bool found = false, first;

	for (uint32_t i = 0; i < n && !found; i++) {
		if (!gt_goroutine_get(t, i, &g))
			continue;
		first = false;
		gt_map_get_or_put(&asked, g.func, 0, &first);
		found = first && gt_server_of(t, g.func) < gt_server_count();
	}
	gt_map_release(&asked);
	return found;
}

/* ---- stacks ---- */

/* By what the start function called; depth frames, of which the last is the start function. */
static enum gt_phase phase_of(const struct gt_trace *t, const struct gt_server *s, uint32_t stack, uint32_t depth)
{
	const struct gt_phase_rule *r;
	struct gt_frame f;

	if (depth < 2 || !gt_stack_frame(t, stack, depth - 2, &f))
		return s->shape == GT_SERVER_WORKER && depth ? GT_PHASE_IDLE : GT_PHASE_OTHER;
	if (!s->rules)
		return GT_PHASE_HANDLE;
	for (r = s->rules; r->func && !is_named(func_name(t, f.func), r->func); r++)
		;
	return r->phase;
}

/* What a dispatcher calls, but neither of its own package nor of the runtime, which it calls for memory. */
static bool is_handler(const struct gt_server *s, struct func_name f)
{
	static const char runtime[] = "runtime.";

	return f.n && !begins(f, s->own, strlen(s->own)) && !begins(f, runtime, sizeof runtime - 1);
}

/* Frames from the outermost to the innermost. */
static void look_inside(struct gt_stood *at, const struct gt_trace *t, const struct gt_server *s, uint32_t stack,
			uint32_t depth)
{
	bool dispatched = false, header = false;

	for (uint32_t i = depth; i--;) {
		struct func_name name;
		struct gt_frame f;

		if (!gt_stack_frame(t, stack, i, &f))
			continue;
		name = func_name(t, f.func);
		if (dispatched && is_handler(s, name)) {
			at->handler = f.func;
			at->depth++;
		}
		dispatched = is_one_of(name, s->dispatch);
		at->traces |= is_named(name, "net/http/pprof.Trace") || is_named(name, "runtime/trace.Start");
		at->reads |= is_one_of(name, s->readers);
		at->starts |= !i && is_one_of(name, s->starts);
		header |= is_one_of(name, s->header);
		if (is_one_of(name, s->upgrades))
			at->phase = GT_PHASE_UPGRADED;
	}
	if (header && at->phase == GT_PHASE_READ)
		at->phase = GT_PHASE_OTHER;
}

/* The runtime keeps the 128 innermost frames of a stack: of one with so many the start function may be lost. */
#define DEEP 100

static struct gt_stood stood_at(const struct gt_trace *t, const struct gt_server *s, uint32_t stack)
{
	uint32_t depth = gt_stack_depth(t, stack);
	struct gt_stood at = { 0 };
	struct gt_frame f;

	if (!depth || !gt_stack_frame(t, stack, depth - 1, &f))
		return at;
	if (is_named(func_name(t, f.func), s->start))
		at.phase = (uint8_t)phase_of(t, s, stack, depth);
	else if (depth >= DEEP)
		at.phase = GT_PHASE_HANDLE;
	look_inside(&at, t, s, stack, depth);
	return at;
}

struct gt_stood gt_place_of(struct gt_places *p, unsigned server, uint32_t stack)
{
	bool added = false;
	uint32_t i;

	assert(server < GT_COUNT(gt_servers));
	if (!stack)
		return (struct gt_stood) { 0 };
	i = gt_map_get_or_put(&p->by_stack, (uint64_t)server << 32 | stack, (uint32_t)p->n, &added);
	if (added) {
		GT_GROW(p->v, p->cap, p->n + 1);
		p->v[p->n++] = stood_at(p->t, &gt_servers[server], stack);
	}
	return p->v[i];
}

void gt_places_release(struct gt_places *p)
{
	gt_map_release(&p->by_stack);
	free(p->v);
	*p = (struct gt_places) { 0 };
}
