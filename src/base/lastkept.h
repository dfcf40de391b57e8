/* A cache of one: the last object that was expensive to make, shared by reference count between threads. */
#ifndef GT_BASE_LASTKEPT_H
#define GT_BASE_LASTKEPT_H

#include "base/err.h"
#include "base/thread.h"

/* The first member of an object that is shared. */
struct gt_shared {
	atomic_uint refs;
	const struct gt_shared_ops *ops;
	struct gt_mutex lock;        /* for what its holders add to it later */
};

/* How to make objects of one kind.  s: the object, zeros behind its head at first; asked: the parameters. */
struct gt_shared_ops {
	size_t size;
	bool (*is)(const void *s, const void *asked);    /* s was made from equal parameters */
	int (*make)(void *s, const void *asked, struct gt_error *err);
	void (*release)(void *s);    /* frees what `make` allocated, also after it failed */
};

struct gt_lastkept {
	struct gt_mutex lock;
	void *last;
};

void gt_lastkept_init(struct gt_lastkept *k);
void gt_lastkept_release(struct gt_lastkept *k);

/* A reference to the cached object if it fits, or NULL.  k NULL: there is no cache. */
void *gt_lastkept_look(struct gt_lastkept *k, const struct gt_shared_ops *ops, const void *asked);
/* The same, but makes the object and caches it if it is not there.  *out is NULL after an error. */
int gt_lastkept_get(struct gt_lastkept *k, const struct gt_shared_ops *ops, const void *asked, void **out,
		    struct gt_error *err);

/* A further reference; to give one back.  put takes NULL. */
void *gt_shared_ref(void *s);
void gt_shared_put(void *s);

#endif
