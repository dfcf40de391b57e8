/* A cache of one: the last object that was expensive to make, shared by reference count between threads. */
#ifndef GT_BASE_LASTKEPT_H
#define GT_BASE_LASTKEPT_H

#include "base/err.h"
#include "base/thread.h"

/* The head of such a thing. */
struct gt_shared {
	atomic_uint refs;
	const struct gt_shared_ops *ops;
	struct gt_mutex lock;        /* of what its holders add to it */
};

/* s is the thing, which begins as zeros behind its head; asked says what it is to be. */
struct gt_shared_ops {
	size_t size;
	bool (*is)(const void *s, const void *asked);
	int (*make)(void *s, const void *asked, struct gt_error *err);
	void (*release)(void *s);    /* what was made, also after an error */
};

struct gt_lastkept {
	struct gt_mutex lock;
	void *last;
};

void gt_lastkept_init(struct gt_lastkept *k);
void gt_lastkept_release(struct gt_lastkept *k);

/* The last one if it is what is asked for, or NULL.  To be put back.  k NULL: nothing is kept. */
void *gt_lastkept_look(struct gt_lastkept *k, const struct gt_shared_ops *ops, const void *asked);
/* ... or a new one, which is kept in its place; NULL after an error. */
int gt_lastkept_get(struct gt_lastkept *k, const struct gt_shared_ops *ops, const void *asked, void **out,
		    struct gt_error *err);

/* For another holder. */
void *gt_shared_ref(void *s);
/* NULL: nothing. */
void gt_shared_put(void *s);

#endif
