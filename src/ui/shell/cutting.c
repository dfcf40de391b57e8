/* The range A to B, or all of the trace, as a trace: what `w trace FILE` writes. */
#include "ui/shell/cutting.h"

#include <stdlib.h>

#include "base/human.h"
#include "base/xalloc.h"
#include "format/cut/cut.h"

struct cutting {
	struct gt_exporting head;
	struct gt_cut *cut;
	int rc;
	struct gt_error err;
};

static bool cutting_step(struct gt_exporting *head, struct gt_buf *out)
{
	struct cutting *c = (struct cutting *)head;

	if (c->rc > 0)
		c->rc = gt_cut_step(c->cut, out, &c->err);
	return c->rc <= 0;
}

static double cutting_share(const struct gt_exporting *head)
{
	return gt_cut_share(((const struct cutting *)head)->cut);
}

static void cutting_close(struct gt_exporting *head)
{
	struct cutting *c = (struct cutting *)head;

	gt_cut_close(c->cut);
	free(c);
}

static void cutting_tell(const struct gt_exporting *head, struct gt_buf *out)
{
	struct gt_cut_facts f = gt_cut_facts(((const struct cutting *)head)->cut);

	gt_buf_printf(out, "%s event%s from %s to %s%s", gt_count_text(f.events).s, f.events == 1 ? "" : "s",
		      gt_time_text(f.from).s, gt_time_text(f.to).s,
		      f.shortened ? ", where the trace is whole no more" : "");
}

static int cutting_fault(const struct gt_exporting *head, struct gt_error *err)
{
	const struct cutting *c = (const struct cutting *)head;

	if (c->rc < 0 && err)
		*err = c->err;
	return c->rc < 0 ? c->rc : 0;
}

static const struct gt_exporting_ops cutting_ops = {
	.step = cutting_step, .share = cutting_share, .close = cutting_close, .tell = cutting_tell,
	.fault = cutting_fault,
};

int gt_cutting_open(struct gt_exporting **out, struct gt_trace *t, int64_t from, int64_t to, struct gt_error *err)
{
	struct cutting *c = gt_xcalloc(1, sizeof *c);
	int rc = gt_cut_open(&c->cut, t, from, to, err);

	if (rc < 0) {
		free(c);
		return rc;
	}
	c->head.ops = &cutting_ops;
	c->rc = 1;
	*out = &c->head;
	return 0;
}
