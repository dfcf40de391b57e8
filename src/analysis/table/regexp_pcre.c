/* Regular expressions by PCRE2. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/regexp.h"
#include "base/xalloc.h"

/* The expression is the user's, but its subjects are the trace's: a match gets this many steps, and kilobytes. */
#define MATCH_STEPS 100000
#define MATCH_KB 4096

struct gt_regexp {
	pcre2_code *code;
	pcre2_match_context *limits;
};

int gt_regexp_new(struct gt_regexp **out, const char *expr, bool fold, struct gt_error *err)
{
	struct gt_regexp *re;
	PCRE2_UCHAR why[120];
	PCRE2_SIZE at;
	int code;
	pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)expr, PCRE2_ZERO_TERMINATED,
					     PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_DOLLAR_ENDONLY |
					     PCRE2_NEVER_BACKSLASH_C | (fold ? PCRE2_CASELESS : 0), &code, &at, NULL);

	*out = NULL;
	if (!compiled) {
		pcre2_get_error_message(code, why, sizeof why);
		return gt_error_usage(err, "no regular expression: %s", (const char *)why);
	}
	re = gt_xcalloc(1, sizeof *re);
	re->code = compiled;
	re->limits = pcre2_match_context_create(NULL);
	if (re->limits) {
		pcre2_set_match_limit(re->limits, MATCH_STEPS);
		pcre2_set_heap_limit(re->limits, MATCH_KB);
	}
	*out = re;
	return 0;
}

void gt_regexp_free(struct gt_regexp *re)
{
	if (!re)
		return;
	pcre2_match_context_free(re->limits);
	pcre2_code_free(re->code);
	free(re);
}

bool gt_regexp_locate(const struct gt_regexp *re, const char *s, size_t n, size_t from, size_t *start, size_t *end)
{
	pcre2_match_data *data = re->limits ? pcre2_match_data_create(1, NULL) : NULL;
	bool found = data && pcre2_match(re->code, (PCRE2_SPTR)s, n, from, 0, data, re->limits) >= 0;

	if (found) {
		*start = pcre2_get_ovector_pointer(data)[0];
		*end = pcre2_get_ovector_pointer(data)[1];
	}
	pcre2_match_data_free(data);
	return found;
}

const char *gt_regexp_version(char room[64])
{
	char text[64] = "";

	pcre2_config(PCRE2_CONFIG_VERSION, text);
	snprintf(room, 64, "pcre2 %.*s", (int)strcspn(text, " "), text);
	return room;
}
