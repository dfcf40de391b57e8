/* What stands out in text for people, and how a terminal is told. */
#ifndef GT_FORMAT_INK_H
#define GT_FORMAT_INK_H

#include "analysis/table/table.h"
#include "base/buf.h"

enum gt_ink_kind {
	GT_INK_PLAIN,
	GT_INK_HEAD,          /* titles of columns, names of facts */
	GT_INK_OVER,          /* over its limit, of high severity, worse than before */
	GT_INK_WARNING,       /* of medium severity */
	GT_INK_BETTER,
	GT_INK_OWN,           /* the program's own functions, where the runtime's stand beside them */
	GT_INK_RUNTIME,
	GT_INK_KINDS
};

/* What a terminal gets before a text, for each kind; "": nothing, and nothing behind it. */
struct gt_inks {
	char begin[GT_INK_KINDS][24];
};

/* What turns an ink on and off, and a text between them; inks NULL: nothing, and the text alone. */
void gt_ink_begin(struct gt_buf *out, const struct gt_inks *inks, enum gt_ink_kind kind);
void gt_ink_end(struct gt_buf *out, const struct gt_inks *inks, enum gt_ink_kind kind);
void gt_ink_put(struct gt_buf *out, const struct gt_inks *inks, enum gt_ink_kind kind, const char *s, size_t n);

/* What decides the ink of a column's cells. */
struct gt_ink_rule {
	enum { GT_INK_BY_NOTHING, GT_INK_BY_LIMIT, GT_INK_BY_WORD, GT_INK_BY_OWNER } by;
	int64_t limit;        /* ns: longer than this stands out, */
	bool from;            /* ... or also what is as long */
	int system;           /* column that says whether the runtime owns the row, or GT_NO_COLUMN */
};
struct gt_ink_rule gt_ink_rule_of(const struct gt_report *r, unsigned col);
/* Of a cell; may ask for other cells of the row, so it comes before the cell's own text. */
enum gt_ink_kind gt_ink_of(const struct gt_ink_rule *rule, struct gt_table *t, uint64_t row, unsigned col);
/* "high", "worse" ...; GT_INK_PLAIN: the word is none that stands out. */
enum gt_ink_kind gt_ink_of_word(const char *word, size_t n);

#endif
