/* Names of partitions: safe, and no two the same. */
#include <string.h>

#include "base/buf.h"
#include "cli/partition.h"
#include "tap/tap.h"

static void named(const char *const *files, size_t n, const char *want, const char *what)
{
	char **names = gt_partition_names(files, n);
	struct gt_buf got = { 0 };

	for (size_t i = 0; names[i]; i++)
		gt_buf_printf(&got, "%s%s", i ? " " : "", names[i]);
	tap_is_str(gt_buf_str(&got), want, "%s", what);
	gt_buf_release(&got);
	gt_partition_free(names);
}
#define NAMED(want, what, ...) \
	named((const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *), \
	      want, what)

TAP_TEST(names)
{
	char longer[301];
	struct gt_buf two = { 0 };

	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	gt_buf_printf(&two, "%.200s %.200s-2", longer, longer);
	NAMED(gt_buf_str(&two), "longer than names of folders can be", longer, longer);
	gt_buf_release(&two);

	NAMED("a.trace trace.out stdin b", "base names", "dir/a.trace", "/trace.out", "-", "x/b/");
	NAMED("a_b__c_ ____", "no byte that a path, a pattern or hive may take for something else", "a b=\tc*",
	      "\xc3\xa4%{");
	NAMED("__HIVE_DEFAULT_PARTITION__-2 -2", "no name that means that there is none", "__HIVE_DEFAULT_PARTITION__",
	      "");
	NAMED("x.trace x.trace-3 x.trace-2 X.trace-4", "the same names, also where case does not count", "a/x.trace",
	      "x.trace-3", "b/x.trace", "X.trace");
}
