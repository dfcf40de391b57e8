/* Stacks as places of frames, frames as places of functions, functions with their packages: numbers of the index. */
#include "format/tables/names.h"

#include <assert.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "index/store/packages.h"

static void put_all_stacks(const struct gt_trace *t, struct gt_parquet *file, struct gt_out *out)
{
	/* Row 0 is the stack without frames. */
	for (uint32_t stack = 1, n = gt_trace_stacks(t); stack < n; stack++) {
		uint32_t depth = gt_stack_depth(t, stack);

		for (uint32_t i = 0; i < depth && gt_out_step(out); i++) {
			gt_parquet_int(file, stack);
			gt_parquet_int(file, i);
			gt_parquet_int(file, gt_stack_frame_row(t, stack, i));
			gt_parquet_row(file, &out->buf);
		}
	}
}

static void put_named(struct gt_pqcells *cells, const struct gt_trace *t, uint32_t string)
{
	size_t n;
	const char *s = gt_trace_string(t, string, &n);

	if (string)
		gt_pqcells_text(cells, s, n);
	else
		gt_parquet_null(cells->file);
}

static void put_all_frames(const struct gt_trace *t, struct gt_pqcells *cells, struct gt_out *out)
{
	struct gt_frame f;

	for (uint32_t row = 0; gt_frame_get(t, row, &f) && gt_out_step(out); row++) {
		gt_parquet_int(cells->file, row);
		if (f.func)
			gt_parquet_int(cells->file, f.func);
		else
			gt_parquet_null(cells->file);
		put_named(cells, t, f.file);
		gt_parquet_int(cells->file, (int64_t)f.line);
		gt_parquet_int(cells->file, (int64_t)f.pc);
		gt_parquet_row(cells->file, &out->buf);
	}
}

static int compare_func_rows(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void put_function(const struct gt_trace *t, uint32_t func, struct gt_pqcells *cells)
{
	size_t n;
	const char *s = gt_trace_string(t, func, &n);
	struct gt_package p = gt_package_of(s, n);

	gt_parquet_int(cells->file, func);
	gt_pqcells_text(cells, s, n);
	if (p.n)
		gt_pqcells_text(cells, p.path, p.n);
	else
		gt_parquet_null(cells->file);
	gt_parquet_int(cells->file, gt_package_is_standard(p));
}

/* A function's number is that of its name among the strings of the trace. */
static void put_all_functions(const struct gt_trace *t, struct gt_pqcells *cells, struct gt_out *out)
{
	uint32_t *funcs = gt_xcalloc((size_t)gt_trace_frames(t) + 1, sizeof *funcs), n = 0;
	struct gt_frame f;

	for (uint32_t row = 0; gt_frame_get(t, row, &f); row++)
		if (f.func)
			funcs[n++] = f.func;
	qsort(funcs, n, sizeof *funcs, compare_func_rows);
	for (uint32_t i = 0; i < n && gt_out_step(out); i++) {
		if (i && funcs[i] == funcs[i - 1])
			continue;
		put_function(t, funcs[i], cells);
		gt_parquet_row(cells->file, &out->buf);
	}
	free(funcs);
}

void gt_base_names(enum gt_base_id id, const struct gt_trace *t, struct gt_pqcells *cells, struct gt_out *out)
{
	if (id == GT_BASE_stacks) {
		put_all_stacks(t, cells->file, out);
	} else if (id == GT_BASE_frames) {
		put_all_frames(t, cells, out);
	} else {
		assert(id == GT_BASE_functions);
		put_all_functions(t, cells, out);
	}
}
