#!/usr/bin/env bash
# Terminals and locales that this host does not know: the screen comes all the same, and says what is missing.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

trace=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace
usual_env="XDG_CACHE_HOME='$tap_dir/cache' XDG_CONFIG_HOME='$tap_dir/config' XDG_STATE_HOME='$tap_dir/state'"
screen_env=$usual_env

# ---- terminfo ----

# drawn_as TERM ENTRY: with this TERM the screen is drawn by that entry, or the next better one that is here.
drawn_as() {
	screen_term=$1
	screen_start 100x24 "$GT_EXE" --no-session "$trace"
	screen_shows "$1: the screen" 'What stands out'
	screen_shows "$1: how it is drawn" "no terminfo entry for $1: drawn as $2"
	screen_keys 3
	screen_shows "$1: keys work" '[3]Greedy'
	screen_lacks "$1: it is said once" 'no terminfo entry'
	screen_keys Q
	screen_wait_end
	is "$screen_status" 0 "$1: and it ends"
}

drawn_as xterm-nowhere xterm-256color
drawn_as foot-nowhere xterm-256color
drawn_as nowhere xterm-256color
drawn_as screen.xterm-nowhere screen-256color
drawn_as tmux-nowhere tmux-256color
drawn_as vt999 vt220

# A terminal that is known is not remarked on.
screen_term=xterm-256color
screen_start 100x24 "$GT_EXE" --no-session "$trace"
screen_wait 'What stands out'
ok 'xterm-256color: nothing is said' test -z "$(screen_dump | grep terminfo)"

# Without any entry there is nothing to draw with.
screen_start 100x24 env TERM= "$GT_EXE" "$trace"
screen_shows 'TERM is empty: what to try' 'try TERM=xterm-256color'
screen_start 100x24 env TERM=dumb "$GT_EXE" "$trace"
screen_shows 'a dumb terminal' 'this terminal cannot show a screen: TERM is dumb'

# ---- locales ----

# drawn NAME yes|no VARIABLE...: whether the screen has more than ASCII with these variables and no other.
drawn() {
	local name=$1 fine=$2 found=no
	shift 2
	screen_start 100x24 env -u LC_ALL -u LC_CTYPE -u LANG "$@" "$GT_EXE" -c timeline "$trace"
	screen_wait 'P1'
	screen_wait '?Help'
	screen_dump | LC_ALL=C grep -q $'\342\224' && found=yes
	is "$found" "$fine" "$name"
}

drawn 'a UTF-8 locale that is here' yes LC_ALL=C.UTF-8
drawn 'a UTF-8 locale that is not here' yes LC_ALL=xx_XX.UTF-8
drawn '... by its other spelling' yes LANG=xx_XX.utf8
drawn 'what macOS sends by ssh' yes LC_CTYPE=UTF-8
drawn 'another encoding that is not here' no LC_ALL=xx_XX.ISO-8859-1
drawn 'C, whatever LANG says' no LC_ALL=C LANG=C.UTF-8
drawn 'no locale' no NOTHING=1
screen_start 110x24 env -u LC_ALL -u LC_CTYPE -u LANG "$GT_EXE" "$trace"
screen_keys Q
screen_wait_end
rm -r "$tap_dir/state"
screen_start 110x24 env -u LC_ALL -u LC_CTYPE -u LANG "$GT_EXE" "$trace"
screen_shows 'no locale: what helps' 'LC_ALL=C.UTF-8 draws finer'
screen_keys Q
screen_wait_end
screen_start 110x24 env -u LC_ALL -u LC_CTYPE -u LANG "$GT_EXE" "$trace"
screen_shows '... is said at the first start' 'last session restored'
screen_keys Q
screen_wait_end
rm -r "$tap_dir/state"
screen_start 110x24 env -u LC_CTYPE -u LANG LC_ALL=C "$GT_EXE" "$trace"
screen_shows 'who chose C is not told' 'new here?'

done_testing
