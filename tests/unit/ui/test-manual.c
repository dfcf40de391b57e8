/*
 * The tables of gtrace-tuirc(5) are those of the program.  GENERATE=1 puts
 * them into the page anew.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "unit/ui/manual.h"

#include "tests/tap/tap.h"

static char *path(void)
{
	const char *top = getenv("GT_SRCDIR");
	static char file[4096];

	snprintf(file, sizeof file, "%s/man/gtrace-tuirc.5", top ? top : ".");
	return file;
}

static bool read_page(struct gt_buf *out)
{
	FILE *in = fopen(path(), "r");
	char bytes[4096];
	size_t n;

	if (!in)
		return false;
	while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
		gt_buf_add(out, bytes, n);
	fclose(in);
	return true;
}

/* The text between the two comments that name a table. */
static bool find_table(const char *page, const char *name, const char **from, const char **to)
{
	char begin[64], end[64];

	snprintf(begin, sizeof begin, ".\\\" begin %s\n", name);
	snprintf(end, sizeof end, ".\\\" end %s\n", name);
	*from = strstr(page, begin);
	if (!*from)
		return false;
	*from += strlen(begin);
	*to = strstr(*from, end);
	return *to;
}

static void put_table(struct gt_buf *page, const char *from, const char *to, const struct gt_buf *table)
{
	struct gt_buf new = { 0 };
	FILE *out;

	gt_buf_add(&new, page->data, (size_t)(from - page->data));
	gt_buf_add(&new, gt_buf_str(table), table->len);
	gt_buf_puts(&new, to);
	gt_buf_release(page);
	*page = new;
	out = fopen(path(), "w");
	if (out) {
		fwrite(page->data, 1, page->len, out);
		fclose(out);
	}
}

static void check(struct gt_buf *page, const char *name, void (*make)(struct gt_buf *out))
{
	struct gt_buf want = { 0 };
	const char *from, *to;
	char *got;

	make(&want);
	if (!tap_ok(find_table(gt_buf_str(page), name, &from, &to), "the page has a place for the %s",
		    name)) {
		gt_buf_release(&want);
		return;
	}
	if (getenv("GENERATE"))
		put_table(page, from, to, &want);
	find_table(gt_buf_str(page), name, &from, &to);
	got = strndup(from, (size_t)(to - from));
	tap_is_str(got, gt_buf_str(&want), "the %s are those of the program", name);
	free(got);
	gt_buf_release(&want);
}

int main(void)
{
	struct gt_buf page = { 0 };

	if (!tap_ok(read_page(&page), "the page is there"))
		return tap_done();
	check(&page, "actions", gt_manual_actions);
	check(&page, "roles", gt_manual_roles);
	check(&page, "options", gt_manual_options);
	gt_buf_release(&page);
	return tap_done();
}
