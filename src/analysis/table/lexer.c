/* Tokens of filters and thresholds. */
#include "analysis/table/lexer.h"

#include <string.h>

void gt_lexer_init(struct gt_lexer *l, const char *what, const char *text)
{
	*l = (struct gt_lexer) { what, text, text, text };
}

static bool lexer_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* Words hold everything that is no blank, quote, parenthesis or operator: main.f, 20ms, 50%, sync.(*Cond).Wait not. */
static bool lexer_is_word(char c)
{
	return c && !lexer_is_space(c) && !strchr("'\"()!=<>~&|", c);
}

static const struct {
	const char *s;
	enum gt_token_kind kind;
	enum gt_op op;
} marks[] = {
	/* longest first */
	{ "&&", GT_TOKEN_AND, GT_OP_NONE },
	{ "||", GT_TOKEN_OR, GT_OP_NONE },
	{ "==", GT_TOKEN_OP, GT_OP_EQ },
	{ "!=", GT_TOKEN_OP, GT_OP_NE },
	{ "!~", GT_TOKEN_OP, GT_OP_HAS_NOT },
	{ "<=", GT_TOKEN_OP, GT_OP_LE },
	{ ">=", GT_TOKEN_OP, GT_OP_GE },
	{ "=", GT_TOKEN_OP, GT_OP_EQ },
	{ "<", GT_TOKEN_OP, GT_OP_LT },
	{ ">", GT_TOKEN_OP, GT_OP_GT },
	{ "~", GT_TOKEN_OP, GT_OP_HAS },
	{ "!", GT_TOKEN_NOT, GT_OP_NONE },
	{ "(", GT_TOKEN_OPEN, GT_OP_NONE },
	{ ")", GT_TOKEN_CLOSE, GT_OP_NONE },
};

static struct gt_token lexer_quoted(const char *s, const char **end)
{
	const char *close = strchr(s + 1, *s);

	if (!close) {
		*end = s + strlen(s);
		return (struct gt_token) { .kind = GT_TOKEN_BAD, .s = s };
	}
	*end = close + 1;
	return (struct gt_token) { .kind = GT_TOKEN_TEXT, .s = s + 1, .n = (size_t)(close - s - 1) };
}

static struct gt_token lexer_scan(const char *s, const char **end)
{
	const char *from = s;

	if (!*s) {
		*end = s;
		return (struct gt_token) { .kind = GT_TOKEN_END, .s = s };
	}
	if (*s == '\'' || *s == '"')
		return lexer_quoted(s, end);
	for (size_t i = 0; i < GT_COUNT(marks); i++) {
		size_t n = strlen(marks[i].s);

		if (!strncmp(s, marks[i].s, n)) {
			*end = s + n;
			return (struct gt_token) { marks[i].kind, s, n, marks[i].op };
		}
	}
	while (lexer_is_word(*s))
		s++;
	*end = s > from ? s : s + 1;
	return (struct gt_token) { .kind = s > from ? GT_TOKEN_WORD : GT_TOKEN_BAD, .s = from,
				   .n = (size_t)(s - from) };
}

static const char *lexer_skip(const char *s)
{
	while (lexer_is_space(*s))
		s++;
	return s;
}

struct gt_token gt_lexer_next(struct gt_lexer *l)
{
	l->last = lexer_skip(l->at);
	return lexer_scan(l->last, &l->at);
}

struct gt_token gt_lexer_peek(const struct gt_lexer *l)
{
	const char *end;

	return lexer_scan(lexer_skip(l->at), &end);
}

int gt_lexer_error(const struct gt_lexer *l, struct gt_error *err, const char *why)
{
	uint64_t at = (uint64_t)(l->last - l->text);

	if (!*l->last)
		return gt_error_set(err, GT_ERR_USAGE, at, "%s: %s, at the end of '%.60s'", l->what, why,
				    l->text);
	return gt_error_set(err, GT_ERR_USAGE, at, "%s: %s, at '%.60s'", l->what, why, l->last);
}
