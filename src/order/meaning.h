/* What an event's type says about it; above the order layer only the states before and after are of use. */
#ifndef GT_ORDER_MEANING_H
#define GT_ORDER_MEANING_H

#include <stddef.h>
#include <string.h>

#include "order/event.h"

/*
 * A line of meaning.def, which explains the columns.  Where a value comes from is a field of the event, by its
 * place among the words of the struct; so an event is filled in without a branch.
 */
struct gt_meaning {
	/* The eight bytes of struct gt_event from its type on, which are copied at once (type and nargs are 0 here). */
	uint8_t type, nargs, kind, from, to, range, part, fresh;
	uint8_t subject, str, str2, stack2;
};

/* By type, of each format. */
extern const struct gt_meaning gt_v1_meanings[], gt_v2_meanings[];

#define GT_WORD(field) (offsetof(struct gt_event, field) / sizeof(uint64_t))
/* The fifth argument is always 0 while a record is decoded. */
#define GT_WORD_OF_0 GT_WORD(args[4])
/* The n-th argument from 1; 0: none. */
#define GT_WORD_OF_ARG(n) ((n) ? GT_WORD(args[0]) + (n) - 1 : GT_WORD_OF_0)

#define GT_SUBJECT_NONE GT_WORD(subject)     /* it is GT_NONE to begin with */
#define GT_SUBJECT_ARG GT_WORD(args[0])
#define GT_SUBJECT_G GT_WORD(g)
#define GT_SUBJECT_P GT_WORD(p)
#define GT_STACK_NO GT_WORD_OF_0
#define GT_STACK_OWN GT_WORD(stack)
#define GT_STACK_NEW GT_WORD(args[1])

_Static_assert(sizeof(struct gt_event) / sizeof(uint64_t) <= UINT8_MAX, "a word has one byte for its place");
#define GT_AFTER_TYPE(field) (offsetof(struct gt_event, field) - offsetof(struct gt_event, type))
_Static_assert(GT_AFTER_TYPE(kind) == offsetof(struct gt_meaning, kind) &&
	       GT_AFTER_TYPE(fresh) == offsetof(struct gt_meaning, fresh), "the same bytes in the same order");

enum { GT_TO_STATUS = 0xff };        /* `to` of records whose arguments have the state */

#define GT_MEANING(who, string, string2, stack, ...) \
	{ 0, 0, __VA_ARGS__, .subject = GT_SUBJECT_##who, .str = GT_WORD_OF_ARG(string), \
	  .str2 = GT_WORD_OF_ARG(string2), .stack2 = GT_STACK_##stack }

/* Fills in all that the type says; context, arguments and stack are there already.  part and fresh become 0. */
GT_INLINE void gt_mean(struct gt_event *e, const struct gt_meaning *line, uint8_t type, uint8_t nargs)
{
	const uint64_t *words = (const uint64_t *)e;

	memcpy(&e->type, &line->type, offsetof(struct gt_meaning, subject));
	e->type = type;
	e->nargs = nargs;
	e->subject = GT_NONE;
	e->subject = words[line->subject];
	e->str = words[line->str];
	e->str2 = words[line->str2];
	e->stack2 = words[line->stack2];
	/* 0 means no parent, not the background task. */
	if (GT_UNLIKELY(line->kind == GT_EV_TASK_BEGIN && e->args[1] == 0))
		e->args[1] = GT_NONE;
}

#endif
