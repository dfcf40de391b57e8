/* Trace-event JSON: what the files of --export=chrome share. */
#ifndef GT_FORMAT_CHROMEW_H
#define GT_FORMAT_CHROMEW_H

#include "analysis/table/table.h"
#include "base/textcache.h"
#include "format/jsonw.h"
#include "format/out.h"

/* The processes of the document, as chrome.c's table has them.  0 is none: viewers take it for the idle process. */
enum gt_chrome_pid {
	GT_CHROME_PROCS = 1,
	GT_CHROME_GOROUTINES,
	GT_CHROME_RANGES,
	GT_CHROME_TASKS,
	GT_CHROME_COUNTERS,
	GT_CHROME_END
};

struct gt_chrome {
	struct gt_out *out;
	const struct gt_trace *t;
	const struct gt_table_args *args;
	int64_t from, to;            /* inside the trace; its end itself belongs to it */
	struct gt_jsonw w;
	struct gt_textcache names;   /* "G9 main.work" by goroutine row */
	struct gt_textcache tops;    /* innermost frames by stack row */
	struct gt_buf text;
};

/* What happened in [t0, t1) as far as it is shown; false: it does not touch the part that is. */
struct gt_chrome_span {
	int64_t t0, t1;
	bool clipped;
};
bool gt_chrome_clip(const struct gt_chrome *c, int64_t t0, int64_t t1, struct gt_chrome_span *s);

/* An event, its members up to `name`; more may follow, then args, then gt_chrome_close. */
void gt_chrome_event(struct gt_chrome *c, char ph, enum gt_chrome_pid pid, uint64_t tid, int64_t t, const char *cat);
/* The same, for a span: "ph":"X" with its duration. */
void gt_chrome_slice(struct gt_chrome *c, enum gt_chrome_pid pid, uint64_t tid, const struct gt_chrome_span *s,
		     const char *cat);
/* The member `name`: a word of ours, or c->text, which is any bytes. */
void gt_chrome_name(struct gt_chrome *c, const char *name);
void gt_chrome_name_text(struct gt_chrome *c);
void gt_chrome_id(struct gt_chrome *c, uint64_t id);
/* Opens the member args; t1: when what it describes ended, for what is beyond the horizon (GT_NO_TIME: never). */
void gt_chrome_args(struct gt_chrome *c, const struct gt_chrome_span *s, int64_t t1);
/* Ends the event; false: the output takes no more. */
bool gt_chrome_close(struct gt_chrome *c);

/* Members of args, left out where there is nothing to say. */
void gt_chrome_word(struct gt_chrome *c, const char *key, const char *word);
void gt_chrome_string(struct gt_chrome *c, const char *key, uint32_t string);
void gt_chrome_top(struct gt_chrome *c, const char *key, uint32_t stack);
void gt_chrome_u64(struct gt_chrome *c, const char *key, uint64_t v);
void gt_chrome_flag(struct gt_chrome *c, const char *key, bool set);
/* Of a goroutine row: its id, its start function; and "G9 main.work" into c->text. */
void gt_chrome_g(struct gt_chrome *c, const char *key, uint32_t row);
void gt_chrome_func(struct gt_chrome *c, uint32_t row);
void gt_chrome_label(struct gt_chrome *c, uint32_t row);

/* A metadata event: the name of a thread, which is c->text, and its place among the others. */
void gt_chrome_thread(struct gt_chrome *c, enum gt_chrome_pid pid, uint64_t tid);

/* The processes, each in its file. */
void gt_chrome_procs(struct gt_chrome *c);
void gt_chrome_goroutines(struct gt_chrome *c);
void gt_chrome_ranges(struct gt_chrome *c);
void gt_chrome_tasks(struct gt_chrome *c);

/* The thread of a goroutine row among the goroutines. */
GT_INLINE uint64_t gt_chrome_tid_of_g(uint32_t row)
{
	return (uint64_t)row + 1;
}

#endif
