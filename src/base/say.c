/* Sentences in one piece: places and words. */
#include "base/say.h"

#include <assert.h>

#include "base/human.h"

void gt_say_sentence(struct gt_buf *out, const struct gt_sentence *s)
{
	const char *rest = s->text, *place;
	size_t i = 0;

	for (; (place = strstr(rest, "{}")); rest = place + 2, i++) {
		assert(i < s->n);
		gt_buf_add(out, rest, (size_t)(place - rest));
		s->words[i].put(out, &s->words[i]);
	}
	assert(i == s->n);
	gt_buf_puts(out, rest);
}

static void say_sentence(struct gt_buf *out, const struct gt_word *w) { gt_say_sentence(out, w->of); }
static void say_text(struct gt_buf *out, const struct gt_word *w) { gt_buf_puts(out, w->text); }
static void say_u64(struct gt_buf *out, const struct gt_word *w) { gt_buf_u64(out, w->u); }
static void say_i64(struct gt_buf *out, const struct gt_word *w) { gt_buf_i64(out, w->i); }
static void say_dur(struct gt_buf *out, const struct gt_word *w) { gt_human_dur(out, w->i); }
static void say_time(struct gt_buf *out, const struct gt_word *w) { gt_human_time(out, w->i); }
static void say_many(struct gt_buf *out, const struct gt_word *w) { gt_human_many(out, w->u, w->text); }
static void say_bytes(struct gt_buf *out, const struct gt_word *w) { gt_human_bytes(out, w->u); }
static void say_count(struct gt_buf *out, const struct gt_word *w) { gt_human_count(out, w->u); }
static void say_real(struct gt_buf *out, const struct gt_word *w) { gt_human_real(out, w->r); }

static void say_share(struct gt_buf *out, const struct gt_word *w) { gt_human_share(out, w->r); }

struct gt_word gt_as_sentence(const struct gt_sentence *s)
{
	return (struct gt_word){ .put = say_sentence, .of = s };
}

struct gt_word gt_as_text(const char *s) { return (struct gt_word){ .put = say_text, .text = s }; }
struct gt_word gt_as_u64(uint64_t n) { return (struct gt_word){ .put = say_u64, .u = n }; }
struct gt_word gt_as_i64(int64_t n) { return (struct gt_word){ .put = say_i64, .i = n }; }
struct gt_word gt_as_dur(int64_t ns) { return (struct gt_word){ .put = say_dur, .i = ns }; }
struct gt_word gt_as_time(int64_t ns) { return (struct gt_word){ .put = say_time, .i = ns }; }
struct gt_word gt_as_bytes(uint64_t n) { return (struct gt_word){ .put = say_bytes, .u = n }; }
struct gt_word gt_as_count(uint64_t n) { return (struct gt_word){ .put = say_count, .u = n }; }
struct gt_word gt_as_real(double v) { return (struct gt_word){ .put = say_real, .r = v }; }
struct gt_word gt_as_share(double v) { return (struct gt_word){ .put = say_share, .r = v }; }

struct gt_word gt_as_part(int64_t part, int64_t whole)
{
	return gt_as_share(whole > 0 ? (double)part / (double)whole : 0);
}

struct gt_word gt_as_many(uint64_t n, const char *what)
{
	return (struct gt_word){ .put = say_many, .u = n, .text = what };
}
