/* What shells complete: which words may stand where an option takes a value, and the scripts that say so. */
#ifndef GT_CLI_COMPLETION_H
#define GT_CLI_COMPLETION_H

#include "base/buf.h"
#include "cli/options/options.h"

/* What the value of an option is. */
enum gt_value_kind {
	GT_VALUE_NONE,        /* the option takes none */
	GT_VALUE_FREE,        /* a number, a time, a name of the trace: nothing to complete */
	GT_VALUE_WORD,        /* one of gt_value.words */
	GT_VALUE_FILE,        /* a file, or one of them */
	GT_VALUE_REPORT,
	GT_VALUE_COLUMN,      /* of the report on the line, as are the next four */
	GT_VALUE_COLUMNS,     /* several, between commas */
	GT_VALUE_SORT,        /* several, each with or without a dash */
	GT_VALUE_GROUP,
	GT_VALUE_FILTER,      /* an expression about columns */
	GT_VALUE_FAIL_IF,     /* an expression about reports and their columns */
	GT_VALUE_KINDS
};

struct gt_value {
	enum gt_value_kind kind;
	bool optional;        /* only behind '=' */
	bool repeats;         /* the option may be given several times */
	struct gt_buf words;  /* between blanks */
};

/*
 * What an option of the table takes, from its argument there; false: completion.c does not know that argument.  The
 * caller releases v->words in either case.
 */
bool gt_value_of(struct gt_value *v, enum gt_option_id id);
/* "columns", as the scripts call it. */
const char *gt_value_kind_name(enum gt_value_kind kind);

/* A shell.  Its script is the head, the tables, and the rest, which says what to do with these. */
struct gt_shell {
	const char *name;
	const char *head;
	void (*put)(struct gt_buf *out);
};
extern const struct gt_shell gt_shell_bash, gt_shell_zsh, gt_shell_fish;
/* What bash and zsh do alike: what is on the line, and which words may follow. */
extern const char gt_completion_line[], gt_completion_words[];

/* The help of an option, which may stand at the next one in the table. */
const char *gt_completion_help(enum gt_option_id id);
/* A text in single quotes, as fish takes it, or bash and zsh do. */
void gt_completion_quote(struct gt_buf *out, const char *text, bool fish);

#endif
