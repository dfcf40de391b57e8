/* The terminal by ncursesw: the only file that includes curses. */
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include "ui/kit/term.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <unistr.h>
#include <wchar.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "ui/kit/signals.h"

#define PAIRS_MAX 512
#define CURSES_BYTES (1u << 20)
#define ESC_DELAY_MS 25
#define DOUBLE_CLICK_NS INT64_C(400000000)
#define EXTRA_KEYS_MAX 32
#define INKS 256 /* a power of two */
#define MOUSE_MAX 16

struct screen {
	struct gt_term term;
	SCREEN *screen;
	WINDOW *keys;                 /* a pad: reading from it refreshes nothing */
	FILE *in, *out;
	struct termios modes;         /* as they were before */
	struct gt_grid *shown;        /* NULL: everything must be drawn */
	int depth_max;                /* enum gt_depth of the terminal */
	bool own_colors;              /* the terminal's default colours can be used */
	struct {
		int32_t fg, bg;
	} pairs[PAIRS_MAX];           /* pair i + 1 of curses */
	int npairs;
	struct ink {
		gt_style style;
		bool known;
		short pair;
		attr_t attrs;
	} inks[INKS];                 /* by style: forgotten with every redraw, when the theme may be another */
	struct {
		int code;
		gt_key key;
	} extra[EXTRA_KEYS_MAX];      /* keys that curses has no constants for */
	int nextra;
	int64_t click_ns;             /* the last click: two of them make a double one */
	int click_y, click_x;
	MEVENT mouse[MOUSE_MAX];      /* events of the mouse still to be told, the latest first */
	int nmouse;
	gt_key held;                  /* what moving the mouse is now: GT_KEY_DRAG ..., GT_KEY_NONE */
	bool tell_motion;             /* to be asked for, after curses has asked for clicks */
};

static struct screen *screen_of(struct gt_term *t)
{
	return (struct screen *)t;
}

bool gt_term_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* ---- colours ---- */

static int terminal_depth(void)
{
	if (!has_colors() || start_color() == ERR)
		return GT_DEPTH_MONO;
	if (tigetflag("RGB") > 0 || tigetnum("RGB") > 0)
		return GT_DEPTH_TRUE;
	return COLORS >= 256 ? GT_DEPTH_256 : COLORS >= 8 ? GT_DEPTH_8 : GT_DEPTH_MONO;
}

static bool no_color(void)
{
	const char *s = getenv("NO_COLOR");

	return s && *s;
}

static enum gt_depth depth_now(const struct screen *s)
{
	int wanted = s->term.config.depth;

	if (wanted < 0)
		wanted = no_color() ? GT_DEPTH_MONO : GT_DEPTH_TRUE;
	return (enum gt_depth)(wanted < s->depth_max ? wanted : s->depth_max);
}

static int make_pair(int pair, int32_t fg, int32_t bg)
{
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
	return init_extended_pair(pair, fg, bg);
#else
	return init_pair((short)pair, (short)fg, (short)bg);
#endif
}

/* The number of the pair; when all are used up, the ink stays and the ground is given up. */
static int pair_of(struct screen *s, int32_t fg, int32_t bg)
{
	int max = COLOR_PAIRS - 1 < PAIRS_MAX ? COLOR_PAIRS - 1 : PAIRS_MAX;

	if (!s->own_colors) {
		fg = fg < 0 ? COLOR_WHITE : fg;
		bg = bg < 0 ? COLOR_BLACK : bg;
	}
	if (fg < 0 && bg < 0)
		return 0;
	for (int i = 0; i < s->npairs; i++) {
		if (s->pairs[i].fg == fg && s->pairs[i].bg == bg)
			return i + 1;
	}
	if (s->npairs == max)
		return bg >= 0 ? pair_of(s, fg, GT_COLOR_DEFAULT) : 0;
	if (make_pair(s->npairs + 1, fg, bg) == ERR)
		return 0;
	s->pairs[s->npairs].fg = fg;
	s->pairs[s->npairs].bg = bg;
	return ++s->npairs;
}

static attr_t attrs_of(uint32_t attrs)
{
	attr_t a = A_NORMAL;

	if (attrs & GT_BOLD)
		a |= A_BOLD;
	if (attrs & GT_FAINT)
		a |= A_DIM;
	if (attrs & GT_UNDERLINE)
		a |= A_UNDERLINE;
	if (attrs & GT_REVERSE)
		a |= A_REVERSE;
	return a;
}

/* ---- drawing ---- */

/*
 * The characters of a cell as curses and the terminal count them.  Where the C
 * library's idea of a width differs from ours, or a cluster has more than one
 * character with a width (joined emoji), the first character alone or '?' is
 * drawn: never anything that moves the rest of the line.
 */
static int cell_wide(const struct gt_screen_cell *cell, wchar_t *w)
{
	const uint8_t *s = (const uint8_t *)cell->text;
	size_t n = cell->len, len = 0;
	int width;
	ucs4_t ch;

	for (size_t i = 0; i < n && len < CCHARW_MAX; ) {
		int k = u8_mbtouc(&ch, s + i, n - i);

		i += (size_t)(k > 0 ? k : 1);
		/* A joiner would call for a second character with a width. */
		if (len > 0 && (ch == 0x200d || wcwidth((wchar_t)ch) != 0))
			break;
		/* As would the wish to be drawn as an emoji, in some terminals. */
		if (ch == 0xfe0f && len == 1 && wcwidth(w[0]) == 1)
			continue;
		w[len++] = (wchar_t)ch;
	}
	w[len] = 0;
	width = len ? wcwidth(w[0]) : -1;
	if (width < 1 || width > cell->width) {
		w[0] = L'?';
		w[1] = 0;
		width = 1;
	}
	return width;
}

static const struct ink *ink_of(struct screen *s, gt_style style)
{
	struct ink *ink = &s->inks[(style ^ style >> 8 ^ style >> 16) & (INKS - 1)];

	if (!ink->known || ink->style != style) {
		struct gt_ink want = gt_theme_ink(s->term.config.theme, depth_now(s), style);

		ink->style = style;
		ink->known = true;
		ink->pair = (short)pair_of(s, want.fg, want.bg);
		ink->attrs = attrs_of(want.attrs);
	}
	return ink;
}

static void put_wide(int y, int x, const wchar_t *w, const struct ink *ink)
{
	cchar_t cc;

	if (setcchar(&cc, w, ink->attrs, ink->pair, NULL) == OK)
		mvwadd_wchnstr(stdscr, y, x, &cc, 1);
}

static void term_curses_draw_cell(struct screen *s, const struct gt_screen_cell *cell, int y, int x)
{
	const struct ink *ink;
	wchar_t w[CCHARW_MAX + 1];
	int width;

	if (cell->width == 0)
		return;
	ink = ink_of(s, cell->style);
	width = cell_wide(cell, w);
	put_wide(y, x, w, ink);
	if (width < cell->width)
		put_wide(y, x + 1, L" ", ink);
}

static bool same_cell(const struct gt_screen_cell *a, const struct gt_screen_cell *b)
{
	return a->style == b->style && a->width == b->width && a->len == b->len &&
	       memcmp(a->text, b->text, a->len) == 0;
}

static void term_curses_draw_row(struct screen *s, const struct gt_grid *g, int y, int cols)
{
	for (int x = 0; x < cols; x++) {
		const struct gt_screen_cell *cell = gt_grid_cell(g, y, x);

		if (!s->shown || !same_cell(cell, gt_grid_cell(s->shown, y, x)))
			term_curses_draw_cell(s, cell, y, x);
	}
}

/*
 * Curses asks terminals for clicks only.  This one, where the terminal has a
 * mouse at all, makes them tell where it is while a button is held.
 */
static void ask_for_motion(struct screen *s, bool on)
{
	const char *mouse = tigetstr("kmous");

	s->tell_motion = false;
	if (!mouse || mouse == (char *)-1)
		return;
	fputs(on ? "\033[?1002h" : "\033[?1002l", s->out);
	fflush(s->out);
}

static void screen_draw(struct gt_term *t, const struct gt_grid *g, int cy, int cx)
{
	struct screen *s = screen_of(t);
	int rows = gt_grid_rows(g), cols = gt_grid_cols(g);

	if (s->shown && (gt_grid_rows(s->shown) != rows || gt_grid_cols(s->shown) != cols)) {
		gt_grid_free(s->shown);
		s->shown = NULL;
	}
	if (!s->shown)
		werase(stdscr);
	for (int y = 0; y < rows && y < LINES; y++)
		term_curses_draw_row(s, g, y, cols < COLS ? cols : COLS);
	gt_grid_free(s->shown);
	s->shown = gt_grid_copy(g);
	curs_set(cy >= 0);
	wmove(stdscr, cy >= 0 ? cy : LINES - 1, cy >= 0 ? cx : 0);
	wnoutrefresh(stdscr);
	doupdate();
	if (s->tell_motion)
		ask_for_motion(s, true);
}

static void screen_redraw(struct gt_term *t)
{
	struct screen *s = screen_of(t);

	gt_grid_free(s->shown);
	s->shown = NULL;
	memset(s->inks, 0, sizeof s->inks);
	clearok(curscr, TRUE);
}

/* ---- keys ---- */

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
static void find_extra_keys(struct screen *s)
{
	static const struct {
		const char *name;
		gt_key key;
	} extended[] = {
		{ "kUP5", GT_KEY_UP }, { "kDN5", GT_KEY_DOWN }, { "kLFT5", GT_KEY_LEFT }, { "kRIT5", GT_KEY_RIGHT },
		{ "kHOM5", GT_KEY_HOME }, { "kEND5", GT_KEY_END }, { "kPRV5", GT_KEY_PGUP },
		{ "kNXT5", GT_KEY_PGDN }, { "kDC5", GT_KEY_DELETE },
	};

	for (size_t i = 0; i < GT_COUNT(extended); i++) {
		const char *seq = tigetstr(extended[i].name);
		int code = seq && seq != (char *)-1 ? key_defined(seq) : 0;

		if (code > 0 && s->nextra < EXTRA_KEYS_MAX) {
			s->extra[s->nextra].code = code;
			s->extra[s->nextra++].key = GT_MOD_CTRL | extended[i].key;
		}
	}
}

static gt_key function_key(const struct screen *s, wint_t code)
{
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return GT_KEY_F1 + (gt_key)(code - KEY_F(1));
	for (size_t i = 0; i < GT_COUNT(curses_keys); i++) {
		if ((wint_t)curses_keys[i].code == code)
			return curses_keys[i].key;
	}
	for (int i = 0; i < s->nextra; i++) {
		if ((wint_t)s->extra[i].code == code)
			return s->extra[i].key;
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

/* Curses would wait to tell clicks from presses: it is told not to, and two clicks are counted here. */
static gt_key click_key(struct screen *s, const MEVENT *m)
{
	int64_t now = gt_clock_now();
	bool again = m->y == s->click_y && m->x == s->click_x && now - s->click_ns < DOUBLE_CLICK_NS;

	s->held = GT_KEY_DRAG;
	if (m->bstate & BUTTON_SHIFT) {
		s->held |= GT_MOD_SHIFT;
		return GT_MOD_SHIFT | GT_KEY_CLICK;
	}
	s->click_ns = again ? 0 : now;
	s->click_y = m->y;
	s->click_x = m->x;
	return again ? GT_KEY_DOUBLE_CLICK : GT_KEY_CLICK;
}

static gt_key mouse_key(struct screen *s, const MEVENT *m)
{
	/* What comes between two clicks makes them two. */
	if (!(m->bstate & (BUTTON1_PRESSED | BUTTON1_RELEASED)))
		s->click_ns = 0;
	if (m->bstate & BUTTON4_PRESSED)
		return GT_KEY_WHEEL_UP;
#ifdef BUTTON5_PRESSED
	if (m->bstate & BUTTON5_PRESSED)
		return GT_KEY_WHEEL_DOWN;
#endif
	if (m->bstate & REPORT_MOUSE_POSITION)
		return s->held;
	s->held = GT_KEY_NONE;
	if (m->bstate & BUTTON3_PRESSED) {
		s->held = GT_KEY_RIGHT_DRAG;
		return GT_KEY_RIGHT_CLICK;
	}
	return m->bstate & BUTTON1_PRESSED ? click_key(s, m) : GT_KEY_NONE;
}

/* Of what came in one go curses gives the latest first. */
static void fetch_mouse(struct screen *s)
{
	while (s->nmouse < MOUSE_MAX && getmouse(&s->mouse[s->nmouse]) == OK)
		s->nmouse++;
}

/* False: no key is left of it. */
static bool take_mouse(struct screen *s, struct gt_input *ev)
{
	while (s->nmouse > 0) {
		const MEVENT *m = &s->mouse[--s->nmouse];

		ev->key = mouse_key(s, m);
		ev->y = m->y;
		ev->x = m->x;
		if (ev->key != GT_KEY_NONE)
			return true;
	}
	*ev = (struct gt_input){ .y = -1, .x = -1 };
	return false;
}

static int screen_read(struct gt_term *t, int timeout_ms, struct gt_input *ev)
{
	struct screen *s = screen_of(t);
	wint_t ch;

	if (take_mouse(s, ev))
		return 1;
	wtimeout(s->keys, timeout_ms);
	for (;;) {
		int r;

		errno = 0;
		r = wget_wch(s->keys, &ch);
		if (r == ERR)
			return errno == EIO || (timeout_ms < 0 && errno != EINTR) ? -1 : 0;
		if (r == KEY_CODE_YES && ch == KEY_MOUSE) {
			fetch_mouse(s);
			if (take_mouse(s, ev))
				return 1;
			continue;
		}
		ev->key = r == KEY_CODE_YES ? function_key(s, ch) : char_key(ch);
		/* Resizes are told by a signal, releases of buttons and keys without a name by nobody. */
		if (ev->key != GT_KEY_NONE)
			return 1;
	}
}

/* ---- the rest of the operations ---- */

static void screen_size(struct gt_term *t, int *rows, int *cols)
{
	(void)t;
	*rows = LINES;
	*cols = COLS;
}

static int screen_fd(struct gt_term *t)
{
	return fileno(screen_of(t)->in);
}

static void screen_resize(struct gt_term *t)
{
	struct screen *s = screen_of(t);
	struct winsize ws;

	if (ioctl(fileno(s->out), TIOCGWINSZ, &ws) == 0 && ws.ws_row > 0 && ws.ws_col > 0)
		resizeterm(ws.ws_row, ws.ws_col);
	screen_redraw(t);
}

static void screen_mouse(struct gt_term *t, bool on)
{
	struct screen *s = screen_of(t);
	mmask_t mask = BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON3_PRESSED | BUTTON3_RELEASED |
		       BUTTON4_PRESSED | BUTTON_SHIFT | REPORT_MOUSE_POSITION;

#ifdef BUTTON5_PRESSED
	mask |= BUTTON5_PRESSED;
#endif
	if (!on)
		ask_for_motion(s, false);
	s->tell_motion = on;
	s->held = GT_KEY_NONE;
	mousemask(on ? mask : 0, NULL);
	mouseinterval(0);
}

/* Terminfo strings may hold times to wait, "$<5>": nothing to send from a signal handler. */
static void term_curses_add_string(struct gt_buf *out, const char *name)
{
	const char *s = tigetstr(name);

	if (!s || s == (char *)-1)
		return;
	while (*s) {
		if (s[0] == '$' && s[1] == '<' && strchr(s, '>'))
			s = strchr(s, '>') + 1;
		else
			gt_buf_putc(out, *s++);
	}
}

/* What a crash must send: colours and cursor as they were, no mouse, no alternate screen. */
static void arm(struct screen *s)
{
	struct gt_buf b = { 0 };
	const char *mouse = tigetstr("kmous");

	if (mouse && mouse != (char *)-1)
		gt_buf_puts(&b, "\033[?1002l\033[?1000l\033[?1006l");
	term_curses_add_string(&b, "op");
	term_curses_add_string(&b, "sgr0");
	term_curses_add_string(&b, "cnorm");
	term_curses_add_string(&b, "rmkx");
	term_curses_add_string(&b, "rmcup");
	gt_buf_puts(&b, "\r");
	gt_signals_arm(fileno(s->out), &s->modes, b.data, b.len);
	gt_buf_release(&b);
}

static void screen_suspend(struct gt_term *t)
{
	(void)t;
	screen_mouse(t, false);
	def_prog_mode();
	curs_set(1);
	endwin();
	gt_signals_arm(-1, NULL, NULL, 0);
}

static void screen_resume(struct gt_term *t)
{
	struct screen *s = screen_of(t);

	arm(s);
	reset_prog_mode();
	screen_resize(t);
	screen_mouse(t, t->config.mouse);
}

static void screen_write(struct gt_term *t, const char *bytes, size_t n)
{
	FILE *out = screen_of(t)->out;

	fwrite(bytes, 1, n, out);
	fflush(out);
}

static bool screen_real(struct gt_term *t)
{
	(void)t;
	return true;
}

static void close_input(struct screen *s)
{
	if (s->in && s->in != stdin)
		fclose(s->in);
}

static void screen_close(struct gt_term *t)
{
	struct screen *s = screen_of(t);

	screen_mouse(t, false);
	curs_set(1);
	endwin();
	gt_signals_arm(-1, NULL, NULL, 0);
	delwin(s->keys);
	delscreen(s->screen);
	close_input(s);
	gt_grid_free(s->shown);
	free(s);
}

static const struct gt_term_ops screen_ops = {
	.size = screen_size,
	.draw = screen_draw,
	.fd = screen_fd,
	.read = screen_read,
	.resize = screen_resize,
	.redraw = screen_redraw,
	.suspend = screen_suspend,
	.resume = screen_resume,
	.mouse = screen_mouse,
	.write = screen_write,
	.real = screen_real,
	.close = screen_close,
};

/* ---- opening ---- */

static int check_term(struct gt_error *err)
{
	const char *name = getenv("TERM");

	if (!isatty(STDOUT_FILENO))
		return gt_error_usage(err, "standard output is not a terminal");
	if (!name || !*name)
		return gt_error_usage(err, "TERM is not set");
	if (strcmp(name, "dumb") == 0)
		return gt_error_usage(err, "a dumb terminal has no screen to draw on");
	return 0;
}

/* A trace may come through standard input: then keys come from the terminal itself. */
static FILE *term_curses_open_input(void)
{
	int fd;

	if (isatty(STDIN_FILENO))
		return stdin;
	fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	return fd >= 0 ? fdopen(fd, "r") : NULL;
}

static bool wants_true_color(const struct gt_term_config *config)
{
	const char *s = getenv("COLORTERM");

	if (config->depth >= 0)
		return config->depth == GT_DEPTH_TRUE;
	return !no_color() && s && (strcmp(s, "truecolor") == 0 || strcmp(s, "24bit") == 0);
}

/*
 * Terminals that can do true colour mostly call themselves "...-256color", for
 * which curses sends palette numbers only; terminfo has them as "...-direct".
 */
static char *direct_name(const struct gt_term_config *config)
{
	const char *name = getenv("TERM"), *end = strstr(name, "-256color");
	char *direct;
	int status;

	if (!end || end[9] || !wants_true_color(config))
		return NULL;
	direct = gt_xasprintf("%.*s-direct", (int)(end - name), name);
	if (setupterm(direct, STDOUT_FILENO, &status) == OK && tigetstr("cup") && tigetflag("RGB") > 0) {
		del_curterm(cur_term);
		return direct;
	}
	free(direct);
	return NULL;
}

/* False: no memory. */
static bool set_modes(struct screen *s)
{
	set_escdelay(ESC_DELAY_MS);
	raw();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	typeahead(-1);
	s->keys = newpad(1, 1);
	if (!s->keys)
		return false;
	keypad(s->keys, TRUE);
	/* The pad asks for the keypad when it is read first; the screen must be in that mode from the start. */
	keypad(stdscr, TRUE);
	curs_set(0);
	return true;
}

static void free_unopened(struct screen *s)
{
	close_input(s);
	free(s);
}

int gt_term_curses_open(struct gt_term **out, const struct gt_term_config *config, struct gt_error *err)
{
	struct screen *s;
	char *direct;
	int status, r = check_term(err);

	if (r < 0)
		return r;
	/* Curses crashes where it finds no memory in newterm(): it begins only if there is some. */
	free(gt_xmalloc(CURSES_BYTES));
	s = gt_xcalloc(1, sizeof *s);
	s->term.ops = &screen_ops;
	s->term.config = *config;
	s->out = stdout;
	s->in = term_curses_open_input();
	if (!s->in || tcgetattr(fileno(s->in), &s->modes) < 0) {
		free_unopened(s);
		return gt_error_usage(err, "standard input is not a terminal");
	}
	direct = direct_name(config);
	/* Curses may end the program while it opens the terminal: what undoes that is known before. */
	if (setupterm(direct, fileno(s->out), &status) == OK) {
		arm(s);
		del_curterm(cur_term);
	}
	s->screen = newterm(direct, s->out, s->in);
	free(direct);
	if (!s->screen) {
		gt_signals_arm(-1, NULL, NULL, 0);
		free_unopened(s);
		return gt_error_usage(err, "the terminal %s is not known", getenv("TERM"));
	}
	if (!set_modes(s)) {
		screen_close(&s->term);
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory for the screen");
	}
	s->depth_max = terminal_depth();
	s->own_colors = s->depth_max != GT_DEPTH_MONO && use_default_colors() == OK;
	find_extra_keys(s);
	screen_mouse(&s->term, config->mouse);
	*out = &s->term;
	return 0;
}
