/* What rows are sorted by: see sortkeys.h. */
#include "analysis/table/sortkeys.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* Keys of signed kinds rise with their numbers once this bit is turned over. */
static uint64_t sign_of(enum gt_kind kind)
{
	return gt_kind_is_signed(kind) ? UINT64_C(1) << 63 : 0;
}

uint64_t gt_sort_number(enum gt_kind kind, const struct gt_cell *c)
{
	uint64_t key = kind == GT_KIND_BOOL ? c->b : c->u;

	/* The bits of doubles rise with them, but those below 0 the other way. */
	if (gt_kind_is_real(kind))
		return key >> 63 ? ~key : key | UINT64_C(1) << 63;
	return key ^ sign_of(kind);
}

static void forget_rows(struct gt_sort_keys *k)
{
	for (unsigned w = 0; w < k->readers.n; w++) {
		struct gt_sort_reader *r = &k->of[w];

		r->min = UINT64_MAX;
		r->max = r->differ = r->one = 0;
		r->absent = r->unknown = false;
		r->nwords = 0;
		gt_map_clear(&r->word_of);
	}
}

void gt_sort_keys_open(struct gt_sort_keys *k, struct gt_table *t)
{
	unsigned n = 1;

	for (k->of[0].t = t; n < k->readers.n; n++) {
		k->of[n].t = gt_table_twin(t);
		if (!k->of[n].t)
			break;
	}
	k->readers.n = n;
	gt_strtab_init(&k->texts);
}

void gt_sort_keys_close(struct gt_sort_keys *k)
{
	for (unsigned w = 0; w < k->readers.n; w++) {
		if (w)
			gt_table_close(k->of[w].t);
		gt_map_release(&k->of[w].word_of);
		free(k->of[w].words);
	}
	gt_strtab_release(&k->texts);
	free(k->ranks);
}

void gt_sort_keys_begin(struct gt_sort_keys *k, struct gt_sort_key key)
{
	k->col = (unsigned)key.col;
	k->scale.desc = key.desc;
	k->text = k->of[0].t->report->columns[k->col].kind == GT_KIND_STRING;
	k->bits = GT_SORT_NOT_YET;
	k->by_row = false;
	gt_strtab_release(&k->texts);
	gt_strtab_init(&k->texts);
	forget_rows(k);
}

/* ---- reading ---- */

static void measure_key(struct gt_sort_reader *r, uint64_t key)
{
	if (r->min > r->max)
		r->one = key;
	r->min = key < r->min ? key : r->min;
	r->max = key > r->max ? key : r->max;
	r->differ |= key ^ r->one;
}

static void measure_keys(struct gt_sort_reader *r, uint64_t *keys, const uint8_t *absent, uint32_t n, uint64_t sign)
{
	for (uint32_t i = 0; i < n; i++) {
		keys[i] ^= sign;
		if (absent[i])
			r->absent = true;
		else
			measure_key(r, keys[i]);
	}
}

/* Texts are read when all rows have been looked at, by one thread: until then a text is the reader's number for it. */
static void number_words(struct gt_sort_reader *r, uint64_t row, uint64_t *keys, const uint8_t *absent, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		bool added = false;

		if (absent[i]) {
			r->absent = true;
			continue;
		}
		keys[i] = gt_map_get_or_put(&r->word_of, keys[i], (uint32_t)r->nwords, &added);
		if (added) {
			GT_GROW(r->words, r->cap, r->nwords + 1);
			r->words[r->nwords++] = (uint32_t)(row + i);
		}
	}
}

static void read_piece(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	struct gt_sort_keys *k = arg;
	struct gt_sort_reader *r = &k->of[worker];
	const struct gt_table_ops *ops = &r->t->report->ops;
	uint64_t sign = sign_of(r->t->report->columns[k->col].kind);

	for (uint64_t row = from, n; row < to && !r->unknown; row += n) {
		n = ops->keys(r->t, row, to - row < GT_KEYS_STEP ? (uint32_t)(to - row) : GT_KEYS_STEP, k->col,
			      k->keys + row, k->absent + row);
		r->unknown = !n;
		if (k->text)
			number_words(r, row, k->keys + row, k->absent + row, (uint32_t)n);
		else
			measure_keys(r, k->keys + row, k->absent + row, (uint32_t)n, sign);
	}
}

bool gt_sort_keys_read_all(struct gt_sort_keys *k, bool *known)
{
	forget_rows(k);
	k->by_row = true;
	if (!gt_team_each(&k->readers, k->of[0].t->rows, read_piece, k))
		return false;
	*known = true;
	for (unsigned w = 0; w < k->readers.n; w++)
		*known &= !k->of[w].unknown;
	k->by_row = *known;
	if (!*known)
		forget_rows(k);
	return true;
}

void gt_sort_keys_read(struct gt_sort_keys *k, uint64_t row, uint64_t i)
{
	struct gt_sort_reader *r = &k->of[0];
	struct gt_cell c;

	gt_table_cell(r->t, row, k->col, &c);
	k->absent[i] = c.null;
	r->absent |= c.null;
	if (c.null)
		return;
	k->keys[i] = k->text ? gt_strtab_add(&k->texts, c.s, c.n)
			     : gt_sort_number(r->t->report->columns[k->col].kind, &c);
	measure_key(r, k->keys[i]);
}

/* ---- text: numbers in order of appearance become ranks in order of bytes ---- */

struct word {
	const char *s;
	size_t n;
	uint32_t id;
};

int gt_sort_texts(const char *a, size_t na, const char *b, size_t nb)
{
	size_t n = na < nb ? na : nb;
	int d = n ? memcmp(a, b, n) : 0;

	return d ? d : na < nb ? -1 : na > nb;
}

static int sort_by_bytes(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	return gt_sort_texts(x->s, x->n, y->s, y->n);
}

static void rank_texts(struct gt_sort_keys *k)
{
	size_t n = k->texts.count;
	struct word *words = gt_xcalloc(n + 1, sizeof *words);

	for (size_t i = 0; i < n; i++) {
		words[i].s = gt_strtab_get(&k->texts, (uint32_t)i, &words[i].n);
		words[i].id = (uint32_t)i;
	}
	qsort(words, n, sizeof *words, sort_by_bytes);
	k->ranks = gt_xrealloc(k->ranks, n + 1, sizeof *k->ranks);
	for (size_t i = 0; i < n; i++)
		k->ranks[words[i].id] = (uint32_t)i;
	free(words);
}

/* Of a reader's words: rows become texts. */
static void read_words(struct gt_sort_keys *k, struct gt_sort_reader *r)
{
	struct gt_cell c;

	for (size_t i = 0; i < r->nwords; i++) {
		gt_table_cell(k->of[0].t, r->words[i], k->col, &c);
		r->words[i] = gt_strtab_add(&k->texts, c.null ? "" : c.s, c.null ? 0 : c.n);
	}
}

static void rank_piece(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	struct gt_sort_keys *k = arg;
	const uint32_t *words = k->of[worker].words;

	for (uint64_t i = from; i < to; i++)
		if (!k->absent[i])
			k->keys[i] = k->ranks[k->by_row ? words[k->keys[i]] : k->keys[i]];
}

/* In the parts in which they were read: each reader has numbers of its own. */
static bool rank_words(struct gt_sort_keys *k, uint64_t n)
{
	for (unsigned w = 0; w < k->readers.n && k->by_row; w++)
		read_words(k, &k->of[w]);
	rank_texts(k);
	k->of[0].min = 0;
	k->of[0].max = k->texts.count - 1;
	k->of[0].differ = UINT64_MAX;
	return gt_team_each(&k->readers, n, rank_piece, k);
}

/* ---- places ---- */

static unsigned bits_of_place(gt_wide v)
{
	return v >> 64 ? 65 : (uint64_t)v ? 64 - (unsigned)__builtin_clzll((uint64_t)v) : 0;
}

static void measure_places(struct gt_sort_keys *k)
{
	uint64_t differ = 0, one = 0;
	bool absent = false, any = false;

	k->scale.min = UINT64_MAX;
	k->scale.max = 0;
	for (unsigned w = 0; w < k->readers.n; w++) {
		const struct gt_sort_reader *r = &k->of[w];

		absent |= r->absent;
		if (r->min > r->max)
			continue;
		one = any ? one : r->one;
		any = true;
		k->scale.min = r->min < k->scale.min ? r->min : k->scale.min;
		k->scale.max = r->max > k->scale.max ? r->max : k->scale.max;
		differ |= r->differ | (r->one ^ one);
	}
	k->scale.zeros = differ ? (unsigned)__builtin_ctzll(differ) : 0;
	k->bits = any ? bits_of_place((gt_wide)((k->scale.max - k->scale.min) >> k->scale.zeros) + absent) : 0;
}

bool gt_sort_keys_end(struct gt_sort_keys *k, uint64_t n)
{
	if (k->text && !rank_words(k, k->by_row ? k->of[0].t->rows : n))
		return false;
	if (k->bits == GT_SORT_NOT_YET)
		measure_places(k);
	return true;
}
