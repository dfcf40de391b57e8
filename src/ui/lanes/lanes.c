/* Which lanes the timeline has, and in which order. */
#include "ui/lanes/lanes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/xalloc.h"

static const uint8_t section_of_kind[] = {
#define GT_LANE(id, section, ...) [GT_LANE_##id] = GT_SECTION_##section,
#include "ui/lanes/lane.def"
#undef GT_LANE
};
_Static_assert(GT_COUNT(section_of_kind) == GT_LANE_KINDS, "a kind of lane without a section");

const struct gt_lane_section_info gt_lane_sections[GT_SECTIONS] = {
	[GT_SECTION_RUNTIME] = { "runtime", "GC", "the runtime: garbage collections, stop-the-world pauses" },
	[GT_SECTION_PROCS] = { "procs", "P", "processors" },
	[GT_SECTION_THREADS] = { "threads", "M", "threads" },
	[GT_SECTION_GOROUTINES] = { "goroutines", "G", "goroutines" },
	[GT_SECTION_BUSIEST] = { "busiest", "G+", "goroutines that ran most in this window" },
	[GT_SECTION_CHARTS] = { "charts", "charts", "charts" },
};

enum gt_lane_section_id gt_lane_section_of(const struct gt_lane *lane)
{
	if (lane->kind == GT_LANE_HEADER)
		return (enum gt_lane_section_id)(lane->row % GT_SECTIONS);
	return (enum gt_lane_section_id)section_of_kind[lane->kind];
}

static struct gt_lane_section *lanes_section_of(struct gt_lanes *l, const struct gt_lane *lane)
{
	return &l->section[gt_lane_section_of(lane)];
}

bool gt_lanes_are(const struct gt_lane *a, const struct gt_lane *b)
{
	return a->kind == b->kind && a->row == b->row;
}

/* ---- lists of lanes ---- */

/* Its place; list->n: it is not there. */
static size_t list_find(const struct gt_lane_list *list, const struct gt_lane *lane)
{
	size_t i = 0;

	while (i < list->n && !gt_lanes_are(&list->v[i], lane))
		i++;
	return i;
}

static void list_insert(struct gt_lane_list *list, size_t at, const struct gt_lane *lane, bool pinned)
{
	assert(at <= list->n);
	GT_GROW(list->v, list->cap, list->n + 1);
	memmove(&list->v[at + 1], &list->v[at], (list->n - at) * sizeof *list->v);
	list->v[at] = *lane;
	list->v[at].pinned = pinned;
	list->n++;
}

static void list_remove(struct gt_lane_list *list, size_t at)
{
	assert(at < list->n);
	memmove(&list->v[at], &list->v[at + 1], (list->n - at - 1) * sizeof *list->v);
	list->n--;
}

void gt_lanes_init(struct gt_lanes *l)
{
	*l = (struct gt_lanes){ 0 };
	l->section[GT_SECTION_RUNTIME].on = l->section[GT_SECTION_PROCS].on = l->section[GT_SECTION_CHARTS].on = true;
}

void gt_lanes_release(struct gt_lanes *l)
{
	for (int i = 0; i < GT_SECTIONS; i++) {
		free(l->section[i].shown.v);
		free(l->section[i].hidden.v);
	}
	free(l->pins.v);
	free(l->fixed.v);
	*l = (struct gt_lanes){ 0 };
}

/* ---- places ---- */

/* What stays at the top: of a folded section one header stands for all. */
static void settle_fixed(struct gt_lanes *l)
{
	bool done[GT_SECTIONS] = { false };

	l->fixed.n = 0;
	for (int i = 0; i < GT_SECTIONS; i++)
		l->section[i].pinned = 0;
	for (size_t i = 0; i < l->pins.n; i++) {
		uint32_t id = gt_lane_section_of(&l->pins.v[i]);
		struct gt_lane_section *s = &l->section[id];
		const struct gt_lane header = { .kind = GT_LANE_HEADER, .row = id };

		s->pinned++;
		if (!s->on || (s->folded && done[id]))
			continue;
		done[id] = true;
		list_insert(&l->fixed, l->fixed.n, s->folded ? &header : &l->pins.v[i], true);
	}
}

/* One whose lanes all are pinned divides nothing. */
static bool is_long(const struct gt_lane_section *s)
{
	return s->on && (s->shown.n + s->hidden.n > 0 || s->pinned == 0);
}

/*
 * Headers take rows: there is one where several long sections follow each
 * other, where a section is folded, and where one that was asked for is empty.
 */
static bool wants_head(const struct gt_lanes *l, int i, int long_sections)
{
	const struct gt_lane_section *s = &l->section[i];

	if (!s->on)
		return false;
	if (s->folded)
		return s->pinned == 0 && s->shown.n + s->hidden.n > 0;
	if (gt_lane_section_of_kinds((enum gt_lane_section_id)i) || i == GT_SECTION_BUSIEST)
		return false;
	return (long_sections > 1 && is_long(s)) || (i > GT_SECTION_PROCS && s->shown.n == 0 && s->pinned == 0);
}

static size_t section_places(const struct gt_lane_section *s)
{
	return s->on ? s->head + (s->folded ? 0 : s->shown.n) : 0;
}

static void lanes_settle(struct gt_lanes *l)
{
	int long_sections = 0;

	settle_fixed(l);
	for (int i = GT_SECTION_PROCS; i < GT_SECTION_BUSIEST; i++)
		long_sections += is_long(&l->section[i]);
	l->count = l->fixed.n;
	for (int i = 0; i < GT_SECTIONS; i++) {
		l->section[i].head = wants_head(l, i, long_sections);
		l->count += section_places(&l->section[i]);
	}
	if (l->cursor >= l->count)
		l->cursor = l->count ? l->count - 1 : 0;
}

bool gt_lanes_get(const struct gt_lanes *l, size_t place, struct gt_lane *out)
{
	if (place < l->fixed.n) {
		*out = l->fixed.v[place];
		return true;
	}
	place -= l->fixed.n;
	for (uint32_t i = 0; i < GT_SECTIONS; i++) {
		const struct gt_lane_section *s = &l->section[i];
		size_t n = section_places(s);

		if (place >= n) {
			place -= n;
			continue;
		}
		*out = s->head && place == 0 ? (struct gt_lane){ .kind = GT_LANE_HEADER, .row = i }
					     : s->shown.v[place - s->head];
		return true;
	}
	return false;
}

bool gt_lanes_current(const struct gt_lanes *l, struct gt_lane *out)
{
	return gt_lanes_get(l, l->cursor, out);
}

size_t gt_lanes_find(const struct gt_lanes *l, uint8_t kind, uint32_t row)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	const struct gt_lane_section *s = &l->section[gt_lane_section_of(&lane)];
	size_t i = list_find(&l->fixed, &lane), start = l->fixed.n;

	if (i < l->fixed.n)
		return i;
	for (const struct gt_lane_section *before = l->section; before < s; before++)
		start += section_places(before);
	if (kind == GT_LANE_HEADER)
		return s->head ? start : SIZE_MAX;
	if (!s->on || s->folded)
		return SIZE_MAX;
	i = list_find(&s->shown, &lane);
	return i < s->shown.n ? start + s->head + i : SIZE_MAX;
}

void gt_lanes_begin(struct gt_lanes *l)
{
	l->has_at = gt_lanes_current(l, &l->at);
}

/* The cursor goes to its lane's place, or that of the header that stands for it, or stays. */
void gt_lanes_end(struct gt_lanes *l)
{
	size_t place;

	lanes_settle(l);
	if (!l->has_at)
		return;
	place = gt_lanes_find(l, l->at.kind, l->at.row);
	if (place == SIZE_MAX)
		place = gt_lanes_find(l, GT_LANE_HEADER, gt_lane_section_of(&l->at));
	if (place != SIZE_MAX)
		l->cursor = place;
}

/* ---- adding ---- */

static uint64_t order_of(const struct gt_lanes *l, const struct gt_lane *lane)
{
	if (gt_lane_section_of_kinds(gt_lane_section_of(lane)))
		return lane->kind;
	return l->order ? l->order(l->ctx, lane) : lane->row;
}

/* Among those of its section, by its order. */
static void lanes_insert(struct gt_lanes *l, const struct gt_lane *lane)
{
	struct gt_lane_list *list = &lanes_section_of(l, lane)->shown;
	uint64_t order = order_of(l, lane);
	size_t at = list->n;

	/* Most come in order. */
	if (at && order_of(l, &list->v[at - 1]) >= order)
		at = GT_BISECT(i, 0, list->n, order_of(l, &list->v[i]) < order);
	list_insert(list, at, lane, false);
}

void gt_lanes_add(struct gt_lanes *l, uint8_t kind, uint32_t row, bool pinned)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	size_t at = 0;

	/* Pinned, and kept by gt_lanes_clear. */
	if (list_find(&l->pins, &lane) < l->pins.n)
		return;
	if (!pinned) {
		lanes_insert(l, &lane);
		return;
	}
	/* Kinds are in the order of the screen. */
	while (at < l->pins.n && l->pins.v[at].kind <= kind)
		at++;
	list_insert(&l->pins, at, &lane, true);
}

void gt_lanes_clear(struct gt_lanes *l, enum gt_lane_section_id section)
{
	l->section[section].shown.n = l->section[section].hidden.n = 0;
}

/* ---- moving about ---- */

bool gt_lanes_move(struct gt_lanes *l, int64_t delta)
{
	size_t before = l->cursor;

	if (delta < 0)
		l->cursor -= (uint64_t)-delta < l->cursor ? (size_t)-delta : l->cursor;
	/* Up to those that do not scroll: over all that do. */
	if (delta < 0 && l->cursor < l->fixed.n)
		l->top = 0;
	if (delta > 0 && l->count)
		l->cursor = (uint64_t)delta < l->count - 1 - l->cursor ? l->cursor + (size_t)delta : l->count - 1;
	l->chosen = true;
	return l->cursor != before;
}

void gt_lanes_goto_place(struct gt_lanes *l, size_t place)
{
	if (place < l->count)
		l->cursor = place;
	l->chosen = true;
}

static bool unhide(struct gt_lanes *l, struct gt_lane_section *s, size_t i)
{
	struct gt_lane lane;

	if (i >= s->hidden.n)
		return false;
	lane = s->hidden.v[i];
	list_remove(&s->hidden, i);
	gt_lanes_add(l, lane.kind, lane.row, lane.pinned);
	return true;
}

bool gt_lanes_goto(struct gt_lanes *l, uint8_t kind, uint32_t row)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	struct gt_lane_section *s = lanes_section_of(l, &lane);
	size_t place = gt_lanes_find(l, kind, row);

	l->chosen = true;
	if (place != SIZE_MAX) {
		l->cursor = place;
		return true;
	}
	if (kind == GT_LANE_HEADER ||
	    (list_find(&s->shown, &lane) == s->shown.n && list_find(&l->pins, &lane) == l->pins.n &&
	     !unhide(l, s, list_find(&s->hidden, &lane))))
		return false;
	s->on = true;
	s->folded = false;
	lanes_settle(l);
	l->cursor = gt_lanes_find(l, kind, row);
	return true;
}

size_t gt_lanes_shown(const struct gt_lanes *l, enum gt_lane_section_id section)
{
	return l->section[section].shown.n + l->section[section].pinned;
}

size_t gt_lanes_hidden(const struct gt_lanes *l)
{
	size_t n = 0;

	for (int i = 0; i < GT_SECTIONS; i++)
		n += l->section[i].hidden.n;
	return n;
}

/* ---- arranging ---- */

/* Takes a lane from where it is on the screen. */
static void lanes_take(struct gt_lanes *l, const struct gt_lane *lane)
{
	struct gt_lane_list *shown = &lanes_section_of(l, lane)->shown;
	size_t pin = list_find(&l->pins, lane), at = list_find(shown, lane);

	if (pin < l->pins.n)
		list_remove(&l->pins, pin);
	else if (at < shown->n)
		list_remove(shown, at);
}

void gt_lanes_pin(struct gt_lanes *l)
{
	struct gt_lane lane;

	if (!gt_lanes_current(l, &lane) || lane.kind == GT_LANE_HEADER)
		return;
	l->chosen = true;
	gt_lanes_begin(l);
	lanes_take(l, &lane);
	if (lane.pinned)
		lanes_insert(l, &lane);
	else
		list_insert(&l->pins, l->pins.n, &lane, true);
	gt_lanes_end(l);
}

/* Away from the screen, remembered. */
static void put_away(struct gt_lanes *l, const struct gt_lane *lane)
{
	struct gt_lane_list *hidden = &lanes_section_of(l, lane)->hidden;

	lanes_take(l, lane);
	list_insert(hidden, hidden->n, lane, lane->pinned);
}

void gt_lanes_hide(struct gt_lanes *l)
{
	struct gt_lane lane;

	if (!gt_lanes_current(l, &lane) || l->count < 2)
		return;
	if (lane.kind == GT_LANE_HEADER)
		lanes_section_of(l, &lane)->on = false;
	else
		put_away(l, &lane);
	/* The cursor's place has the next lane now. */
	lanes_settle(l);
}

bool gt_lanes_is_hidden(const struct gt_lanes *l, const struct gt_lane *lane)
{
	const struct gt_lane_list *hidden = &l->section[gt_lane_section_of(lane)].hidden;

	return list_find(hidden, lane) < hidden->n;
}

void gt_lanes_show(struct gt_lanes *l, uint8_t kind, uint32_t row, bool shown)
{
	struct gt_lane lane = { .kind = kind, .row = row };
	struct gt_lane_section *s = lanes_section_of(l, &lane);
	size_t at = list_find(&s->hidden, &lane);

	gt_lanes_begin(l);
	if (shown) {
		s->on = true;
		unhide(l, s, at);
	} else if (at == s->hidden.n && l->count > 1) {
		lane.pinned = list_find(&l->pins, &lane) < l->pins.n;
		put_away(l, &lane);
	}
	gt_lanes_end(l);
}

size_t gt_lanes_show_all(struct gt_lanes *l)
{
	size_t n = gt_lanes_hidden(l);

	gt_lanes_begin(l);
	for (int i = 0; i < GT_SECTIONS; i++) {
		struct gt_lane_section *s = &l->section[i];

		while (s->hidden.n)
			unhide(l, s, s->hidden.n - 1);
		/* Hidden as a whole; threads and goroutines have a menu of their own. */
		if (!s->on && i != GT_SECTION_THREADS && i != GT_SECTION_GOROUTINES) {
			n += gt_lanes_shown(l, (enum gt_lane_section_id)i);
			s->on = true;
		}
	}
	gt_lanes_end(l);
	return n;
}

bool gt_lanes_shift(struct gt_lanes *l, int dir)
{
	struct gt_lane_list *list;
	struct gt_lane lane, other;
	size_t i;

	if (!gt_lanes_current(l, &lane) || lane.kind == GT_LANE_HEADER || (dir < 0 && l->cursor == 0) ||
	    !gt_lanes_get(l, dir < 0 ? l->cursor - 1 : l->cursor + 1, &other))
		return false;
	list = lane.pinned ? &l->pins : &lanes_section_of(l, &lane)->shown;
	i = list_find(list, &lane);
	/* Over the border of the pinned ones only by pinning; a section keeps together. */
	if (lane.pinned != other.pinned || (dir < 0 ? i == 0 : i + 1 >= list->n))
		return false;
	gt_lanes_begin(l);
	list_remove(list, i);
	list_insert(list, dir < 0 ? i - 1 : i + 1, &lane, lane.pinned);
	gt_lanes_end(l);
	return true;
}

void gt_lanes_fold(struct gt_lanes *l, enum gt_lane_section_id section, bool folded)
{
	gt_lanes_begin(l);
	l->section[section].folded = folded;
	gt_lanes_end(l);
}

void gt_lanes_set_on(struct gt_lanes *l, enum gt_lane_section_id section, bool on)
{
	gt_lanes_begin(l);
	l->section[section].on = on;
	gt_lanes_end(l);
}
