/* The table of v1 event types: names, arguments, what each header version has (format/v1.md 3-5). */
#ifndef GT_WIRE_V1EVENTS_H
#define GT_WIRE_V1EVENTS_H

#include "base/compiler.h"

/*
 * v1events.def has one line per type:
 *	V1_EVENT(number, Name, since, stack, ("argument", …))
 * and the enum GT_V1_<Name>, the specs, the record layouts and the dumps all read it.
 */
enum gt_v1_type {
#define V1_EVENT(num, name, since, stack, args) GT_V1_##name = (num),
#include "wire/v1/v1events.def"
#undef V1_EVENT
};

#define GT_V1_TYPES 50               /* one more than the largest type */
#define GT_V1_MAX_ARGS 3             /* of a timed event, prefix and stack id not counted */

struct gt_v1_spec {
	const char *name;            /* NULL: no such type */
	const char *args[GT_V1_MAX_ARGS];
	uint8_t nargs;               /* in the newest version */
	uint8_t since;               /* minor number of the first header that has it */
	bool stack;                  /* the last value is a stack id */
};

/* The spec of a type, or NULL for a type that does not exist. */
const struct gt_v1_spec *gt_v1_spec(unsigned type);

/* Arguments of a type in a version; those that old versions lack are the last ones. */
unsigned gt_v1_args(unsigned type, int minor);

/* How a record is read, by its first byte. */
enum gt_v1_form_kind {
	GT_V1_INLINE,                /* timed: n values follow */
	GT_V1_LONG,                  /* timed: their length in bytes, then n values */
	GT_V1_LOG,                   /* as LONG, then a length and that many bytes of text */
	GT_V1_SAMPLE,                /* as LONG; the record moves its batch's clock, the event is elsewhere */
	GT_V1_STRUCTURAL,            /* untimed: n values, or (n bits 3) a length first */
	GT_V1_STRING,
	GT_V1_STACK,
	GT_V1_BAD,                   /* no such type in this version, or never this number of values */
};

struct gt_v1_form {
	uint8_t kind;                /* enum gt_v1_form_kind */
	uint8_t n;                   /* values, prefix and stack id included */
	uint8_t nargs;               /* timed: arguments, */
	bool stack;                  /* and whether a stack id follows them */
};

/* What the version of a file decides about its records. */
struct gt_v1_layout {
	struct gt_v1_form form[256];
	uint8_t nargs[GT_V1_TYPES];
	bool stack[GT_V1_TYPES];
	bool seq;                    /* header 1.5: every event has a sequence number before its time */
	int minor;
};

void gt_v1_layout_init(struct gt_v1_layout *l, int minor);

/*
 * Decodes one uvarint from [p, end): the byte after it, or NULL (cut, or more
 * than 10 bytes).  Unlike gt_varint it takes any tenth byte, as Go's v1 reader does.
 */
const uint8_t *gt_v1_varint_slow(const uint8_t *p, const uint8_t *end, uint64_t *v);

GT_INLINE const uint8_t *gt_v1_varint(const uint8_t *p, const uint8_t *end, uint64_t *v)
{
	if (GT_LIKELY(p < end && *p < 0x80)) {
		*v = *p;
		return p + 1;
	}
	return gt_v1_varint_slow(p, end, v);
}

/* The text of a stop-the-world kind in a version (format/v1.md 5.2); NULL: a kind that may not be. */
const char *gt_v1_stw_name(uint64_t kind, int minor);

#endif
