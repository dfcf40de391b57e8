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
	pcre2_general_context *memory;
	pcre2_code *code;
	pcre2_match_context *limits;
};

/* The library would take a match without memory for none: there is always some, or no program. */
static void *regexp_room(PCRE2_SIZE n, void *ctx)
{
	(void)ctx;
	return gt_xmalloc(n);
}

static void regexp_give_back(void *p, void *ctx)
{
	(void)ctx;
	free(p);
}

int gt_regexp_new(struct gt_regexp **out, const char *expr, bool fold, struct gt_error *err)
{
	struct gt_regexp *re = gt_xcalloc(1, sizeof *re);
	pcre2_compile_context *how;
	PCRE2_UCHAR why[120];
	PCRE2_SIZE at;
	int code;

	re->memory = pcre2_general_context_create(regexp_room, regexp_give_back, NULL);
	how = pcre2_compile_context_create(re->memory);
	re->code = pcre2_compile((PCRE2_SPTR)expr, PCRE2_ZERO_TERMINATED,
				 PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C |
				 (fold ? PCRE2_CASELESS : 0), &code, &at, how);
	pcre2_compile_context_free(how);
	re->limits = pcre2_match_context_create(re->memory);
	pcre2_set_match_limit(re->limits, MATCH_STEPS);
	pcre2_set_heap_limit(re->limits, MATCH_KB);
	*out = re->code ? re : NULL;
	if (*out)
		return 0;
	gt_regexp_free(re);
	pcre2_get_error_message(code, why, sizeof why);
	return gt_error_usage(err, "no regular expression: %s", (const char *)why);
}

void gt_regexp_free(struct gt_regexp *re)
{
	if (!re)
		return;
	pcre2_match_context_free(re->limits);
	pcre2_code_free(re->code);
	pcre2_general_context_free(re->memory);
	free(re);
}

bool gt_regexp_locate(const struct gt_regexp *re, const char *s, size_t n, size_t from, size_t *start, size_t *end)
{
	pcre2_match_data *data = pcre2_match_data_create(1, re->memory);
	bool found = pcre2_match(re->code, (PCRE2_SPTR)s, n, from, 0, data, re->limits) >= 0;

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
