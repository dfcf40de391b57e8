/* Inside of the v1 scan: its state, and the records of tables. */
#ifndef GT_WIRE_V1SCANNER_H
#define GT_WIRE_V1SCANNER_H

#include "base/hash.h"
#include "base/varint.h"
#include "wire/reader.h"
#include "wire/v1/v1scan.h"

/* Values of a record that is neither a stack nor timed. */
#define GT_V1_VALUES_MAX 8

/* GOMAXPROCS as a record says it, in the order of the file. */
struct gt_v1_procs_change {
	uint64_t procs;
	int64_t ticks;
};

/* Bytes that are no records. */
struct gt_v1_text {
	uint64_t from, to;
};
#define GT_V1_TEXTS 64u

struct gt_v1_scanner {
	struct gt_reader in;
	const struct gt_v1_text *texts;   /* in the order of the file */
	size_t ntexts, text;              /* the next one */
	struct gt_v1_file *f;
	const struct gt_v1_layout *layout;
	struct gt_error *err;

	/* the batch that is being read */
	struct gt_v2_batch batch;   /* size is not set yet */
	uint64_t seq0;              /* its sequence base */
	bool open;                  /* it has timed events */
	uint64_t timed_end;         /* offset after its last timed event */
	int64_t last;               /* ticks of its last event; samples only move the clock */
	bool has_event;
	uint64_t ticks, seq;        /* running */
	uint64_t p_id;
	uint32_t stream;            /* of p_id, UINT32_MAX: not asked yet */
	struct gt_map ps;           /* P -> stream */
	int64_t *ends;              /* by stream: ticks of its last event, INT64_MIN: it has none */
	size_t ends_cap;
	struct gt_v1_procs_change *changes;
	size_t nchanges, changes_cap;
};

/* A fault that ends the scan at the record with the byte at `at`: its code. */
#define STOP(s, code, at, ...) gt_error_set((s)->err, (code), gt_reader_off(&(s)->in, (at)), __VA_ARGS__)

/* A fault that leaves the rest readable: the first one is kept. */
#define NOTE(s, ...) \
	do { \
		if (!(s)->f->damage) \
			(s)->f->damage = gt_error_set(&(s)->f->damage_err, __VA_ARGS__); \
	} while (0)

int gt_v1_no_memory(struct gt_v1_scanner *s, const char *what);

/* The record at s->in.p has a number at `at` that cannot be read; `got` values instead of `want`. */
int gt_v1_bad_number(struct gt_v1_scanner *s, const uint8_t *at);
int gt_v1_wrong_count(struct gt_v1_scanner *s, unsigned got, unsigned want);

/*
 * Reads n values, or if `has_length` as many as their length says, of which GT_V1_VALUES_MAX are stored.  *n is
 * then their number, UINT32_MAX if the last one reaches over the length.  NULL: they are not there.
 */
const uint8_t *gt_v1_read_values(struct gt_v1_scanner *s, const uint8_t *p, bool has_length, unsigned *n, uint64_t *v);

/* Goes on after a text of len bytes at p, which belongs to the record at offset `record`. */
int gt_v1_skip_text(struct gt_v1_scanner *s, const uint8_t *p, uint64_t len, uint64_t record);

/* Take in the record at s->in.p, and go on after it: 0 or negative. */
int gt_v1_take_structural(struct gt_v1_scanner *s, struct gt_v1_form form, uint64_t v[GT_V1_VALUES_MAX]);
int gt_v1_take_string(struct gt_v1_scanner *s);
int gt_v1_take_stack(struct gt_v1_scanner *s, struct gt_v1_form form);

/*
 * Printed text around the record at `bad` that cannot be read, behind `since`: it may begin before that record, as its
 * first letters can be records; the first record that would begin in it is where it begins.  False: there is none.
 */
bool gt_v1_text_find(struct gt_source *src, const struct gt_v1_layout *l, uint64_t bad, uint64_t since,
		     struct gt_v1_text *text);

/* Goes on behind the next text if the record at s->in.p would begin in it: true then. */
bool gt_v1_text_pass(struct gt_v1_scanner *s);

#endif
