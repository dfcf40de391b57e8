/* The traces that the one on the screen is compared with: opened in a thread, which a job watches. */
#ifndef GT_UI_OTHERS_H
#define GT_UI_OTHERS_H

#include "base/thread.h"
#include "index/trace.h"
#include "ui/app/app.h"

enum gt_others_state {
	GT_OTHERS_NONE,      /* not asked for yet */
	GT_OTHERS_READING,
	GT_OTHERS_OPEN,      /* all are there, and none changes any more */
	GT_OTHERS_STOPPED,   /* by the user */
	GT_OTHERS_FAILED,    /* see why */
};

struct gt_others {
	/* Set by the owner before the first start; borrowed. */
	const char **paths;
	size_t n;
	struct gt_open_options opt;   /* notify is not looked at, of watch (or NULL) only limit, part and as */

	enum gt_others_state state;
	struct gt_trace **v;          /* n of them, in the order of the paths; not open: NULL */
	struct gt_buf why;            /* FAILED: a sentence; hostile */

	/* Of the thread; the rest of it is under the lock. */
	struct gt_thread thread;
	struct gt_cancel cancel;
	bool running;                 /* the thread was started and not joined; the UI's */
	struct gt_mutex lock;
	struct gt_cond moved;
	bool finished;
	double share;                 /* of all that is to be read */
	struct gt_error err;
	size_t failed;                /* which one err is about */
	int rc;
};

/* n paths, copied as pointers. */
void gt_others_init(struct gt_others *o, const struct gt_open_options *opt);
void gt_others_add(struct gt_others *o, const char *path);
/* Stops reading and closes all. */
void gt_others_release(struct gt_others *o);

/*
 * Begins to read, or goes on after another job took the place of the one that watches: nothing if all is read or
 * failed.  Every change of the state counts as one of the data (gt_app_data_changed).
 */
void gt_others_start(struct gt_others *o, struct gt_app *app);

#endif
