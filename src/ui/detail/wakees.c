/* Whom a slice woke or created. */
#include "ui/detail/wakees.h"

#include <assert.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "ui/detail/detail.h"

/* More would not be read in a menu. */
#define MENU_MAX 200

uint32_t gt_wakees_slice(const struct gt_trace *t, uint32_t g, int64_t time)
{
	uint32_t k = gt_goroutine_seek(t, g, time);
	struct gt_goroutine row;

	return gt_goroutine_get(t, g, &row) && k < row.slices ? gt_goroutine_slice(t, g, k) : GT_NO_ROW;
}

size_t gt_wakees_by(const struct gt_trace *t, const struct gt_slice *by, int64_t a, int64_t b, size_t max,
		    struct gt_wakees *out)
{
	int64_t from = a > by->t0 ? a : by->t0, end = b < by->t1 ? b : by->t1;
	uint64_t u = gt_instant_seek(t, GT_INSTANT_UNBLOCK, by->proc_row, from);
	uint64_t c = gt_instant_seek(t, GT_INSTANT_CREATE, by->proc_row, from);
	size_t n = 0;

	while (n < max) {
		struct gt_instant_row woken, made, *r;
		bool has_u = gt_instant_get(t, GT_INSTANT_UNBLOCK, by->proc_row, u, &woken) && woken.t < end;
		bool has_c = gt_instant_get(t, GT_INSTANT_CREATE, by->proc_row, c, &made) && made.t < end;
		bool created = has_c && (!has_u || made.t < woken.t);

		if (!has_u && !has_c)
			break;
		u += !created;
		c += created;
		r = created ? &made : &woken;
		assert(r->t < end);
		if (created || r->g != by->g)
			out[n++] = (struct gt_wakees){
				.t = r->t, .g = r->g, .slice = gt_wakees_slice(t, r->g, r->t), .created = created };
	}
	return n;
}

/* ---- following ---- */

static size_t wakees_collect(const struct gt_program *prog, const struct gt_sel *sel, struct gt_wakees *out)
{
	struct gt_slice s;

	if (!gt_slice_get(prog->trace, gt_sel_find_slice(sel, prog), &s))
		return 0;
	return gt_wakees_by(prog->trace, &s, s.t0, s.t1, MENU_MAX, out);
}

static void go_to(struct gt_app *app, const struct gt_wakees *w)
{
	const struct gt_program *prog = gt_app_ctx(app);
	struct gt_sel to;

	if (gt_sel_slice(&to, prog, w->slice)) {
		gt_app_jump(app, GT_NO_VIEW, &to);
	} else if (gt_sel_goroutine(&to, prog, w->g)) {
		to.time_ns = w->t;
		to.has &= ~(unsigned)GT_SEL_SPAN;
		gt_app_jump(app, GT_NO_VIEW, &to);
		gt_app_message(app, "it did not run again");
	}
}

static void wakees_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_wakees *v = gt_xcalloc(MENU_MAX, sizeof *v);

	(void)arg;
	(void)checked;
	/* The selection is what it was when the menu came up. */
	if (item < wakees_collect(gt_app_ctx(app), gt_app_sel(app), v))
		go_to(app, &v[item]);
	free(v);
}

static void wakees_put_item(const struct gt_trace *t, const struct gt_wakees *w, struct gt_buf *out)
{
	struct gt_slice s;

	gt_say(out, "{}  {} {}", gt_as_time(w->t), gt_as_text(w->created ? "created" : "woke"),
	       gt_as_goroutine(t, w->g));
	if (gt_slice_get(t, w->slice, &s))
		gt_say(out, ", ran {} later", gt_as_dur(s.t0 > w->t ? s.t0 - w->t : 0));
}

static void show_menu(struct gt_app *app, const struct gt_wakees *v, size_t n)
{
	const struct gt_program *prog = gt_app_ctx(app);
	struct gt_menu_item *items = gt_xcalloc(n, sizeof *items);
	struct gt_buf *texts = gt_xcalloc(n, sizeof *texts);
	const struct gt_menu_spec spec = {
		.title = "It woke", .items = items, .n = n, .chosen = wakees_chosen,
	};

	for (size_t i = 0; i < n; i++) {
		wakees_put_item(prog->trace, &v[i], &texts[i]);
		items[i].text = gt_buf_str(&texts[i]);
	}
	gt_app_menu(app, &spec);
	for (size_t i = 0; i < n; i++)
		gt_buf_release(&texts[i]);
	free(texts);
	free(items);
}

void gt_wakees_follow(struct gt_app *app, const struct gt_sel *sel)
{
	struct gt_wakees *v = gt_xcalloc(MENU_MAX, sizeof *v);
	size_t n = wakees_collect(gt_app_ctx(app), sel, v);

	if (gt_sel_find_slice(sel, gt_app_ctx(app)) == GT_NO_ROW)
		gt_app_message(app, "no slice is selected");
	else if (n == 0)
		gt_app_message(app, "this slice woke no goroutine and created none");
	else if (n == 1)
		go_to(app, &v[0]);
	else
		show_menu(app, v, n);
	free(v);
}
