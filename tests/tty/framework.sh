#!/usr/bin/env bash
# The framework on a real terminal: the demo panes, without a trace.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

demo=$GT_BUILDDIR/tests/unit/ui/ui-demo
[ -x "$demo" ] || skip_all 'the demo program is not built'

# ---- keys and drawing ----

screen_start 80x24 "$demo"
screen_shows 'it starts' 'row 0'
is "$(screen_row 1)" 'gtrace-tui  demo.out  go1.27  3.021s  1000 rows' 'the title'
is "$(screen_row 7)" '   2    3us     2 main.日本語 row2' 'wide characters'
is "$(screen_row 9)" '   4    6us     4 main.e\x1b[31mvil row4' 'a hostile name is harmless'
screen_keys j j Down PageDown
screen_shows 'letters and named keys' '15/1000'
screen_keys End
screen_shows 'End' '1000/1000'
screen_keys g
screen_wait ' 1/1000'
screen_keys 1 0 j
screen_shows 'a count' '11/1000'
screen_keys 2
screen_shows 'a digit shows a view' 'time 10000000'
screen_keys BSpace
screen_shows 'Backspace comes back' '11/1000'
screen_keys F1
screen_shows 'F1' '[?]Help'
screen_keys Escape
screen_lacks 'Escape alone is answered' '[?]Help'
screen_keys /
screen_keys -l 'row99'
screen_shows 'search as typed' 'Row      99'
screen_keys Enter
screen_shows 'and counted' 'row99 1 of 11'
screen_keys C-c
screen_shows 'Ctrl-C does not kill' 'nothing to cancel; Ctrl-C again quits'
screen_keys :
screen_keys -l 'hel'
screen_keys Tab
screen_shows 'completion' ':hel  hello  help'
screen_keys C-c
screen_keys -l '€'
screen_shows 'a key outside ASCII' '€ is not bound here'

# ---- sizes ----

screen_resize 40x12
screen_lacks '40x12: one pane' '?Help'
is "$(screen_dump | wc -l)" 12 'twelve rows'
screen_shows 'with the selection in view' ' 99 '
screen_resize 10x3
screen_shows '10x3' ' 99'
screen_resize 1x1
screen_resize 200x60
screen_shows '200x60' 't Timeline'
screen_shows 'side by side' '│Row      99'

# ---- mouse and clipboard ----

screen_keys F2
screen_shows 'the mouse' 'mouse on'
screen_keys -l $'\e[<0;5;8M'
screen_keys y
screen_shows 'copied' 'bytes to the clipboard'
_copied() { _tmux show-buffer 2>/dev/null | grep -q 'Duration'; }
_screen_poll _copied
ok 'the terminal got it' _copied
screen_keys Q
screen_wait_end
is "$screen_status" 0 'Q quits'

# ---- what it leaves behind ----

# left_behind NAME: the shell is back on the screen it had, in the modes it had.
left_behind() {
	screen_wait 'shell>' || diag 'no shell'
	screen_keys -l 'echo modes=$([ "$(stty -g)" = "$before" ] && echo same); echo alt=ok'
	screen_keys Enter
	screen_shows "$1: the terminal's modes" 'modes=same'
	screen_lacks "$1: its screen" '?Help'
	is "$(_tmux display-message -p '#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_flag}')" '0 1 0 0' \
		"$1: screen, cursor, mouse, keypad"
	screen_keys -l 'clear'
	screen_keys Enter
	screen_wait_gone 'alt=ok'
}

# in_shell COMMAND: typed into the shell; waits for the demo.
in_shell() {
	screen_keys -l "$1"
	screen_keys Enter
	screen_wait '?Help'
}

screen_shell 80x24
screen_keys -l 'before=$(stty -g)'
screen_keys Enter
in_shell "'$demo'"
screen_keys q
left_behind quit
in_shell "'$demo'"
screen_keys C-c
screen_wait 'again quits'
screen_keys C-c
left_behind 'Ctrl-C twice'

for sig in TERM HUP SEGV ABRT USR1 XCPU; do
	# The core of a crash is not wanted, nor a sanitizer's opinion.
	in_shell "(echo \$BASHPID >pid; ulimit -c 0; ASAN_OPTIONS=handle_segv=0:handle_abort=0 exec '$demo')"
	ok "SIG$sig: sent" kill "-$sig" "$(cat "$tap_dir/pid")"
	left_behind "SIG$sig"
done

in_shell "'$demo'"
screen_keys C-z
screen_shows 'Ctrl-Z: the shell' 'Stopped'
left_behind 'Ctrl-Z'
screen_keys -l 'fg'
screen_keys Enter
screen_shows 'fg: the screen again' '?Help'
screen_keys j
screen_shows 'fg: the keys again' ' 2/1000'
screen_keys C-z
screen_wait 'Stopped'
screen_resize 100x30
screen_keys -l 'fg'
screen_keys Enter
screen_shows 'resized while stopped' 'z Zoom'
screen_keys Q
left_behind 'after fg'

# ---- an editor ----

screen_stop
printf 'a source file\n' >"$tap_dir/a file.go"
cat >"$tap_dir/edit" <<'END'
printf 'editing <%s> <%s>\n' "$@"
trap 'echo interrupted' INT
until read -r answer; do :; done
END
screen_env="DEMO_SOURCE='$tap_dir/a file.go' EDITOR='bash \"$tap_dir/edit\"'"
screen_start 80x24 "$demo"
screen_wait '?Help'
screen_keys j E
screen_shows 'the editor gets line and file' "editing <+2> <$tap_dir/a file.go>"
screen_keys C-c
screen_shows 'Ctrl-C is for the editor' 'interrupted'
screen_keys Enter
screen_shows 'the screen comes back' '?Help'
screen_keys j
screen_shows 'and the keys' ' 3/1000'
screen_env=

# ---- terminals ----

screen_term=vt100
screen_start 80x24 "$demo"
screen_shows 'vt100' '?Help'
screen_keys j
screen_shows 'vt100: keys' ' 2/1000'
is "$(_tmux capture-pane -pe | grep -c $'\e\\[[0-9;]*3[0-7]')" 0 'vt100: no colours'
screen_env='NO_COLOR=1' screen_term=screen-256color
screen_start 80x24 "$demo"
screen_wait '?Help'
is "$(_tmux capture-pane -pe | grep -c $'\e\\[[0-9;]*[34]8;5')" 0 'NO_COLOR: no colours'
screen_env=
screen_start 80x24 "$demo"
screen_wait '?Help'
# in_colour CODE: more than 5 lines of the screen have it.
in_colour() {
	test "$(_tmux capture-pane -pe | grep -c $'\e\\[[0-9;]*'"$1")" -gt 5
}
_screen_poll in_colour '38;5'
ok '256 colours' in_colour '38;5'

# A terminfo entry for true colour under the name it has for other terminals.
if command -v tic >/dev/null && command -v infocmp >/dev/null; then
	{
		echo 'screen-direct|true colour for a test,'
		echo '	RGB, colors#0x1000000, pairs#0x7fff,'
		printf '	%s\n' 'setaf=\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,' \
			'setab=\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,'
		echo '	use=screen-256color,'
	} >"$tap_dir/direct.ti"
	TERMINFO=$tap_dir/terminfo tic -x "$tap_dir/direct.ti" 2>"$tap_dir/tic.err" || diag "$(cat "$tap_dir/tic.err")"
	screen_env="TERMINFO_DIRS='$tap_dir/terminfo:/etc/terminfo:/lib/terminfo:/usr/share/terminfo' COLORTERM=truecolor"
	screen_start 80x24 "$demo"
	screen_wait '?Help'
	_screen_poll in_colour '38;2;'
	ok 'true colour' in_colour '38;2;'
else
	skip 1 'no tic'
fi
screen_env='LC_ALL=C'
screen_start 80x24 "$demo"
screen_shows 'without UTF-8: lines' '----------'
screen_shows 'without UTF-8: text' '   2    3us     2 main.?????? row2'
# refused TERM TEXT
refused() {
	screen_env="TERM=$1"
	screen_start 80x24 "$demo"
	screen_wait "$2"
}
ok 'TERM=dumb: says why' refused dumb 'a dumb terminal has no screen to draw on'
ok 'TERM is empty: says what to try' refused '' 'TERM is not set: try TERM=xterm-256color'

rc_is 1 'no terminal: an error' "$demo" </dev/null
is "$(cat "$tap_dir/err")" 'ui-demo: standard output is not a terminal' 'no terminal: says why'

done_testing
