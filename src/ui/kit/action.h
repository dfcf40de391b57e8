/* Actions: what a key, a command and a line of a script can ask for. */
#ifndef GT_UI_ACTION_H
#define GT_UI_ACTION_H

#include "base/compiler.h"

/* The tables of bindings.  A key is looked up in the view's, its class's (list or timeline), then the global one. */
enum gt_where {
	GT_WHERE_GLOBAL,
	GT_WHERE_LIST,
	GT_WHERE_TIMELINE,
	GT_WHERE_PROMPT,       /* alone: nothing falls through while a line is typed */
	GT_WHERE_VIEWS,        /* GT_WHERE_VIEWS + enum gt_view_id: bindings of one view */
};

enum gt_action_group {
	GT_GROUP_VIEW,
	GT_GROUP_MOVE,
	GT_GROUP_TIMELINE,
	GT_GROUP_JUMP,
	GT_GROUP_TABLE,
	GT_GROUP_SEARCH,
	GT_GROUP_MARK,
	GT_GROUP_OUTPUT,
	GT_GROUP_PROGRAM,
	GT_GROUP_PROMPT,
	GT_GROUP_COUNT,
};

enum gt_action {
	GT_ACT_NONE,
#define GT_ACTION(id, name, keys, group, where, flags, hint, help) GT_ACT_##id,
#include "ui/kit/action.def"
#undef GT_ACTION
	GT_ACT_COUNT,
};

enum gt_action_flags {
	GT_ACTF_COUNT = 1,
	GT_ACTF_CHAR = 2,
	GT_ACTF_SOME = 4,   /* only panes that say so do anything (gt_pane_ops.acts) */
};

struct gt_action_info {
	const char *name;
	const char *keys;   /* default bindings, separated by blanks */
	const char *hint;   /* one word for the hint bar, or "" */
	const char *help;
	uint8_t group;      /* enum gt_action_group */
	uint8_t where;      /* enum gt_where of the default bindings */
	uint8_t flags;
};

/* An action as it is carried out. */
struct gt_act {
	enum gt_action action;
	uint64_t count;     /* 0: none was given */
	uint32_t ch;        /* GT_ACTF_CHAR: the character */
	/* GT_ACT_CLICK, GT_ACT_OPEN by double click, the wheel, GT_ACT_MEASURE: cell in the pane, else -1. */
	int y, x;
	bool drag;          /* the mouse moves with its button held; the cell may lie outside */
};

/* The count, or 1: how often to move. */
GT_INLINE uint64_t gt_act_times(const struct gt_act *call) { return call->count ? call->count : 1; }

const struct gt_action_info *gt_action_info(enum gt_action action);
enum gt_action gt_action_find(const char *name);        /* GT_ACT_NONE: no such action */
const char *gt_group_title(enum gt_action_group group);

#endif
