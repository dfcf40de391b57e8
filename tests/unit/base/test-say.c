/* Sentences: each place gets its word. */
#include "base/say.h"

#include <inttypes.h>

#include "base/human.h"
#include "tap/tap.h"

/* What was said is `want`; the buffer is empty afterwards. */
#define SAID(b, want) (tap_is_str(gt_buf_str(b), want, "%s", want), gt_buf_reset(b))

TAP_TEST(places)
{
	struct gt_buf b = { 0 };

	gt_say(&b, "nothing stands out");
	SAID(&b, "nothing stands out");
	gt_say(&b, "{}", gt_as_text("alone"));
	SAID(&b, "alone");
	gt_say(&b, "{}{}, {} and {}", gt_as_text("a"), gt_as_text("b"), gt_as_text(""), gt_as_text("d"));
	SAID(&b, "ab,  and d");
	gt_say(&b, "{ } {a} }{ % %s \\{");
	SAID(&b, "{ } {a} }{ % %s \\{");
	gt_say(&b, "a name is no sentence: {}", gt_as_text("{} {} %s"));
	SAID(&b, "a name is no sentence: {} {} %s");
	gt_say(&b, "it goes on");
	gt_say(&b, ", {}", gt_as_text("behind what there is"));
	SAID(&b, "it goes on, behind what there is");
	gt_buf_release(&b);
}

TAP_TEST(words)
{
	struct gt_buf b = { 0 };

	gt_say(&b, "{} {} {}", gt_as_u64(UINT64_MAX), gt_as_i64(INT64_MIN), gt_as_i64(7));
	SAID(&b, "18446744073709551615 -9223372036854775808 7");
	gt_say(&b, "{} {} {}", gt_as_dur(7486357), gt_as_dur(12300000), gt_as_time(739889373));
	SAID(&b, "7.49ms 12.3ms 0.739889373s");
	gt_say(&b, "{}, {}", gt_as_many(1, "slice"), gt_as_many(3456, "slice"));
	SAID(&b, "1 slice, 3456 slices");
	gt_say(&b, "{}, {}, {}", gt_as_many(1, "event"), gt_as_many(12400, "event"), gt_as_count(17600000));
	SAID(&b, "1 event, 12,400 events, 17,600,000");
	gt_say(&b, "{} {}", gt_as_bytes(4 << 20), gt_as_real(0.0371));
	SAID(&b, "4.0 MiB 0.0371");
	gt_buf_release(&b);
}

TAP_TEST(share_words)
{
	struct gt_buf b = { 0 };

	gt_say(&b, "{} {} {}", gt_as_share(0.3456), gt_as_part(1, 4), gt_as_part(1, 0));
	SAID(&b, "34.6% 25% 0%");
	gt_buf_release(&b);
}

TAP_TEST(nested)
{
	struct gt_buf b = { 0 };

	for (int most = 1; most <= 2; most++) {
		gt_say(&b, "held for {} by {}",
		       most > 1 ? gt_as_said("{} to {}", gt_as_dur(1), gt_as_dur(most)) : gt_as_dur(most),
		       gt_as_said("{}{}", gt_as_text("main.f"), most > 1 ? gt_as_said(" ({})", gt_as_said("twice"))
									  : gt_as_text("")));
		SAID(&b, most > 1 ? "held for 1ns to 2ns by main.f (twice)" : "held for 1ns by main.f");
	}
	gt_buf_release(&b);
}

/* A word of an upper layer. */
static void say_goroutine(struct gt_buf *out, const struct gt_word *w)
{
	const uint64_t *ids = w->of;

	gt_buf_printf(out, "G%" PRIu64, ids[w->u]);
}

static struct gt_word as_goroutine(const uint64_t *ids, uint32_t row)
{
	return (struct gt_word){ .put = say_goroutine, .of = ids, .u = row };
}

TAP_TEST(other_words)
{
	static const uint64_t ids[] = { 1, 18, 42 };
	struct gt_buf b = { 0 };

	gt_say(&b, "{} woke {}", as_goroutine(ids, 2), as_goroutine(ids, 1));
	SAID(&b, "G42 woke G18");
	gt_buf_release(&b);
}
