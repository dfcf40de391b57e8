/* One ordered event: what the order layer yields and everything above consumes. */
#ifndef GT_ORDER_EVENT_H
#define GT_ORDER_EVENT_H

#include "base/compiler.h"

/* No M, no P, no goroutine, no id. */
#define GT_NONE UINT64_MAX
#define GT_NO_SLOT UINT32_MAX

/* The P of v1 events that threads without a P wrote: Go's reader shows it as P -1. */
#define GT_P_OUTSIDE (UINT64_MAX - 1)

#define GT_EVENT_ARGS 5

/* What an event means, whatever its format (format/semantics.md 2, 9, 10, 11). */
enum gt_event_kind {
	GT_EV_OTHER,          /* known by its type only (experimental …) */
	GT_EV_G_STATE,        /* goroutine `subject` goes from -> to */
	GT_EV_P_STATE,        /* P `subject` goes from -> to */
	GT_EV_RANGE_BEGIN,    /* enum gt_range in `range`, bound to G or P `subject` (GC: GT_NONE) */
	GT_EV_RANGE_ACTIVE,
	GT_EV_RANGE_END,
	GT_EV_METRIC,         /* enum gt_metric in `range`, value in args[0] */
	GT_EV_LABEL,          /* string in `str` labels the context's slice */
	GT_EV_TASK_BEGIN,     /* task id in `subject`, parent in args[1] (GT_NONE: none), name in `str` */
	GT_EV_TASK_END,
	GT_EV_REGION_BEGIN,   /* task id in `subject`, name in `str` */
	GT_EV_REGION_END,
	GT_EV_LOG,            /* task id in `subject`, category in `str`, message in `str2` */
	GT_EV_SAMPLE,         /* CPU profile sample */
	GT_EV_DROPPED,        /* no event, but a record that a replay must step over */
};

/* States of a goroutine and of a P (format/semantics.md 1). */
enum gt_gstate { GT_G_UNDETERMINED, GT_G_NOT_EXIST, GT_G_RUNNABLE, GT_G_RUNNING, GT_G_WAITING, GT_G_SYSCALL };
enum gt_pstate { GT_P_UNDETERMINED, GT_P_NOT_EXIST, GT_P_RUNNING, GT_P_IDLE };

enum gt_range { GT_RANGE_STW, GT_RANGE_GC, GT_RANGE_SWEEP, GT_RANGE_ASSIST };
enum gt_metric { GT_METRIC_GOMAXPROCS, GT_METRIC_HEAP_ALLOC, GT_METRIC_HEAP_GOAL };

/* args[1] of a ProcStatus (v2): the P is held, and its goroutine is in a call. */
#define GT_PROC_IN_CALL 3

struct gt_event {
	/* What building an index needs of most events comes first: 64 bytes. */
	int64_t time;            /* ns on the trace's own clock, strictly increasing in v2, from 0 in v1 */
	uint64_t p;              /* the P of the context, see m and g below; GT_NONE */
	uint64_t subject;        /* what the event is about, see the kinds; GT_NONE */
	uint64_t stack2;         /* stack id of the goroutine that changes state ("transition stack"); 0: none */
	uint64_t str;            /* string id in this generation; reason of a G_STATE; 0: none */
	uint32_t gslot;          /* dense handle of the context's goroutine, or GT_NO_SLOT */
	uint32_t sslot;          /* dense handle of the subject goroutine, or GT_NO_SLOT */
	uint32_t stream;         /* which stream of the generation the record came from */
	uint8_t type;            /* the format's event type (GT_V2_…) */
	uint8_t nargs;           /* how many of args are the event's */
	uint8_t kind;            /* enum gt_event_kind */
	uint8_t from, to;        /* states of a G_STATE or P_STATE */
	uint8_t range;           /* enum gt_range or enum gt_metric */
	uint8_t part;            /* 0: the record itself; 1, 2: further events made of one record (GoSwitch) */
	uint8_t fresh;           /* G_STATE: 1 if sslot starts a new life (first mention or creation) */

	uint64_t off;            /* byte offset of the record (its type byte) in the unpacked trace */
	uint64_t m, g;           /* with p, where it happened: the context before the event; GT_NONE */
	uint64_t args[GT_EVENT_ARGS]; /* the format's arguments without the time: names in the type's spec */
	uint64_t stack;          /* stack id of the acting goroutine in this generation; 0: none */
	uint64_t str2;           /* as str: a second one */
	uint64_t gen;            /* generation number (v1: 0) */
};

/*
 * Slots: every goroutine life known to the orderer has a slot, a small integer
 * that is re-used after the goroutine's end, so that consumers can keep their
 * own per-goroutine state in an array.  `fresh` says when a slot changes hands.
 */

/*
 * A frequent event in short (the types that order/v2fill.c and order/v1run.c list): a transition of a goroutine
 * that is there already, with what an index keeps of it.  Two fit in a cache line.
 */
struct gt_short_event {
	int64_t time;
	uint32_t stream;                 /* set in batches without runs (order/order.h) */
	uint32_t sslot, gslot;           /* as in struct gt_event; the goroutine that changes is never GT_NO_SLOT */
	uint32_t stack2, str;            /* ids; v2: of dense tables */
	uint16_t p;                      /* GT_SHORT_NO_P: none */
	uint8_t type;                    /* GT_SHORT_FULL: stands for a struct gt_event */
};

#define GT_SHORT_FULL 0
#define GT_SHORT_NO_P UINT16_MAX

_Static_assert(sizeof(struct gt_short_event) == 32, "two to a cache line");

#endif
