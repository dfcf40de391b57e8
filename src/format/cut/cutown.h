/* What the files of the cut share. */
#ifndef GT_FORMAT_CUTOWN_H
#define GT_FORMAT_CUTOWN_H

#include "base/buf.h"
#include "format/cut/cut.h"
#include "order/snapshot.h"
#include "wire/v2/v2events.h"
#include "wire/v2/v2write.h"

enum cut_phase { CUT_SKIP, CUT_COPY, CUT_REST, CUT_DONE };

/* A record that is made, not copied. */
struct cut_record {
	uint64_t m;
	uint64_t args[GT_V2_MAX_ARGS];
	uint8_t type;
};

/* A region that is open at the start.  Its goroutine has to run before its begin can be written. */
struct cut_region {
	uint64_t g;
	int64_t t0;
	uint64_t row;            /* of the index */
	bool done;
};

/* Where made records can be written: behind the last event, if its thread has a P and a goroutine then. */
struct cut_place {
	bool there;
	uint64_t m, g;
	int64_t time;
};

struct gt_cut {
	struct gt_trace *t;
	struct gt_order *order;
	int64_t first_ts;        /* of the trace, on its clock */
	int64_t from, to;        /* on the trace's clock */
	uint64_t first, last;    /* numbers of events: [first, last) */
	uint64_t at;             /* of the event that is next */
	bool shortened;
	enum cut_phase phase;

	/* the source's generation */
	uint64_t gens_read;
	bool in_gen;
	struct gt_map strings, stacks;   /* its ids -> those of the cut */
	struct gt_buf text;
	struct gt_buf exp_info;          /* the batch of the experiment that only the first generation has */
	struct gt_v2_exp_batch exp_info_of;

	/* the cut's */
	struct gt_v2_writer w;
	bool writing;            /* a generation */
	uint64_t gens_written;
	int64_t time;            /* of the last record */

	/* what is going on at the start */
	struct gt_order_state state;
	struct cut_record *made;
	size_t nmade, made_cap;
	struct cut_record *waiting;      /* for a place; their thread is not known yet */
	size_t nwaiting, waiting_cap;
	struct cut_region *regions;      /* by goroutine, then from the outermost */
	size_t nregions, regions_cap;
	struct cut_place place;
	uint64_t gc_left_out;    /* events that count the GC's numbers and are not copied */
};

/* ---- cutids.c: ids of the cut ---- */

uint64_t cut_string(struct gt_cut *c, uint64_t id);      /* for an id of the source's generation */
uint64_t cut_stack(struct gt_cut *c, uint64_t id);
uint64_t cut_string_of_row(struct gt_cut *c, uint32_t row);   /* for a row of the index */
uint64_t cut_stack_of_row(struct gt_cut *c, uint32_t row);
void cut_forget_ids(struct gt_cut *c);

/* ---- cutstart.c: what is going on at the start ---- */

/* Takes the order's state; true if anything is known. */
bool cut_take_state(struct gt_cut *c);
/* Makes the records of it, in their order: c->made, and c->waiting. */
void cut_make_start(struct gt_cut *c);
/* What was known at the start of a goroutine, of a P; NULL: nothing. */
struct gt_order_g *cut_g(struct gt_cut *c, uint64_t id);
struct gt_order_p *cut_p(struct gt_cut *c, uint64_t id);

/* ---- cutwait.c: what cannot be written at the start ---- */

/* One more record of the start. */
void cut_add(struct gt_cut *c, struct cut_record r);
/* Records that any goroutine can write, and the begins of regions. */
void cut_make_waiting(struct gt_cut *c);
/* Moves those that thread m, which has goroutine g and a P, can write at the start to c->made. */
void cut_make_there(struct gt_cut *c, uint64_t m, uint64_t g);

/* Writes what waits for a place and fits in there before `next`, the time of the next event. */
void cut_write_waiting(struct gt_cut *c, int64_t next);
/* A goroutine has a region or an end of its own: those of it that wait come too late. */
void cut_drop_regions(struct gt_cut *c, uint64_t g);

/* ---- cutcopy.c: events of the source ---- */

/* Writes one record at a time, or leaves it out. */
void cut_copy(struct gt_cut *c, const struct gt_event *e, int64_t time);
/* Of an event after the end: what it says of the time since the trace's start. */
void cut_copy_late(struct gt_cut *c, const struct gt_event *e);

#endif
