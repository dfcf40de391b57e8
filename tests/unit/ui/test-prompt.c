/* Typed lines: editing, history, completion; words; patterns. */
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "analysis/table/matcher.h"
#include "tap/tap.h"
#include "ui/kit/prompt.h"
#include "ui/kit/words.h"

static void type(struct gt_prompt *p, const char *text)
{
	const uint8_t *s = (const uint8_t *)text;
	ucs4_t ch;

	while ((s = u8_next(&ch, s)))
		gt_prompt_insert(p, ch);
}

/* Text with the cursor as "|". */
static void is_line(const struct gt_prompt *p, const char *want, const char *name)
{
	struct gt_buf b = { 0 };

	gt_buf_add(&b, gt_prompt_text(p), p->cursor);
	gt_buf_putc(&b, '|');
	gt_buf_puts(&b, gt_prompt_text(p) + p->cursor);
	tap_is_str(gt_buf_str(&b), want, "%s", name);
	gt_buf_release(&b);
}

TAP_TEST(edit)
{
	struct gt_prompt p;

	gt_prompt_init(&p, ":", "", NULL, NULL, NULL);
	type(&p, "hello wörld");
	is_line(&p, "hello wörld|", "typed");
	gt_prompt_act(&p, GT_ACT_P_LEFT);
	gt_prompt_act(&p, GT_ACT_P_LEFT);
	gt_prompt_act(&p, GT_ACT_P_LEFT);
	gt_prompt_act(&p, GT_ACT_P_LEFT);
	is_line(&p, "hello w|örld", "left over a character of two bytes");
	tap_is_int(gt_prompt_act(&p, GT_ACT_P_DELETE), GT_PROMPT_CHANGED, "deleting changes");
	is_line(&p, "hello w|rld", "deleted whole");
	type(&p, "e\u0301");
	is_line(&p, "hello we\u0301|rld", "a combining mark");
	gt_prompt_act(&p, GT_ACT_P_BACKSPACE);
	is_line(&p, "hello w|rld", "goes with its base");
	gt_prompt_act(&p, GT_ACT_P_DELETE_WORD);
	is_line(&p, "hello |rld", "the word before");
	gt_prompt_act(&p, GT_ACT_P_DELETE_TAIL);
	is_line(&p, "hello |", "everything after");
	gt_prompt_act(&p, GT_ACT_P_WORD_LEFT);
	is_line(&p, "|hello ", "a word left");
	tap_is_int(gt_prompt_act(&p, GT_ACT_P_BACKSPACE), GT_PROMPT_EDITING, "nothing before the start");
	gt_prompt_act(&p, GT_ACT_P_WORD_RIGHT);
	is_line(&p, "hello| ", "a word right");
	gt_prompt_act(&p, GT_ACT_P_HOME);
	gt_prompt_act(&p, GT_ACT_P_END);
	is_line(&p, "hello |", "home and end");
	tap_is_int(gt_prompt_insert(&p, GT_KEY_F1), GT_PROMPT_EDITING, "function keys insert nothing");
	gt_prompt_act(&p, GT_ACT_P_DELETE_HEAD);
	is_line(&p, "|", "everything before");
	tap_is_int(gt_prompt_act(&p, GT_ACT_P_BACKSPACE), GT_PROMPT_CANCELLED, "backspace in an empty line leaves it");
	tap_is_int(gt_prompt_act(&p, GT_ACT_P_CANCEL), GT_PROMPT_CANCELLED, "cancelled");
	gt_prompt_release(&p);
}

TAP_TEST(history)
{
	struct gt_history h = { 0 };
	struct gt_prompt p;

	gt_history_add(&h, "goto 1s");
	gt_history_add(&h, "set theme light");
	gt_history_add(&h, "goto 2s");
	gt_history_add(&h, "goto 2s");
	gt_history_add(&h, "");
	tap_is_u64(h.n, 3, "no repeats, no empty lines");
	gt_prompt_init(&p, ":", "", &h, NULL, NULL);
	type(&p, "go");
	gt_prompt_act(&p, GT_ACT_P_OLDER);
	is_line(&p, "goto 2s|", "the last line that starts the same");
	gt_prompt_act(&p, GT_ACT_P_OLDER);
	is_line(&p, "goto 1s|", "the one before");
	gt_prompt_act(&p, GT_ACT_P_OLDER);
	is_line(&p, "goto 1s|", "no older one");
	gt_prompt_act(&p, GT_ACT_P_NEWER);
	gt_prompt_act(&p, GT_ACT_P_NEWER);
	is_line(&p, "go|", "back to what was typed");
	tap_is_int(gt_prompt_act(&p, GT_ACT_P_ACCEPT), GT_PROMPT_ACCEPTED, "accepted");
	tap_is_str(h.v[h.n - 1], "go", "and kept");
	gt_prompt_release(&p);
	for (int i = 0; i < 300; i++) {
		char line[16];

		snprintf(line, sizeof line, "line %d", i);
		gt_history_add(&h, line);
	}
	tap_ok(h.n == GT_HISTORY_MAX && strcmp(h.v[0], "line 100") == 0, "the oldest are forgotten");
	gt_history_release(&h);
}

static void complete(void *arg, const char *line, size_t cursor, size_t *start, struct gt_completions *out)
{
	static const char *const words[] = { "goto", "goroutines", "greedy", "quit" };

	(void)arg;
	*start = cursor;
	while (*start > 0 && line[*start - 1] != ' ')
		(*start)--;
	for (size_t i = 0; i < GT_COUNT(words); i++)
		gt_completions_offer(out, line + *start, cursor - *start, words[i]);
}

TAP_TEST(complete)
{
	struct gt_prompt p;

	gt_prompt_init(&p, ":", "x g", NULL, complete, NULL);
	gt_prompt_act(&p, GT_ACT_P_COMPLETE);
	is_line(&p, "x g|", "nothing more in common");
	tap_is_u64(p.offers.n, 3, "three possibilities");
	gt_prompt_act(&p, GT_ACT_P_COMPLETE);
	is_line(&p, "x goto|", "the first");
	gt_prompt_act(&p, GT_ACT_P_COMPLETE);
	is_line(&p, "x goroutines|", "the second");
	gt_prompt_act(&p, GT_ACT_P_COMPLETE_BACK);
	is_line(&p, "x goto|", "and back");
	gt_prompt_act(&p, GT_ACT_P_COMPLETE_BACK);
	is_line(&p, "x greedy|", "round the end");
	type(&p, " q");
	gt_prompt_act(&p, GT_ACT_P_COMPLETE);
	is_line(&p, "x greedy quit|", "the only one");
	gt_prompt_act(&p, GT_ACT_P_DELETE_HEAD);
	type(&p, "go");
	gt_prompt_act(&p, GT_ACT_P_COMPLETE);
	is_line(&p, "go|", "go: two of them");
	gt_prompt_release(&p);
	gt_prompt_init(&p, ":", "gr", NULL, complete, NULL);
	gt_prompt_act(&p, GT_ACT_P_COMPLETE);
	is_line(&p, "greedy|", "completed");
	gt_prompt_release(&p);
}

TAP_TEST(draw)
{
	struct gt_grid *g = gt_grid_new(1, 12);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf out = { 0 };
	struct gt_prompt p;

	gt_prompt_init(&p, "/", "日本", NULL, NULL, NULL);
	tap_is_int(gt_prompt_draw(&p, &c, 0), 5, "the cursor is after two wide characters");
	gt_grid_dump(g, &out);
	tap_is_str(gt_buf_str(&out), "/日本\n", "label and text");
	type(&p, "0123456789");
	tap_is_int(gt_prompt_draw(&p, &c, 0), 11, "a long line is scrolled to the cursor");
	gt_buf_reset(&out);
	gt_grid_dump(g, &out);
	tap_is_str(gt_buf_str(&out), "/0123456789\n", "its end shows");
	gt_prompt_act(&p, GT_ACT_P_HOME);
	tap_is_int(gt_prompt_draw(&p, &c, 0), 1, "and its start");
	gt_prompt_release(&p);
	gt_buf_release(&out);
	gt_grid_free(g);
}

TAP_TEST(words)
{
	struct gt_words w;
	struct gt_error err;

	tap_is_int(gt_words_split(&w, "  set  a \"b c\" 'd \"e' f\\ \"\\\"\" # comment", &err), 0, "split");
	tap_is_u64(w.n, 6, "six words");
	tap_is_str(w.v[2], "b c", "double quotes");
	tap_is_str(w.v[3], "d \"e", "single quotes");
	tap_is_str(w.v[5], "\"", "an escaped quote");
	gt_words_release(&w);
	tap_is_int(gt_words_split(&w, "a 'b", &err), GT_ERR_USAGE, "an open quote");
	gt_words_release(&w);
	tap_is_int(gt_words_split(&w, "", &err), 0, "nothing");
	tap_is_u64(w.n, 0, "no words");
	gt_words_release(&w);
	gt_words_split(&w, "bind \"#\" a#b", &err);
	tap_is_str(w.v[2], "a#b", "no comment inside a word");
	tap_is_str(w.v[1], "#", "nor in quotes");
	gt_words_release(&w);
	tap_is_str(gt_words_rest("filter  a 'b c' d", 1), "a 'b c' d", "the rest of a line");
	tap_is_str(gt_words_rest("filter  a 'b c' d", 3), "d", "after quotes");
	tap_is_str(gt_words_rest("filter", 1), "", "no rest");
}

static bool matches(const char *pattern, const char *text)
{
	struct gt_matcher *m = gt_matcher_new(pattern, NULL);
	bool r = gt_matcher_match(m, text, strlen(text));

	gt_matcher_free(m);
	return r;
}

TAP_TEST(match)
{
	struct gt_matcher *m;
	size_t start, end;

	tap_ok(!gt_matcher_new("", NULL), "nothing to search for");
	tap_ok(matches("main", "x Main.main"), "no capitals: any case");
	tap_ok(!matches("Main", "main.main"), "capitals: as they are");
	tap_ok(matches("(*conn).serve", "net/http.(*conn).serve"), "names of methods as they are");
	tap_ok(matches("conn.*serve$", "net/http.(*conn).serve"), "a regular expression");
	tap_ok(!matches("^serve", "net/http.(*conn).serve"), "that is anchored");
	tap_ok(matches("a(b", "xa(b"), "a bad expression is text");
	tap_ok(matches("straße", "STRASSE"), "case folding");
	tap_ok(matches("caf\u00e9", "CAFE\u0301"), "normalisation");
	tap_ok(matches("caf\u00e9|tea", "CAFE\u0301"), "in expressions, too");
	tap_ok(matches("\\W+x", "a  x"), "capitals of an escape are none");
	m = gt_matcher_new("b+", NULL);
	tap_ok(gt_matcher_locate(m, "abbbcb", 6, 0, &start, &end) && start == 1 && end == 4, "located");
	tap_ok(gt_matcher_locate(m, "abbbcb", 6, 4, &start, &end) && start == 5 && end == 6, "the next one");
	tap_ok(!gt_matcher_locate(m, "abbbcb", 6, 6, &start, &end), "no more");
	gt_matcher_free(m);
	m = gt_matcher_new("x*", NULL);
	tap_ok(!gt_matcher_locate(m, "abc", 3, 0, &start, &end), "an empty match is not marked");
	gt_matcher_free(m);
}

static void is_drawn(const struct gt_prompt *p, int cols, const char *want, int cursor)
{
	struct gt_grid *g = gt_grid_new(1, cols);
	const struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf out = { 0 };

	tap_is_int(gt_prompt_draw(p, &c, 0), cursor, "%d columns: the cursor", cols);
	gt_grid_dump(g, &out);
	tap_is_str(gt_buf_str(&out), want, "%d columns", cols);
	gt_buf_release(&out);
	gt_grid_free(g);
}

/* Where two columns are left beside the label it is shown; the cursor always is. */
TAP_TEST(drawing)
{
	struct gt_prompt p;

	gt_prompt_init(&p, "Really? ", "", NULL, NULL, NULL);
	type(&p, "yes");
	is_drawn(&p, 20, "Really? yes\n", 11);
	is_drawn(&p, 12, "Really? yes\n", 11);
	is_drawn(&p, 11, "Really? es\n", 10);
	is_drawn(&p, 10, "Really? s\n", 9);
	is_drawn(&p, 9, "yes\n", 3);
	is_drawn(&p, 4, "yes\n", 3);
	is_drawn(&p, 3, "es\n", 2);
	is_drawn(&p, 1, "\n", 0);
	gt_prompt_act(&p, GT_ACT_P_HOME);
	is_drawn(&p, 3, "yes\n", 0);
	gt_prompt_release(&p);
}
