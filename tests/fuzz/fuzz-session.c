/* Fuzzes what a session file says: lines under the right head and with the right checksum, whoever wrote them. */
#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/checksum.h"
#include "fuzz/screen.h"
#include "index/trace.h"
#include "ui/shell/resume.h"

static struct sample sample;

const size_t fuzz_prefixes = 1;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	sample_open(&sample, "go1.27/annotations");
	return 0;
}

static void make_session(struct gt_buf *out, const struct gt_program *prog, const uint8_t *lines, size_t n)
{
	gt_buf_printf(out, GT_SESSION_HEAD "%d\ntrace %016" PRIx64 "\n", GT_SESSION_VERSION,
		      gt_trace_identity(prog->trace));
	gt_buf_add(out, lines, n);
	if (out->data[out->len - 1] != '\n')
		gt_buf_putc(out, '\n');
	gt_buf_printf(out, "end %016" PRIx64 "\n", gt_checksum(out->data, out->len, 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	/* Each view is shown, so that it takes up what the session says of it. */
	static const char look[] = "key Backspace\nkey 1\nkey 2\nkey 3\nkey 4\nkey 5\nkey 6\nkey 7\nkey 8\n"
				   "key V Enter\ngoto-bookmark a\nkey Backspace\n";
	struct gt_buf session = { 0 };
	struct gt_program prog;
	struct gt_error err = { 0 };
	int rc;

	screen_open(&prog, &sample);
	make_session(&session, &prog, bytes, n);
	rc = gt_session_parse(&prog, session.data, session.len, true, &err);
	/* A NUL is in no session. */
	MUST((rc == 0) == !memchr(bytes, 0, n));
	screen_run(&prog, look, strlen(look));
	screen_reopen(&prog, &sample);
	screen_close(&prog);
	gt_buf_release(&session);
	return 0;
}
