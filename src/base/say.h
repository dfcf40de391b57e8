/* Sentences in one piece: a string literal with a place for each value. */
#ifndef GT_BASE_SAY_H
#define GT_BASE_SAY_H

#include "base/buf.h"

/*
 * A value and how it is written.  The functions gt_as_... make words, and borrow what they are given; upper layers
 * have more of them, such as gt_as_func (analysis/stacks/stacktext.h).  Only `put` reads the other members.
 */
struct gt_word {
	void (*put)(struct gt_buf *out, const struct gt_word *w);
	const void *of;
	const char *text;
	union {
		int64_t i;
		uint64_t u;
		double r;
	};
};

/*
 * Appends a sentence.  Each "{}" in it is replaced by the next word:
 *
 *	gt_say(out, "{} for a P of over {}; max {}", gt_as_many(n, "wait"), gt_as_dur(limit), gt_as_dur(max));
 *
 * It is a literal, so that grep finds it and no name from a trace can be one.  An optional part at its end is another
 * call; one in its middle is a word:
 *
 *	least < most ? gt_as_said("{} to {}", gt_as_dur(least), gt_as_dur(most)) : gt_as_dur(most)
 */
#define gt_say(out, ...) gt_say_sentence(out, GT_SENTENCE(__VA_ARGS__))
/* A sentence as a word; valid in the enclosing block. */
#define gt_as_said(...) gt_as_sentence(GT_SENTENCE(__VA_ARGS__))

struct gt_word gt_as_text(const char *s);
struct gt_word gt_as_u64(uint64_t n);
struct gt_word gt_as_i64(int64_t n);
/* As gt_human_dur, gt_human_count ... write them. */
struct gt_word gt_as_dur(int64_t ns);
struct gt_word gt_as_time(int64_t ns);
struct gt_word gt_as_many(uint64_t n, const char *what);
struct gt_word gt_as_bytes(uint64_t n);
struct gt_word gt_as_count(uint64_t n);
struct gt_word gt_as_share(double share);
struct gt_word gt_as_part(int64_t part, int64_t whole);     /* its share; of nothing it is 0 */
struct gt_word gt_as_real(double v);

/* ---- what the macros make ---- */

struct gt_sentence {
	const char *text;
	const struct gt_word *words;
	size_t n;
};

#define GT_SENTENCE(literal, ...) \
	(&(const struct gt_sentence){ "" literal, (const struct gt_word[]){ __VA_ARGS__ }, \
				      GT_COUNT(((const struct gt_word[]){ __VA_ARGS__ })) })

void gt_say_sentence(struct gt_buf *out, const struct gt_sentence *s);
struct gt_word gt_as_sentence(const struct gt_sentence *s);

#endif
