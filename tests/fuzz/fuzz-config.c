/* Fuzzes the config file: bindings, options, colours; then the list of keys and the inks of all roles. */
#include <string.h>

#include "fuzz/screen.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/rc.h"

static const char script[] = "help\npage-down\ntimeline\nresize 60x12\n";
static struct sample sample;

const size_t fuzz_prefixes = 4;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	sample_open(&sample, "go1.27/empty");
	return 0;
}

static void report(void *arg, const char *text)
{
	int *errors = arg;

	MUST(strncmp(text, "config:", strlen("config:")) == 0);
	++*errors;
}

static void check_inks(const struct gt_theme *theme)
{
	for (unsigned depth = GT_DEPTH_MONO; depth <= GT_DEPTH_TRUE; depth++) {
		for (unsigned role = 0; role < GT_ROLE_COUNT; role++) {
			struct gt_ink ink = gt_theme_ink(theme, depth, GT_ON(role, GT_ROLE_CURSOR));
			int32_t most = depth == GT_DEPTH_TRUE ? 0xffffff : depth == GT_DEPTH_256 ? 255 : 7;

			MUST(ink.fg >= GT_COLOR_DEFAULT && ink.fg <= most);
			MUST(ink.bg >= GT_COLOR_DEFAULT && ink.bg <= most);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	FILE *in = n ? fmemopen((void *)(uintptr_t)bytes, n, "r") : NULL;
	struct gt_program prog;
	int errors = 0;

	if (!in)
		return 0;
	screen_open(&prog, &sample);
	MUST(gt_rc_read(prog.app, in, "config", report, &errors) == errors);
	check_inks(&prog.app->settings.theme);
	screen_run(&prog, script, sizeof script - 1);
	screen_close(&prog);
	fclose(in);
	return 0;
}
