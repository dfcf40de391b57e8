/* A small trace written by hand. */
#include "handmade.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/os/mapfile.h"
#include "tap/tap.h"
#include "unit/wire/build.h"

static const char example[] = HANDMADE_TABLES
	"b1,1,10["
	"0d 01 00 01 "        /*   6 ProcStatus p=0 running */
	"19 01 01 01 02 "     /*   7 GoStatus g=1 m=1 running */
	"0e 08 05 02 01 "     /*  15 GoCreate g=5 */
	"16 0a 01 01 "        /*  25 GoSyscallBegin */
	"17 05 "              /*  30 GoSyscallEnd */
	"14 05 01 01 "        /*  35 GoBlock */
	"10 0a 05 01 "        /*  45 GoStart g=5 */
	"15 0a 01 01 02 "     /*  55 GoUnblock g=1 */
	"13 0a 01 02 "        /*  65 GoStop */
	"10 0a 01 02 "        /*  75 GoStart g=1 */
	"16 0a 02 01 "        /*  85 GoSyscallBegin */
	"0b 0a "              /*  95 ProcStop */
	"18 0a "              /* 105 GoSyscallEndBlocked */
	"0a 05 00 03 "        /* 110 ProcStart p=0 */
	"10 05 05 02 "        /* 115 GoStart g=5 */
	"11 0a]";             /* 125 GoDestroy */

struct gt_trace *handmade_open_minor(int minor, const char *spec)
{
	static const struct gt_open_options opt = { .index = "none" };
	char path[] = "handmade.XXXXXX";
	struct gt_buf bytes = { 0 };
	struct gt_trace *t;
	struct gt_error err;
	int fd = mkstemp(path), rc;

	gt_build_trace(&bytes, minor, spec, NULL);
	if (fd < 0 || gt_write_full(fd, bytes.data, bytes.len))
		tap_bail("cannot write %s", path);
	close(fd);
	gt_buf_release(&bytes);
	rc = gt_trace_open(&t, path, &opt, &err);
	unlink(path);
	if (rc)
		tap_bail("%s", err.text);
	return t;
}

struct gt_trace *handmade_open_spec(const char *spec)
{
	return handmade_open_minor(22, spec);
}

struct gt_trace *handmade_open(void)
{
	return handmade_open_spec(example);
}
