/* A screen in memory: scripts and tests. */
#include "ui/kit/term.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

struct mem {
	struct gt_term term;
	int rows, cols;
	struct gt_grid *shown;     /* a copy of what was drawn last */
	struct gt_buf written;
};

static struct mem *mem_of(struct gt_term *t)
{
	return (struct mem *)t;
}

static void mem_size(struct gt_term *t, int *rows, int *cols)
{
	*rows = mem_of(t)->rows;
	*cols = mem_of(t)->cols;
}

/* The caller's grid is copied, cell by cell: it is drawn over in the next frame. */
static void mem_draw(struct gt_term *t, const struct gt_grid *g, int cy, int cx)
{
	struct mem *m = mem_of(t);

	(void)cy, (void)cx;
	gt_grid_free(m->shown);
	m->shown = gt_grid_copy(g);
}

static int mem_fd(struct gt_term *t)
{
	(void)t;
	return -1;
}

/* Never a key: scripts call the application. */
static int mem_read(struct gt_term *t, int timeout_ms, struct gt_input *ev)
{
	(void)t, (void)ev;
	return timeout_ms < 0 ? -1 : 0;
}

static void mem_nothing(struct gt_term *t)
{
	(void)t;
}

static void mem_mouse(struct gt_term *t, bool on)
{
	(void)t, (void)on;
}

static void mem_write(struct gt_term *t, const char *s, size_t n)
{
	gt_buf_add(&mem_of(t)->written, s, n);
}

static bool mem_real(struct gt_term *t)
{
	(void)t;
	return false;
}

static void mem_close(struct gt_term *t)
{
	struct mem *m = mem_of(t);

	gt_grid_free(m->shown);
	gt_buf_release(&m->written);
	free(m);
}

static const struct gt_term_ops mem_ops = {
	.size = mem_size,
	.draw = mem_draw,
	.fd = mem_fd,
	.read = mem_read,
	.resize = mem_nothing,
	.redraw = mem_nothing,
	.suspend = mem_nothing,
	.resume = mem_nothing,
	.mouse = mem_mouse,
	.write = mem_write,
	.real = mem_real,
	.close = mem_close,
};

struct gt_term *gt_term_mem_open(int rows, int cols)
{
	struct mem *m = gt_xcalloc(1, sizeof *m);

	m->term.ops = &mem_ops;
	m->rows = rows;
	m->cols = cols;
	return &m->term;
}

void gt_term_mem_resize(struct gt_term *t, int rows, int cols)
{
	mem_of(t)->rows = rows;
	mem_of(t)->cols = cols;
}

const struct gt_grid *gt_term_mem_grid(struct gt_term *t)
{
	return mem_of(t)->shown;
}

const char *gt_term_mem_written(struct gt_term *t)
{
	return gt_buf_str(&mem_of(t)->written);
}
