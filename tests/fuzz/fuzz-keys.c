/* Fuzzes the screen with scripts (ui/shell/script.h), without lines that name a file or make the screen huge. */
#include <string.h>

#include "base/buf.h"
#include "fuzz/screen.h"
#include "ui/kit/words.h"

#define MAX_SIZE 6      /* as long as "200x60" */

/* The length of a script chooses. */
static const char *const names[] = { "go1.27/worlds", "go1.19/annotations", "go1.27/annotations" };
static struct sample samples[GT_COUNT(names)];

const size_t fuzz_prefixes = 1;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	for (size_t i = 0; i < GT_COUNT(names); i++)
		sample_open(&samples[i], names[i]);
	return 0;
}

static bool is_harmless(const char *line)
{
	struct gt_words w;
	bool ok = true;

	if (gt_words_split(&w, line, NULL) == 0 && w.n > 1) {
		if (strncmp(w.v[0], "dump-", strlen("dump-")) == 0)
			ok = false;
		if (strcmp(w.v[0], "resize") == 0)
			ok = strlen(w.v[1]) <= MAX_SIZE;
	}
	gt_words_release(&w);
	return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct gt_buf script = { 0 }, line = { 0 };
	struct gt_program prog;

	for (size_t i = 0; i <= n; i++) {
		if (i < n && bytes[i] != '\n') {
			gt_buf_putc(&line, (char)bytes[i]);
			continue;
		}
		if (is_harmless(gt_buf_str(&line)))
			gt_buf_printf(&script, "%s\n", gt_buf_str(&line));
		gt_buf_reset(&line);
	}
	screen_open(&prog, &samples[n % GT_COUNT(names)]);
	if (script.len) {
		screen_run(&prog, script.data, script.len);
		screen_reopen(&prog, &samples[n % GT_COUNT(names)]);
	}
	screen_close(&prog);
	gt_buf_release(&script);
	gt_buf_release(&line);
	return 0;
}
