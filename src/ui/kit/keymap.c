/* From keys to actions: bindings, counts, sequences of two keys. */
#include "ui/kit/keymap.h"

#include <stdlib.h>
#include <string.h>

#include "base/guess.h"
#include "base/xalloc.h"

#define VIEW_NAMES (GT_ACT_VIEW_COMPARE - GT_ACT_VIEW_OVERVIEW + 1)

_Static_assert(VIEW_NAMES == 9, "a digit shows a view");

/* ---- names of tables ---- */

static const char *const class_names[GT_WHERE_VIEWS] = {
	[GT_WHERE_GLOBAL] = "global",
	[GT_WHERE_LIST] = "list",
	[GT_WHERE_TIMELINE] = "timeline",
	[GT_WHERE_PROMPT] = "prompt",
};

/* Of the views without a number. */
static const char *const other_names[] = { "sides", "path", "profiles", "values", "traces", "help" };

int gt_where_find(const char *name)
{
	for (int i = 0; i < GT_WHERE_VIEWS; i++) {
		if (strcmp(class_names[i], name) == 0)
			return i;
	}
	for (int i = 0; i < VIEW_NAMES; i++) {
		if (strcmp(gt_action_info((enum gt_action)(GT_ACT_VIEW_OVERVIEW + i))->name, name) == 0)
			return GT_WHERE_VIEWS + i;
	}
	for (int i = 0; i < (int)GT_COUNT(other_names); i++) {
		if (strcmp(other_names[i], name) == 0)
			return GT_WHERE_VIEWS + VIEW_NAMES + i;
	}
	return -1;
}

const char *gt_where_name(int where)
{
	if (where < GT_WHERE_VIEWS)
		return class_names[where];
	if (where < GT_WHERE_VIEWS + VIEW_NAMES)
		return gt_action_info((enum gt_action)(GT_ACT_VIEW_OVERVIEW + where - GT_WHERE_VIEWS))->name;
	return other_names[where - GT_WHERE_VIEWS - VIEW_NAMES];
}

struct gt_context gt_context_view(int view, int klass)
{
	return (struct gt_context){ .where = { GT_WHERE_VIEWS + view, klass, GT_WHERE_GLOBAL, -1 } };
}

struct gt_context gt_context_prompt(void)
{
	return (struct gt_context){ .where = { GT_WHERE_PROMPT, -1, -1, -1 } };
}

/* ---- bindings ---- */

/* "KEY" or "KEY KEY". */
static int parse_keys(const char *s, gt_key keys[2])
{
	size_t n = 0;

	keys[0] = keys[1] = GT_KEY_NONE;
	s += strspn(s, " ");
	for (; *s; s += strspn(s, " ")) {
		size_t len = strcspn(s, " ");
		char name[24];

		if (n == 2 || len >= sizeof name)
			return -1;
		memcpy(name, s, len);
		name[len] = 0;
		if (gt_key_parse(name, &keys[n++]) < 0)
			return -1;
		s += len;
	}
	return n ? 0 : -1;
}

void gt_keymap_init(struct gt_keymap *km)
{
	struct gt_buf one = { 0 };

	*km = (struct gt_keymap){ 0 };
	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
		const struct gt_action_info *info = gt_action_info((enum gt_action)a);

		/* Single keys, separated by blanks. */
		for (const char *s = info->keys; *s;) {
			size_t len = strcspn(s, " ");

			gt_buf_reset(&one);
			gt_buf_add(&one, s, len);
			gt_keymap_bind(km, gt_where_name(info->where), gt_buf_str(&one), info->name, 0, NULL);
			s += len + (s[len] == ' ');
		}
	}
	gt_buf_release(&one);
	km->ndefaults = km->n;
}

void gt_keymap_release(struct gt_keymap *km)
{
	free(km->items);
	*km = (struct gt_keymap){ 0 };
}

static int unknown_where(const char *name, struct gt_error *err)
{
	struct gt_guess g;

	gt_guess_init(&g, name, strlen(name));
	for (int i = 0; i < GT_WHERE_VIEWS + VIEW_NAMES + (int)GT_COUNT(other_names); i++)
		gt_guess_offer_words(&g, gt_where_name(i));
	return gt_error_usage(err, "no such view: %s%s", name, gt_guess_hint(&g, "", ""));
}

static int unknown_action(const char *name, struct gt_error *err)
{
	struct gt_guess g;

	gt_guess_init(&g, name, strlen(name));
	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++)
		gt_guess_offer_words(&g, gt_action_info((enum gt_action)a)->name);
	return gt_error_usage(err, "no such action: %s%s", name, gt_guess_hint(&g, "", ""));
}

int gt_keymap_bind(struct gt_keymap *km, const char *where, const char *keys, const char *action, uint64_t count,
		   struct gt_error *err)
{
	struct gt_binding b = { .count = count };
	int w = gt_where_find(where);

	if (w < 0)
		return unknown_where(where, err);
	if (parse_keys(keys, b.keys) < 0)
		return gt_error_usage(err, "not a key: %s", keys);
	b.action = gt_action_find(action);
	if (b.action == GT_ACT_NONE && strcmp(action, "none") != 0)
		return unknown_action(action, err);
	b.where = (uint8_t)w;
	GT_GROW(km->items, km->cap, km->n + 1);
	km->items[km->n++] = b;
	return 0;
}

static bool is_prefix(const struct gt_keymap *km, const struct gt_context *ctx, gt_key key)
{
	for (size_t i = 0; i < km->n; i++) {
		const struct gt_binding *b = &km->items[i];

		if (b->keys[0] != key || b->keys[1] == GT_KEY_NONE || b->action == GT_ACT_NONE)
			continue;
		for (const int *w = ctx->where; *w >= 0; w++) {
			if (b->where == *w)
				return true;
		}
	}
	return false;
}

/* In each table the latest binding that does something there; one that was taken away ends the search. */
const struct gt_binding *gt_keymap_find(const struct gt_keymap *km, const struct gt_context *ctx,
					const gt_key keys[2], bool *prefix)
{
	const struct gt_binding *useless = NULL;

	if (prefix)
		*prefix = keys[1] == GT_KEY_NONE && is_prefix(km, ctx, keys[0]);
	for (const int *w = ctx->where; *w >= 0; w++) {
		for (size_t i = km->n; i-- > 0;) {
			const struct gt_binding *b = &km->items[i];

			if (b->where != *w || b->keys[0] != keys[0] || b->keys[1] != keys[1])
				continue;
			if (b->action == GT_ACT_NONE)
				return useless;
			if (!ctx->offers || ctx->offers(ctx->arg, b->action))
				return b;
			if (!useless)
				useless = b;
		}
	}
	return useless;
}

/* The user's own bindings are named first. */
void gt_keymap_keys(const struct gt_keymap *km, const struct gt_context *ctx, enum gt_action action,
		    struct gt_buf *out)
{
	size_t start = out->len;

	for (size_t i = 0; i < km->n; i++) {
		const struct gt_binding *b = &km->items[(i + km->ndefaults) % km->n];

		if (b->action != action || gt_keymap_find(km, ctx, b->keys, NULL) != b)
			continue;
		if (out->len > start)
			gt_buf_putc(out, ' ');
		gt_key_name(out, b->keys[0]);
		if (b->keys[1] != GT_KEY_NONE)
			gt_key_name(out, b->keys[1]);
	}
}

void gt_keymap_short(const struct gt_keymap *km, const struct gt_context *ctx, enum gt_action action,
		     struct gt_buf *out)
{
	struct gt_buf keys = { 0 };
	const char *key;
	size_t n;

	gt_keymap_keys(km, ctx, action, &keys);
	for (key = gt_buf_str(&keys); *key; key += n + strspn(key + n, " ")) {
		n = strcspn(key, " ");
		if (n == 1)
			break;
	}
	if (*key == '\0')
		key = gt_buf_str(&keys);
	gt_buf_add(out, key, strcspn(key, " "));
	gt_buf_release(&keys);
}

/* ---- keys as they come ---- */

static void add_digit(struct gt_keys *ks, gt_key key)
{
	uint64_t d = key - '0';

	ks->count = ks->count > (UINT64_MAX - d) / 10 ? UINT64_MAX : ks->count * 10 + d;
}

/* True if the digit was taken: *result says what to do. */
static bool feed_digit(struct gt_keys *ks, const struct gt_binding *b, const struct gt_context *ctx, gt_key key,
		       struct gt_act *call, int *result)
{
	bool view = b && b->action >= GT_ACT_VIEW_OVERVIEW && b->action <= GT_ACT_VIEW_COMPARE;
	bool begins = !ks->count && !ks->counting;

	if (begins && (key == '0' || (b && !view)))
		return false;
	add_digit(ks, key);
	*result = GT_FEED_NOTHING;
	if (view && (begins || ks->provisional)) {
		if (begins)
			ks->before = *ctx;
		ks->provisional = true;
		call->action = b->action;
		*result = GT_FEED_CALL;
	} else if (ks->provisional) {
		ks->provisional = false;
		*result = GT_FEED_NOTHING | GT_FEED_REVERT;
	}
	return true;
}

static int feed_binding(struct gt_keys *ks, const struct gt_binding *b, struct gt_act *call)
{
	unsigned flags = gt_action_info(b->action)->flags;
	bool counts = flags & GT_ACTF_COUNT;
	int revert = ks->provisional && counts ? GT_FEED_REVERT : 0;

	call->action = b->action;
	call->count = !counts ? 0 : ks->count ? ks->count : b->count;
	gt_keys_clear(ks);
	if (flags & GT_ACTF_CHAR) {
		ks->wants_char = b->action;
		return GT_FEED_NOTHING;
	}
	return GT_FEED_CALL | revert;
}

int gt_keys_feed(struct gt_keys *ks, const struct gt_keymap *km, const struct gt_context *ctx, gt_key key,
		 struct gt_act *call)
{
	gt_key keys[2] = { ks->first ? ks->first : key, ks->first ? key : GT_KEY_NONE };
	const struct gt_binding *b, *counted;
	bool prefix;
	int result;

	*call = (struct gt_act){ .y = -1, .x = -1 };
	if (ks->wants_char) {
		call->action = ks->wants_char;
		call->ch = key;
		gt_keys_clear(ks);
		if (key == GT_KEY_ESC)
			return GT_FEED_NOTHING;
		return key > ' ' && key < GT_KEY_NAMED ? GT_FEED_CALL : GT_FEED_UNBOUND;
	}
	b = gt_keymap_find(km, ctx, keys, &prefix);
	if (!ks->first && key >= '0' && key <= '9' && feed_digit(ks, b, ctx, key, call, &result))
		return result;
	/*
	 * After a digit that showed a view, a move is looked up where the digit was typed: "3w" in the timeline.
	 * A move that all views have must also be one in the new view: "6b" asks there for groups.
	 */
	counted = ks->provisional ? gt_keymap_find(km, &ks->before, keys, NULL) : NULL;
	if (counted && gt_action_info(counted->action)->flags & GT_ACTF_COUNT &&
	    (counted->where != GT_WHERE_GLOBAL || !b || b->action == counted->action))
		return feed_binding(ks, counted, call);
	if (prefix) {
		ks->first = key;
		return GT_FEED_NOTHING;
	}
	if (!b) {
		gt_keys_clear(ks);
		return GT_FEED_UNBOUND;
	}
	/* The view stays, and what was typed was no count. */
	if (ks->provisional)
		gt_keys_idle(ks);
	if (b->action == GT_ACT_BEGIN_COUNT) {
		*ks = (struct gt_keys){ .counting = true };
		return GT_FEED_NOTHING;
	}
	return feed_binding(ks, b, call);
}

bool gt_keys_pending(const struct gt_keys *ks)
{
	return ks->provisional;
}

void gt_keys_idle(struct gt_keys *ks)
{
	if (ks->provisional)
		gt_keys_clear(ks);
}

void gt_keys_clear(struct gt_keys *ks)
{
	*ks = (struct gt_keys){ 0 };
}

void gt_keys_show(const struct gt_keys *ks, struct gt_buf *out)
{
	if (ks->counting)
		gt_buf_putc(out, '#');
	if (ks->count && !ks->provisional)
		gt_buf_u64(out, ks->count);
	if (ks->first)
		gt_key_name(out, ks->first);
	if (ks->wants_char) {
		const char *s = gt_action_info(ks->wants_char)->keys;

		gt_buf_add(out, s, strcspn(s, " "));
	}
}
