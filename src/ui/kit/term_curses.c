/* The terminal by ncursesw: opened, drawn on, given away and taken back. */
#include "ui/kit/term_curses.h"

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
#include "base/os/locale.h"
#include "base/xalloc.h"
#include "ui/kit/signals.h"

#define PAIRS_MAX 512
#define CURSES_BYTES (1u << 20)
#define ESC_DELAY_MS 25
#define INKS 256 /* a power of two */
#define ANSWER_TRIES 4 /* to wait for answers before the screen is given away, */
#define ANSWER_TRY_MS 25 /* each at most so long */
#define SPACES 16 /* between words, at most */

struct screen {
	struct gt_term term;
	SCREEN *screen;
	struct gt_curses_input input;
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
		int32_t bg;
	} inks[INKS];                 /* by style: forgotten with every redraw, when the theme may be another */
	bool tell_motion;             /* to be switched on, after curses has switched on clicks */
};

static struct screen *screen_of(struct gt_term *t)
{
	return (struct screen *)t;
}

bool gt_term_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool gt_term_lacks_locale(void)
{
	return !*gt_locale_name() && !gt_term_utf8();
}

/* ---- colours ---- */

static bool no_color(void)
{
	const char *s = getenv("NO_COLOR");

	return s && *s;
}

/* The number of the pair; when all are used up, the ink stays and the ground is given up. */
static int pair_of(struct screen *s, int32_t fg, int32_t bg)
{
	int max = COLOR_PAIRS - 1 < PAIRS_MAX ? COLOR_PAIRS - 1 : PAIRS_MAX;

	if (!s->own_colors) {
		fg = fg < 0 ? COLOR_WHITE : fg;
		bg = bg < 0 ? COLOR_BLACK : bg;
	}
	for (int i = 0; i < s->npairs; i++) {
		if (s->pairs[i].fg == fg && s->pairs[i].bg == bg)
			return i + 1;
	}
	if (s->npairs == max)
		return bg >= 0 ? pair_of(s, fg, GT_COLOR_DEFAULT) : 0;
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
	if (init_extended_pair(s->npairs + 1, fg, bg) == ERR)
		return 0;
#else
	if (init_pair((short)(s->npairs + 1), (short)fg, (short)bg) == ERR)
		return 0;
#endif
	s->pairs[s->npairs].fg = fg;
	s->pairs[s->npairs].bg = bg;
	return ++s->npairs;
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
	int depth = s->term.config.depth;
	struct gt_ink want;

	if (ink->known && ink->style == style)
		return ink;
	if (depth < 0)
		depth = no_color() ? GT_DEPTH_MONO : GT_DEPTH_TRUE;
	want = gt_theme_ink(s->term.config.theme, (enum gt_depth)(depth < s->depth_max ? depth : s->depth_max), style);
	*ink = (struct ink){ .style = style, .known = true, .pair = (short)pair_of(s, want.fg, want.bg),
			     .bg = want.bg };
	ink->attrs = (want.attrs & GT_BOLD ? A_BOLD : 0) | (want.attrs & GT_FAINT ? A_DIM : 0) |
		     (want.attrs & GT_UNDERLINE ? A_UNDERLINE : 0) | (want.attrs & GT_REVERSE ? A_REVERSE : 0);
	return ink;
}

static bool is_same_ink(const struct ink *a, const struct ink *b)
{
	return a->pair == b->pair && a->attrs == b->attrs;
}

static bool is_space(const struct gt_screen_cell *cell)
{
	return cell->len == 1 && *cell->text == ' ';
}

/*
 * The ink of a space is not to be seen.  Between two words it takes that of the word before it where the ground is
 * the same: to change it twice for each column of a list takes more bytes than the list has.  Where the word behind it
 * has its own ink it keeps that: as many changes, and it stays as it is when the word before it gets another ink.
 */
static struct ink ink_of_space(struct screen *s, const struct gt_grid *g, int y, int x)
{
	const struct ink own = *ink_of(s, gt_grid_cell(g, y, x)->style), *left;
	int from = x - 1, to = x + 1, cols = gt_grid_cols(g);

	while (from > 0 && x - from < SPACES && is_space(gt_grid_cell(g, y, from)))
		from--;
	while (to < cols && to - from < SPACES && is_space(gt_grid_cell(g, y, to)))
		to++;
	if (from < 0 || to == cols || to - from >= SPACES)
		return own;
	if (is_same_ink(ink_of(s, gt_grid_cell(g, y, to)->style), &own))
		return own;
	left = ink_of(s, gt_grid_cell(g, y, from)->style);
	return left->bg == own.bg && !((left->attrs | own.attrs) & (A_UNDERLINE | A_REVERSE)) ? *left : own;
}

static void put_wide(int y, int x, const wchar_t *w, const struct ink *ink)
{
	cchar_t cc;

	if (setcchar(&cc, w, ink->attrs, ink->pair, NULL) == OK)
		mvwadd_wchnstr(stdscr, y, x, &cc, 1);
}

/* True if the screen shows the cell as it is. */
static bool is_shown(const struct screen *s, const struct gt_grid *g, int y, int x)
{
	const struct gt_screen_cell *a = gt_grid_cell(g, y, x), *b = s->shown ? gt_grid_cell(s->shown, y, x) : NULL;

	return b && a->style == b->style && a->width == b->width && a->len == b->len &&
	       memcmp(a->text, b->text, a->len) == 0;
}

static void term_curses_draw_row(struct screen *s, const struct gt_grid *g, int y, int cols)
{
	wchar_t w[CCHARW_MAX + 1];
	int width, first = 0;
	struct ink ink;

	while (first < cols && is_shown(s, g, y, first))
		first++;
	if (first == cols)
		return;
	/* The ink of a space depends on the cells beside it. */
	for (int x = 0; x < cols; x++) {
		const struct gt_screen_cell *a = gt_grid_cell(g, y, x);
		bool space = is_space(a);

		if (a->width == 0 || (!space && (x < first || is_shown(s, g, y, x))))
			continue;
		ink = space ? ink_of_space(s, g, y, x) : *ink_of(s, a->style);
		width = cell_wide(a, w);
		put_wide(y, x, w, &ink);
		if (width < a->width)
			put_wide(y, x + 1, L" ", &ink);
	}
}

/*
 * Curses switches on reports of clicks only.  If the terminal has a mouse, this switches on reports of
 * motion while a button is held, too.
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

/* As xterm is: others may show what they do not understand. */
static void mark_pastes(const struct screen *s, bool on)
{
	if (tigetflag("XT") <= 0)
		return;
	fputs(on ? GT_CURSES_MARK_PASTES : GT_CURSES_NO_PASTES, s->out);
	fflush(s->out);
}

/* The title that the window had is kept by the terminal meanwhile; one that cannot do that leaves ours. */
static void name_window(const struct screen *s, bool on)
{
	if (tigetflag("XT") <= 0 || !s->term.config.title)
		return;
	if (on)
		fprintf(s->out, "\033[22;2t\033]2;%s\033\\", s->term.config.title);
	else
		fputs(GT_CURSES_OLD_TITLE, s->out);
	fflush(s->out);
}

/* Where the terminal can, a frame is shown when all of it is there. */
static void hold(const struct screen *s, bool on)
{
	if (!s->input.can_hold)
		return;
	fputs(on ? "\033[?2026h" : "\033[?2026l", s->out);
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
	flockfile(s->out);
	hold(s, true);
	curs_set(cy >= 0);
	wmove(stdscr, cy >= 0 ? cy : LINES - 1, cy >= 0 ? cx : 0);
	wnoutrefresh(stdscr);
	doupdate();
	if (s->tell_motion)
		ask_for_motion(s, true);
	hold(s, false);
	funlockfile(s->out);
}

static void screen_redraw(struct gt_term *t)
{
	struct screen *s = screen_of(t);

	gt_grid_free(s->shown);
	s->shown = NULL;
	memset(s->inks, 0, sizeof s->inks);
	clearok(curscr, TRUE);
}

/* ---- the rest of the operations ---- */

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
	if (tigetflag("XT") > 0)
		gt_buf_puts(&b, GT_CURSES_NO_PASTES);
	if (tigetflag("XT") > 0 && s->term.config.title)
		gt_buf_puts(&b, GT_CURSES_OLD_TITLE);
	term_curses_add_string(&b, "op");
	term_curses_add_string(&b, "sgr0");
	term_curses_add_string(&b, "cnorm");
	term_curses_add_string(&b, "rmkx");
	term_curses_add_string(&b, "rmcup");
	if (s->input.can_hold)
		gt_buf_puts(&b, "\033[?2026l");
	gt_buf_puts(&b, "\r");
	gt_signals_arm(fileno(s->out), &s->modes, b.data, b.len);
	gt_buf_release(&b);
}

static int screen_read(struct gt_term *t, int timeout_ms, struct gt_input *ev)
{
	struct gt_curses_input *in = &screen_of(t)->input;
	bool could_hold = in->can_hold;
	int r = gt_curses_read(in, timeout_ms, ev);

	if (in->ground != GT_GROUND_UNKNOWN)
		t->ground = in->ground;
	if (in->can_hold && !could_hold)
		arm(screen_of(t));
	return r;
}

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
	s->input.held = GT_KEY_NONE;
	mousemask(on ? mask : 0, NULL);
	mouseinterval(0);
}

/* What was asked when the screen was opened is answered to us, not to the shell. */
static void await_answers(struct screen *s)
{
	struct gt_input ev;

	for (int i = 0; i < ANSWER_TRIES && s->input.asked_ns; i++)
		gt_curses_read(&s->input, ANSWER_TRY_MS, &ev);
	s->input.asked_ns = 0;
}

static void screen_suspend(struct gt_term *t)
{
	await_answers(screen_of(t));
	screen_mouse(t, false);
	mark_pastes(screen_of(t), false);
	name_window(screen_of(t), false);
	def_prog_mode();
	curs_set(1);
	endwin();
	gt_signals_arm(-1, NULL, NULL, 0);
}

static void screen_resume(struct gt_term *t)
{
	struct screen *s = screen_of(t);

	flockfile(s->out);
	arm(s);
	reset_prog_mode();
	screen_resize(t);
	screen_mouse(t, t->config.mouse);
	mark_pastes(s, true);
	name_window(s, true);
	funlockfile(s->out);
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

	await_answers(s);
	screen_mouse(t, false);
	mark_pastes(s, false);
	name_window(s, false);
	curs_set(1);
	endwin();
	gt_signals_arm(-1, NULL, NULL, 0);
	delwin(s->input.keys);
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

static bool is_known(const char *name)
{
	int status;
	bool known = setupterm(name, STDOUT_FILENO, &status) == OK;

	if (known)
		del_curterm(cur_term);
	return known;
}

/*
 * The entry to draw with: TERM's, else one that is nearly the same.  Hosts that one comes to by ssh, and containers,
 * have few entries, and new terminals bring their own, which stay at home; nearly all of these are like xterm.
 * NULL: nothing fits.
 */
static char *entry_name(const char *term)
{
	static const char *const old[] = { "vt220", "vt100", NULL };
	static const char *const usual[] = { "xterm-256color", "xterm", "vt100", NULL };
	char *name = gt_xstrdup(term);

	if (is_known(name))
		return name;
	free(name);
	name = gt_xasprintf("%.*s-256color", (int)strcspn(term, "-."), term);
	if (is_known(name))
		return name;
	free(name);
	for (const char *const *p = strncmp(term, "vt", 2) == 0 ? old : usual; *p; p++) {
		if (is_known(*p))
			return gt_xstrdup(*p);
	}
	return NULL;
}

static bool is_direct(const char *name)
{
	int status;
	bool direct = setupterm(name, STDOUT_FILENO, &status) == OK;

	direct = direct && tigetstr("cup") && tigetflag("RGB") > 0;
	if (direct)
		del_curterm(cur_term);
	return direct;
}

/*
 * Terminals that can do true colour mostly call themselves "...-256color" or by their own name, for which curses
 * sends palette numbers only; terminfo has them as "...-direct".  What it does not have so, but is like xterm, is
 * that with direct colours.
 */
static char *direct_name(const struct gt_term_config *config, const char *name)
{
	const char *end = strstr(name, "-256color"), *color = getenv("COLORTERM");
	bool wanted = config->depth == GT_DEPTH_TRUE;
	int n = end && !end[9] ? (int)(end - name) : (int)strlen(name);
	char *direct;

	if (config->depth < 0)
		wanted = !no_color() && color && (strcmp(color, "truecolor") == 0 || strcmp(color, "24bit") == 0);
	if (!wanted)
		return NULL;
	direct = gt_xasprintf("%.*s-direct", n, name);
	if (is_direct(direct))
		return direct;
	free(direct);
	if (strncmp(name, "xterm", 5) != 0)
		return NULL;
	return is_direct("xterm-direct") ? gt_xstrdup("xterm-direct") : NULL;
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
	s->input.keys = newpad(1, 1);
	if (!s->input.keys)
		return false;
	keypad(s->input.keys, TRUE);
	/* The pad switches the keypad on when it is first read: too late, so the screen does it now. */
	keypad(stdscr, TRUE);
	curs_set(0);
	return true;
}

/*
 * The default colours are a pair like others, also where nothing was drawn: to go back to pair 0 curses takes back
 * all attributes, too, six bytes more for each coloured word.
 */
static void set_ground(struct screen *s)
{
	cchar_t cc;

	if (setcchar(&cc, L" ", A_NORMAL, (short)pair_of(s, GT_COLOR_DEFAULT, GT_COLOR_DEFAULT), NULL) == OK)
		bkgrndset(&cc);
}

static void free_unopened(struct screen *s)
{
	close_input(s);
	free(s);
}

/* Opens curses on the entry of that name, or on what has more colours; false: it cannot. */
static bool begin_curses(struct screen *s, const char *name)
{
	char *direct = direct_name(&s->term.config, name);
	const char *best = direct ? direct : name;
	int status;

	/* Curses may end the program while it opens the terminal: what undoes that is known before. */
	if (setupterm(best, fileno(s->out), &status) == OK) {
		arm(s);
		del_curterm(cur_term);
	}
	s->screen = newterm(best, s->out, s->in);
	free(direct);
	/* Without memory curses gives up when it has changed the terminal already. */
	if (!s->screen)
		gt_signals_restore();
	return s->screen;
}

static int open_screen(struct gt_term **out, const struct gt_term_config *config, struct gt_error *err)
{
	const char *name = getenv("TERM");
	struct screen *s;
	char *entry;
	int fd;

	if (!isatty(STDOUT_FILENO))
		return gt_error_usage(err, "standard output is not a terminal");
	if (!name || !*name)
		return gt_error_usage(err, "TERM is not set: try TERM=xterm-256color");
	if (strcmp(name, "dumb") == 0)
		return gt_error_usage(err, "a dumb terminal has no screen to draw on");
	/* Curses crashes where it finds no memory in newterm(): it begins only if there is some. */
	free(gt_xmalloc(CURSES_BYTES));
	s = gt_xcalloc(1, sizeof *s);
	s->term.ops = &screen_ops;
	s->term.config = *config;
	s->out = stdout;
	/* A trace may come through standard input: then keys come from the terminal itself. */
	fd = isatty(STDIN_FILENO) ? -1 : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	s->in = isatty(STDIN_FILENO) ? stdin : fd >= 0 ? fdopen(fd, "r") : NULL;
	if (!s->in || tcgetattr(fileno(s->in), &s->modes) < 0) {
		free_unopened(s);
		return gt_error_usage(err, "standard input is not a terminal");
	}
	entry = entry_name(name);
	if (!entry || !begin_curses(s, entry)) {
		free(entry);
		free_unopened(s);
		return gt_error_usage(err, "the terminal %s is not known, nor xterm; their terminfo entries are missing", name);
	}
	if (strcmp(entry, name) != 0)
		snprintf(s->term.note, sizeof s->term.note, "no terminfo entry for %.30s: drawn as %s", name, entry);
	free(entry);
	if (!set_modes(s)) {
		screen_close(&s->term);
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory for the screen");
	}
	if (!has_colors() || start_color() == ERR)
		s->depth_max = GT_DEPTH_MONO;
	else if (tigetflag("RGB") > 0 || tigetnum("RGB") > 0)
		s->depth_max = GT_DEPTH_TRUE;
	else
		s->depth_max = COLORS >= 256 ? GT_DEPTH_256 : COLORS >= 8 ? GT_DEPTH_8 : GT_DEPTH_MONO;
	s->own_colors = s->depth_max != GT_DEPTH_MONO && use_default_colors() == OK;
	if (s->own_colors)
		set_ground(s);
	gt_curses_find_keys(&s->input);
	screen_mouse(&s->term, config->mouse);
	mark_pastes(s, true);
	name_window(s, true);
	s->term.ground = gt_answer_ground_of(getenv("COLORFGBG"));
	/* As xterm is: others may show what they do not understand. */
	if (tigetflag("XT") > 0) {
		s->input.asked_ns = gt_clock_now();
		fputs(GT_ANSWER_ASK, s->out);
		fflush(s->out);
	}
	*out = &s->term;
	return 0;
}

int gt_term_curses_open(struct gt_term **out, const struct gt_term_config *config, struct gt_error *err)
{
	int r;

	flockfile(stdout);
	r = open_screen(out, config, err);
	funlockfile(stdout);
	return r;
}
