/* TAP for C tests: see tap.h. */
#include "tap/tap.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 160                       /* bytes of a line, with so many before the difference: */
#define BEFORE 60

/* A test is one thread and has one report. */
static struct tap_counts own, *tap = &own;

void tap_count_in(struct tap_counts *counts)
{
	tap = counts;
}

int tap_done(void)
{
	printf("1..%u\n", tap->run);
	fflush(stdout);
	return tap->failed > 0;
}

void tap_end(void)
{
	tap->ended = true;
	exit(tap == &own ? tap_done() : 0);
}

__attribute__((format(printf, 4, 0)))
static bool report(bool ok, const char *file, int line, const char *name, va_list ap)
{
	tap->run++;
	if (!ok)
		tap->failed++;
	printf("%sok %u - ", ok ? "" : "not ", tap->run);
	vprintf(name, ap);
	putchar('\n');
	if (!ok)
		printf("# at %s:%d\n", file, line);
	/* A crash in the next check must not lose this line. */
	fflush(stdout);
	return ok;
}

/* Prints the bytes around a difference so that no value can break the protocol or the terminal. */
static void show_bytes(const char *label, const void *bytes, size_t n, size_t at)
{
	const unsigned char *s = bytes;
	size_t from = at > BEFORE ? at - BEFORE : 0, to = n - from > SHOWN ? from + SHOWN : n;

	printf("# %s %s\"", label, from ? "..." : "");
	for (size_t i = from; i < to; i++) {
		if (s[i] >= 0x20 && s[i] < 0x7f && s[i] != '\\' && s[i] != '"')
			putchar(s[i]);
		else
			printf("\\x%02x", s[i]);
	}
	printf("\"%s\n", to < n ? "..." : "");
	fflush(stdout);
}

/* A line of a text, with its end if there is one. */
static void show_line(const char *label, const char *text, size_t start, size_t at)
{
	const char *s = text ? text + start : "";
	size_t n = strcspn(s, "\n");

	if (text)
		show_bytes(label, s, n + (s[n] == '\n'), at - start);
	else
		printf("# %s NULL\n", label);
}

/* Of two texts the first lines that differ; columns are characters of UTF-8. */
static void show_difference(const char *got, const char *want)
{
	size_t at = 0, start = 0, line = 1, column = 1;

	for (; got && want && got[at] == want[at]; at++) {
		if (got[at] == '\n') {
			line++;
			column = 1;
			start = at + 1;
		} else {
			column += (got[at] & 0xc0) != 0x80;
		}
	}
	printf("# line %zu, column %zu\n", line, column);
	show_line(" got", got, start, at);
	show_line("want", want, start, at);
}

bool tap_ok_at(const char *file, int line, bool ok, const char *expr, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	report(ok, file, line, name, ap);
	va_end(ap);
	if (!ok)
		printf("# false: %s\n", expr);
	return ok;
}

void tap_fail_at(const char *file, int line, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	report(false, file, line, name, ap);
	va_end(ap);
}

bool tap_is_int_at(const char *file, int line, int64_t got, int64_t want, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	report(got == want, file, line, name, ap);
	va_end(ap);
	if (got != want)
		printf("#  got %" PRId64 "\n# want %" PRId64 "\n", got, want);
	return got == want;
}

bool tap_is_u64_at(const char *file, int line, uint64_t got, uint64_t want, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	report(got == want, file, line, name, ap);
	va_end(ap);
	if (got != want)
		printf("#  got %" PRIu64 " (%#" PRIx64 ")\n# want %" PRIu64 " (%#" PRIx64 ")\n",
		       got, got, want, want);
	return got == want;
}

bool tap_is_str_at(const char *file, int line, const char *got, const char *want, const char *name, ...)
{
	bool same = got && want ? strcmp(got, want) == 0 : got == want;
	va_list ap;

	va_start(ap, name);
	report(same, file, line, name, ap);
	va_end(ap);
	if (!same)
		show_difference(got, want);
	return same;
}

bool tap_is_mem_at(const char *file, int line, const void *got, const void *want, size_t n,
		   const char *name, ...)
{
	const unsigned char *a = got, *b = want;
	bool same = n == 0 || memcmp(got, want, n) == 0;
	size_t at;
	va_list ap;

	va_start(ap, name);
	report(same, file, line, name, ap);
	va_end(ap);
	if (!same) {
		for (at = 0; a[at] == b[at]; at++)
			;
		printf("# byte %zu of %zu\n", at, n);
		show_bytes(" got", got, n, at);
		show_bytes("want", want, n, at);
	}
	return same;
}

__attribute__((format(printf, 1, 0)))
static void skip_one(const char *why, va_list ap)
{
	printf("ok %u # SKIP ", ++tap->run);
	vprintf(why, ap);
	putchar('\n');
	fflush(stdout);
}

void tap_skip(unsigned int n, const char *why, ...)
{
	va_list ap;

	while (n--) {
		va_start(ap, why);
		skip_one(why, ap);
		va_end(ap);
	}
}

void tap_skip_all(const char *why, ...)
{
	va_list ap;

	va_start(ap, why);
	skip_one(why, ap);
	va_end(ap);
	tap_end();
}

void tap_diag(const char *fmt, ...)
{
	va_list ap;

	printf("# ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

void tap_bail_at(const char *file, int line, const char *why, ...)
{
	va_list ap;

	va_start(ap, why);
	report(false, file, line, why, ap);
	va_end(ap);
	tap_end();
}
