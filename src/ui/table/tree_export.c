/* Call trees as files for other tools: folded stacks, and pprof's. */
#include "ui/table/treenav.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "format/profile.h"

#define STEP_STACKS 64

const char *const gt_tree_formats[] = { "text", "table", "csv", "json", "ndjson", "folded", "pprof", NULL };

bool gt_is_tree_format(const char *format)
{
	return strcmp(format, "folded") == 0 || strcmp(format, "pprof") == 0;
}

struct tree_export {
	struct gt_exporting head;
	struct gt_profiled *parts;    /* of the stacks that are shown, */
	struct gt_profile *made;      /* which are these */
	size_t n, at;                 /* stacks of the only part that are out */
	bool both, pprof;
};

/* One of two sides, or one protobuf, which is packed at the end, is written at once. */
static void export_whole(const struct tree_export *e, struct gt_buf *out)
{
	/* Without memory for that the file stays empty. */
	if (e->pprof && e->both)
		gt_profile_pprof_both(out, e->parts, e->n, NULL);
	else if (e->pprof)
		gt_profile_pprof(out, e->parts->t, e->parts->p, NULL);
	else
		gt_profile_folded_both(out, e->parts, e->n);
}

static bool tree_export_step(struct gt_exporting *head, struct gt_buf *out)
{
	struct tree_export *e = (struct tree_export *)head;
	size_t left = e->made->n - e->at, n = left < STEP_STACKS ? left : STEP_STACKS;

	if (e->pprof || e->both) {
		export_whole(e, out);
		return true;
	}
	gt_profile_folded(out, e->parts->t, e->made->stacks + e->at, n);
	e->at += n;
	return e->at == e->made->n;
}

static double tree_export_share(const struct gt_exporting *head)
{
	const struct tree_export *e = (const struct tree_export *)head;

	return e->made->n ? (double)e->at / (double)e->made->n : 1;
}

static void tree_export_close(struct gt_exporting *head)
{
	struct tree_export *e = (struct tree_export *)head;

	for (size_t i = 0; i < e->n; i++)
		gt_profile_release(&e->made[i]);
	free(e->made);
	free(e->parts);
	free(e);
}

static struct gt_profile shown_of(const struct gt_pane_table *pt, const struct gt_profiled *part, const uint8_t *wanted)
{
	const struct gt_calltree *tree = gt_calltree_of(pt->table);
	const struct gt_tree_args *own = gt_tree_args_of(&pt->shown);
	uint32_t root = gt_calltree_root(tree, own);
	struct gt_profile made = { .kind = part->p->kind,
				   .stacks = gt_xcalloc(part->p->n + 1, sizeof *part->p->stacks) };

	for (size_t i = 0; i < part->p->n; i++)
		if (gt_calltree_shows(tree, part->t, part->p->stacks[i].stack, gt_calltree_form_of(own), root,
				       wanted))
			made.stacks[made.n++] = part->p->stacks[i];
	return made;
}

int gt_tree_export_open(struct gt_exporting **out, const struct gt_pane_table *pt, const struct gt_profiled *parts,
			size_t n, bool both, const char *format, struct gt_error *err)
{
	static const struct gt_exporting_ops ops = {
		.step = tree_export_step, .share = tree_export_share, .close = tree_export_close,
	};
	struct tree_export *e;
	uint8_t *wanted;

	if (pt->list.rows == 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is nothing to export here");
	wanted = gt_tree_listed(pt);
	e = gt_xcalloc(1, sizeof *e);
	*e = (struct tree_export){ .head.ops = &ops, .parts = gt_xcalloc(n, sizeof *parts),
				   .made = gt_xcalloc(n, sizeof *e->made), .n = n, .both = both,
				   .pprof = strcmp(format, "pprof") == 0 };
	for (size_t i = 0; i < n; i++) {
		e->made[i] = shown_of(pt, &parts[i], wanted);
		e->parts[i] = (struct gt_profiled){ .t = parts[i].t, .p = &e->made[i], .old = parts[i].old };
	}
	free(wanted);
	*out = &e->head;
	return 0;
}
