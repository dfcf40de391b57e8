/* Many traces as rows: the facts of each, what is worst in it, and which one stands apart from the others. */
#ifndef GT_ANALYSIS_FLEET_H
#define GT_ANALYSIS_FLEET_H

#include <stdatomic.h>

#include "base/buf.h"
#include "base/thread.h"
#include "index/trace.h"
#include "wire/stream.h"

/* What traces are compared by; the report has a column for each. */
enum gt_fleet_metric {
	GT_FLEET_P99,         /* ns: 99th percentile of the waits for a processor that ended */
	GT_FLEET_STW_MAX,     /* ns: longest stop-the-world pause */
	GT_FLEET_STW_SHARE,   /* of the time: all pauses together */
	GT_FLEET_PRESSURE,    /* of the time: somebody waited for a processor */
	GT_FLEET_GC_SHARE,    /* of the Ps' time: the collector */
	GT_FLEET_COST,        /* of the time: the first finding */
	GT_FLEET_RATE,        /* events per second, of traces that are not too short */
	GT_FLEET_GOROUTINES,  /* most at a time */
	GT_FLEET_METRICS,
	GT_FLEET_NO_METRIC = GT_FLEET_METRICS
};

enum gt_fleet_state {
	GT_FLEET_WAITING,     /* not looked at yet */
	GT_FLEET_LISTED,      /* a trace: the row has its facts */
	GT_FLEET_NO_TRACE,    /* a file found in a directory that is no trace */
	GT_FLEET_FAILED,      /* see err */
};

struct gt_fleet_row {
	char *path;           /* as given, or as found */
	size_t inside;        /* where its name inside the directory that was named begins; 0: it was named itself */
	enum gt_fleet_state state;
	struct gt_error err;  /* FAILED: why; LISTED: what is wrong with the trace; code 0: nothing is */
	struct gt_error cache_fault;     /* code != 0: why its index is not kept */

	/* LISTED; strings are the row's own, with bytes of the trace in them, hostile.  They never change. */
	struct gt_trace_info info;       /* of its damage, and no file name */
	int64_t start_ns;     /* wall clock since 1970, GT_NO_TIME: the trace does not say */
	int64_t modified_ns;  /* of the file, GT_NO_TIME */
	uint64_t stw_count;   /* pauses, but those beyond the horizon */
	int64_t stw_total, stw_max;      /* ns; max GT_NO_TIME: none ended */
	uint8_t severity;     /* enum gt_severity of the first finding */
	const char *kind;     /* of finding */
	int64_t cost;         /* ns, GT_NO_TIME: it is none */
	char *func, *finding; /* start function, NULL: none; the sentence */
	double metric[GT_FLEET_METRICS]; /* NAN: not known */
};

struct gt_fleet {
	/* Set before gt_fleet_run. */
	struct gt_open_options opt;      /* of each; its watch is the next member */
	struct gt_watch watch;
	bool index_only;                 /* makes the indexes, and no facts */
	void (*tell)(void *arg);         /* called in some thread when a row is there, and at the end; NULL: nobody */
	void *tell_arg;
	struct gt_fleet_row *rows;
	size_t n, cap;

	struct gt_cancel cancel;         /* set by who wants gt_fleet_run to return early */
	atomic_size_t next;              /* row to look at */
	struct gt_mutex lock;            /* of what follows, and of the rows' states */
	size_t made;                     /* rows that were looked at */
	bool done;                       /* all is known */
	size_t worst;                    /* the row that `why` is about; SIZE_MAX: none */
	struct gt_buf why;               /* what of it differs most from the others; hostile */
};

/* opt: notify is not looked at, of watch (or NULL) only limit, part and as; strings are borrowed.  *f must not move. */
void gt_fleet_init(struct gt_fleet *f, const struct gt_open_options *opt);
/* The path is copied; inside: as in the row.  Not after gt_fleet_run has begun. */
void gt_fleet_add(struct gt_fleet *f, const char *path, size_t inside);
/*
 * Looks at all rows: as many at a time as there are processors for the program, each opened (its index is made where
 * there is none), its facts taken, and closed.  Then finds out what makes the difference of the worst outlier.
 */
void gt_fleet_run(struct gt_fleet *f);
/* Not while it runs. */
void gt_fleet_release(struct gt_fleet *f);

/* The rows that are LISTED now into out, which has room for f->n; how many. */
size_t gt_fleet_listed(struct gt_fleet *f, const struct gt_fleet_row **out);

/* ---- fleetrow.c ---- */

/*
 * The facts of an open trace; threads: how many may look at it.  False: cancelled (NULL: nobody cancels).  What cannot
 * be judged is absent.
 */
bool gt_fleet_row_fill(struct gt_fleet_row *r, struct gt_trace *t, unsigned threads, const struct gt_cancel *cancel);
void gt_fleet_row_release(struct gt_fleet_row *r);

/* ---- outliers.c ---- */

/* From how many deviations on a trace is called an outlier, and how many others there have to be. */
#define GT_FLEET_APART 3.5
#define GT_FLEET_OTHERS 3

struct gt_fleet_verdict {
	enum gt_fleet_metric metric;     /* the one with the largest z; GT_FLEET_NO_METRIC: there are too few others */
	double z;
};

/*
 * Each row against all others: z = (x - median) / scale of the others' values, where the scale is 1.4826 times their
 * median absolute deviation, but at least a twentieth of the median and what is worth a word for that metric.  So a
 * metric in which all others are equal gives a z, too.  Above 0 is worse; of the rate of events both directions count.
 */
void gt_fleet_judge(const struct gt_fleet_row *const *rows, size_t n, struct gt_fleet_verdict *out);
const char *gt_fleet_metric_name(enum gt_fleet_metric m); /* the key of its column without "_ns" */
/* The z of one metric of row i; NAN: its value, or that of enough others, is not known. */
double gt_fleet_z(const struct gt_fleet_row *const *rows, size_t n, size_t i, enum gt_fleet_metric m);

/* ---- fleetwhy.c ---- */

/*
 * Appends what of the row `worst` of these differs most from those that are most like the others: a row of the report
 * compare in words.  Nothing: there is no such difference, or a trace cannot be opened any more.
 */
void gt_fleet_why(struct gt_buf *out, const struct gt_fleet_row *const *rows, size_t n, size_t worst,
		  const struct gt_fleet_verdict *verdicts, const struct gt_open_options *opt);

/* ---- fleethost.c ---- */

/* NULL, or what is wrong with a pattern for hosts: what the option takes. */
const char *gt_fleet_host_fault(const char *pattern);
/*
 * What the * of a pattern stands for in a path: the first place where the texts before and behind it stand around
 * something without a slash.  NULL: nowhere; *n: its bytes.
 */
const char *gt_fleet_host(const char *pattern, const char *path, size_t *n);

/* ---- fleetreport.c ---- */

struct gt_table;
struct gt_table_args;
struct gt_traces_args { const char *host; };
/* The pattern of --host, NULL: none; borrowed. */
void gt_fleet_args_host(struct gt_table_args *args, const char *host);
/* The path inside the directory that was named, else the last part of the path. */
const char *gt_fleet_row_name(const struct gt_fleet_row *r);
/* Of a table of the report traces: the row of the fleet behind a row; whether that is an outlier, and how many are. */
const struct gt_fleet_row *gt_traces_row(const struct gt_table *t, uint64_t row);
bool gt_traces_apart(const struct gt_table *t, uint64_t row);
uint64_t gt_traces_count_apart(const struct gt_table *t);
/* The worst outlier, and what makes its difference, when all traces are there; NULL: none, not known. */
const struct gt_fleet_row *gt_traces_worst(const struct gt_table *t, const char **why);

#endif
