/* From keys to actions: bindings, counts, sequences of two keys. */
#ifndef GT_UI_KEYMAP_H
#define GT_UI_KEYMAP_H

#include "base/err.h"
#include "ui/kit/action.h"
#include "ui/kit/key.h"

struct gt_binding {
	gt_key keys[2];            /* keys[1] = GT_KEY_NONE: a single key */
	uint8_t where;
	enum gt_action action;     /* GT_ACT_NONE: taken away from the defaults */
	uint64_t count;
};

/* Later bindings win over earlier ones. */
struct gt_keymap {
	struct gt_binding *items;
	size_t n, cap;
	size_t ndefaults;          /* the first ones are those of action.def */
};

void gt_keymap_init(struct gt_keymap *km);        /* with the defaults of action.def */
void gt_keymap_release(struct gt_keymap *km);

/*
 * Binds "KEY" or "KEY KEY" to an action: `where` is a name as gt_where_find
 * knows it, `action` an action's name or "none".
 */
int gt_keymap_bind(struct gt_keymap *km, const char *where, const char *keys, const char *action, uint64_t count,
		   struct gt_error *err);

int gt_where_find(const char *name);              /* "global", "list", "timeline", "prompt", a view's name; or -1 */
const char *gt_where_name(int where);

/* Which tables apply, most special first, ended by -1. */
struct gt_context {
	int where[4];
	/* Optional: whether an action does something there.  A key that is bound to none of these looks further. */
	bool (*offers)(const void *arg, enum gt_action action);
	const void *arg;
};
struct gt_context gt_context_view(int view, int klass);   /* klass: GT_WHERE_LIST or GT_WHERE_TIMELINE */
struct gt_context gt_context_prompt(void);

/*
 * The binding of a key (keys[1] = GT_KEY_NONE) or sequence, or NULL.  prefix is
 * set if a longer sequence starts with it.
 */
const struct gt_binding *gt_keymap_find(const struct gt_keymap *km, const struct gt_context *ctx,
					const gt_key keys[2], bool *prefix);

/* Names of the keys bound to an action where ctx applies, most telling first: "? F1".  "" if none. */
void gt_keymap_keys(const struct gt_keymap *km, const struct gt_context *ctx, enum gt_action action,
		    struct gt_buf *out);

/* Of these one that is a character, or the first: "q" rather than "C-wq". */
void gt_keymap_short(const struct gt_keymap *km, const struct gt_context *ctx, enum gt_action action,
		     struct gt_buf *out);

/*
 * Turns keys into calls.  Digits are both views and counts: a digit bound to a
 * view shows the view at once, and so does another one.  If a digit that is no view or a move follows before
 * `gt_keys_idle`, they were a count and the switch is taken back
 * (GT_FEED_REVERT).  After GT_ACT_BEGIN_COUNT digits are a count, however slowly they are typed.
 */
struct gt_keys {
	uint64_t count;
	bool counting;             /* GT_ACT_BEGIN_COUNT came first */
	bool provisional;          /* views were shown for the digits of what may be a count... */
	struct gt_context before;  /* ...in this context, where the count's action will be looked up */
	gt_key first;              /* first key of a sequence, or GT_KEY_NONE */
	enum gt_action wants_char; /* action that waits for its character, or GT_ACT_NONE */
};

enum gt_feed {
	GT_FEED_NOTHING,           /* waits for more */
	GT_FEED_CALL,              /* *call is to be carried out */
	GT_FEED_UNBOUND,           /* say so */
};
#define GT_FEED_REVERT 0x100       /* or-ed in: first take back the view switch of the last call */

int gt_keys_feed(struct gt_keys *ks, const struct gt_keymap *km, const struct gt_context *ctx, gt_key key,
		 struct gt_act *call);
bool gt_keys_pending(const struct gt_keys *ks);   /* a timer is to be set for gt_keys_idle */
void gt_keys_idle(struct gt_keys *ks);            /* time passed: the digit was a view, not a count */
void gt_keys_clear(struct gt_keys *ks);           /* Esc */
void gt_keys_show(const struct gt_keys *ks, struct gt_buf *out);  /* "10", "m": for the status line */

#endif
