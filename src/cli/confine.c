/* The sandbox of a run: what its command line names may be opened. */
#include "cli/confine.h"

#include <stdlib.h>
#include <string.h>

#include "base/tmpfile.h"
#include "base/xalloc.h"
#include "index/trace.h"

/* A file is made anew beside the old one and renamed over it. */
static void allow_directory_of(struct gt_sandbox *s, const char *file)
{
	char *real = realpath(file, NULL), *path = gt_xstrdup(real ? real : file), *slash = strrchr(path, '/');

	if (slash)
		slash[slash == path] = '\0';
	gt_sandbox_allow(s, slash ? path : ".", GT_SANDBOX_STORE);
	free(path);
	free(real);
}

static void allow_index(struct gt_sandbox *s, const char *index)
{
	char *cache;

	if (index && !strcmp(index, "none"))
		return;
	if (index) {
		allow_directory_of(s, index);
		return;
	}
	/* It cannot be made later: that needs the directories above it. */
	cache = gt_cache_dir();
	if (cache && !gt_mkdir_parents(cache, NULL))
		gt_sandbox_allow(s, cache, GT_SANDBOX_STORE);
	free(cache);
}

void gt_confine_report(const struct gt_cli *c)
{
	struct gt_sandbox s;

	if (c->given[GT_OPT_NO_SANDBOX])
		return;
	gt_sandbox_init(&s, GT_SANDBOX_REPORT);
	for (size_t i = 0; i < c->ntraces; i++)
		gt_sandbox_allow(&s, c->traces[i], GT_SANDBOX_READ);
	if (c->program)
		gt_sandbox_allow(&s, c->program, GT_SANDBOX_READ);
	allow_index(&s, c->index);
	gt_sandbox_allow(&s, gt_spool_dir(), GT_SANDBOX_SPOOL);
	gt_sandbox_enter(&s);
}
