/* The main program of C tests: which there are, and each of those that are asked for in its turn (tap.h). */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap/tap.h"

/* Constructors fill it, in any order. */
static struct tap_test *first;

static char **args;

static bool is_before(const struct tap_test *a, const struct tap_test *b)
{
	int c = strcmp(a->file, b->file);

	return c ? c < 0 : a->line < b->line;
}

void tap_add(struct tap_test *test)
{
	struct tap_test **at = &first;

	while (*at && is_before(*at, test))
		at = &(*at)->next;
	test->next = *at;
	*at = test;
}

char *const *tap_args(void)
{
	return args;
}

char *const *tap_files(const char *const *names)
{
	static char *files[32];

	if (args[0])
		return args;
	for (size_t i = 0; names[i] && i < sizeof files / sizeof *files - 1; i++)
		if (asprintf(&files[i], "%s/testdata/%s", getenv("GT_SRCDIR"), names[i]) < 0)
			tap_bail("no memory");
	return files;
}

/* "held/sums" of tests/unit/analysis/test-held.c. */
static const char *name_of(const struct tap_test *test, char name[static 128])
{
	const char *slash = strrchr(test->file, '/'), *base = slash ? slash + 1 : test->file;

	base += strncmp(base, "test-", 5) ? 0 : 5;
	snprintf(name, 128, "%.*s/%s", (int)strcspn(base, "."), base, test->name);
	return name;
}

static bool is_asked(const char *name, const char *asked)
{
	size_t n = strlen(asked);

	return !strncmp(name, asked, n) && (!n || !name[n] || name[n] == '/');
}

static void run(const struct tap_test *test, const char *name, struct tap_counts *counts)
{
	int status = -1;
	pid_t pid;

	tap_diag("%s", name);
	counts->ended = false;
	pid = fork();
	if (pid == 0) {
		test->run();
		tap_end();
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		tap_fail_at(test->file, test->line, "%s: no process", name);
	else if (WIFSIGNALED(status))
		tap_fail_at(test->file, test->line, "%s: %s", name, strsignal(WTERMSIG(status)));
	else if (status || !counts->ended)
		tap_fail_at(test->file, test->line, "%s: status %d", name, WEXITSTATUS(status));
}

static void set_place(const char *name, const char *path)
{
	char *full = realpath(path, NULL);

	if (full)
		setenv(name, full, 0);
	free(full);
}

/* As tests/local.mk sets them, for tests that are run by hand in the build directory. */
static void set_places(void)
{
	char top[] = __FILE__;

	top[sizeof top - sizeof "tests/tap/run.c"] = '\0';
	set_place("GT_SRCDIR", *top ? top : ".");
	set_place("GT_BUILDDIR", ".");
	set_place("GT_EXE", "gtrace-tui");
}

int main(int argc, char **argv)
{
	const char *asked = argc > 1 ? argv[1] : "";
	struct tap_counts *counts;
	bool any = false;
	char name[128];

	args = argv + (argc > 1 ? 2 : 1);
	counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (counts == MAP_FAILED || !freopen("/dev/null", "r", stdin))
		return 99;
	tap_count_in(counts);
	setlocale(LC_ALL, "C.UTF-8");
	set_places();
	for (const struct tap_test *t = first; t; t = t->next)
		if (is_asked(name_of(t, name), asked)) {
			any = true;
			run(t, name, counts);
		}
	if (!any) {
		fprintf(stderr, "no test %s; there are:\n", asked);
		for (const struct tap_test *t = first; t; t = t->next)
			fprintf(stderr, "%s\n", name_of(t, name));
		return 1;
	}
	return tap_done();
}
