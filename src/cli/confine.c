/* The sandbox of a run: what its command line names may be opened. */
#include "cli/cmd.h"

#include <stdlib.h>
#include <string.h>

#include "base/os/sandbox.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "index/trace.h"

static void allow_index(struct gt_sandbox *s, const char *index)
{
	char *cache, *real, *path, *slash;

	if (!index) {
		/* It cannot be made later: that needs the directories above it. */
		cache = gt_cache_dir();
		if (cache && !gt_mkdir_parents(cache, NULL))
			gt_sandbox_allow(s, cache, GT_SANDBOX_STORE);
		free(cache);
	} else if (strcmp(index, "none") != 0) {
		/* A file is made again beside the old one and renamed over it. */
		real = realpath(index, NULL);
		path = gt_xstrdup(real ? real : index);
		slash = strrchr(path, '/');
		if (slash)
			slash[slash == path] = '\0';
		gt_sandbox_allow(s, slash ? path : ".", GT_SANDBOX_STORE);
		free(path);
		free(real);
	}
}

void gt_confine_report(const struct gt_cli *c)
{
	struct gt_sandbox s;

	if (c->given[GT_OPT_NO_SANDBOX])
		return;
	gt_sandbox_init(&s, GT_SANDBOX_REPORT);
	for (size_t i = 0; i < c->ntraces; i++)
		gt_sandbox_allow(&s, c->traces[i], GT_SANDBOX_READ);
	for (size_t i = 0; i < c->nolds; i++)
		gt_sandbox_allow(&s, c->olds[i], GT_SANDBOX_READ);
	allow_index(&s, c->index);
	gt_sandbox_allow(&s, gt_spool_dir(), GT_SANDBOX_SPOOL);
	gt_sandbox_enter(&s);
}
