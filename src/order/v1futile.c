/* Futile wake-ups: finds the records that are to be left out (format/v1.md 12). */
#include <assert.h>
#include <stdlib.h>

#include "order/v1state.h"

/*
 * Whether a round was futile is known only at its end, so a merge of its own
 * goes ahead of the one that gives the events out; only traces that have
 * FutileWakeup records pay for it.  The records are remembered as bits, one for each byte
 * of the file where one may begin, in pieces of 512 bytes of the file.
 */
#define PIECE_SHIFT 9
#define PIECE_WORDS ((1u << PIECE_SHIFT) / 64)

struct round {
	uint64_t *offs;          /* its records so far */
	size_t n, cap;
	bool futile;
};

static void v1futile_drop(struct v1_order *o, uint64_t off)
{
	uint32_t piece = gt_map_get(&o->dropped, off >> PIECE_SHIFT);

	if (piece == GT_MAP_NONE) {
		piece = (uint32_t)o->ndropped++;
		GT_GROW(o->dropped_bits, o->dropped_cap, o->ndropped * PIECE_WORDS);
		for (unsigned i = 0; i < PIECE_WORDS; i++)
			o->dropped_bits[piece * PIECE_WORDS + i] = 0;
		gt_map_put(&o->dropped, off >> PIECE_SHIFT, piece);
	}
	assert(piece < o->ndropped);
	o->dropped_bits[piece * PIECE_WORDS + (off >> 6) % PIECE_WORDS] |= UINT64_C(1) << (off & 63);
}

bool v1_is_dropped(const struct v1_order *o, uint64_t off)
{
	uint32_t piece = gt_map_get(&o->dropped, off >> PIECE_SHIFT);

	return piece != GT_MAP_NONE &&
	       o->dropped_bits[piece * PIECE_WORDS + (off >> 6) % PIECE_WORDS] >> (off & 63) & 1;
}

static void v1futile_add(struct round *r, uint64_t off)
{
	GT_GROW(r->offs, r->cap, r->n + 1);
	r->offs[r->n++] = off;
}

/* One record, seen by the goroutine whose round it belongs to. */
static void see(struct v1_order *o, struct round *rounds, const struct v1_item *item)
{
	struct round *r = &rounds[item->g_slot];
	uint64_t off = item->st->c.off;

	switch (item->st->c.type) {
	case GT_V1_GoUnblock:
	case GT_V1_GoUnblockLocal:
		r = &rounds[item->arg_slot];
		r->n = 0;
		v1futile_add(r, off);
		break;
	case GT_V1_FutileWakeup:
		r->futile = true;
		v1futile_add(r, off);
		break;
	case GT_V1_GoStart:
	case GT_V1_GoStartLocal:
	case GT_V1_GoPreempt:
		v1futile_add(r, off);
		break;
	case GT_V1_GoBlock:
	case GT_V1_GoBlockSend:
	case GT_V1_GoBlockRecv:
	case GT_V1_GoBlockSelect:
	case GT_V1_GoBlockSync:
	case GT_V1_GoBlockCond:
		for (size_t i = 0; r->futile && i < r->n; i++)
			v1futile_drop(o, r->offs[i]);
		if (r->futile)
			v1futile_drop(o, off);
		r->futile = false;
		r->n = 0;
		break;
	default:
		break;
	}
}

int v1_find_futile(struct v1_order *o, struct gt_error *err)
{
	struct round *rounds = NULL;
	size_t nrounds = 0, rounds_cap = 0;
	struct v1_merge m;
	struct v1_item item;
	int rc = v1_merge_open(&m, o->base.src, &o->file, &o->unlisted, err);

	if (rc < 0)
		return rc;
	while ((rc = v1_merge_next(&m, &item, err)) > 0) {
		GT_GROW(rounds, rounds_cap, m.ngs);
		for (; nrounds < m.ngs; nrounds++)
			rounds[nrounds] = (struct round){ 0 };
		if (item.kind == V1_RECORD)
			see(o, rounds, &item);
	}
	for (size_t i = 0; i < nrounds; i++)
		free(rounds[i].offs);
	free(rounds);
	v1_merge_release(&m);
	return rc;
}
