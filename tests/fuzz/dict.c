/* `dict TARGET` prints the dictionary of a fuzz target, made from the program's own tables. */
#include <stdio.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "analysis/table/table.h"
#include "base/varint.h"
#include "unit/wire/numbers.h"
#include "ui/kit/action.h"
#include "ui/kit/key.h"
#include "ui/app/option.h"
#include "ui/app/program.h"
#include "ui/kit/style.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"

static void put(const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	putchar('"');
	for (size_t i = 0; i < n; i++)
		printf(p[i] > ' ' && p[i] < 0x7f && p[i] != '"' && p[i] != '\\' ? "%c" : "\\x%02x", p[i]);
	puts("\"");
}

static void put_word(const char *s)
{
	if (s && *s)
		put(s, strlen(s));
}

/* Words separated by blanks. */
static void put_words(const char *s)
{
	for (size_t n; s && *s; s += n + (s[n] != '\0')) {
		n = strcspn(s, " ");
		if (n)
			put(s, n);
	}
}

static void put_all(const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_word(words[i]);
}

/* ---- binary ---- */

static void put_extremes(void)
{
	uint8_t bytes[GT_VARINT_MAX];

	for (int i = 0; i < EXTREMES; i++)
		put(bytes, gt_varint_put(bytes, number_extremes[i]));
}

static void put_header(int minor)
{
	char header[17] = "";

	snprintf(header, sizeof header, "go 1.%d trace", minor);
	put(header, 16);
}

static void v1(void)
{
	for (int minor = 5; minor <= 21; minor++)
		put_header(minor);
	/* The upper bits count the arguments; 3: a length follows. */
	for (unsigned type = 0; type < GT_V1_TYPES; type++)
		for (unsigned n = 0; n < 4 && gt_v1_spec(type); n++)
			put(&(uint8_t){ (uint8_t)(type | n << 6) }, 1);
	put_extremes();
}

static void v2(void)
{
	for (int minor = 22; minor <= 26; minor++)
		put_header(minor);
	for (unsigned type = 0; type < GT_V2_TYPES; type++)
		if (gt_v2_spec(type))
			put(&(uint8_t){ (uint8_t)type }, 1);
	put_extremes();
}

static void binary(void)
{
	v1();
	v2();
}

/* ---- text ---- */

static void numbers(void)
{
	char text[24];

	for (int i = 0; i < EXTREMES; i++) {
		snprintf(text, sizeof text, "%llu", (unsigned long long)number_extremes[i]);
		put_word(text);
	}
}

static void text(void)
{
	static const char *const words[] = {
		"Trace Go1.22\n", "Trace Go1.26\n", "-- expect --\n", "-- trace --\n", "pc=", "func=",
		"file=", "line=", "data=", "\n\t", "\"\\x1b\\u2028\"", "#",
	};

	for (unsigned type = 0; type < GT_V2_TYPES; type++) {
		const struct gt_v2_spec *spec = gt_v2_spec(type);

		put_word(spec ? spec->name : NULL);
		for (unsigned i = 0; spec && i < spec->nargs && i < GT_V2_MAX_ARGS; i++) {
			char arg[64] = "";

			if (spec->args[i] && snprintf(arg, sizeof arg, "%s=", spec->args[i]) > 1)
				put_word(arg);
		}
	}
	put_all(words, GT_COUNT(words));
	numbers();
}

static void gzip(void)
{
	/* Heads with each optional field, and the ends of a stored and of a fixed block. */
	for (unsigned flags = 0; flags < 32; flags++)
		put((uint8_t[]){ 0x1f, 0x8b, 8, (uint8_t)flags, 0, 0, 0, 0, 0, 3 }, 10);
	put((uint8_t[]){ 1, 0, 0, 0xff, 0xff }, 5);
	put((uint8_t[]){ 3, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, 10);
}

/* ---- words ---- */

static void options(const struct gt_option *table, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		put_word(table[i].name);
		put_word(table[i].value);
		put_words(table[i].choices);
	}
}

static void keys_and_options(void)
{
	gt_key keys[] = { 'j', ' ', '\'', 0xe9, GT_MOD_CTRL | 'd', GT_MOD_SHIFT | GT_KEY_UP };
	const size_t few = GT_COUNT(keys);
	struct gt_buf name = { 0 };

	for (size_t i = 0; i < few + GT_KEY_LAST - GT_KEY_NAMED + 1; i++) {
		gt_buf_reset(&name);
		gt_key_name(&name, i < few ? keys[i] : GT_KEY_NAMED + (gt_key)(i - few));
		put_word(gt_buf_str(&name));
	}
	gt_buf_release(&name);
	for (unsigned a = 1; a < GT_ACT_COUNT; a++)
		put_word(gt_action_info(a)->name);
	options(gt_ui_option_table, gt_ui_option_count());
	options(gt_program_option_table, gt_program_option_count());
	numbers();
}

static void config(void)
{
	static const char *const words[] = {
		"\nbind ", "\nset ", "\ncolor ", "#rrggbb", "#ff8000", "255", "default", "red", "bold",
		"faint", "underline", "reverse", "yes", "no", "10ms", "\"", "'", "#",
	};

	put_all(words, GT_COUNT(words));
	for (unsigned role = 0; role < GT_ROLE_COUNT; role++)
		put_word(gt_role_name(role));
	keys_and_options();
}

static void columns(void)
{
	for (unsigned i = 0; gt_report_at(i); i++) {
		const struct gt_report *r = gt_report_at(i);

		put_word(r->name);
		for (unsigned c = 0; c < r->ncolumns; c++)
			put_word(r->columns[c].key);
	}
}

static void keys(void)
{
	static const char *const words[] = {
		"\nkey ", "\ntype ", "\nmouse ", "\nresize ", "80x24", "1x1", "200x60", "\nlimits small",
		"\nwait-index", "\ndump-screen", "\nset ", "\nbind ", "\nfilter ", "\nsort ", "\ngoto ",
		"\nsearch ", "50%", "1ms", "-", "json", "csv", "text", "ndjson", "\nexport ",
	};

	put_all(words, GT_COUNT(words));
	keys_and_options();
	columns();
}

static void session(void)
{
	static const char *const words[] = {
		"\nat ", "\nback ", "\nmark a ", "\nmarker a ", "\nlifted", "\nruntime hidden", "\nline 0 ", "\nview ",
		"\nsort ", "\ncolumns ", "\nfilter ", "\nfilter-off ", "\ntags ", "\nshow ", " time=", " end=", " g=",
		" p=", " m=", " slice=", " event=", " task=", "overview", "timeline", "greedy", "goroutines", "events",
		"waits", "profile-of", "gc", "requests", "compare", "sides", "path", "values",
	};

	put_all(words, GT_COUNT(words));
	numbers();
	columns();
}

static void filter(void)
{
	static const char *const words[] = {
		"&&", "||", "!", "(", ")", "=", "==", "!=", "<", "<=", ">", ">=", "~", "!~", "'", "\"",
		"true", "no", "--fail-if\n", "--from\n", ".max", ".min", ".sum", ".mean", ".count", ".p99", ".p99.9",
		"ms", "us", "ns", "s", "m", "h", "%", "KiB", "G", "\n",
	};

	put_all(words, GT_COUNT(words));
	columns();
	numbers();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*print)(void);
	} targets[] = {
		{ "v1", v1 }, { "v2", v2 }, { "text", text }, { "gzip", gzip }, { "order", binary },
		{ "index", binary }, { "reports", binary }, { "lies", put_extremes }, { "filter", filter },
		{ "config", config }, { "keys", keys }, { "session", session },
	};

	for (size_t i = 0; argc == 2 && i < GT_COUNT(targets); i++) {
		if (strcmp(targets[i].name, argv[1]) == 0) {
			targets[i].print();
			return 0;
		}
	}
	fprintf(stderr, "usage: dict TARGET\n");
	return 1;
}
