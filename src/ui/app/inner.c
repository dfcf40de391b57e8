/* An application inside a pane of another one. */
#include "ui/app/inner.h"

#include "ui/app/app_state.h"
#include "ui/app/program.h"

void gt_inner_open(struct gt_inner *in, struct gt_app *outer, struct gt_program *ctx, int view,
		   const struct gt_pane_ops *ops)
{
	static const struct gt_app_ops nothing = { 0 };

	in->app = ctx->app = outer->dispatch->make(&nothing, ctx);
	in->app->top = outer;
	outer->dispatch->add_pane(in->app, view, ops);
	in->pane = gt_app_pane(in->app, view);
	gt_app_show(in->app, view);
}

void gt_inner_close(struct gt_inner *in)
{
	if (in->app)
		in->app->dispatch->end(in->app);
	*in = (struct gt_inner){ 0 };
}

void gt_inner_refresh(struct gt_inner *in)
{
	/* The frame that asks for it is the one that shows it, so nothing becomes dirty. */
	in->app->data_seq++;
}

void gt_inner_draw(struct gt_inner *in, const struct gt_canvas *c)
{
	gt_app_sync(in->app);
	in->pane->ops->draw(in->pane, c);
}

void gt_inner_show(struct gt_inner *in, const struct gt_sel *sel)
{
	in->app->at.sel = *sel;
	in->app->at.sel_seq++;
	gt_app_sync(in->app);
}
