/* All events of a trace with the rows of their goroutines, by plain counting. */
#include "truth.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "order/order.h"
#include "tap/tap.h"
#include "wire/v1/v1events.h"

static void order_all(struct truth *truth, const struct gt_trace *t)
{
	struct gt_order *o;
	struct gt_event buf[64];
	int got, rc = 0;

	if (gt_order_open(&o, t->src, &t->header, NULL))
		tap_bail("cannot order");
	while (rc >= 0 && gt_order_next_gen(o, NULL) > 0) {
		do {
			rc = gt_order_next(o, buf, GT_COUNT(buf), &got, NULL);
			GT_GROW(truth->ev, truth->cap, truth->n + (size_t)got);
			for (int i = 0; i < got; i++)
				if (buf[i].kind != GT_EV_DROPPED)
					truth->ev[truth->n++] = buf[i];
		} while (rc > 0);
	}
	gt_order_close(o);
}

/* Rows by slot while the events go by. */
struct slots {
	uint32_t *row;
	size_t n, cap;
	uint32_t next;
};

static uint32_t row_of(struct slots *s, uint32_t slot)
{
	return slot < s->n ? s->row[slot] : GT_NO_ROW;
}

static void set_row(struct slots *s, uint32_t slot, uint32_t row)
{
	GT_GROW(s->row, s->cap, (size_t)slot + 1);
	for (; s->n <= slot; s->n++)
		s->row[s->n] = GT_NO_ROW;
	s->row[slot] = row;
}

static uint32_t subject_of(struct slots *s, const struct gt_event *e, bool v1)
{
	bool fresh = v1 ? e->type == GT_V1_GoCreate || (e->fresh && row_of(s, e->sslot) == GT_NO_ROW) : e->fresh;
	uint32_t row;

	if (e->sslot == GT_NO_SLOT)
		return GT_NO_ROW;
	if (fresh)
		set_row(s, e->sslot, !v1 && e->from == e->to ? GT_NO_ROW : s->next++);
	row = row_of(s, e->sslot);
	if (v1 ? e->type == GT_V1_GoEnd : e->to == GT_G_NOT_EXIST && e->from != e->to)
		set_row(s, e->sslot, GT_NO_ROW);
	return row;
}

void truth_load(struct truth *truth, const struct gt_trace *t)
{
	struct slots s = { 0 };

	*truth = (struct truth){ 0 };
	order_all(truth, t);
	truth->subject = gt_xcalloc(truth->n + 1, sizeof *truth->subject);
	truth->actor = gt_xcalloc(truth->n + 1, sizeof *truth->actor);
	for (size_t i = 0; i < truth->n; i++) {
		struct gt_event *e = &truth->ev[i];

		e->time -= t->info.first_ts;
		truth->actor[i] = row_of(&s, e->gslot);
		truth->subject[i] = GT_NO_ROW;
		if (e->kind == GT_EV_G_STATE)
			truth->subject[i] = subject_of(&s, e, t->header.format == GT_FORMAT_V1);
	}
	truth->rows = s.next;
	free(s.row);
}

void truth_free(struct truth *truth)
{
	free(truth->ev);
	free(truth->subject);
	free(truth->actor);
}

uint64_t truth_first_at(const struct truth *truth, int64_t time)
{
	uint64_t n = 0;

	while (n < truth->n && truth->ev[n].time < time)
		n++;
	return n;
}

void truth_for_traces(const char *const *patterns, void (*check)(const char *path, const char *name))
{
	const char *dir = getenv("GT_SRCDIR");

	if (!dir)
		tap_skip_all("GT_SRCDIR is not set");
	for (; *patterns; patterns++) {
		char *pattern = gt_xasprintf("%s/testdata/%s", dir, *patterns);
		glob_t found;

		if (!glob(pattern, 0, NULL, &found)) {
			for (size_t i = 0; i < found.gl_pathc; i++)
				check(found.gl_pathv[i], strstr(found.gl_pathv[i], "testdata/") + 9);
			globfree(&found);
		}
		free(pattern);
	}
}
