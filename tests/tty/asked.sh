#!/usr/bin/env bash
# What the program asks the terminal, what it asks the user, and what it knows the next time.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

screen_term=xterm-256color                       # of these the program knows that they take questions
trace=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace
screen_env="XDG_CACHE_HOME='$tap_dir/cache' XDG_CONFIG_HOME='$tap_dir/config' XDG_STATE_HOME='$tap_dir/state'"

# ---- light or dark ----

# colours FILE STYLE [OPTION]...: what the Overview looks like in a terminal with these colours of its own.
colours() {
	local file=$1
	screen_style=$2
	shift 2
	screen_start 80x24 "$GT_EXE" --no-session "$@" "$trace"
	screen_wait 'What stands out' && screen_wait 'Report' && screen_wait_gone 'so far'
	looks >"$tap_dir/$file"
}

# The screen; of the status line the text alone, since a blank in it may keep the colour of what stood there before.
looks() {
	screen_colours | sed '/shows what this/s/\x1b\[[0-9;]*m//g'
}

_is_like() {
	looks >"$tap_dir/now"
	cmp -s "$tap_dir/now" "$tap_dir/$1"
}

# is_like STYLE FILE NAME: with no other option it comes to look like that.
is_like() {
	colours asked "$1"
	ok "$3" _screen_poll _is_like "$2"
}

colours dark 'bg=#101010' --command='set theme dark'
colours light 'bg=#101010' --command='set theme light'
ok 'the themes differ' test "$(cmp "$tap_dir/dark" "$tap_dir/light")"
is_like 'bg=#fafafa' light 'a light terminal says so when asked'
is_like 'bg=#101010' dark 'a dark terminal, too'
is_like default dark 'one that does not answer is taken for dark'
usual_env=$screen_env
screen_env="$usual_env COLORFGBG='0;15'"
is_like default light 'one that does not answer, but whose COLORFGBG is black on white'
screen_env=$usual_env
screen_style=default

# A row with a ^ and blanks before it, and the reason.
_is_marked() {
	screen_dump | grep -qE '^ +\^ '
}

# ---- the palette, a line that is refused ----

screen_start 80x24 "$GT_EXE" "$trace"
screen_wait '[1]Overview'
screen_keys C-p
screen_keys -l 'grdy'
screen_shows 'the palette finds an action by some letters' 'show the longest on-processor slices'
screen_keys Enter
screen_shows 'and goes there' '[3]Greedy'
screen_keys '&'
screen_keys -l 'dur >> 1us'
screen_keys Enter
ok 'a refused filter has a mark below what is wrong' _screen_poll _is_marked
screen_shows 'and stays' '&dur >> 1us'
screen_keys C-u
screen_keys -l 'dur>1us'
screen_keys Enter
screen_shows 'and can be mended' 'dur>1us'

# ---- the last session ----

screen_keys j j
screen_shows 'the third row' '3/228'
screen_keys Q
screen_wait_end
is "$screen_status" 0 'it ends'
screen_start 80x24 "$GT_EXE" "$trace"
screen_shows 'last session restored' '--no-session starts afresh'
screen_shows 'in its view' '[3]Greedy'
screen_shows 'with its filter, at its row' '3/228'
screen_keys Q
screen_wait_end

done_testing
