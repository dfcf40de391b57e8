/* Which of the known names a mistyped word is nearest to. */
#include "base/guess.h"

#include <string.h>

#include "base/compiler.h"
#include "tap/tap.h"

TAP_TEST(distance)
{
	static const struct {
		const char *a, *b;
		size_t edits;
	} cases[] = {
		{ "", "", 0 },         { "", "abc", 3 },         { "abc", "", 3 },          { "abc", "abc", 0 },
		{ "abc", "abd", 1 },   { "abc", "ab", 1 },       { "abc", "xabc", 1 },      { "abc", "acb", 1 },
		{ "kitten", "sitting", 3 }, { "repotr", "report", 1 }, { "ca", "abc", 3 },  { "abcd", "badc", 2 },
	};

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		const char *a = cases[i].a, *b = cases[i].b;

		tap_is_u64(gt_edit_distance(a, strlen(a), b, strlen(b)), cases[i].edits, "'%s' to '%s'", a, b);
		tap_is_u64(gt_edit_distance(b, strlen(b), a, strlen(a)), cases[i].edits, "'%s' to '%s'", b, a);
	}
}

static const char *hint(struct gt_guess *g, const char *word, const char *names)
{
	gt_guess_init(g, word, strlen(word));
	gt_guess_offer_words(g, names);
	return gt_guess_hint(g, "--", "; see --help");
}

TAP_TEST(hints)
{
	char longest[2 * GT_GUESS_MAX + 1], longer[GT_GUESS_MAX + 1];
	struct gt_guess g;

	tap_is_str(hint(&g, "greedi", "stw greedy goroutines"), ": did you mean --greedy?", "a letter replaced");
	tap_is_str(hint(&g, "gorutine", "stw greedy goroutines"), ": did you mean --goroutines?", "two missing");
	tap_is_str(hint(&g, "wst", "stw greedy"), "; see --help", "of three letters one edit is near, not two");
	tap_is_str(hint(&g, "swt", "stw greedy"), ": did you mean --stw?", "neighbours exchanged");
	tap_is_str(hint(&g, "x", "p g m"), "; see --help", "one letter for another is not near");
	tap_is_str(hint(&g, "", "p g m"), "; see --help", "nothing is near to nothing");
	tap_is_str(hint(&g, "tast", "task cast tasks"), ": did you mean --task?", "of equally near ones the first");
	tap_is_str(hint(&g, "casts", "task cast tasks"), ": did you mean --cast?", "the nearest, not the first");
	tap_is_str(hint(&g, "go", "to goroutines"), ": did you mean --goroutines?", "what begins so goes before what is near");
	tap_is_str(hint(&g, "sche", "schedgroups sched"), ": did you mean --sched?", "the shortest of several");
	tap_is_str(hint(&g, "g", "greedy goroutines"), "; see --help", "of one letter nothing is a guess");
	tap_is_str(hint(&g, "tasks", "task tasks tasktypes"), ": did you mean --tasks?", "the word itself is no beginning");
	memset(longest, 'a', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	memset(longer, 'a', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	tap_is_str(hint(&g, longest, longest), "; see --help", "words that are too long are near to nothing");
	hint(&g, longer, longer);
	tap_is_str(g.best, longer, "the longest word fits");
	tap_is_u64(strlen(g.hint), strlen(": did you mean --?") + GT_GUESS_MAX, "so does its hint");
}
