/* Keys and bindings: names, defaults, look-up, counts, sequences. */
#include <stdio.h>
#include <string.h>

#include "tap/tap.h"
#include "ui/app/pane.h"
#include "ui/kit/keymap.h"
#include "ui/shell/preset.h"

static gt_key key(const char *name)
{
	gt_key k = GT_KEY_NONE;

	if (gt_key_parse(name, &k) < 0)
		tap_fail("key %s", name);
	return k;
}

TAP_TEST(names)
{
	static const char *const same[] = {
		"j", "G", ":", "é", "Space", "Enter", "Tab", "S-Tab", "Esc", "Backspace", "Del", "Ins", "Up", "PgDn",
		"F1", "F12", "C-d", "C-Left", "S-Left", "C-S-Up", "-", "+", "'", "#", "WheelUp", "DoubleClick",
	};
	static const char *const bad[] = {
		"", "jj", "F0", "F13", "F1x", "C-", "Ctrl-", "c-d", "Nonsense", "S-1", "\xff", "\033",
	};
	struct gt_buf out = { 0 };

	for (size_t i = 0; i < GT_COUNT(same); i++) {
		gt_buf_reset(&out);
		gt_key_name(&out, key(same[i]));
		tap_is_str(gt_buf_str(&out), same[i], "%s there and back", same[i]);
	}
	for (size_t i = 0; i < GT_COUNT(bad); i++) {
		gt_key k;

		tap_is_int(gt_key_parse(bad[i], &k), -1, "bad key %zu", i);
	}
	tap_is_int(key("C-D"), key("C-d"), "Ctrl has no capitals");
	tap_is_int(key("S-j"), 'J', "Shift and a letter is a capital");
	tap_is_int(key("escape"), GT_KEY_ESC, "other names, any case");
	tap_is_int(key("Ctrl-d"), key("C-d"), "Ctrl- in full");
	tap_is_int(key("shift-Tab"), key("S-Tab"), "Shift- in full, in any case");
	tap_is_int(key("C-c"), GT_MOD_CTRL | 'c', "a letter after C- is no modifier");
	gt_buf_release(&out);
}

/*
 * No key has two default meanings in one table, unless some views only have the second; and every default can be
 * read.
 */
TAP_TEST(defaults)
{
	struct gt_keymap km;
	int twice = 0;
	size_t keys = 0;

	gt_keymap_init(&km);
	for (size_t i = 0; i < km.n; i++) {
		for (size_t j = 0; j < i; j++) {
			if (km.items[i].where == km.items[j].where && km.items[i].keys[0] == km.items[j].keys[0] &&
			    !(gt_action_info(km.items[i].action)->flags & GT_ACTF_SOME)) {
				tap_diag("%s and %s", gt_action_info(km.items[i].action)->name,
					 gt_action_info(km.items[j].action)->name);
				twice++;
			}
		}
	}
	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
		for (const char *s = gt_action_info((enum gt_action)a)->keys; *s; keys++)
			s += strcspn(s, " ") + (s[strcspn(s, " ")] == ' ');
	}
	tap_is_int(twice, 0, "no key is bound twice in a table");
	tap_is_u64(km.n, keys, "every default key of action.def is bound");
	gt_keymap_release(&km);
}

TAP_TEST(actions)
{
	bool found = true, described = true;

	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
		const struct gt_action_info *info = gt_action_info((enum gt_action)a);

		found &= gt_action_find(info->name) == (enum gt_action)a;
		described &= *info->help && info->group < GT_GROUP_COUNT && gt_group_title(info->group);
	}
	tap_ok(found, "names of actions are unique");
	tap_ok(described, "every action has help and a group");
	tap_is_int(gt_action_find("nonsense"), GT_ACT_NONE, "no such action");
}

static enum gt_action look(const struct gt_keymap *km, int where, int klass, const char *name)
{
	struct gt_context ctx = gt_context_view(where, klass);
	const gt_key keys[2] = { key(name), GT_KEY_NONE };
	const struct gt_binding *b = gt_keymap_find(km, &ctx, keys, NULL);

	return b ? b->action : GT_ACT_NONE;
}

TAP_TEST(lookup)
{
	struct gt_keymap km;
	struct gt_error err;
	struct gt_buf out = { 0 };
	struct gt_context ctx = gt_context_view(2, GT_WHERE_LIST);

	gt_keymap_init(&km);
	tap_is_int(look(&km, 2, GT_WHERE_LIST, "+"), GT_ACT_UNFOLD, "+ unfolds in lists");
	tap_is_int(look(&km, 1, GT_WHERE_TIMELINE, "+"), GT_ACT_ZOOM_IN, "+ zooms in the timeline");
	tap_is_int(look(&km, 2, GT_WHERE_LIST, "w"), GT_ACT_NONE, "w is the timeline's");
	tap_is_int(look(&km, 2, GT_WHERE_LIST, "?"), GT_ACT_HELP, "? is help everywhere");

	tap_is_int(gt_keymap_bind(&km, "greedy", "j", "quit", 0, &err), 0, "a view's own binding");
	tap_is_int(look(&km, 2, GT_WHERE_LIST, "j"), GT_ACT_QUIT, "wins in the view");
	tap_is_int(look(&km, 3, GT_WHERE_LIST, "j"), GT_ACT_DOWN, "not in others");
	gt_keymap_bind(&km, "list", "?", "none", 0, &err);
	tap_is_int(look(&km, 2, GT_WHERE_LIST, "?"), GT_ACT_NONE, "a key taken away");
	tap_is_int(look(&km, 1, GT_WHERE_TIMELINE, "?"), GT_ACT_HELP, "in that table only");

	gt_keymap_keys(&km, &ctx, GT_ACT_HELP, &out);
	tap_is_str(gt_buf_str(&out), "F1", "keys of an action are those that work");
	gt_buf_reset(&out);
	gt_keymap_bind(&km, "global", "C-o", "down", 0, &err);
	gt_keymap_keys(&km, &ctx, GT_ACT_DOWN, &out);
	tap_is_str(gt_buf_str(&out), "C-o Down", "the user's own first");

	tap_is_int(gt_keymap_bind(&km, "nowhere", "j", "quit", 0, &err), GT_ERR_USAGE, "no such view");
	tap_is_str(err.text, "no such view: nowhere", "says so");
	tap_is_int(gt_keymap_bind(&km, "global", "jj", "quit", 0, &err), GT_ERR_USAGE, "not a key");
	tap_is_int(gt_keymap_bind(&km, "global", "a b c", "quit", 0, &err), GT_ERR_USAGE, "three keys");
	tap_is_int(gt_keymap_bind(&km, "global", "j", "fly", 0, &err), GT_ERR_USAGE, "no such action");
	tap_is_str(err.text, "no such action: fly", "says so");
	gt_buf_release(&out);
	gt_keymap_release(&km);
}

static bool no_groups(const void *arg, enum gt_action action)
{
	(void)arg;
	return action != GT_ACT_GROUP && action != GT_ACT_FLAT && action != GT_ACT_INVERT;
}

/* Where an action does nothing its key is looked up further; if there is nothing else, it says so itself. */
TAP_TEST(offers)
{
	struct gt_context ctx = gt_context_view(4, GT_WHERE_LIST);
	const gt_key b[2] = { 'b', GT_KEY_NONE }, i[2] = { 'i', GT_KEY_NONE };
	struct gt_keymap km;
	struct gt_error err;
	struct gt_buf out = { 0 };

	gt_keymap_init(&km);
	tap_is_int(gt_keymap_find(&km, &ctx, b, NULL)->action, GT_ACT_GROUP, "b groups");
	ctx.offers = no_groups;
	tap_is_int(gt_keymap_find(&km, &ctx, b, NULL)->action, GT_ACT_PAGE_UP, "b is a page up where nothing has groups");
	tap_is_int(gt_keymap_find(&km, &ctx, i, NULL)->action, GT_ACT_INVERT, "i has nothing else to do");
	gt_keymap_keys(&km, &ctx, GT_ACT_PAGE_UP, &out);
	tap_is_str(gt_buf_str(&out), "PgUp C-b b", "the keys of an action are those that do it there");
	gt_keymap_bind(&km, "list", "b", "none", 0, &err);
	tap_ok(!gt_keymap_find(&km, &ctx, b, NULL), "a key that was taken away is not looked up further");
	gt_buf_release(&out);
	gt_keymap_release(&km);
}

/* Whether the keys of a preset do what its table says, in a view with bindings of a kind of their own. */
static bool does(const struct gt_preset_key *k, int view, int klass)
{
	struct gt_context ctx = gt_context_view(view, klass);
	gt_key keys[2] = { GT_KEY_NONE, GT_KEY_NONE };
	const struct gt_binding *b;
	struct gt_keymap km;
	char name[2][16] = { "", "" };
	bool done;

	gt_keymap_init(&km);
	gt_preset_apply(&km, k->preset, NULL);
	sscanf(k->keys, "%15s %15s", name[0], name[1]);
	for (int i = 0; i < 2 && *name[i]; i++)
		gt_key_parse(name[i], &keys[i]);
	b = gt_keymap_find(&km, &ctx, keys, NULL);
	done = b && b->action == gt_action_find(k->action);
	gt_keymap_release(&km);
	return done;
}

/* Keys of other programs: each can be bound, and is what the key does then. */
TAP_TEST(presets)
{
	struct gt_error err;

	for (size_t i = 0; i < gt_preset_key_count; i++) {
		const struct gt_preset_key *k = &gt_preset_keys[i];
		struct gt_keymap km;

		gt_keymap_init(&km);
		tap_is_int(gt_keymap_bind(&km, k->where, k->keys, k->action, 0, &err), 0, "%s: %s", k->preset, k->keys);
		gt_keymap_release(&km);
		if (strcmp(k->where, "help") == 0) {
			tap_ok(does(k, GT_VIEW_HELP, GT_WHERE_LIST), "%s: %s in the help", k->preset, k->keys);
			continue;
		}
		tap_ok(does(k, GT_VIEW_GREEDY, GT_WHERE_LIST), "%s: %s is %s", k->preset, k->keys, k->action);
		if (strcmp(k->where, "global") == 0)
			tap_ok(does(k, GT_VIEW_TIMELINE, GT_WHERE_TIMELINE), "%s: %s in the timeline", k->preset,
			       k->keys);
	}
	tap_is_int(gt_preset_apply(&(struct gt_keymap){ 0 }, "emacs", &err), GT_ERR_USAGE, "no such set");
}

static void show_act(const struct gt_act *act, struct gt_buf *out)
{
	gt_buf_puts(out, gt_action_info(act->action)->name);
	if (act->count)
		gt_buf_printf(out, "x%llu", (unsigned long long)act->count);
	if (act->ch)
		gt_buf_printf(out, ":%c", (int)act->ch);
}

/* "ACTIONxCOUNT", "-" for nothing, "?" for unbound, "!" before what takes a view back. */
static void feed(struct gt_keys *ks, const struct gt_keymap *km, int klass, const char *keys, struct gt_buf *out)
{
	struct gt_context ctx = gt_context_view(klass == GT_WHERE_TIMELINE ? 1 : 2, klass);

	gt_buf_reset(out);
	for (; *keys; keys += strcspn(keys, " "), keys += *keys == ' ') {
		struct gt_buf one = { 0 };
		struct gt_act act;
		int r;

		gt_buf_add(&one, keys, strcspn(keys, " "));
		r = gt_keys_feed(ks, km, &ctx, key(gt_buf_str(&one)), &act);
		gt_buf_release(&one);
		if (out->len)
			gt_buf_putc(out, ' ');
		if (r & GT_FEED_REVERT)
			gt_buf_putc(out, '!');
		if ((r & 0xff) == GT_FEED_NOTHING)
			gt_buf_putc(out, '-');
		else if ((r & 0xff) == GT_FEED_UNBOUND)
			gt_buf_putc(out, '?');
		else
			show_act(&act, out);
	}
}

TAP_TEST(feed)
{
	static const struct {
		int klass;
		const char *keys, *want;
	} cases[] = {
		{ GT_WHERE_LIST, "j", "down" },
		{ GT_WHERE_LIST, "1 0 j", "overview !- downx10" },
		{ GT_WHERE_LIST, "3 j", "greedy !downx3" },
		{ GT_WHERE_LIST, "9 j", "compare !downx9" },
		{ GT_WHERE_LIST, "9 9 G", "compare compare !lastx99" },
		{ GT_WHERE_LIST, "2 ?", "timeline help" },
		{ GT_WHERE_LIST, "1 2 ?", "overview timeline help" },
		{ GT_WHERE_LIST, "0", "?" },
		{ GT_WHERE_TIMELINE, "0", "whole" },
		{ GT_WHERE_TIMELINE, "2 0 w", "timeline !- zoom-inx20" },
		{ GT_WHERE_LIST, "m a", "- bookmark:a" },
		{ GT_WHERE_LIST, "' a", "- goto-bookmark:a" },
		{ GT_WHERE_LIST, "m 1", "- bookmark:1" },
		{ GT_WHERE_LIST, "m Esc", "- -" },
		{ GT_WHERE_LIST, "m Up", "- ?" },
		{ GT_WHERE_LIST, "C-y", "?" },
		/* After # no digit is a view, and 0 is a digit. */
		{ GT_WHERE_LIST, "# 1 0 j", "- - - downx10" },
		{ GT_WHERE_LIST, "# 0 5 G", "- - - lastx5" },
		{ GT_WHERE_LIST, "1 # 2 k", "overview - - upx2" },
		{ GT_WHERE_TIMELINE, "# 3 w 0", "- - zoom-inx3 whole" },
		{ GT_WHERE_LIST, "# 3 o", "- - sort" },
		{ GT_WHERE_LIST, "# Esc j", "- cancel down" },
	};
	struct gt_keymap km;
	struct gt_buf out = { 0 };

	gt_keymap_init(&km);
	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		struct gt_keys ks = { 0 };

		feed(&ks, &km, cases[i].klass, cases[i].keys, &out);
		tap_is_str(gt_buf_str(&out), cases[i].want, "keys %s", cases[i].keys);
	}
	gt_buf_release(&out);
	gt_keymap_release(&km);
}

TAP_TEST(time)
{
	struct gt_keymap km;
	struct gt_keys ks = { 0 };
	struct gt_buf out = { 0 };

	gt_keymap_init(&km);
	feed(&ks, &km, GT_WHERE_LIST, "3", &out);
	tap_ok(gt_keys_pending(&ks), "a digit waits");
	gt_keys_idle(&ks);
	feed(&ks, &km, GT_WHERE_LIST, "j", &out);
	tap_is_str(gt_buf_str(&out), "down", "after a while it was a view");
	feed(&ks, &km, GT_WHERE_LIST, "9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 j", &out);
	tap_ok(strstr(gt_buf_str(&out), "downx18446744073709551615"), "a count too large is the largest");
	gt_buf_release(&out);
	gt_keymap_release(&km);
}

TAP_TEST(sequences)
{
	struct gt_keymap km;
	struct gt_keys ks = { 0 };
	struct gt_buf out = { 0 };
	struct gt_error err;

	gt_keymap_init(&km);
	tap_is_int(gt_keymap_bind(&km, "list", "z z", "quit", 0, &err), 0, "a sequence of two keys");
	feed(&ks, &km, GT_WHERE_LIST, "z", &out);
	tap_is_str(gt_buf_str(&out), "-", "the first key waits");
	gt_buf_reset(&out);
	gt_keys_show(&ks, &out);
	tap_is_str(gt_buf_str(&out), "z", "and is shown");
	feed(&ks, &km, GT_WHERE_LIST, "z", &out);
	tap_is_str(gt_buf_str(&out), "quit", "the second completes it");
	feed(&ks, &km, GT_WHERE_LIST, "z j", &out);
	tap_is_str(gt_buf_str(&out), "- ?", "another key does not");
	feed(&ks, &km, GT_WHERE_TIMELINE, "z", &out);
	tap_is_str(gt_buf_str(&out), "maximise", "elsewhere the first key means what it did");
	tap_is_int(gt_keymap_bind(&km, "list", "  x  x ", "quit", 0, &err), 0, "blanks around them");
	feed(&ks, &km, GT_WHERE_LIST, "x x", &out);
	tap_is_str(gt_buf_str(&out), "- quit", "are no keys");
	gt_keymap_bind(&km, "list", "C-n", "down", 5, &err);
	feed(&ks, &km, GT_WHERE_LIST, "C-n 9 C-n", &out);
	tap_is_str(gt_buf_str(&out), "downx5 compare !downx9", "a binding with a count of its own");
	gt_buf_release(&out);
	gt_keymap_release(&km);
}
