/* Keys: codes and names. */
#include "ui/kit/key.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistr.h>

static const struct {
	const char *name;
	gt_key key;
} names[] = {
	/* The first name of a key is the one it is shown by. */
	{ "Space", ' ' }, { "Up", GT_KEY_UP }, { "Down", GT_KEY_DOWN }, { "Left", GT_KEY_LEFT },
	{ "Right", GT_KEY_RIGHT }, { "Home", GT_KEY_HOME }, { "End", GT_KEY_END }, { "PgUp", GT_KEY_PGUP },
	{ "PgDn", GT_KEY_PGDN }, { "Ins", GT_KEY_INSERT }, { "Del", GT_KEY_DELETE }, { "Enter", GT_KEY_ENTER },
	{ "Tab", GT_KEY_TAB }, { "Backspace", GT_KEY_BACKSPACE }, { "Esc", GT_KEY_ESC },
	{ "WheelUp", GT_KEY_WHEEL_UP }, { "WheelDown", GT_KEY_WHEEL_DOWN }, { "Click", GT_KEY_CLICK },
	{ "DoubleClick", GT_KEY_DOUBLE_CLICK }, { "Drag", GT_KEY_DRAG }, { "RightClick", GT_KEY_RIGHT_CLICK },
	{ "RightDrag", GT_KEY_RIGHT_DRAG },
	/* Other names people type. */
	{ "Return", GT_KEY_ENTER }, { "Escape", GT_KEY_ESC }, { "Delete", GT_KEY_DELETE },
	{ "Insert", GT_KEY_INSERT }, { "PageUp", GT_KEY_PGUP }, { "PageDown", GT_KEY_PGDN },
};

/* One character, "F1" to "F12", or one of the names. */
static int parse_base(const char *s, gt_key *key)
{
	size_t n = strlen(s);
	unsigned number;
	int end = 0, len;
	ucs4_t ch;

	len = n ? u8_mbtoucr(&ch, (const uint8_t *)s, n) : -1;
	if (len > 0 && (size_t)len == n && ch >= ' ' && ch != 0x7f) {
		*key = ch;
		return 0;
	}
	if ((*s == 'F' || *s == 'f') && s[1] >= '1' && s[1] <= '9' && sscanf(s + 1, "%2u%n", &number, &end) == 1 &&
	    !s[1 + end] && number <= 12) {
		*key = GT_KEY_F1 + number - 1;
		return 0;
	}
	for (size_t i = 0; i < GT_COUNT(names); i++) {
		if (strcasecmp(names[i].name, s) == 0) {
			*key = names[i].key;
			return 0;
		}
	}
	return -1;
}

static bool is_letter(gt_key key)
{
	return (key >= 'a' && key <= 'z') || (key >= 'A' && key <= 'Z');
}

/* "C-", or "Ctrl-" as people type it; what follows is a key. */
static bool take_modifier(const char **name, const char *word, size_t n)
{
	if (strncasecmp(*name, word, n) != 0 || (n == 2 && **name != *word) || !(*name)[n])
		return false;
	*name += n;
	return true;
}

int gt_key_parse(const char *name, gt_key *key)
{
	gt_key mods = 0;

	for (;;) {
		if (take_modifier(&name, "C-", 2) || take_modifier(&name, "Ctrl-", 5))
			mods |= GT_MOD_CTRL;
		else if (take_modifier(&name, "S-", 2) || take_modifier(&name, "Shift-", 6))
			mods |= GT_MOD_SHIFT;
		else
			break;
	}
	if (parse_base(name, key) < 0)
		return -1;
	/* In the one form terminals deliver: Ctrl with a lower-case letter, Shift with named keys only. */
	if (*key < GT_KEY_NAMED && mods & GT_MOD_SHIFT) {
		if (!is_letter(*key))
			return -1;
		*key &= ~(gt_key)0x20;
		mods &= ~GT_MOD_SHIFT;
	}
	if (mods & GT_MOD_CTRL && is_letter(*key))
		*key |= 0x20;
	*key |= mods;
	return 0;
}

void gt_key_name(struct gt_buf *out, gt_key key)
{
	gt_key base = key & ~(GT_MOD_CTRL | GT_MOD_SHIFT);
	uint8_t utf8[6];
	int len;

	if (key & GT_MOD_CTRL)
		gt_buf_puts(out, "C-");
	if (key & GT_MOD_SHIFT)
		gt_buf_puts(out, "S-");
	if (base >= GT_KEY_F1 && base <= GT_KEY_F12) {
		gt_buf_printf(out, "F%u", base - GT_KEY_F1 + 1);
		return;
	}
	for (size_t i = 0; i < GT_COUNT(names); i++) {
		if (names[i].key == base) {
			gt_buf_puts(out, names[i].name);
			return;
		}
	}
	len = u8_uctomb(utf8, base, sizeof utf8);
	if (len > 0 && base >= ' ')
		gt_buf_add(out, utf8, (size_t)len);
	else
		gt_buf_printf(out, "0x%x", base);
}
