#!/usr/bin/env bash
# What is pasted is text for a prompt, and no keys.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

screen_term=xterm-256color
screen_env="XDG_CACHE_HOME=$tap_dir/cache XDG_CONFIG_HOME=$tap_dir/config"
screen_start 100x24 "$GT_EXE" --no-config --no-session "$GT_SRCDIR/testdata/traces/go1.27/greedy.trace"
screen_wait 'Overview'
# With -p tmux marks it if the program asked for that.
_tmux set-buffer -b text "$(printf '2jjq\nq\n')"
_tmux paste-buffer -p -b text
screen_shows "in a view" 'what is pasted is text for a prompt'
screen_shows "the view is the same" 'Overview'
screen_keys :
_tmux set-buffer -b text "$(printf 'filter\tdur>1ms\nq')"
_tmux paste-buffer -p -b text
screen_shows "in a prompt, tabs and line ends as blanks" ':filter dur>1ms q'
screen_keys Escape
screen_keys q
screen_wait_end
done_testing
