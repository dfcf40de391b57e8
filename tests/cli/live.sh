#!/usr/bin/env bash
# Traces that grow: a screen shows what is there, and in the end they are those of files.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
export XDG_CACHE_HOME=$tap_dir/cache
replay=$GT_SRCDIR/tests/cli/replay.py
cd "$tap_dir" || bail "no directory"

# A writer that stops early is no fault of the test.
trap '' PIPE

# until_there FILE: a screen was dumped into it.
until_there() {
	for _ in $(seq 400); do
		[ -s "$1" ] && return
		[ ! -e status ] || break
		sleep 0.05
	done
	diag "$1 does not come"
}

# begin TRACE [OPTION...]: a screen that reads it from a pipe; `step` lets the next generation come, `tell` gives it
# lines of a script; end waits for it: $status, and what it said in $tap_dir/said.
begin() {
	local trace=$1

	shift
	rm -f steps script status
	mkfifo steps script || bail "no FIFO"
	{
		python3 "$replay" "$trace" steps <steps 2>/dev/null | {
			"$GT_EXE" --no-config --script=script "$@" - 2>said
			echo $? >status
		}
	} 6>&- &
	screen=$!
	exec 7>steps
	step
	exec 8>script
}

step() {
	echo >&7
}

tell() {
	printf '%s\n' "$@" >&8
}

shows() {
	rm -f shown
	tell "dump-screen $tap_dir/shown"
	until_there shown
}

# end [LINE...]: no more comes.
end() {
	exec 7>&-
	tell "$@"
	exec 8>&-
	wait $screen
	status=$(cat status)
}

events_of() {
	head -c "$2" "$1" | "$GT_EXE" --index=none --report=summary --format=json - 2>/dev/null |
		sed -n '1s/.*"events":\([0-9]*\).*/\1/p'
}

# ---- generation by generation ----

for version in 1.22 1.23 1.25 1.27; do
	trace=$GT_SRCDIR/testdata/traces/go$version/gens.trace
	mapfile -t borders < <(python3 "$replay" "$trace" borders)
	first=$(events_of "$trace" "${borders[0]}")
	cat "$trace" | "$GT_EXE" --index=whole.$version --report=summary - >/dev/null
	begin "$trace" --index=live.$version
	# Before Go 1.26 the next generation's batches say that one is over.
	[ $version = 1.27 ] || step
	tell "wait-events $first" timeline
	shows
	ok "$version: LIVE before the rest has come" grep -q 'LIVE, [0-9].* behind' shown
	ok "$version: with the events of the first generation" grep -q " $first events" shown
	ok "$version: at its end" grep -q 'at the newest end' shown
	tell "goto 1ms" "key A" "key w" "key w" greedy "filter held>1us" timeline
	shows
	ok "$version: a move ends that" sh -c '! grep -q "at the newest end" shown'
	for _ in "${borders[@]:1}"; do
		step 2>/dev/null
	done
		end wait-index "dump-screen $tap_dir/last" greedy "dump-screen $tap_dir/filtered"
	is "$status" 0 "$version: it ends"
	is "$(cat said)" '' "$version: without a complaint"
	ok "$version: no more LIVE" sh -c '! grep -q LIVE last'
	is "$(grep ' window ' last)" "$(grep ' window ' shown)" "$version: cursor, window and marker stay"
	ok "$version: the filter stays" grep -q 'held>1us' filtered
	same_file live.$version whole.$version "$version: the index has the same bytes"
done

# ---- what the index answers ----

trace=$GT_SRCDIR/testdata/traces/go1.27/gens.trace
for report in $("$GT_EXE" --report=list | sed -n 's/^\([a-z]*\) .*/\1/p'); do
	cat "$trace" | "$GT_EXE" --index=live.1.27 --report="$report" --format=json - >got 2>got.err
	cat "$trace" | "$GT_EXE" --index=none --report="$report" --format=json - >want 2>want.err
	cmp -s got want && cmp -s got.err want.err || diag "$report differs"
	cmp -s got want || break
done
same_file got want "every report of it is that of the file"

# ---- byte by byte, in an old format, and packed ----

trace=$GT_SRCDIR/testdata/traces/go1.25/gens.trace
python3 "$replay" "$trace" bytes | "$GT_EXE" --no-config --index=bytes --script=<(echo wait-index) - 2>said
is "$?$(cat said)" 0 "byte by byte: it ends"
same_file bytes whole.1.25 "byte by byte: the index has the same bytes"

old=$GT_SRCDIR/testdata/traces/go1.21/calls.trace
cat "$old" | "$GT_EXE" --index=whole.old --report=summary - >/dev/null
rm -f script status
mkfifo script
{
	head -c 2000 "$old"
	cat <script
	tail -c +2001 "$old"
} | "$GT_EXE" --no-config --index=live.old --script=<(printf '%s\n' "dump-screen $tap_dir/early" wait-index \
	"dump-screen $tap_dir/late") - 2>said &
until_there early
ok "v1: LIVE, though nothing is known before its end" grep -q 'LIVE, shown at its end' early
: >script
wait $!
is "$?$(cat said)" 0 "v1: it ends"
ok "v1: then it is shown" grep -q 'go1.21 .* events' late
same_file live.old whole.old "v1: the index has the same bytes"

gzip -c "$trace" | "$GT_EXE" --no-config --index=none --save=unpacked --script=<(printf '%s\n' wait-index) - 2>said
is "$?$(cat said)" 0 "a packed trace is read as before"
same_file unpacked "$trace" "--save: of a packed one what it holds"

# ---- holding the picture, keeping the trace ----

trace=$GT_SRCDIR/testdata/traces/go1.27/gens.trace
mapfile -t borders < <(python3 "$replay" "$trace" borders)
first=$(events_of "$trace" "${borders[0]}")
second=$(events_of "$trace" "${borders[1]}")
begin "$trace" --index=none --save=saved -c timeline
tell "wait-events $first" "key C-s"
step
tell "wait-events $second"
shows
ok "held: it says so" grep -q 'LIVE, held: C-s goes on' shown
ok "held: the events of before" grep -q " $first events" shown
tell "w trace kept" "key C-s"
shows
ok "let go: all that is there" grep -q " $second events" shown
for _ in "${borders[@]:2}"; do
	step
done
end wait-index "key C-s" "dump-screen $tap_dir/last" "key F" "dump-screen $tap_dir/followed"
is "$status$(cat said)" 0 "held: it ends"
ok "nothing is held at the end" grep -q 'the trace does not grow: there is nothing to hold' last
ok "a stream cannot be followed again" grep -q 'only a file can be followed' followed
head -c "${borders[1]}" "$trace" >want
same_file kept want "w trace: what had come"
same_file saved "$trace" "--save: all of it"

# ---- a stream that breaks off; leaving ----

begin "$trace" --index=none
tell "wait-events $first"
end wait-index "dump-screen $tap_dir/last"
is "$status$(cat said)" 0 "broken off behind a generation: it is whole"
ok "broken off: its events stay" grep -q " $first events" last

head -c $((borders[1] - 500)) "$trace" >cut
"$GT_EXE" --index=none --report=summary cut >/dev/null 2>want
rm -f script
mkfifo script
rm -f status
{
	cat cut
	cat <script
} | "$GT_EXE" --no-config --index=none --script=<(printf '%s\n' "wait-events $first" "dump-screen $tap_dir/early" \
	wait-index "dump-screen $tap_dir/last") - 2>said &
until_there early
ok "broken off inside a generation: LIVE before" grep -q 'LIVE.* events' early
: >script
wait $!
is $? 3 "its status is that of a damaged trace"
is "$(grep -o 'the file ends inside.*' said)" "$(grep -o 'the file ends inside.*there' want)" "and it says what a report of the file says"
ok "what was there stays" grep -q incomplete last

begin "$trace" --index=none
tell "wait-events $first" "key Q"
exec 8>&-
until_there status
exec 7>&-
wait $screen
is "$(cat status)$(cat said)" 0 "leaving does not wait for the rest"
begin "$trace" --index=none
tell "wait-events $first" "key C-c" "type y"
exec 8>&-
until_there status
exec 7>&-
wait $screen
is "$(cat status)$(cat said)" 0 "reading can be ended: what is there is all of it"

# ---- files that are written ----

# follow [OPTION...]: a screen that follows the file "grows", which descriptor 6 appends to.
follow() {
	rm -f script status
	mkfifo script
	{
		"$GT_EXE" --no-config --script=script --follow "$@" grows 2>said
		echo $? >status
	} 6>&- &
	screen=$!
	exec 8>script
}

exec 6>grows
head -c "${borders[0]}" "$trace" >&6
follow --index=live.file
tell "wait-events $first"
shows
ok "a file that is written: LIVE" grep -q "LIVE.* $first events" shown
tail -c +$((borders[0] + 1)) "$trace" >&6
exec 6>&-
end wait-index "dump-screen $tap_dir/last"
is "$status$(cat said)" 0 "it is over when its writer has closed it"
ok "with all events" sh -c '! grep -q LIVE last'
"$GT_EXE" --index=whole.file --report=summary grows >/dev/null
same_file live.file whole.file "the index has the same bytes"

exec 6>grows
head -c "${borders[1]}" "$trace" >&6
follow --index=none
tell "wait-events $first"
: >grows
end wait-index "dump-screen $tap_dir/last"
exec 6>&-
is "$status" 3 "a file that becomes shorter"
ok "is told" grep -q 'the file became shorter while it was followed' said
ok "and what was read stays" grep -q "incomplete.* events" last

exec 6>grows
head -c "${borders[1]}" "$trace" >&6
follow --index=none
tell "wait-events $first"
head -c 100 "$trace" >other
mv other grows
end wait-index "dump-screen $tap_dir/last"
exec 6>&-
is "$status" 3 "another file that takes its name"
ok "is told" grep -q 'another file took its name while it was followed' said
ok "and what the first one had stays" grep -q "incomplete.* events" last

# ---- what cannot be ----

rc_is 1 "a report reads to the end anyway" "$GT_EXE" --follow --report=summary "$trace"
ok "and says so" grep -q -- '--follow needs the screen: reports read a trace to its end' "$tap_dir/err"
rc_is 1 "nothing is kept of a file" "$GT_EXE" --no-config --index=none --save=x --script=/dev/null "$trace"
ok "and it says so" grep -q -- '--save keeps what comes through a pipe, and this is a file' "$tap_dir/err"
done_testing
