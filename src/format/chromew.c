/* Trace-event JSON: events and their members. */
#include "format/chromew.h"

#include <inttypes.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/stacks/where.h"

#define NS_PER_US 1000
/* The document's object, the array of its events. */
#define DEPTH_OF_EVENTS 2

bool gt_chrome_clip(const struct gt_chrome *c, int64_t t0, int64_t t1, struct gt_chrome_span *s)
{
	if (t0 >= c->to || t1 < c->from || (t1 == c->from && t0 < t1))
		return false;
	s->t0 = t0 > c->from ? t0 : c->from;
	s->t1 = t1 < c->to ? t1 : c->to;
	s->clipped = s->t0 != t0 || s->t1 != t1;
	return true;
}

/* ---- events ---- */

/* Microseconds, to the ns: a decimal fraction, as no double could hold it in general. */
static void put_us(struct gt_chrome *c, const char *key, int64_t ns)
{
	/* Only a damaged index has it negative. */
	ns = ns > 0 ? ns : 0;
	gt_json_keys(&c->w, key);
	gt_json_raw_value(&c->w);
	gt_buf_i64(c->w.out, ns / NS_PER_US);
	if (ns % NS_PER_US) {
		gt_buf_putc(c->w.out, '.');
		gt_buf_u64_zeros(c->w.out, (uint64_t)(ns % NS_PER_US), 3);
	}
}

void gt_chrome_event(struct gt_chrome *c, char ph, enum gt_chrome_pid pid, uint64_t tid, int64_t t, const char *cat)
{
	gt_json_newline(&c->w);
	gt_json_object(&c->w);
	gt_json_keys(&c->w, "ph");
	gt_json_string(&c->w, &ph, 1);
	gt_json_keys(&c->w, "pid");
	gt_json_u64(&c->w, pid);
	gt_json_keys(&c->w, "tid");
	gt_json_u64(&c->w, tid);
	put_us(c, "ts", t);
	if (cat) {
		gt_json_keys(&c->w, "cat");
		gt_json_string(&c->w, cat, strlen(cat));
	}
}

void gt_chrome_slice(struct gt_chrome *c, enum gt_chrome_pid pid, uint64_t tid, const struct gt_chrome_span *s,
		     const char *cat)
{
	gt_chrome_event(c, 'X', pid, tid, s->t0, cat);
	put_us(c, "dur", s->t1 - s->t0);
}

void gt_chrome_name(struct gt_chrome *c, const char *name)
{
	gt_json_keys(&c->w, "name");
	gt_json_string(&c->w, name, strlen(name));
}

void gt_chrome_name_text(struct gt_chrome *c)
{
	gt_json_keys(&c->w, "name");
	gt_json_string(&c->w, gt_buf_str(&c->text), c->text.len);
}

/* As text: a script reads numbers as doubles. */
void gt_chrome_id(struct gt_chrome *c, uint64_t id)
{
	gt_json_keys(&c->w, "id");
	gt_json_raw_value(&c->w);
	gt_buf_putc(c->w.out, '"');
	gt_buf_u64(c->w.out, id);
	gt_buf_putc(c->w.out, '"');
}

void gt_chrome_args(struct gt_chrome *c, const struct gt_chrome_span *s, int64_t t1)
{
	gt_json_keys(&c->w, "args");
	gt_json_object(&c->w);
	gt_chrome_flag(c, "clipped", s && s->clipped);
	gt_chrome_flag(c, "beyond", gt_trace_beyond(c->t, t1));
}

bool gt_chrome_close(struct gt_chrome *c)
{
	while (c->w.depth > DEPTH_OF_EVENTS)
		gt_json_close(&c->w);
	return gt_out_step(c->out);
}

/* ---- args ---- */

void gt_chrome_word(struct gt_chrome *c, const char *key, const char *word)
{
	if (!word)
		return;
	gt_json_keys(&c->w, key);
	gt_json_string(&c->w, word, strlen(word));
}

void gt_chrome_string(struct gt_chrome *c, const char *key, uint32_t string)
{
	const char *s;
	size_t n;

	if (!string)
		return;
	s = gt_trace_string(c->t, string, &n);
	gt_json_keys(&c->w, key);
	gt_json_string(&c->w, s, n);
}

void gt_chrome_top(struct gt_chrome *c, const char *key, uint32_t stack)
{
	if (!stack)
		return;
	gt_buf_reset(&c->text);
	if (!gt_textcache_get(&c->tops, stack, &c->text)) {
		gt_where_text(&c->text, c->t, stack);
		gt_textcache_put(&c->tops, stack, gt_buf_str(&c->text), c->text.len);
	}
	if (!c->text.len)
		return;
	gt_json_keys(&c->w, key);
	gt_json_string(&c->w, c->text.data, c->text.len);
}

void gt_chrome_u64(struct gt_chrome *c, const char *key, uint64_t v)
{
	if (v == GT_NONE)
		return;
	gt_json_keys(&c->w, key);
	gt_json_u64(&c->w, v);
}

void gt_chrome_flag(struct gt_chrome *c, const char *key, bool set)
{
	if (!set)
		return;
	gt_json_keys(&c->w, key);
	gt_json_bool(&c->w, true);
}

void gt_chrome_g(struct gt_chrome *c, const char *key, uint32_t row)
{
	struct gt_goroutine g;

	if (gt_goroutine_get(c->t, row, &g))
		gt_chrome_u64(c, key, g.id);
}

void gt_chrome_func(struct gt_chrome *c, uint32_t row)
{
	struct gt_goroutine g;

	if (gt_goroutine_get(c->t, row, &g))
		gt_chrome_string(c, "func", g.func);
}

void gt_chrome_label(struct gt_chrome *c, uint32_t row)
{
	struct gt_goroutine g;

	gt_buf_reset(&c->text);
	if (gt_textcache_get(&c->names, row, &c->text) || !gt_goroutine_get(c->t, row, &g))
		return;
	gt_buf_printf(&c->text, "G%" PRIu64, g.id);
	gt_put_string(&c->text, c->t, " ", g.func, NULL);
	gt_life_text(&c->text, c->t, row);
	gt_textcache_put(&c->names, row, c->text.data, c->text.len);
}

/* ---- metadata ---- */

void gt_chrome_thread(struct gt_chrome *c, enum gt_chrome_pid pid, uint64_t tid)
{
	gt_chrome_event(c, 'M', pid, tid, 0, NULL);
	gt_chrome_name(c, "thread_name");
	gt_chrome_args(c, NULL, 0);
	gt_json_keys(&c->w, "name");
	gt_json_string(&c->w, gt_buf_str(&c->text), c->text.len);
	gt_chrome_close(c);
	gt_chrome_event(c, 'M', pid, tid, 0, NULL);
	gt_chrome_name(c, "thread_sort_index");
	gt_chrome_args(c, NULL, 0);
	gt_chrome_u64(c, "sort_index", tid);
	gt_chrome_close(c);
}
