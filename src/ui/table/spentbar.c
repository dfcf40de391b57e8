/* States of goroutines as colours and letters, and a bar of the times in them. */
#include "ui/table/spentbar.h"

gt_style gt_spent_style(enum gt_spent what)
{
	static const gt_style styles[GT_SPENT_KINDS] = {
		[GT_SPENT_EXEC] = GT_ROLE_RUNNING,
		[GT_SPENT_SCHED] = GT_ROLE_RUNNABLE,
		[GT_SPENT_SYSCALL] = GT_ROLE_SYSCALL,
		[GT_SPENT_SYSCALL_BLOCK] = GT_ROLE_SYSCALL,
		[GT_SPENT_BLOCK] = GT_ROLE_BLOCKED,
	};

	return styles[what];
}

/* As in the lanes: in ASCII none looks like another one, nor like a share of two states ('+'). */
const char *gt_spent_glyph(enum gt_spent what, bool ascii)
{
	static const char *const glyphs[GT_SPENT_KINDS][2] = {
		[GT_SPENT_EXEC] = { "█", "#" },
		[GT_SPENT_SCHED] = { "▒", "," },
		[GT_SPENT_SYSCALL] = { "▓", "&" },
		[GT_SPENT_SYSCALL_BLOCK] = { "░", "~" },
		[GT_SPENT_BLOCK] = { "─", "-" },
	};

	return glyphs[what][ascii];
}

/* The state at a place of the sum, in their order. */
static enum gt_spent spent_at(const int64_t *ns, double at)
{
	double sum = 0;
	int last = 0;

	for (int i = 0; i < GT_SPENT_KINDS; i++) {
		sum += (double)ns[i];
		if (ns[i])
			last = i;
		if (at < sum)
			return (enum gt_spent)i;
	}
	return (enum gt_spent)last;
}

static double spent_sum(const int64_t *ns)
{
	double sum = 0;

	for (int i = 0; i < GT_SPENT_KINDS; i++)
		sum += (double)ns[i];
	return sum;
}

void gt_spent_draw(const struct gt_canvas *c, int y, int x, int cols, const int64_t *ns)
{
	double sum = spent_sum(ns);

	for (int i = 0; i < cols && sum > 0; i++) {
		enum gt_spent what = spent_at(ns, ((double)i + 0.5) * sum / cols);

		gt_canvas_text(c, y, x + i, gt_spent_style(what), gt_spent_glyph(what, gt_canvas_ascii(c)));
	}
}

void gt_spent_text(struct gt_buf *out, const int64_t *ns)
{
	double sum = spent_sum(ns);
	int most = 0;

	for (int i = 0; i < GT_SPENT_KINDS; i++)
		most = ns[i] > ns[most] ? i : most;
	if (sum > 0)
		gt_say(out, "{} {}", gt_as_share((double)ns[most] / sum),
		       gt_as_text(gt_spent_name((enum gt_spent)most)));
}
