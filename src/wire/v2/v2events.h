/* The table of v2 event types: names, arguments, versions (format/v2.md 5, 19). */
#ifndef GT_WIRE_V2EVENTS_H
#define GT_WIRE_V2EVENTS_H

#include "base/compiler.h"

/*
 * v2events.def has one line per type:
 *	V2_EVENT(number, Name, since, flags, nargs, stack_arg, ("arg", "names", …))
 * the enum GT_V2_<Name> (GT_V2_GoStart …), the specs, the text form and the
 * dumps all read it.  nargs counts all uvarints, dt included (of structural
 * types: those before the frames or the data).  stack_arg is the 0-based index
 * of the executing goroutine's stack id among them, or -1.
 */
enum gt_v2_type {
#define V2_EVENT(num, name, since, flags, nargs, stack, args) GT_V2_##name = (num),
#include "wire/v2/v2events.def"
#undef V2_EVENT
};

#define GT_V2_TYPES 137              /* one more than the largest type */
#define GT_V2_MAX_ARGS 5             /* of a timed event, dt included */

enum gt_v2_spec_flag {
	GT_V2_TIMED = 1 << 0,        /* decodes in an event batch: first argument is dt */
	GT_V2_EXPERIMENTAL = 1 << 1,
	GT_V2_STRUCTURAL = 1 << 2,
	GT_V2_DATA = 1 << 3,         /* a length and that many bytes follow the arguments */
	GT_V2_STR1 = 1 << 4,         /* argument 1, 2, 3 is a string id */
	GT_V2_STR2 = 1 << 5,
	GT_V2_STR3 = 1 << 6,
	GT_V2_NEW_STACK = 1 << 7,    /* argument 2 is the new goroutine's stack id */
};

struct gt_v2_spec {
	const char *name;            /* NULL: no such type */
	uint8_t nargs;               /* uvarints, dt included */
	int8_t stack_arg;            /* index, or -1 */
	int8_t stack2_arg;           /* GoCreate*: index of new_stack, else -1 */
	uint8_t since;               /* 22, 23, 25, 26 */
	uint8_t flags;
	uint8_t string_args;         /* bit i: argument i is a string id */
	const char *args[GT_V2_MAX_ARGS];  /* names as in the text form, dt first */
};

/* The spec of a type, or NULL for a type that does not exist. */
const struct gt_v2_spec *gt_v2_spec(unsigned type);

#endif
