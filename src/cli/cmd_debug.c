/* -d=wire, -d=parsed, -d=footprint: listings that need no index. */
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/reading.h"
#include "cli/session.h"
#include "format/listing.h"

int gt_cmd_debug(const struct gt_cli *c)
{
	static int (*const modes[])(struct gt_out *, const char *, const struct gt_watch *, struct gt_error *) = {
		[GT_DEBUG_WIRE] = gt_listing_wire,
		[GT_DEBUG_PARSED] = gt_listing_parsed,
		[GT_DEBUG_FOOTPRINT] = gt_listing_footprint,
	};
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_reading reading;
	struct gt_out out;
	int rc, status;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	gt_reading_init(&reading, c->traces[0], c->unpack_limit);
	rc = modes[c->debug](&out, c->traces[0], &reading.watch, &err);
	status = gt_cmd_finish(&out);
	return rc ? gt_exit_worse(status, gt_say_error(c->traces[0], &err)) : status;
}
