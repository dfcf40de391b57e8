#!/usr/bin/env bash
# The program with real traces on a real terminal: what only a terminal shows.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

traces=$GT_SRCDIR/testdata/traces/go1.27
screen_env="XDG_CACHE_HOME='$tap_dir/cache' XDG_CONFIG_HOME='$tap_dir/config'"

# view N: a digit shows a view at once, but is the beginning of a count if a key follows it within 300 ms.
view() {
	screen_keys "$1"
	screen_wait "[$1]"
	sleep 0.4
}

# ---- start and navigation ----

screen_start 80x24 "$GT_EXE" "$traces/greedy.trace"
screen_shows 'it starts' '[1]Overview'
screen_shows 'the title' 'gtrace-tui  greedy.trace  go1.26  40.9ms  754 events  2 P'
screen_shows 'what stands out' 'every P ran goroutines'
view 2
screen_shows '2: the timeline' '[2]Timeline'
screen_shows 'the lanes' 'P0'
screen_keys '?'
screen_shows 'help' '[?]Help'
screen_shows 'help of this view' 'zoom in at the cursor'
screen_keys q
screen_lacks 'q closes the help' '[?]Help'
view 4
screen_shows '4: goroutines' '[4]Goroutines'
screen_shows 'with rows' 'main.polite'
view 5
screen_shows '5: events' 'ProcStatus'
screen_keys :
screen_keys -l 'goto 700'
screen_keys Enter
screen_shows 'goto by number' ' 701/754'
screen_keys BSpace
screen_shows 'and back' ' 1/754'
view 6
screen_shows '6: waits' '[6]Waits'
sleep 0.4

# ---- greedy, timeline, and back to the same row ----

view 3
screen_shows '3: greedy' '▼Duration'
screen_keys j j j j
screen_shows 'the fifth slice' ' 5/332'
# While keys come fast the detail waits for some frames.
screen_shows 'and its detail' 'Slice       552us on P1'
before=$(screen_dump)
_as_before() { [ "$(screen_dump)" = "$before" ]; }
screen_keys Enter
screen_shows 'Enter: the timeline' '[2]Timeline'
screen_shows 'with the slice selected' 'Slice       552us on P1'
screen_keys w w s
screen_keys BSpace
screen_shows 'Backspace: the row' ' 5/332'
_screen_poll _as_before
is "$(screen_dump)" "$before" 'and the very same screen'
screen_keys r
screen_shows 'r: the page of its goroutine' 'G20 main.hog'
screen_shows 'at this slice' '0.031216960s 552us    running'
screen_keys v
screen_shows 'v: the event that began it' 'GoStart'
screen_keys BSpace BSpace
screen_shows 'two steps back' ' 5/332'

# ---- sizes ----

screen_resize 40x12
screen_lacks '40x12: no tabs' 'Timeline'
is "$(screen_dump | wc -l)" 12 '40x12: twelve rows'
screen_shows '40x12: the row is in view' '552us'
screen_shows '40x12: its place' '5/332'
screen_resize 80x24
screen_shows 'and back' ' 5/332'
_screen_poll _as_before
ok 'the same screen after resizing' _as_before
screen_resize 200x60
screen_shows '200x60' 'Longest run'
screen_shows '200x60: start and end side by side' 'End         GoStop at 0.031768896s'
screen_resize 80x24

# ---- filters, search, tags, export ----

screen_keys -l '&dur>500us'
screen_keys Enter
screen_shows 'a filter' '&dur>500us: 19 of 335'
screen_keys -l '&blub>'
screen_keys Enter
screen_shows 'a filter that makes no sense' "no column 'blub'"
screen_keys Escape
screen_keys Space Space e
screen_shows 'export asks' 'text'
screen_keys Enter
screen_shows 'for a file, too' 'greedy.txt'
screen_keys Enter
screen_shows 'and writes it' 'bytes'
ok 'as --diagreedy prints it' grep -q '^    551936ns -> 0.000552s$' "$tap_dir/greedy.txt"
is "$(grep -c ' -> 0\.' "$tap_dir/greedy.txt")" 2 'the tagged slices only'

# ---- the source in the editor ----

screen_stop
printf '#!/bin/sh\necho "edit $*" >"%s/edited"\nexec sleep 0.1\n' "$tap_dir" >"$tap_dir/editor"
chmod +x "$tap_dir/editor"
screen_env="$screen_env EDITOR='\"$tap_dir/editor\"'"
screen_start 80x24 "$GT_EXE" -c greedy "$traces/greedy.trace"
screen_shows '-c shows a view' '[3]Greedy'
mkdir -p "$tap_dir/runtime" && : >"$tap_dir/runtime/proc.go"
screen_wait '▼Duration'
screen_keys E
_edited() { grep -q 'proc.go' "$tap_dir/edited" 2>/dev/null; }
_screen_poll _edited
ok 'E opens the editor' _edited
screen_keys C-l
screen_shows 'and the screen comes back' '▼Duration'
screen_keys -l ':set editor=other'
screen_keys Enter E
screen_shows 'an editor that is set later is not run from the sandbox' 'set the editor before start-up'
# The kernel says that it is confined, if it can do that.
case $("$GT_EXE" --version) in
*seccomp*) is "$(sed -n 's/^Seccomp:[[:space:]]*//p' "/proc/$(screen_pid)/status")" 2 'the screen is in a sandbox' ;;
*) skip 1 'no seccomp here' ;;
esac
screen_stop
rm -f "$tap_dir/edited"
screen_start 80x24 "$GT_EXE" -c greedy -c "set editor=env A=b '$tap_dir/editor'" "$traces/greedy.trace"
screen_wait '▼Duration'
screen_keys E
_screen_poll _edited
ok 'the editor that -c sets is known before' _edited
screen_stop
rm -f "$tap_dir/edited"
screen_start 80x24 "$GT_EXE" --no-sandbox -c greedy "$traces/greedy.trace"
screen_wait '▼Duration'
screen_keys -l ":set editor='$tap_dir/editor'"
screen_keys Enter E
_screen_poll _edited
ok 'without the sandbox it can be set later' _edited
screen_stop
screen_start 80x24 "$GT_EXE" -c greedy "$traces/greedy.trace"
screen_wait '▼Duration'

# ---- Ctrl-C, SIGTERM, Ctrl-Z; what is left behind ----

screen_keys C-c
screen_shows 'Ctrl-C does not kill' 'Ctrl-C again quits'
screen_keys Q
screen_wait_end
is "$screen_status" 0 'Q quits'

# left_behind NAME: the shell is back, in the modes and on the screen it had.
left_behind() {
	screen_wait 'shell>' || diag 'no shell'
	screen_keys -l 'echo modes=$([ "$(stty -g)" = "$before" ] && echo same)'
	screen_keys Enter
	screen_shows "$1: the terminal's modes" 'modes=same'
	is "$(_tmux display-message -p '#{alternate_on} #{cursor_flag}')" '0 1' "$1: the screen and the cursor"
	screen_keys -l 'clear'
	screen_keys Enter
	screen_wait_gone 'modes='
}

in_shell() {
	screen_keys -l "$1"
	screen_keys Enter
}

screen_shell 80x24
in_shell 'before=$(stty -g)'
for sig in TERM HUP QUIT; do
	in_shell "(ulimit -c 0; echo \$BASHPID >pid; exec '$GT_EXE' '$traces/gc.trace'); echo status=\$?"
	screen_wait '?Help'
	ok "SIG$sig: sent" kill "-$sig" "$(cat "$tap_dir/pid")"
	screen_shows "SIG$sig: the status says so" "status=$((128 + $(kill -l $sig)))"
	left_behind "SIG$sig"
done
in_shell "'$GT_EXE' '$traces/gc.trace'"
screen_wait '?Help'
view 3
screen_keys j j
screen_wait ' 3/'
screen_keys C-z
screen_shows 'Ctrl-Z' 'Stopped'
left_behind 'Ctrl-Z'
in_shell fg
screen_shows 'fg: at the same row' ' 3/'
screen_keys / x y
screen_wait '/xy'
screen_keys C-z
screen_shows 'Ctrl-Z while typing' 'Stopped'
left_behind 'Ctrl-Z while typing'
in_shell fg
screen_shows 'fg: the line is still there' '/xy'
screen_keys Escape
screen_keys Q
left_behind 'quit'

# ---- input and output that are no terminal ----

in_shell "cat '$traces/locks.trace' | '$GT_EXE' -; echo status=\$?"
screen_shows 'from a pipe: it starts' '428 events'
view 4
screen_shows 'from a pipe: and the keys come from the terminal' 'main.each.func1'
screen_keys Q
screen_shows 'from a pipe: it ends' 'status=0'
left_behind 'a pipe'
# What is packed is read to its end before it is shown.
gzip -c "$traces/locks.trace" >"$tap_dir/packed"
cat >"$tap_dir/slow" <<END
head -c 2100 '$tap_dir/packed'
until [ -e '$tap_dir/go-on' ]; do sleep 0.05; done
tail -c +2101 '$tap_dir/packed'
END
in_shell "sh slow | '$GT_EXE' -; echo status=\$?"
screen_shows 'a slow pipe: how far it is' 'reading standard input: 2.1 KiB'
screen_shows 'a slow pipe: what came, and how to leave' '2.1 KiB, 0 B in the last second; q quits'
touch "$tap_dir/go-on"
screen_shows 'a slow pipe: the screen' '428 events'
screen_keys Q
screen_shows 'a slow pipe: it ends' 'status=0'
screen_lacks 'a slow pipe: the line is gone' 'reading standard input'
left_behind 'a slow pipe'
rm "$tap_dir/go-on"
mkdir -p "$tap_dir/spool"
in_shell "sh slow | TMPDIR='$tap_dir/spool' '$GT_EXE' --report=summary -; touch go-on"
screen_wait 'reading standard input'
screen_keys C-c
left_behind 'Ctrl-C while reading'
is "$(ls "$tap_dir/spool")" '' 'Ctrl-C while reading: no file stays'
rm -f "$tap_dir/go-on"
rc_is 1 'no terminal' "$GT_EXE" "$traces/gc.trace" </dev/null
ok 'no terminal: says why and what to do' grep -q 'not a terminal.*--report' "$tap_dir/err"
is "$(wc -l <"$tap_dir/err")" 1 'no terminal: one line'
(cd "$tap_dir" && printf 'wait-index\ndump-screen\ndump-screen\n' >dump.keys &&
	"$GT_EXE" --index=none --script=dump.keys "$traces/gc.trace" 2>closed.err; echo $? >closed.rc) |
	head -n 1 >/dev/null
ok 'a closed pipe: no complaint from the system' test ! -s "$tap_dir/closed.err" -o -s "$tap_dir/closed.rc"

# ---- damage ----

in_shell "'$GT_EXE' '$GT_SRCDIR/testdata/bad/cut-1.26-7079.trace'; echo status=\$?"
screen_shows 'a cut trace: the title' 'incomplete'
screen_shows 'a cut trace: the status line' 'the file ends inside a batch of generation 3'
view 5
screen_shows 'a cut trace: what is there' '329'
screen_keys Q
screen_shows 'a cut trace: status 3' 'status=3'
screen_shows 'a cut trace: said again' 'cut-1.26-7079.trace is incomplete'
left_behind 'a cut trace'
in_shell "'$GT_EXE' '$GT_SRCDIR/testdata/bad/picture.png'; echo status=\$?"
screen_shows 'a picture: status 2' 'status=2'
in_shell "'$GT_EXE' '$tap_dir/nothing'; echo status=\$?"
screen_shows 'no file: status 1' 'status=1'

# ---- the old format ----

in_shell "'$GT_EXE' '$GT_SRCDIR/testdata/traces/go1.21/gc.trace'; echo status=\$?"
screen_shows 'an old trace: the title' 'gtrace-tui  gc.trace  go1.21  9.61ms  1530 events  4 P'
view 3
screen_shows 'an old trace: the longest slice' '0.007322908s 0 19 main.each.func2'
# The workers are the runtime's.
screen_keys .
screen_keys -l '&label'
screen_keys Enter
screen_shows 'an old trace: the workers of the GC' '14 of 101'
screen_shows 'an old trace: their labels' 'GC (dedicated)'
screen_keys v
screen_shows 'an old trace: the event' 'GoStartLabel'
screen_keys Q
screen_shows 'an old trace: status 0' 'status=0'
left_behind 'an old trace'

# ---- an index that somebody cuts while it is used ----

in_shell "'$GT_EXE' --index='$tap_dir/cut.idx' -c greedy '$traces/greedy.trace'; echo status=\$?"
screen_shows 'a cut index: it opens' '754 events'
truncate -s 4096 "$tap_dir/cut.idx"
screen_keys G
screen_shows 'a cut index: the title' 'index truncated on disk'
screen_keys Q
screen_shows 'a cut index: it ends' 'status='
left_behind 'a cut index'

# ---- poor terminals, hostile names ----

screen_stop
screen_term=vt100
screen_start 80x24 "$GT_EXE" -c greedy "$traces/greedy.trace"
screen_shows 'vt100' 'main.hog'
is "$(_tmux capture-pane -pe | grep -c $'\e\\[[0-9;]*3[0-7]')" 0 'vt100: no colours'
screen_stop
screen_term=screen-256color

# inks: how many rows have a colour, and how many one beyond the first eight.
inks() {
	local rows
	rows=$(_tmux capture-pane -pe)
	echo "$(grep -cE $'\e\\[([0-9;]*;)?[34][0-8]' <<<"$rows") $(grep -cE $'\e\\[([0-9;]*;)?[34]8;' <<<"$rows")"
}
screen_start 80x24 "$GT_EXE" --no-config -c greedy "$traces/greedy.trace"
screen_shows '256 colours' 'main.hog'
ok '256 colours: more than eight of them' test "$(inks | cut -d' ' -f2)" -gt 0
screen_keys ':' 'set colors 8' Enter
_inks_are() { [[ "$(inks)" == $1 ]]; }
ok 'colors 8: eight' _screen_poll _inks_are '[1-9]* 0'
screen_keys ':' 'set colors mono' Enter
ok 'colors mono: none' _screen_poll _inks_are '0 0'
screen_keys ':' 'set colors auto' Enter
ok 'colors auto: as at first' _screen_poll _inks_are '[1-9]* [1-9]*'
screen_stop
screen_start 80x24 "$GT_EXE" --no-config --color=never -c greedy "$traces/greedy.trace"
screen_shows '--color=never' 'main.hog'
ok '--color=never: none' _screen_poll _inks_are '0 0'
screen_stop
screen_start 100x30 "$GT_EXE" -c events -c 'filter name~User' "$traces/annotations.trace"
screen_shows 'annotations' '229 of 527'
screen_keys G
screen_shows 'annotations: to the end' '229/229'
screen_keys g
for _ in 1 2 3 4 5 6; do
	screen_keys 3 0 j
	screen_keys Tab PPage Tab
done
screen_shows 'annotations: 181 rows down' '181/229'
is "$(_tmux display-message -p '#{pane_title}' | tr -d '[:print:]')" '' 'no name reached the terminal as an order'
is "$(screen_dump | grep -c '─────────────')" 2 'the frame is whole'
screen_stop
screen_start 100x30 "$GT_EXE" -c events -c 'filter name~User' "$traces/annotations.trace"
screen_shows 'commands are run when the index was there before, too' '229 of 527'

done_testing
