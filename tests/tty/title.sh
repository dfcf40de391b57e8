#!/usr/bin/env bash
# The terminal's window is named after the trace while the program runs; nothing in a file's name is a command to it.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

screen_term=xterm-256color
screen_env="XDG_CACHE_HOME=$tap_dir/cache XDG_CONFIG_HOME=$tap_dir/config"
hostile=$tap_dir/$'a\033]2;gotcha\007.trace'
cp "$GT_SRCDIR/testdata/traces/go1.27/greedy.trace" "$hostile"

title() {
	_tmux display-message -p '#{pane_title}'
}

screen_start 100x24 "$GT_EXE" --no-config --no-session "$hostile"
screen_wait 'Overview'
is "$(title)" 'gtrace-tui a\x1b]2;gotcha\x07.trace' 'the title, its controls as text'
screen_keys q
screen_wait_end

screen_term=vt100
screen_start 100x24 "$GT_EXE" --no-config --no-session "$hostile"
screen_wait 'Overview'
is "$(title | grep -c gtrace-tui)" 0 'a terminal that is not like xterm is sent nothing'
screen_keys q
screen_wait_end

screen_term=xterm-256color
mkdir -p "$tap_dir/config/gtrace-tui"
echo 'set title no' >"$tap_dir/config/gtrace-tui/config"
screen_start 100x24 "$GT_EXE" --no-session "$hostile"
screen_wait 'Overview'
is "$(title | grep -c gtrace-tui)" 0 'set title no leaves it as it is'
screen_keys q
screen_wait_end
done_testing
