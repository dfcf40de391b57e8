/* Sets of keys, as other programs have them. */
#ifndef GT_UI_PRESET_H
#define GT_UI_PRESET_H

#include "ui/kit/keymap.h"

/* One binding of a set, as for `bind`. */
struct gt_preset_key {
	const char *preset, *where, *keys, *action;
};
extern const struct gt_preset_key gt_preset_keys[];
extern const size_t gt_preset_key_count;
extern const char gt_preset_names[];             /* separated by blanks */

/* Binds the keys of a set; those before that it does not name stay. */
int gt_preset_apply(struct gt_keymap *km, const char *name, struct gt_error *err);

#endif
