#!/usr/bin/env bash
# Reports on a terminal: as wide as that is, and through a pager.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

trace=$GT_SRCDIR/testdata/demo.trace
damaged=$GT_SRCDIR/testdata/bad/hole.trace
own="XDG_CACHE_HOME=$tap_dir/cache"

# run SIZE PAGER OPTION...: to its end; the pager's directory is $tap_dir.
run() {
	local size=$1
	screen_env="$own GTRACE_PAGER='$2'"
	shift 2
	rm -f "$tap_dir/paged" "$tap_dir/ran"
	screen_start "$size" "$GT_EXE" --index=none "$@"
	screen_wait_end
}

run 90x24 'cat >paged' --report=greedy "$trace"
is "$screen_status" 0 'a report through a pager'
"$GT_EXE" --index=none --report=greedy --width=90 "$trace" >"$tap_dir/want"
same_file "$tap_dir/paged" "$tap_dir/want" 'it is as wide as the terminal'
ok 'which text in a pipe is not' sh -c '"$0" --index=none --report=greedy "$1" | head -n 1 | grep -q "Longest run"' "$GT_EXE" "$trace"
run 90x24 'cat >paged' --report=greedy --width=0 --limit=5 "$trace"
"$GT_EXE" --index=none --report=greedy --limit=5 "$trace" >"$tap_dir/want"
same_file "$tap_dir/paged" "$tap_dir/want" '--width=0: all of it'
run 40x24 'cat >paged' --report=procs --format=json "$trace"
"$GT_EXE" --index=none --report=procs --format=json "$trace" >"$tap_dir/want"
same_file "$tap_dir/paged" "$tap_dir/want" 'JSON is the same on a terminal'
run 64x24 'cat >paged' --help=all
is "$(awk 'length > 64' "$tap_dir/paged")" '' 'the help is no wider than the terminal'
ok 'it is all there' grep -q -- '--version' "$tap_dir/paged"

# Colours are for who shows them.
mkdir "$tap_dir/bin"
printf '#!/bin/sh\ncat >paged\n' >"$tap_dir/bin/less"
chmod +x "$tap_dir/bin/less"
# colours WANT NAME ENVIRONMENT OPTION...: how many lines of what the pager gets have some.
colours() {
	local want=$1 name=$2
	screen_env="$own $3"
	shift 3
	rm -f "$tap_dir/paged"
	screen_start 90x24 "$GT_EXE" --index=none --report=groups "$@" "$trace"
	screen_wait_end
	is "$(grep -c $'\e' "$tap_dir/paged")" "$want" "$name"
}
less="GTRACE_PAGER='$tap_dir/bin/less -S'"
"$GT_EXE" --index=none --report=groups --width=90 "$trace" >"$tap_dir/want"
lines=$(wc -l <"$tap_dir/want")
colours "$lines" 'less gets colours: in each line one function' "$less"
sed $'s/\e\\[[0-9;]*m//g' "$tap_dir/paged" >"$tap_dir/got"
same_file "$tap_dir/got" "$tap_dir/want" 'which change nothing else'
colours "$lines" 'also with R in LESS' "$less LESS=FRX"
colours 0 'without it there are none' "$less LESS=FX"
colours 0 'nor with NO_COLOR' "$less NO_COLOR=1"
colours "$lines" 'which counts if it is not empty' "$less NO_COLOR="
colours "$lines" '--color=always' "$less NO_COLOR=1" --color=always
colours 0 '--color=never' "$less" --color=never
colours 0 'another pager may not show them' "GTRACE_PAGER='cat >paged'"
screen_env="$own GTRACE_PAGER="
screen_start 90x24 "$GT_EXE" --index=none --report=groups "$trace"
screen_wait_end
ok 'the terminal itself shows them' grep -q $'\e\\[1mFunction' <(_tmux capture-pane -p -e)
screen_env="$own GTRACE_PAGER= TERM=dumb"
screen_start 90x24 "$GT_EXE" --index=none --report=groups "$trace"
screen_wait_end
ok 'a dumb one does not' sh -c '! grep -q "$1"' - $'\e\\[1m' <(_tmux capture-pane -p -e)

run 80x24 'cat >paged' --no-pager --report=procs "$trace"
ok '--no-pager' test ! -e "$tap_dir/paged"
screen_shows 'the terminal has it' 'Busy'
run 80x24 '' --report=procs "$trace"
screen_shows 'an empty GTRACE_PAGER is none' 'Busy'
run 80x24 'no-such-pager -x' --report=procs "$trace"
screen_shows 'nor is one that is not there' 'Busy'
is "$screen_status" 0 'and no error'
screen_env="$own GTRACE_PAGER='cat >paged' TERM=dumb"
screen_start 80x24 "$GT_EXE" --index=none --report=procs "$trace"
screen_wait_end
ok 'nor is there any for a dumb terminal' test ! -e "$tap_dir/paged"
screen_shows 'which has the text' 'Busy'
screen_env="$own PAGER='cat - >paged'"
screen_start 80x24 "$GT_EXE" --index=none --report=procs "$trace"
screen_wait_end
ok 'PAGER with arguments' grep -q Busy "$tap_dir/paged"
run 80x24 'cat >paged' --fail-if='greedy.max>1ns' --report=procs "$trace"
is "$screen_status" 4 'a threshold through a pager'
ok 'with the report' grep -q Busy "$tap_dir/paged"
screen_shows 'what was exceeded is said when the pager has ended' 'greedy.max is'

run 80x24 'cat >paged' --report=procs "$damaged"
is "$screen_status" 3 'a damaged trace through a pager'
screen_shows 'which is said' 'damaged'
run 80x24 'touch ran; cat' --report=procs "$tap_dir/missing.trace"
is "$screen_status" 1 'no trace'
ok 'an error alone opens no pager' test ! -e "$tap_dir/ran"
screen_shows 'it is said' 'missing.trace'
run 80x24 'head -n 1 >paged' --report=events "$trace"
is "$screen_status" 0 'a pager that ends early'
is "$(wc -l <"$tap_dir/paged")" 1 'has what it read'
run 80x24 'exit 7' --dump "$trace"
is "$screen_status" 0 'the status is not that of the pager'

# Ctrl-C, while the program waits for a trace, before and after it had something to show.
mkfifo "$tap_dir/more"
screen_shell 80x24

# interrupt PAGER WAITED-FOR TRACE...: Ctrl-C as soon as a command succeeds; the status is on the screen then.
interrupt() {
	local pager=$1 until=$2
	shift 2
	rm -f "$tap_dir/paged" "$tap_dir/ran"
	screen_keys -l "clear; GTRACE_PAGER='$pager' '$GT_EXE' --index=none --report=events $*"
	screen_keys Enter
	_screen_poll $until
	screen_keys C-c
	screen_keys -l 'echo status=$?'
	screen_keys Enter
}

interrupt 'touch ran; cat' '_screen_has waiting' more
screen_shows 'Ctrl-C before the pager runs' 'status=130'
ok 'no pager' test ! -e "$tap_dir/ran"
# The shell gets the terminal back only when the pager has gone.
interrupt 'trap : INT; cat >paged; sleep 0.3; touch ran' "test -s $tap_dir/paged" "'$trace' more"
screen_shows 'Ctrl-C while the pager runs' 'status=130'
ok 'the pager was waited for' test -e "$tap_dir/ran"

if command -v less >/dev/null; then
	screen_env=$own
	screen_start 80x24 "$GT_EXE" --index=none --report=events "$trace"
	screen_shows 'less is the usual one' 'ProcStatus'
	is "$(screen_row -1 | cut -c1)" ':' 'it waits for keys'
	screen_keys q
	screen_wait_end
	is "$screen_status" 0 'q ends it'
	screen_start 80x24 "$GT_EXE" --index=none --report=procs "$trace"
	screen_wait_end
	screen_shows 'what fits on the screen stays there' 'Busy'
else
	skip 4 'no less'
fi

done_testing
