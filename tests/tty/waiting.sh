#!/usr/bin/env bash
# A trace that does not come: a FIFO that nobody writes to, before there is a screen.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

mkfifo "$tap_dir/fifo" || bail 'no FIFO'
mkdir "$tap_dir/home"

# waits NAME: started in the shell, it says what it waits for.
waits() {
	screen_keys -l "XDG_CACHE_HOME=$tap_dir/home '$GT_EXE' --no-config $tap_dir/fifo"
	screen_keys Enter
	screen_shows "$1: what is waited for" 'waiting for data from fifo; q quits'
}

_in_shell() {
	[ "$(_tmux display-message -p '#{pane_current_command}')" = bash ]
}

_in_program() {
	! _in_shell
}

# is_left NAME STATUS: the shell is back, in the modes it had.
is_left() {
	_screen_poll _in_shell
	screen_keys -l 'echo status=$? modes=$([ "$(stty -g)" = "$before" ] && echo same)'
	screen_keys Enter
	screen_shows "$1: it ends" "status=$2"
	screen_shows "$1: the terminal's modes" 'modes=same'
	screen_keys -l 'clear'
	screen_keys Enter
	screen_wait_gone 'modes='
}

screen_shell 100x24
screen_keys -l 'before=$(stty -g)'
screen_keys Enter
waits q
screen_keys x Down
screen_keys q
screen_lacks 'q: the line is wiped' 'waiting for data'
is_left q 0
waits Esc
screen_keys Escape
is_left Esc 0
waits Ctrl-C
screen_keys C-c
is_left Ctrl-C 130

waits Ctrl-Z
screen_keys C-z
screen_shows 'Ctrl-Z: the shell' 'Stopped'
screen_keys -l 'fg'
screen_keys Enter
# The line that says so is still there from before.
_screen_poll _in_program
screen_keys q
is_left 'after fg' 0

# What is written in the end is shown, and keys are the screen's.
waits 'a late writer'
cat "$GT_SRCDIR/testdata/traces/go1.27/empty.trace" >"$tap_dir/fifo"
screen_shows 'a late writer: the trace' '[1]Overview'
screen_keys Q
is_left 'a late writer' 0

# A report is no screen: its keys are not taken.
screen_keys -l "'$GT_EXE' --index=none --report=summary $tap_dir/fifo"
screen_keys Enter
screen_shows 'a report waits, too' 'waiting for data from fifo; Ctrl-C quits'
screen_keys C-c
is_left 'a report' 130

done_testing
