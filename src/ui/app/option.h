/* Options that `set` changes. */
#ifndef GT_UI_OPTION_H
#define GT_UI_OPTION_H

#include "base/buf.h"
#include "base/err.h"

enum gt_option_kind {
	GT_OPT_BOOL,       /* bool */
	GT_OPT_INT,        /* int64_t, min..max */
	GT_OPT_DUR,        /* int64_t ns, min..max */
	GT_OPT_CHOICE,     /* int: index into choices */
	GT_OPT_STRING,     /* char *, owned by the struct */
};

/* One option: where it lives in its struct, and its texts.  Tables are const. */
struct gt_option {
	const char *name;
	enum gt_option_kind kind;
	size_t offset;               /* in the struct the table describes */
	const char *value;           /* default, as text */
	const char *choices;         /* CHOICE: words separated by blanks */
	int64_t min, max;
	const char *help;
};

/* A table and the struct it describes.  Panes and the program add their own with gt_app_add_options. */
struct gt_option_set {
	const struct gt_option *table;
	size_t n;
	void *base;
};

void gt_options_defaults(const struct gt_option_set *set);
void gt_options_release(const struct gt_option_set *set);    /* frees strings */
const struct gt_option *gt_options_find(const struct gt_option_set *set, const char *name);
int gt_options_assign(const struct gt_option_set *set, const struct gt_option *o, const char *value,
		      struct gt_error *err);
void gt_options_show(const struct gt_option_set *set, const struct gt_option *o, struct gt_buf *out);

/* The framework's own. */
struct gt_ui_options {
	int theme;                   /* 0 auto, 1 dark, 2 light, 3 safe */
	int colors;                  /* 0 auto, 1 mono, 2 "8", 3 "256", 4 true */
	bool ascii, mouse, hints, session, title;
	int split;                   /* enum gt_split */
	int64_t detail_size;         /* percent */
	char *editor;                /* "" : $VISUAL, $EDITOR, vi */
	char *path_map;              /* "FROM=TO FROM=TO" for source files */
};
extern const struct gt_option gt_ui_option_table[];
size_t gt_ui_option_count(void);

#endif
