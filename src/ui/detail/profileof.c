/* Profiles of a part of the program. */
#include "ui/detail/profileof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/profiles/profile.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/tasks/regionspans.h"
#include "analysis/waits/waitkeys.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"
#include "ui/table/modes.h"

/* ---- what the part is called ---- */

/* By what waits are grouped; GT_WAITS_BY_COUNT: it is no group of waits. */
static enum gt_wait_group waits_by(enum gt_profile_of what)
{
	switch (what) {
	case GT_PROFILE_OF_REASON: return GT_WAITS_BY_REASON;
	case GT_PROFILE_OF_STACK: return GT_WAITS_BY_STACK;
	case GT_PROFILE_OF_WAKER: return GT_WAITS_BY_WAKER;
	case GT_PROFILE_OF_CAUSE: return GT_WAITS_BY_CAUSE;
	default: return GT_WAITS_BY_COUNT;
	}
}

static void put_region(struct gt_buf *out, const struct gt_trace *t, uint64_t row)
{
	struct gt_region r = { 0 };
	struct gt_frame f;

	gt_region_get(t, row, &r);
	gt_put_string(out, t, "regions ", r.name, "regions without a name");
	if (!gt_region_site(t, &r, &f))
		return;
	gt_buf_puts(out, " at ");
	gt_site_text(out, t, &f);
}

void gt_profile_of_text(struct gt_buf *out, const struct gt_trace *t, struct gt_profile_part part)
{
	static const char *const words[GT_PROFILE_OF_COUNT] = {
		[GT_PROFILE_OF_FUNC] = "goroutines of ", [GT_PROFILE_OF_TASKS] = "tasks ",
		[GT_PROFILE_OF_REGIONS] = "regions ", [GT_PROFILE_OF_REASON] = "waits: ",
		[GT_PROFILE_OF_STACK] = "waits at ", [GT_PROFILE_OF_WAKER] = "waits ended by ",
		[GT_PROFILE_OF_CAUSE] = "waits for a P: ",
	};
	struct gt_waitkey key = gt_waitkey_of_number(part.id);

	switch (part.what) {
	case GT_PROFILE_OF_ALL:
		break;
	case GT_PROFILE_OF_GOROUTINE:
		gt_goroutine_title(out, t, (uint32_t)part.id);
		break;
	case GT_PROFILE_OF_TASK:
		gt_buf_printf(out, "task %" PRIu64, part.id);
		break;
	case GT_PROFILE_OF_SITE:
		put_region(out, t, part.id);
		break;
	case GT_PROFILE_OF_FUNC:
	case GT_PROFILE_OF_TASKS:
	case GT_PROFILE_OF_REGIONS:
		gt_put_string(out, t, words[part.what], (uint32_t)part.id,
			      part.what == GT_PROFILE_OF_FUNC ? "goroutines without a name" : NULL);
		break;
	default:
		gt_buf_puts(out, words[part.what]);
		gt_waitkey_text(out, t, waits_by(part.what), &key);
	}
}

/* ---- arguments of tables ---- */

static char *copy_string(const struct gt_trace *t, uint32_t row)
{
	size_t n = 0;
	const char *s = gt_trace_string(t, row, &n);

	return gt_xmemdup0(s, n);
}

/* The place where a region begins; "" if that is not recorded. */
static char *copy_site(const struct gt_trace *t, const struct gt_region *r)
{
	struct gt_buf text = { 0 };
	struct gt_frame f;
	char *site;

	if (gt_region_site(t, r, &f))
		gt_site_text(&text, t, &f);
	site = gt_xmemdup0(gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	return site;
}

void gt_profile_names_release(struct gt_profile_names *names)
{
	free(names->name);
	free(names->site);
	*names = (struct gt_profile_names){ 0 };
}

void gt_profile_of_args(struct gt_table_args *args, struct gt_profile_names *names, const struct gt_trace *t,
			struct gt_profile_part part)
{
	struct gt_region r = { 0 };

	gt_profile_names_release(names);
	if (part.what == GT_PROFILE_OF_FUNC || part.what == GT_PROFILE_OF_TASKS || part.what == GT_PROFILE_OF_REGIONS) {
		names->name = copy_string(t, (uint32_t)part.id);
	} else if (part.what == GT_PROFILE_OF_SITE) {
		gt_region_get(t, part.id, &r);
		names->name = copy_string(t, r.name);
		names->site = copy_site(t, &r);
	}
	args->has_g = part.what == GT_PROFILE_OF_GOROUTINE;
	args->g = args->has_g ? (uint32_t)part.id : 0;
	args->func = part.what == GT_PROFILE_OF_FUNC ? names->name : NULL;
	args->region = part.what == GT_PROFILE_OF_REGIONS || part.what == GT_PROFILE_OF_SITE ? names->name : NULL;
	args->site = names->site;
	args->task_name = part.what == GT_PROFILE_OF_TASKS ? names->name : NULL;
	args->has_task = part.what == GT_PROFILE_OF_TASK;
	args->task = args->has_task ? part.id : 0;
	args->has_key = waits_by(part.what) != GT_WAITS_BY_COUNT;
	args->key = args->has_key ? part.id : 0;
	args->group = args->has_key ? waits_by(part.what) : GT_WAITS_BY_REASON;
}

/* ---- asking ---- */

/* Whether the profile can have something of the part. */
static bool is_offered(enum gt_profile_of what, int kind)
{
	if (what == GT_PROFILE_OF_CAUSE)
		return kind == GT_PROFILE_SCHED;
	return waits_by(what) == GT_WAITS_BY_COUNT || gt_profile_of_waits((enum gt_profile_kind)kind);
}

static void profile_of_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_program *prog = arg;
	int kind = 0;

	(void)checked;
	for (size_t left = item + 1; kind < GT_PROFILES; kind++)
		if (is_offered(prog->profile_of.part.what, kind) && !--left)
			break;
	prog->profile_of.kind = kind;
	gt_app_open(app, GT_VIEW_PROFILES, gt_app_sel(app));
}

/* A name is an argument, which ends at a NUL. */
static bool has_nul(const struct gt_trace *t, struct gt_profile_part part)
{
	struct gt_region r = { 0 };
	const char *s = "";
	size_t n = 0;

	if (part.what == GT_PROFILE_OF_FUNC || part.what == GT_PROFILE_OF_TASKS || part.what == GT_PROFILE_OF_REGIONS)
		s = gt_trace_string(t, (uint32_t)part.id, &n);
	else if (part.what == GT_PROFILE_OF_SITE && gt_region_get(t, part.id, &r))
		s = gt_trace_string(t, r.name, &n);
	return n && memchr(s, '\0', n);
}

void gt_profile_of_ask(struct gt_app *app, enum gt_profile_of what, uint64_t id)
{
	struct gt_program *prog = gt_app_ctx(app);
	struct gt_menu_item items[GT_PROFILES];
	struct gt_buf title = { 0 };
	const struct gt_mode *modes = gt_app_pane(app, GT_VIEW_PROFILES)->modes->spec->v;
	size_t n = 0, current = 0;

	prog->profile_of.part = (struct gt_profile_part){ what, id };
	if (has_nul(prog->trace, prog->profile_of.part)) {
		gt_app_error(app, "no profile of this: its name contains a NUL");
		return;
	}
	for (int kind = 0; kind < GT_PROFILES; kind++) {
		if (!is_offered(what, kind))
			continue;
		if (kind == GT_PROFILE_OFFCPU)
			current = n;
		items[n++] = (struct gt_menu_item){ .text = modes[kind].name, .help = modes[kind].help };
	}
	gt_buf_puts(&title, "Profile of ");
	gt_profile_of_text(&title, prog->trace, prog->profile_of.part);
	gt_app_menu(app, &(struct gt_menu_spec){
		.title = gt_buf_str(&title), .items = items, .n = n, .current = current,
		.chosen = profile_of_chosen, .arg = prog });
	gt_buf_release(&title);
}
