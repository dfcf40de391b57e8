#!/usr/bin/env bash
# The mouse on the timeline: bytes as a terminal sends them.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

# The terminal of the xterm family that curses knows SGR mouse reports of.
screen_term=xterm-256color
screen_env="XDG_CACHE_HOME=$tap_dir/cache XDG_CONFIG_HOME=$tap_dir/config"

# mouse BUTTON COLUMN ROW M|m: 0 left, 2 right, 32 more while it moves, 64 and 65 the wheel; M down, m up; from 1.
mouse() {
	screen_keys -l $'\e['"<$1;$2;$3$4"
}

screen_start 100x30 "$GT_EXE" -c timeline "$GT_SRCDIR/testdata/traces/go1.27/greedy.trace"
screen_shows 'it starts' 'P1'
screen_shows 'the whole trace' '40.9ms ▼'
screen_keys F2
screen_shows 'the mouse' 'mouse on'
reports=$(_tmux display-message -p '#{mouse_button_flag}')
is "$reports" 1 'motion is asked for while a button is held'

# The row of a lane on the screen.
row_of() {
	screen_dump | grep -n "^[ >]$1 " | head -n 1 | cut -d : -f 1
}

mouse 0 60 "$(row_of P1)" M
mouse 0 60 "$(row_of P1)" m
screen_shows 'a click selects the lane' '>P1 '
mouse 64 60 "$(row_of P1)" M
screen_shows 'the wheel zooms in' 'window 20.4ms'
before=$(screen_row 4)
mouse 0 60 "$(row_of P1)" M
mouse 32 55 "$(row_of P1)" M
mouse 32 40 "$(row_of P1)" M
mouse 0 40 "$(row_of P1)" m
_moved() { [ "$(screen_row 4)" != "$before" ]; }
_screen_poll _moved
ok 'dragging pans' _moved
screen_shows 'and does not zoom' 'window 20.4ms'
mouse 65 60 "$(row_of P1)" M
screen_shows 'the wheel zooms out' 'window 40.9ms'

mouse 2 30 "$(row_of P1)" M
mouse 34 50 "$(row_of P1)" M
mouse 2 50 "$(row_of P1)" m
screen_shows 'dragging with the right button measures' 'A to B: '
screen_shows 'and says who ran' 'main.hog'
first=$(screen_dump | grep 'A to B')
mouse 0 40 4 M
mouse 32 80 4 M
mouse 0 80 4 m
_other() { [ "$(screen_dump | grep 'A to B')" != "$first" ]; }
_screen_poll _other
ok 'so does dragging on the axis' _other

first=$(screen_dump | grep 'A to B')
screen_keys -l $'\e[<0;20;4M\e[<32;25;4M\e[<32;90;4M\e[<0;90;4m'
_screen_poll _other
ok 'and if all of it comes in one go' _other

# In one piece: between two calls of tmux a busy machine lets more time pass than a double click has.
at="60;$(row_of P0)"
screen_keys -l $'\e['"<0;${at}M"$'\e['"<0;${at}m"$'\e['"<0;${at}M"$'\e['"<0;${at}m"
screen_shows 'a double click opens' '[4]Goroutines'
screen_keys BSpace
screen_shows 'and back' '[2]Timeline'
screen_keys Q
screen_wait_end
is "$screen_status" 0 'Q quits'
is "$(_tmux display-message -p '#{mouse_any_flag}')" 0 'the terminal reports no mouse any more'

done_testing
