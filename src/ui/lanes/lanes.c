/* Which lanes the timeline has, and in which order. */
#include "ui/lanes/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

static const uint8_t section_of_kind[GT_LANE_KINDS] = {
#define GT_LANE(id, section, ops) [GT_LANE_##id] = GT_SECTION_##section,
#include "ui/lanes/lane.def"
#undef GT_LANE
};

const struct gt_lane_section_info gt_lane_sections[GT_SECTIONS] = {
	[GT_SECTION_CHARTS] = { "charts", "charts", "charts" },
	[GT_SECTION_RUNTIME] = { "runtime", "GC", "the runtime: garbage collections, stop-the-world pauses, wake-ups" },
	[GT_SECTION_PROCS] = { "procs", "P", "processors" },
	[GT_SECTION_THREADS] = { "threads", "M", "threads" },
	[GT_SECTION_GOROUTINES] = { "goroutines", "G", "goroutines" },
};

static struct gt_lane_section *lanes_section_of(struct gt_lanes *l, const struct gt_lane *lane)
{
	return &l->section[gt_lane_section_of(lane)];
}

enum gt_lane_section_id gt_lane_section_of(const struct gt_lane *lane)
{
	if (lane->kind == GT_LANE_HEADER)
		return (enum gt_lane_section_id)(lane->row % GT_SECTIONS);
	return (enum gt_lane_section_id)section_of_kind[lane->kind];
}

bool gt_lanes_are(const struct gt_lane *a, const struct gt_lane *b)
{
	return a->kind == b->kind && a->row == b->row;
}

/* A section of one kind of lanes: they are told apart by their rows; of several kinds: by their kinds. */
static uint8_t only_kind(int section)
{
	uint8_t only = GT_LANE_HEADER;

	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++) {
		if (section_of_kind[kind] == section)
			only = kind;
	}
	return section >= GT_SECTION_PROCS ? only : GT_LANE_HEADER;
}

static struct gt_lane lane_of(const struct gt_lane_section *s, uint32_t member)
{
	return (struct gt_lane){
		.kind = s->kind == GT_LANE_HEADER ? (uint8_t)member : s->kind,
		.row = s->kind == GT_LANE_HEADER ? 0 : member,
	};
}

static uint32_t member_of(const struct gt_lane_section *s, const struct gt_lane *lane)
{
	return s->kind == GT_LANE_HEADER ? lane->kind : lane->row;
}

void gt_lanes_init(struct gt_lanes *l)
{
	*l = (struct gt_lanes){ 0 };
	for (int i = 0; i < GT_SECTIONS; i++) {
		l->section[i].kind = only_kind(i);
		l->section[i].on = i <= GT_SECTION_PROCS;
	}
}

void gt_lanes_release(struct gt_lanes *l)
{
	for (int i = 0; i < GT_SECTIONS; i++) {
		free(l->section[i].v);
		free(l->section[i].hidden);
	}
	free(l->pins);
	free(l->fixed);
	*l = (struct gt_lanes){ 0 };
}

/* ---- places ---- */

/* What stays at the top: of a folded section one header stands for all. */
static void settle_fixed(struct gt_lanes *l)
{
	bool done[GT_SECTIONS] = { false };

	GT_GROW(l->fixed, l->fixed_cap, l->npins + 1);
	l->nfixed = 0;
	for (int i = 0; i < GT_SECTIONS; i++)
		l->section[i].pinned = 0;
	for (size_t i = 0; i < l->npins; i++) {
		uint32_t id = gt_lane_section_of(&l->pins[i]);
		struct gt_lane_section *s = &l->section[id];

		s->pinned++;
		if (!s->on || (s->folded && done[id]))
			continue;
		done[id] = true;
		l->fixed[l->nfixed] = l->pins[i];
		if (s->folded)
			l->fixed[l->nfixed] = (struct gt_lane){
				.kind = GT_LANE_HEADER, .pinned = true, .row = id,
			};
		l->nfixed++;
	}
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
		return s->pinned == 0 && s->n + s->nhidden > 0;
	if (i < GT_SECTION_PROCS)
		return false;
	return long_sections > 1 || (i > GT_SECTION_PROCS && s->n == 0 && s->pinned == 0);
}

static size_t section_places(const struct gt_lane_section *s)
{
	if (!s->on)
		return 0;
	return s->head + (s->folded ? 0 : s->n);
}

static void lanes_settle(struct gt_lanes *l)
{
	int long_sections = 0;

	settle_fixed(l);
	for (int i = GT_SECTION_PROCS; i < GT_SECTIONS; i++)
		long_sections += l->section[i].on;
	l->count = l->nfixed;
	for (int i = 0; i < GT_SECTIONS; i++) {
		l->section[i].head = wants_head(l, i, long_sections);
		l->count += section_places(&l->section[i]);
	}
	if (l->cursor >= l->count)
		l->cursor = l->count ? l->count - 1 : 0;
}

bool gt_lanes_get(const struct gt_lanes *l, size_t place, struct gt_lane *out)
{
	if (place < l->nfixed) {
		*out = l->fixed[place];
		return true;
	}
	place -= l->nfixed;
	for (uint32_t i = 0; i < GT_SECTIONS; i++) {
		const struct gt_lane_section *s = &l->section[i];
		size_t n = section_places(s);

		if (place >= n) {
			place -= n;
			continue;
		}
		if (s->head && place == 0)
			*out = (struct gt_lane){ .kind = GT_LANE_HEADER, .row = i };
		else
			*out = lane_of(s, s->v[place - s->head]);
		return true;
	}
	return false;
}

bool gt_lanes_current(const struct gt_lanes *l, struct gt_lane *out)
{
	return gt_lanes_get(l, l->cursor, out);
}

static size_t index_in(const uint32_t *v, size_t n, uint32_t member)
{
	size_t i = 0;

	while (i < n && v[i] != member)
		i++;
	return i;
}

static size_t pin_of(const struct gt_lanes *l, const struct gt_lane *lane)
{
	size_t i = 0;

	while (i < l->npins && !gt_lanes_are(&l->pins[i], lane))
		i++;
	return i;
}

/* The place of the first lane of a section that scrolls, its header if it has one. */
static size_t section_start(const struct gt_lanes *l, const struct gt_lane_section *s)
{
	size_t place = l->nfixed;

	for (const struct gt_lane_section *p = l->section; p < s; p++)
		place += section_places(p);
	return place;
}

size_t gt_lanes_find(const struct gt_lanes *l, uint8_t kind, uint32_t row)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	const struct gt_lane_section *s = &l->section[gt_lane_section_of(&lane)];
	size_t i;

	for (i = 0; i < l->nfixed; i++) {
		if (gt_lanes_are(&l->fixed[i], &lane))
			return i;
	}
	if (kind == GT_LANE_HEADER)
		return s->head ? section_start(l, s) : SIZE_MAX;
	if (!s->on || s->folded)
		return SIZE_MAX;
	i = index_in(s->v, s->n, member_of(s, &lane));
	return i < s->n ? section_start(l, s) + s->head + i : SIZE_MAX;
}

/* The lane's place, or that of the header that stands for it, or what is left. */
static void find_again(struct gt_lanes *l, const struct gt_lane *lane)
{
	size_t place = gt_lanes_find(l, lane->kind, lane->row);

	if (place == SIZE_MAX)
		place = gt_lanes_find(l, GT_LANE_HEADER, gt_lane_section_of(lane));
	if (place != SIZE_MAX)
		l->cursor = place;
}

void gt_lanes_begin(struct gt_lanes *l)
{
	l->has_at = gt_lanes_current(l, &l->at);
}

void gt_lanes_end(struct gt_lanes *l)
{
	lanes_settle(l);
	if (l->has_at)
		find_again(l, &l->at);
}

/* ---- adding ---- */

static uint64_t order_of(const struct gt_lanes *l, const struct gt_lane_section *s, uint32_t member)
{
	const struct gt_lane lane = lane_of(s, member);

	return s->kind != GT_LANE_HEADER && l->order ? l->order(l->ctx, &lane) : member;
}

static void insert_at(struct gt_lane_section *s, size_t at, uint32_t member)
{
	GT_GROW(s->v, s->cap, s->n + 1);
	memmove(&s->v[at + 1], &s->v[at], (s->n - at) * sizeof *s->v);
	s->v[at] = member;
	s->n++;
}

static void insert(struct gt_lanes *l, struct gt_lane_section *s, uint32_t member)
{
	uint64_t order = order_of(l, s, member);
	size_t low = 0, high = s->n;

	if (s->n && order_of(l, s, s->v[s->n - 1]) < order)
		low = high;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (order_of(l, s, s->v[mid]) < order)
			low = mid + 1;
		else
			high = mid;
	}
	insert_at(s, low, member);
}

static void add_pin(struct gt_lanes *l, size_t at, const struct gt_lane *lane)
{
	GT_GROW(l->pins, l->pins_cap, l->npins + 1);
	memmove(&l->pins[at + 1], &l->pins[at], (l->npins - at) * sizeof *l->pins);
	l->pins[at] = *lane;
	l->pins[at].pinned = true;
	l->npins++;
}

static void remove_pin(struct gt_lanes *l, size_t at)
{
	memmove(&l->pins[at], &l->pins[at + 1], (l->npins - at - 1) * sizeof *l->pins);
	l->npins--;
}

void gt_lanes_add(struct gt_lanes *l, uint8_t kind, uint32_t row, bool pinned)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	struct gt_lane_section *s = lanes_section_of(l, &lane);
	size_t at = 0;

	/* Pinned, and kept by gt_lanes_clear. */
	if (pin_of(l, &lane) < l->npins)
		return;
	if (!pinned) {
		insert(l, s, member_of(s, &lane));
		return;
	}
	/* Kinds are in the order of the screen. */
	while (at < l->npins && l->pins[at].kind <= kind)
		at++;
	add_pin(l, at, &lane);
}

void gt_lanes_clear(struct gt_lanes *l, enum gt_lane_section_id section)
{
	l->section[section].n = l->section[section].nhidden = 0;
}

/* ---- moving about ---- */

bool gt_lanes_move(struct gt_lanes *l, int64_t delta)
{
	size_t before = l->cursor;

	if (delta < 0)
		l->cursor -= (uint64_t)-delta < l->cursor ? (size_t)-delta : l->cursor;
	/* Up to those that do not scroll: over all that do. */
	if (delta < 0 && l->cursor < l->nfixed)
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

static size_t hidden_at(const struct gt_lane_section *s, const struct gt_lane *lane)
{
	size_t i = 0;

	while (i < s->nhidden && !gt_lanes_are(&s->hidden[i], lane))
		i++;
	return i;
}

static bool unhide(struct gt_lanes *l, struct gt_lane_section *s, size_t i)
{
	struct gt_lane lane;

	if (i >= s->nhidden)
		return false;
	lane = s->hidden[i];
	s->hidden[i] = s->hidden[--s->nhidden];
	gt_lanes_add(l, lane.kind, lane.row, lane.pinned);
	return true;
}

bool gt_lanes_goto(struct gt_lanes *l, uint8_t kind, uint32_t row)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	struct gt_lane_section *s = lanes_section_of(l, &lane);
	uint32_t member = member_of(s, &lane);
	size_t place = gt_lanes_find(l, kind, row);

	l->chosen = true;
	if (place != SIZE_MAX) {
		l->cursor = place;
		return true;
	}
	if (kind == GT_LANE_HEADER || (index_in(s->v, s->n, member) == s->n && pin_of(l, &lane) == l->npins &&
				       !unhide(l, s, hidden_at(s, &lane))))
		return false;
	s->on = true;
	s->folded = false;
	lanes_settle(l);
	l->cursor = gt_lanes_find(l, kind, row);
	return true;
}

size_t gt_lanes_shown(const struct gt_lanes *l, enum gt_lane_section_id section)
{
	return l->section[section].n + l->section[section].pinned;
}

size_t gt_lanes_hidden(const struct gt_lanes *l)
{
	size_t n = 0;

	for (int i = 0; i < GT_SECTIONS; i++)
		n += l->section[i].nhidden;
	return n;
}

/* ---- arranging ---- */

static void remove_member(struct gt_lane_section *s, size_t at)
{
	memmove(&s->v[at], &s->v[at + 1], (s->n - at - 1) * sizeof *s->v);
	s->n--;
}

/* Takes a lane from where it is on the screen. */
static void lanes_take(struct gt_lanes *l, const struct gt_lane *lane)
{
	struct gt_lane_section *s = lanes_section_of(l, lane);
	size_t at = pin_of(l, lane);

	if (at < l->npins) {
		remove_pin(l, at);
		return;
	}
	at = index_in(s->v, s->n, member_of(s, lane));
	if (at < s->n)
		remove_member(s, at);
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
		insert(l, lanes_section_of(l, &lane), member_of(lanes_section_of(l, &lane), &lane));
	else
		add_pin(l, l->npins, &lane);
	gt_lanes_end(l);
}

/* Away from the screen, remembered. */
static void put_away(struct gt_lanes *l, const struct gt_lane *lane)
{
	struct gt_lane_section *s = lanes_section_of(l, lane);

	lanes_take(l, lane);
	GT_GROW(s->hidden, s->hidden_cap, s->nhidden + 1);
	s->hidden[s->nhidden++] = *lane;
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
	const struct gt_lane_section *s = &l->section[gt_lane_section_of(lane)];

	return hidden_at(s, lane) < s->nhidden;
}

void gt_lanes_show(struct gt_lanes *l, uint8_t kind, uint32_t row, bool shown)
{
	struct gt_lane lane = { .kind = kind, .row = row };
	struct gt_lane_section *s = lanes_section_of(l, &lane);
	bool hidden = gt_lanes_is_hidden(l, &lane);

	gt_lanes_begin(l);
	if (shown)
		s->on = true;
	if (shown && hidden) {
		unhide(l, s, hidden_at(s, &lane));
	} else if (!shown && !hidden && l->count > 1) {
		lane.pinned = pin_of(l, &lane) < l->npins;
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

		while (unhide(l, s, 0))
			;
		/* Asked for, hidden as a whole: threads and goroutines have a menu of their own. */
		if (!s->on && i <= GT_SECTION_PROCS) {
			n += gt_lanes_shown(l, (enum gt_lane_section_id)i);
			s->on = true;
		}
	}
	gt_lanes_end(l);
	return n;
}

bool gt_lanes_shift(struct gt_lanes *l, int dir)
{
	struct gt_lane_section *s;
	struct gt_lane lane, other;
	size_t i, n;

	if (!gt_lanes_current(l, &lane) || lane.kind == GT_LANE_HEADER || (dir < 0 && l->cursor == 0) ||
	    !gt_lanes_get(l, dir < 0 ? l->cursor - 1 : l->cursor + 1, &other))
		return false;
	s = lanes_section_of(l, &lane);
	i = lane.pinned ? pin_of(l, &lane) : index_in(s->v, s->n, member_of(s, &lane));
	n = lane.pinned ? l->npins : s->n;
	/* Over the border of the pinned ones only by pinning; a section keeps together. */
	if (lane.pinned != other.pinned || (dir < 0 ? i == 0 : i + 1 >= n))
		return false;
	gt_lanes_begin(l);
	if (lane.pinned) {
		l->pins[i] = l->pins[dir < 0 ? i - 1 : i + 1];
		l->pins[dir < 0 ? i - 1 : i + 1] = lane;
	} else {
		s->v[i] = s->v[dir < 0 ? i - 1 : i + 1];
		s->v[dir < 0 ? i - 1 : i + 1] = member_of(s, &lane);
	}
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
