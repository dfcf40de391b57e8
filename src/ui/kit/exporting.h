/* Something on its way out in pieces, beside the keys. */
#ifndef GT_UI_EXPORTING_H
#define GT_UI_EXPORTING_H

#include "base/buf.h"
#include "base/err.h"

struct gt_exporting;

struct gt_exporting_ops {
	/* Appends some more, in a few milliseconds at most; true when that was all. */
	bool (*step)(struct gt_exporting *e, struct gt_buf *out);
	double (*share)(const struct gt_exporting *e);    /* 0..1 */
	void (*close)(struct gt_exporting *e);            /* also before all is out; frees e */
	/* What is to be said at the end, NULL: nothing. */
	void (*tell)(const struct gt_exporting *e, struct gt_buf *out);
	/* 0, or a code and why what was appended is not all; NULL: that cannot be. */
	int (*fault)(const struct gt_exporting *e, struct gt_error *err);
};

/* What exports embeds it first. */
struct gt_exporting {
	const struct gt_exporting_ops *ops;
};

#endif
