/* How durations are spread: five buckets for every power of ten. */
#include "analysis/tasks/histogram.h"

#include <assert.h>

#include "base/bisect.h"
#include "base/human.h"

int64_t gt_histogram_floor(unsigned i)
{
	/* 10^18 * 10^(k / 5), for k from 0 to 4: exact where it is cut down to ns. */
	static const int64_t steps[5] = {
		INT64_C(1000000000000000000), INT64_C(1584893192461113485), INT64_C(2511886431509580111),
		INT64_C(3981071705534972507), INT64_C(6309573444801932494),
	};
	int64_t unit = 1;

	assert(i < GT_HISTOGRAM_BUCKETS);
	for (unsigned k = 18 - i / 5; k; k--)
		unit *= 10;
	return (steps[i % 5] + unit - 1) / unit;
}

void gt_histogram_fill(struct gt_histogram *h, const int64_t *ns, size_t n)
{
	size_t at = 0, next;

	for (unsigned i = 0; i < GT_HISTOGRAM_BUCKETS; i++, at = next) {
		next = n;
		if (i + 1 < GT_HISTOGRAM_BUCKETS) {
			int64_t end = gt_histogram_floor(i + 1);

			next = GT_BISECT(k, at, n, ns[k] < end);
		}
		h->n[i] = next - at;
	}
}

bool gt_histogram_span(const struct gt_histogram *h, unsigned *first, unsigned *last)
{
	unsigned a = 0, b = GT_HISTOGRAM_BUCKETS;

	while (a < b && !h->n[a])
		a++;
	while (b > a && !h->n[b - 1])
		b--;
	*first = a;
	*last = b - (b > a);
	return b > a;
}

/* A block for a bucket, its height the count's share of the largest; nothing is a blank, something never is. */
static const char *histogram_block(uint64_t n, uint64_t most)
{
	static const char *const blocks[9] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	double share = most ? (double)n / (double)most : 0;
	unsigned eighths = (unsigned)(share * 8 + 0.5);

	return blocks[!n ? 0 : eighths < 1 ? 1 : eighths > 8 ? 8 : eighths];
}

void gt_histogram_text(struct gt_buf *out, const struct gt_histogram *h)
{
	uint64_t most = 0;
	unsigned a, b;

	if (!gt_histogram_span(h, &a, &b))
		return;
	for (unsigned i = a; i <= b; i++)
		most = h->n[i] > most ? h->n[i] : most;
	gt_human_dur(out, gt_histogram_floor(a));
	gt_buf_putc(out, ' ');
	for (unsigned i = a; i <= b; i++)
		gt_buf_puts(out, histogram_block(h->n[i], most));
	gt_buf_putc(out, ' ');
	gt_human_dur(out, gt_histogram_floor(b + 1 < GT_HISTOGRAM_BUCKETS ? b + 1 : b));
}
