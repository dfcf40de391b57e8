/* Keys and the mouse by ncursesw. */
#include "ui/kit/term_curses.h"

#include <errno.h>
#include <term.h>

#include "base/clock.h"

#define DOUBLE_CLICK_NS INT64_C(400000000)
#define ANSWER_NS INT64_C(3000000000)    /* answers come within this time */
#define PASTE_NS INT64_C(2000000000)     /* a paste without an end is over after this time */
/* Beyond the codes that curses gives to extended keys. */
#define PASTE_BEGIN (KEY_MAX + 1000)
#define PASTE_END (KEY_MAX + 1001)
#define ANSWER_MS 50                     /* their characters one after the other */

static const struct {
	int code;
	gt_key key;
} curses_keys[] = {
	{ KEY_UP, GT_KEY_UP }, { KEY_DOWN, GT_KEY_DOWN }, { KEY_LEFT, GT_KEY_LEFT }, { KEY_RIGHT, GT_KEY_RIGHT },
	{ KEY_HOME, GT_KEY_HOME }, { KEY_END, GT_KEY_END }, { KEY_PPAGE, GT_KEY_PGUP }, { KEY_NPAGE, GT_KEY_PGDN },
	{ KEY_FIND, GT_KEY_HOME }, { KEY_SELECT, GT_KEY_END }, { KEY_A1, GT_KEY_HOME }, { KEY_C1, GT_KEY_END },
	{ KEY_A3, GT_KEY_PGUP }, { KEY_C3, GT_KEY_PGDN }, { KEY_IC, GT_KEY_INSERT }, { KEY_DC, GT_KEY_DELETE },
	{ KEY_ENTER, GT_KEY_ENTER }, { KEY_BACKSPACE, GT_KEY_BACKSPACE }, { KEY_BTAB, GT_MOD_SHIFT | GT_KEY_TAB },
	{ KEY_SLEFT, GT_MOD_SHIFT | GT_KEY_LEFT }, { KEY_SRIGHT, GT_MOD_SHIFT | GT_KEY_RIGHT },
	{ KEY_SR, GT_MOD_SHIFT | GT_KEY_UP }, { KEY_SF, GT_MOD_SHIFT | GT_KEY_DOWN },
	{ KEY_SHOME, GT_MOD_SHIFT | GT_KEY_HOME }, { KEY_SEND, GT_MOD_SHIFT | GT_KEY_END },
	{ KEY_SPREVIOUS, GT_MOD_SHIFT | GT_KEY_PGUP }, { KEY_SNEXT, GT_MOD_SHIFT | GT_KEY_PGDN },
	{ KEY_SDC, GT_MOD_SHIFT | GT_KEY_DELETE },
};

/* Terminfo's extended names of keys with Ctrl. */
void gt_curses_find_keys(struct gt_curses_input *in)
{
	static const struct {
		const char *name;
		gt_key key;
	} extended[] = {
		{ "kUP5", GT_KEY_UP }, { "kDN5", GT_KEY_DOWN }, { "kLFT5", GT_KEY_LEFT }, { "kRIT5", GT_KEY_RIGHT },
		{ "kHOM5", GT_KEY_HOME }, { "kEND5", GT_KEY_END }, { "kPRV5", GT_KEY_PGUP },
		{ "kNXT5", GT_KEY_PGDN }, { "kDC5", GT_KEY_DELETE },
	};

	define_key("\033[200~", PASTE_BEGIN);
	define_key("\033[201~", PASTE_END);
	for (size_t i = 0; i < GT_COUNT(extended); i++) {
		const char *seq = tigetstr(extended[i].name);
		int code = seq && seq != (char *)-1 ? key_defined(seq) : 0;

		if (code > 0 && in->nextra < GT_CURSES_EXTRA) {
			in->extra[in->nextra].code = code;
			in->extra[in->nextra++].key = GT_MOD_CTRL | extended[i].key;
		}
	}
}

static gt_key function_key(const struct gt_curses_input *in, wint_t code)
{
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return GT_KEY_F1 + (gt_key)(code - KEY_F(1));
	for (size_t i = 0; i < GT_COUNT(curses_keys); i++) {
		if ((wint_t)curses_keys[i].code == code)
			return curses_keys[i].key;
	}
	for (int i = 0; i < in->nextra; i++) {
		if ((wint_t)in->extra[i].code == code)
			return in->extra[i].key;
	}
	return GT_KEY_NONE;
}

static gt_key char_key(wint_t ch)
{
	switch (ch) {
	case 0:
		return GT_MOD_CTRL | ' ';
	case '\t':
		return GT_KEY_TAB;
	case '\r':
	case '\n':
		return GT_KEY_ENTER;
	case 27:
		return GT_KEY_ESC;
	case 8:
	case 127:
		return GT_KEY_BACKSPACE;
	default:
		break;
	}
	if (ch < 27)
		return GT_MOD_CTRL | (gt_key)(ch + 'a' - 1);
	if (ch < 32)
		return GT_MOD_CTRL | (gt_key)(ch + '@');
	return ch < GT_KEY_NAMED ? (gt_key)ch : GT_KEY_NONE;
}

/* Curses would wait to distinguish clicks from presses: that is switched off, and double clicks are found here. */
static gt_key click_key(struct gt_curses_input *in, const MEVENT *m)
{
	int64_t now = gt_clock_now();
	bool again = m->y == in->click_y && m->x == in->click_x && now - in->click_ns < DOUBLE_CLICK_NS;

	in->held = GT_KEY_DRAG;
	if (m->bstate & BUTTON_SHIFT) {
		in->held |= GT_MOD_SHIFT;
		return GT_MOD_SHIFT | GT_KEY_CLICK;
	}
	in->click_ns = again ? 0 : now;
	in->click_y = m->y;
	in->click_x = m->x;
	return again ? GT_KEY_DOUBLE_CLICK : GT_KEY_CLICK;
}

static gt_key mouse_key(struct gt_curses_input *in, const MEVENT *m)
{
	/* What comes between two clicks makes them two. */
	if (!(m->bstate & (BUTTON1_PRESSED | BUTTON1_RELEASED)))
		in->click_ns = 0;
	if (m->bstate & BUTTON4_PRESSED)
		return GT_KEY_WHEEL_UP;
#ifdef BUTTON5_PRESSED
	if (m->bstate & BUTTON5_PRESSED)
		return GT_KEY_WHEEL_DOWN;
#endif
	if (m->bstate & REPORT_MOUSE_POSITION)
		return in->held;
	in->held = GT_KEY_NONE;
	if (m->bstate & BUTTON3_PRESSED) {
		in->held = GT_KEY_RIGHT_DRAG;
		return GT_KEY_RIGHT_CLICK;
	}
	return m->bstate & BUTTON1_PRESSED ? click_key(in, m) : GT_KEY_NONE;
}

/* False: no key is left of it. */
static bool take_mouse(struct gt_curses_input *in, struct gt_input *ev)
{
	while (in->nmouse > 0) {
		const MEVENT *m = &in->mouse[--in->nmouse];

		ev->key = mouse_key(in, m);
		ev->y = m->y;
		ev->x = m->x;
		if (ev->key != GT_KEY_NONE)
			return true;
	}
	*ev = (struct gt_input){ .y = -1, .x = -1 };
	return false;
}

/*
 * After an Esc: takes an answer of the terminal that follows.  False: it was the key, or begins one; what was read
 * after it is read again.
 */
static bool take_answer(struct gt_curses_input *in)
{
	struct gt_answer a = { 0 };
	enum gt_answer_is is = gt_answer_add(&a, 27);
	unsigned kept = a.n;
	int r = OK;
	wint_t ch = 0;

	if (!in->asked_ns || gt_clock_now() - in->asked_ns > ANSWER_NS)
		return false;
	wtimeout(in->keys, ANSWER_MS);
	while (is == GT_ANSWER_BEGINS) {
		kept = a.n;
		r = wget_wch(in->keys, &ch);
		is = r == OK ? gt_answer_add(&a, ch) : GT_ANSWER_NONE;
	}
	if (is == GT_ANSWER_COMPLETE) {
		if (gt_answer_ground(&a) != GT_GROUND_UNKNOWN)
			in->ground = gt_answer_ground(&a);
		in->can_hold |= gt_answer_can_hold(&a);
		if (gt_answer_is_last(&a))
			in->asked_ns = 0;
		return true;
	}
	if (r == KEY_CODE_YES)
		ungetch((int)ch);
	else if (r == OK)
		unget_wch((wchar_t)ch);
	while (kept > 1)
		unget_wch((wchar_t)a.text[--kept]);
	return false;
}

static bool is_pasted(struct gt_curses_input *in)
{
	int64_t now = gt_clock_now();

	if (in->pasted_ns)
		in->pasted_ns = now - in->pasted_ns < PASTE_NS ? now : 0;
	return in->pasted_ns;
}

int gt_curses_read(struct gt_curses_input *in, int timeout_ms, struct gt_input *ev)
{
	wint_t ch;

	if (take_mouse(in, ev))
		return 1;
	wtimeout(in->keys, timeout_ms);
	for (;;) {
		int r;

		errno = 0;
		r = wget_wch(in->keys, &ch);
		if (r == ERR)
			return errno == EIO || (timeout_ms < 0 && errno != EINTR) ? -1 : 0;
		if (r == KEY_CODE_YES && ch == KEY_MOUSE) {
			/* Of what came in one go curses gives the latest first. */
			while (in->nmouse < GT_CURSES_MOUSE && getmouse(&in->mouse[in->nmouse]) == OK)
				in->nmouse++;
			if (take_mouse(in, ev))
				return 1;
			continue;
		}
		if (r == KEY_CODE_YES && (ch == PASTE_BEGIN || ch == PASTE_END)) {
			in->pasted_ns = ch == PASTE_BEGIN ? gt_clock_now() : 0;
			continue;
		}
		if (r == OK && ch == 27) {
			bool answer = take_answer(in);

			wtimeout(in->keys, timeout_ms);
			if (answer)
				continue;
		}
		ev->key = r == KEY_CODE_YES ? function_key(in, ch) : char_key(ch);
		ev->pasted = is_pasted(in);
		/* Resizes come as a signal; releases of buttons and keys without a name are of no use. */
		if (ev->key != GT_KEY_NONE)
			return 1;
	}
}
