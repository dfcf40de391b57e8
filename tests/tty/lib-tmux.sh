# Scenes in a real terminal: source it first.  TAP comes with it.
#
#	screen_start COLSxROWS COMMAND [ARG...]	runs it in a fresh terminal (TERM: $screen_term; the terminal's own
#						colours: $screen_style, as tmux's window-style has them)
#	screen_shell COLSxROWS			runs a plain shell, to see what a program leaves behind
#	screen_keys KEY...			types keys by tmux's names; "-l TEXT" types text
#	screen_wait TEXT			waits until TEXT is on the screen; false after $screen_deadline seconds
#	screen_wait_gone TEXT			waits until it is not
#	screen_shows NAME TEXT			a check: TEXT comes up in time
#	screen_lacks NAME TEXT			a check: TEXT goes away in time
#	screen_dump				the screen as text
#	screen_row N				one row of it, from 1; negative: from the bottom
#	screen_resize COLSxROWS			and waits until the terminal has that size
#	screen_pid				process in the terminal (of screen_start)
#	screen_wait_end				waits until that is gone; its status in $screen_status
#	screen_stop				ends the terminal; done at exit anyway
#
# A private tmux server, no configuration, a clean environment.  Nothing sleeps:
# what is waited for is polled.  The whole script is skipped without tmux.

. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

screen_term=${screen_term:-screen-256color}
screen_deadline=${screen_deadline:-20}
screen_status=
_screen_count=0
# The name of a socket has room for 107 bytes; a temporary directory may be deep.
_screen_dir=$tap_dir
[ ${#_screen_dir} -lt 90 ] || _screen_dir=$(mktemp -d /tmp/gt-tmux.XXXXXX) || exit 99
_screen_sock=$_screen_dir/tmux0

command -v tmux >/dev/null || skip_all 'tmux is not installed'

# The server must not inherit what may change colours or the locale.
_tmux() {
	env -i PATH="$PATH" HOME="$tap_dir" LC_ALL=C.UTF-8 TERM=xterm SHELL=/bin/sh \
		tmux -u -S "$_screen_sock" -f /dev/null "$@"
}

screen_stop() {
	_tmux kill-server 2>/dev/null
	return 0
}
trap 'screen_stop; rm -rf "$tap_dir" "$_screen_dir"' EXIT

_tmux new-session -d -x 10 -y 5 'sleep 5' 2>/dev/null || skip_all 'tmux does not run here'
screen_stop

# _screen_new SIZE SHELL-COMMAND
# A server that was told to go may still take a new session with it: each has a socket of its own.
_screen_new() {
	screen_stop
	_screen_count=$((_screen_count + 1))
	_screen_sock=$_screen_dir/tmux$_screen_count
	rm -f "$tap_dir/status"
	_tmux new-session -d -x "${1%x*}" -y "${1#*x}" "$2" \; \
		set -g status off \; set -g default-terminal "$screen_term" \; set -s escape-time 0 \; \
		set -g window-size manual \; set -s set-clipboard on \; \
		set -g window-style "${screen_style:-default}" \; \
		resize-window -x "${1%x*}" -y "${1#*x}"
}

# The command is started by a wrapper, after tmux has its options: TERM is among them.
_screen_wrapper() {
	cat >"$tap_dir/wrapper" <<-END
		export TERM=$screen_term $screen_env
		unset TMUX TMUX_PANE
		cd "$tap_dir"
		until [ -e "$tap_dir/go" ]; do sleep 0.01; done
		$1
	END
	rm -f "$tap_dir/go"
}

_screen_quote() {
	local arg
	for arg; do
		printf "'%s' " "${arg//\'/\'\\\'\'}"
	done
}

# In the foreground, so that it has the terminal.  The wrapper lives on: what the program said stays to be read.
screen_start() {
	local size=$1
	shift
	_screen_wrapper "(exec sh -c 'echo \$\$ >\"\$0\"; exec \"\$@\"' '$tap_dir/pid' $(_screen_quote "$@")); echo \$? >'$tap_dir/status'; exec sleep 600"
	_screen_new "$size" "sh '$tap_dir/wrapper'" && touch "$tap_dir/go"
}

screen_shell() {
	_screen_wrapper "PS1='shell> ' exec bash --norc --noprofile -i"
	_screen_new "$1" "sh '$tap_dir/wrapper'" && touch "$tap_dir/go"
	screen_wait 'shell>'
}

screen_keys() {
	_tmux send-keys "$@"
}

screen_dump() {
	_tmux capture-pane -p 2>/dev/null
}

# With the colours, as escape sequences.
screen_colours() {
	_tmux capture-pane -pe 2>/dev/null
}

screen_row() {
	if [ "$1" -gt 0 ]; then
		screen_dump | sed -n "$1p"
	else
		screen_dump | tail -n "${1#-}" | head -n 1
	fi
}

# _screen_poll COMMAND...: repeats it until it succeeds or the time is over.
_screen_poll() {
	local end=$((SECONDS + screen_deadline))
	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.02
	done
}

# Lines that the terminal wrapped are joined: where they break depends on how long the paths of this machine are.
_screen_has() {
	_tmux capture-pane -pJ 2>/dev/null | grep -qF -- "$1"
}

_screen_has_not() {
	! _screen_has "$1"
}

screen_wait() {
	_screen_poll _screen_has "$1"
}

screen_wait_gone() {
	_screen_poll _screen_has_not "$1"
}

_screen_check() {
	_tap_result "$1" "$2" && return 0
	diag "looked for: $3"
	screen_dump | sed 's/^/#   |/'
	return 1
}

screen_shows() {
	screen_wait "$2"
	_screen_check $? "$1" "$2"
}

screen_lacks() {
	screen_wait_gone "$2"
	_screen_check $? "$1" "$2 (to go away)"
}

_screen_size_is() {
	[ "$(_tmux display-message -p '#{window_width}x#{window_height}')" = "$1" ]
}

screen_resize() {
	_tmux resize-window -x "${1%x*}" -y "${1#*x}"
	_screen_poll _screen_size_is "$1"
}

screen_pid() {
	_screen_poll test -s "$tap_dir/pid" && cat "$tap_dir/pid"
}

screen_wait_end() {
	_screen_poll test -s "$tap_dir/status" || return 1
	screen_status=$(cat "$tap_dir/status")
}
