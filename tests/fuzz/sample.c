/* A recorded trace with its index, in memory. */
#include "fuzz/sample.h"

#include <stdio.h>

#include "base/xalloc.h"

void sample_open(struct sample *s, const char *name)
{
	const char *top = getenv("GT_SRCDIR");
	char *path = gt_xasprintf("%s/testdata/traces/%s.trace", top ? top : ".", name);
	struct gt_error err = { 0 };

	if (gt_mapfile_open(&s->trace, path, &err)) {
		fprintf(stderr, "%s (GT_SRCDIR names the sources)\n", err.text);
		abort();
	}
	s->index = ask_build(s->trace.data, s->trace.size, &s->n);
	MUST(s->index && ask_open(&s->t, s->trace.data, s->trace.size, s->index, s->n, &err) == 0);
	gt_mutex_init(&s->t.gate);
	gt_mutex_init(&s->t.lock);
	s->t.path = path;
	s->t.info.file = path;
}
