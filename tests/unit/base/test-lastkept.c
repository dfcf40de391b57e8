/* What is kept is found again, replaced by the next, and lives as long as somebody holds it. */
#include "base/lastkept.h"

#include "tap/tap.h"

struct number {
	struct gt_shared shared;
	int is, *released;
};

struct number_asked {
	int is, *released;
};

static bool number_is(const void *s, const void *asked)
{
	return ((const struct number *)s)->is == ((const struct number_asked *)asked)->is;
}

static int number_make(void *s, const void *asked, struct gt_error *err)
{
	const struct number_asked *want = asked;
	struct number *n = s;

	n->is = want->is;
	n->released = want->released;
	return n->is < 0 ? gt_error_usage(err, "less than nothing") : 0;
}

static void number_release(void *s)
{
	++*((struct number *)s)->released;
}

static const struct gt_shared_ops ops = {
	.size = sizeof(struct number), .is = number_is, .make = number_make, .release = number_release,
};

static struct number *get(struct gt_lastkept *k, int is, int *released)
{
	void *n;

	gt_lastkept_get(k, &ops, &(struct number_asked){ is, released }, &n, NULL);
	return n;
}

TAP_TEST(kept)
{
	struct gt_lastkept k;
	struct number *a, *b;
	int released = 0;

	gt_lastkept_init(&k);
	tap_ok(!gt_lastkept_look(&k, &ops, &(struct number_asked){ 1, &released }), "nothing is kept yet");
	a = get(&k, 1, &released);
	tap_is_int(a->is, 1, "one is made");
	b = get(&k, 1, &released);
	tap_ok(a == b, "and found again");
	gt_shared_put(b);
	tap_ok(!get(&k, -1, &released), "an error makes none");
	tap_is_int(released, 1, "what it began is released");
	b = gt_lastkept_look(&k, &ops, &(struct number_asked){ 1, &released });
	tap_ok(a == b, "and the last one stays");
	gt_shared_put(b);
	b = get(&k, 2, &released);
	tap_is_int(b->is, 2, "another one takes its place");
	tap_ok(!gt_lastkept_look(&k, &ops, &(struct number_asked){ 1, &released }), "the first is not found any more");
	tap_is_int(released, 1, "but lives while it is held");
	gt_shared_put(gt_shared_ref(a));
	tap_is_int(released, 1, "by anybody");
	gt_shared_put(a);
	tap_is_int(released, 2, "no longer");
	gt_shared_put(b);
	gt_lastkept_release(&k);
	tap_is_int(released, 3, "nor does the last one when nothing is kept any more");
	b = get(NULL, 3, &released);
	gt_shared_put(b);
	gt_shared_put(NULL);
	tap_is_int(released, 4, "with no place to be kept it is its holder's alone");
}
