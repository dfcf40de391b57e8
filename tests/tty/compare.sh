#!/usr/bin/env bash
# Two traces on the screen: --compare with a terminal; keys go on while the old trace does not come.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

late=$GT_SRCDIR/testdata/traces/go1.27/plant-late
mkfifo "$tap_dir/fifo" || bail 'no FIFO'
mkdir "$tap_dir/home"
screen_env="XDG_CACHE_HOME=$tap_dir/home XDG_STATE_HOME=$tap_dir/home"

screen_start 100x30 "$GT_EXE" --no-config --compare="$late-well.trace" "$late.trace"
screen_shows 'the view of differences is shown at once' '[9]Compare'
screen_shows 'the counts' '5 worse, 1 better'
screen_shows 'the worst row' 'worse   x123'
screen_keys Q
screen_wait_end
is "$screen_status" 0 'it ends'

screen_start 100x30 "$GT_EXE" --no-config --compare="$tap_dir/fifo" "$late.trace"
screen_shows 'an old trace that does not come is waited for' "reading $tap_dir/fifo"
screen_keys 3
screen_shows 'meanwhile other views are shown' '[3]Greedy'
screen_shows '... with their rows' 'main.each.func1'
screen_keys 9
screen_shows 'back at the view' "reading $tap_dir/fifo"
screen_keys Escape
screen_shows 'Esc stops it' 'stopped; Enter reads what to compare with'
screen_keys Enter
screen_shows 'Enter reads again' "reading $tap_dir/fifo"
cat "$late-well.trace" >"$tap_dir/fifo"
screen_shows 'what comes in the end is compared' 'worse   x123'
screen_keys Q
screen_wait_end
is "$screen_status" 0 'it ends after that'

screen_start 100x30 "$GT_EXE" --no-config --compare="$tap_dir/fifo" "$late.trace"
screen_wait "reading $tap_dir/fifo"
screen_keys Q
screen_wait_end
is "$screen_status" 0 'it ends while it waits'

# What only reports have asks for the page.
screen_start 100x30 "$GT_EXE" --compare="$late-well.trace" --limit=1 "$late.trace"
screen_shows 'with an option of reports: the page' 'time on processors: main.each.func1'

done_testing
