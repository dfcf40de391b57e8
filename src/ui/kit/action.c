/* The table of actions. */
#include "ui/kit/action.h"

#include <string.h>

static const struct gt_action_info infos[GT_ACT_COUNT] = {
	[GT_ACT_NONE] = { "none", "", "", "nothing", GT_GROUP_PROGRAM, GT_WHERE_GLOBAL, 0 },
#define COUNT GT_ACTF_COUNT
#define CHAR GT_ACTF_CHAR
#define SOME GT_ACTF_SOME
#define GT_ACTION(id, name, keys, group, where, flags, hint, help) \
	[GT_ACT_##id] = { name, keys, hint, help, GT_GROUP_##group, GT_WHERE_##where, flags },
#include "ui/kit/action.def"
#undef GT_ACTION
#undef COUNT
#undef CHAR
#undef SOME
};

static const char *const group_titles[GT_GROUP_COUNT] = {
	[GT_GROUP_VIEW] = "Views",
	[GT_GROUP_MOVE] = "Moving",
	[GT_GROUP_TIMELINE] = "Timeline",
	[GT_GROUP_JUMP] = "Jumps",
	[GT_GROUP_TABLE] = "Tables",
	[GT_GROUP_SEARCH] = "Search and filters",
	[GT_GROUP_MARK] = "Marks",
	[GT_GROUP_OUTPUT] = "Output",
	[GT_GROUP_PROGRAM] = "Program",
	[GT_GROUP_PROMPT] = "While typing a line",
};

const struct gt_action_info *gt_action_info(enum gt_action action)
{
	return &infos[action < GT_ACT_COUNT ? action : GT_ACT_NONE];
}

enum gt_action gt_action_find(const char *name)
{
	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
		if (strcmp(infos[a].name, name) == 0)
			return (enum gt_action)a;
	}
	return GT_ACT_NONE;
}

const char *gt_group_title(enum gt_action_group group)
{
	return group_titles[group];
}
