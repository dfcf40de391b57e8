/*
 * Seeds for the fuzzers of binary traces: `seeds DIR TRACE...` writes to DIR, for every field of every kind
 * of record in the traces, one trace per extreme number in that field.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "unit/wire/numbers.h"
#include "wire/source.h"
#include "wire/v2/open.h"

#define MAX_ARG 64       /* further ones are the frames of stacks, which repeat */

struct seen {
	bool field[2][256][MAX_ARG];     /* by format, type, place in the record */
	const char *dir;
};

static void write_seed(const struct seen *s, const struct gt_buf *trace, const struct number *at,
		       unsigned format, int extreme)
{
	char *path = gt_xasprintf("%s/v%u-%03u-%02u-%d", s->dir, format, at->type, at->arg, extreme);
	FILE *f = fopen(path, "wb");

	if (!f || fwrite(trace->data, 1, trace->len, f) != trace->len || fclose(f) != 0) {
		perror(path);
		exit(1);
	}
	free(path);
}

static void write_seeds(struct seen *s, const uint8_t *bytes, size_t n, const struct numbers *all,
			unsigned format)
{
	struct gt_buf changed = { 0 };

	for (size_t i = 0; i < all->n; i++) {
		const struct number *at = &all->v[i];
		bool *seen = at->arg < MAX_ARG ? &s->field[format - 1][at->type & 255][at->arg] : NULL;

		for (int k = 0; seen && !*seen && k < EXTREMES; k++) {
			number_change(&changed, bytes, n, at, number_extremes[k]);
			write_seed(s, &changed, at, format, k);
		}
		if (seen)
			*seen = true;
	}
	gt_buf_release(&changed);
}

static void read_trace(struct seen *s, const char *path)
{
	struct numbers all = { 0 };
	struct gt_error err = { 0 };
	struct gt_source *src = NULL;
	struct gt_mapfile file;
	struct gt_header h;

	if (gt_mapfile_open(&file, path, &err) || gt_source_open_mem(&src, file.data, file.size, path) ||
	    gt_header_read(src, &h, &err)) {
		fprintf(stderr, "seeds: %s: %s\n", path, err.text);
		exit(1);
	}
	numbers_find(&all, src, &h, file.data);
	write_seeds(s, file.data, file.size, &all, h.format);
	free(all.v);
	gt_source_close(src);
	gt_mapfile_close(&file);
}

int main(int argc, char **argv)
{
	struct seen *s = gt_xcalloc(1, sizeof *s);

	s->dir = argv[1];
	for (int i = 2; i < argc; i++)
		read_trace(s, argv[i]);
	free(s);
	return 0;
}
