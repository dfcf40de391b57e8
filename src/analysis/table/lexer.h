/* Tokens of the small languages that users type: filters and --fail-if thresholds. */
#ifndef GT_ANALYSIS_LEXER_H
#define GT_ANALYSIS_LEXER_H

#include "base/buf.h"
#include "base/err.h"

enum gt_op {
	GT_OP_NONE, GT_OP_EQ, GT_OP_NE, GT_OP_LT, GT_OP_LE, GT_OP_GT, GT_OP_GE,
	GT_OP_HAS,      /* ~ */
	GT_OP_HAS_NOT,  /* !~ */
};

enum gt_token_kind {
	GT_TOKEN_END, GT_TOKEN_WORD, GT_TOKEN_TEXT, GT_TOKEN_OP, GT_TOKEN_AND, GT_TOKEN_OR, GT_TOKEN_NOT,
	GT_TOKEN_OPEN, GT_TOKEN_CLOSE, GT_TOKEN_BAD,
};

/* A word or quoted text is s[0..n), without the quotes; it points into the text. */
struct gt_token {
	enum gt_token_kind kind;
	const char *s;
	size_t n;
	enum gt_op op;
};

struct gt_lexer {
	const char *what;       /* "filter", for messages */
	const char *text;
	const char *at;         /* behind the token taken last */
	const char *last;       /* where that token began */
};

void gt_lexer_init(struct gt_lexer *l, const char *what, const char *text);
struct gt_token gt_lexer_next(struct gt_lexer *l);
struct gt_token gt_lexer_peek(const struct gt_lexer *l);

/* GT_ERR_USAGE: "filter: WHY, at 'rest of the text'", with the place of the token taken last, which is also
 * the error's offset. */
int gt_lexer_error(const struct gt_lexer *l, struct gt_error *err, const char *why);

#endif
