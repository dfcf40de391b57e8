/* Sets of keys, as other programs have them. */
#include "ui/shell/preset.h"

#include <string.h>

#include "base/guess.h"

const char gt_preset_names[] = "less htop vim";

/* What a key did before stays an action: it can be typed after `:` or bound to another key. */
const struct gt_preset_key gt_preset_keys[] = {
	{ "less", "list", "Space", "page-down" },
	{ "less", "list", "f", "page-down" },
	{ "less", "list", "b", "page-up" },
	{ "less", "list", "T", "tag" },
	{ "less", "global", "u", "half-page-up" },
	{ "less", "global", "e", "down" },
	{ "less", "global", "y", "up" },
	{ "less", "global", "<", "first" },
	{ "less", "global", ">", "last" },
	{ "less", "global", "h", "help" },
	{ "less", "global", "v", "edit" },
	{ "less", "global", "q", "quit" },
	{ "less", "help", "q", "close" },
	{ "htop", "global", "F5", "group" },
	{ "htop", "global", "\\", "filter-add" },
	{ "htop", "list", ">", "sort" },
	{ "htop", "list", "<", "sort" },
	{ "htop", "list", "I", "reverse" },
	{ "htop", "list", "U", "untag" },
	{ "htop", "list", "t", "group" },
	{ "htop", "global", "h", "help" },
	{ "htop", "global", "q", "quit" },
	{ "htop", "help", "q", "close" },
	{ "vim", "global", "g g", "first" },
	{ "vim", "global", "C-o", "back" },
	{ "vim", "global", "C-e", "wheel-down" },
	{ "vim", "global", "C-y", "wheel-up" },
	{ "vim", "global", "C-w w", "focus-next" },
	{ "vim", "global", "C-w C-w", "focus-next" },
	{ "vim", "global", "C-w o", "maximise" },
	{ "vim", "global", "C-w v", "split" },
	{ "vim", "global", "C-w q", "close" },
	{ "vim", "list", "V", "tag" },
};

const size_t gt_preset_key_count = GT_COUNT(gt_preset_keys);

int gt_preset_apply(struct gt_keymap *km, const char *name, struct gt_error *err)
{
	struct gt_guess g;
	bool found = false;

	for (size_t i = 0; i < gt_preset_key_count; i++) {
		const struct gt_preset_key *k = &gt_preset_keys[i];

		if (strcmp(k->preset, name) == 0) {
			gt_keymap_bind(km, k->where, k->keys, k->action, 0, NULL);
			found = true;
		}
	}
	if (found)
		return 0;
	return gt_error_usage(err, "preset: not %s, but one of: %s%s", name, gt_preset_names,
			      gt_guess_among(&g, name, gt_preset_names));
}
