#!/usr/bin/env bash
# Sessions: what was set up for a trace is there when it is opened again, and nothing else is taken for one.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache XDG_STATE_HOME=$tap_dir/state LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR
cd "$tap_dir" || exit 1
cp "$GT_SRCDIR/testdata/traces/go1.27/gc.trace" trace

# run LINE...: these lines of a script, with the session in the file `kept`.
run() {
	printf '%s\n' wait-index 'resize 100x24' "$@" >keys
	"$GT_EXE" --session=kept --script=keys trace >got 2>&1
}

# has NAME TEXT: a row of what was shown last.
has() {
	ok "$1" grep -qF -e "$2" got
}

run greedy 'sort start asc' 'columns dur start g func' 'filter dur>10us' 'key & g = 3 Enter' 'key F j Enter Esc' \
	'key j j Space' 'bookmark x' 'marker-a 2ms' 'marker-b 8ms' restrict waits 'show by-reason' 'sort p99 asc' \
	timeline 'key : g o t o Space g 3 6 Enter' 'window 1ms 5ms' runtime events dump-screen
cp got before
is "$(stat -c %a kept)" 600 'only its user reads it'
ok 'a few kB' test "$(stat -c %s kept)" -lt 4096
cp kept first

run dump-screen timeline dump-screen waits dump-screen "goto-bookmark x" dump-screen 'key F' dump-screen \
	'key Esc' 'key : Up' dump-screen 'key Esc' messages dump-screen
sed '/^gtrace-tui/,$!d' got | sed -n 1,22p | grep -v 'last session' >one
head -22 before | grep -v 'last session' >two
is "$(sed -n 2p one)" "$(sed -n 2p two)" 'the view'
has 'the selection' 'G36'
has 'says so, and how to do without' 'last session restored; --no-session starts afresh'
has 'the range' 'A-B 6ms'
has 'the mode and the order of a view' '▲p99'
has 'the order of another' '▲Start'
has 'its filter' '&dur>10us'
has 'one that is off' '[ ] g=3'
has 'the columns' 'Duration       ▲Start  G Function'
has 'the tags' '1 tagged'
has 'what was typed' ':goto g36'
is "$(grep -a '^runtime ' kept)" 'runtime shown' 'that the runtime is shown'
has 'the window of the timeline' 'window 4ms'
run goroutines dump-screen runtime
ok 'those that were shown still are' test "$(grep -c 'of the runtime hidden' got)" -eq 0
run goroutines 'key g' dump-screen
has 'that they are hidden again' 'of the runtime hidden'

# The page of a goroutine, or the groups.
rm -f kept
run messages dump-screen
has 'who has no session is told what to press' 'new here? press ? for the keys, or type :tour'
run goroutines 'key G Enter' 'show slices' 'sort dur asc' dump-screen
sed -n 2,12p got >before
run dump-screen
sed -n 2,12p got >after
same_file after before 'the page of a goroutine, its section, its order'
has 'the page, not the list' '[slices]'
run 'show groups' dump-screen
sed -n 2,12p got >before
run dump-screen
sed -n 2,12p got >after
same_file after before 'the groups of goroutines'
has 'the groups' 'Count'
run 'show goroutines' 'show states' messages dump-screen
has 'no page is open' "no goroutine's page is open"

# Nothing happens: nothing changes.
cp first kept
run
cmp -s first kept
is $? 0 'a run in which nothing is done leaves the session as it was'

rm -f kept
run greedy 'bookmark "\""' "bookmark \"'\"" 'bookmark "#"' 'bookmark "\\"'
run 'goto-bookmark "\""' "goto-bookmark \"'\"" 'goto-bookmark "#"' 'goto-bookmark "\\"' messages dump-screen
is "$(grep -c 'there is no bookmark' got)" 0 'bookmarks with the names of quotes'
cp first kept

# What is too large is halved, the newest stays; and what cannot be made smaller is said.
long() {
	printf "%${1}s" '' | tr ' ' x
}
many() {
	for i in $(seq "$1"); do
		printf '%s\n' "filter func!~$i$(long 990)"
	done
}
searches() {
	for i in $(seq 20); do
		printf '%s\n' 'key /' "type $i-$(long 480)" 'key Enter'
	done
}
rm -f kept
mapfile -t lines < <(many 58; searches)
run greedy "${lines[@]}"
ok 'a large session is kept' test -s kept
ok 'what was typed first is not' test -z "$(grep '^line . 1-x' kept)"
ok 'what was typed last is' grep -q '^line . 20-x' kept
is "$(wc -c <kept | awk '{ print ($1 <= 65536) }')" 1 'as far as it fits'
run dump-screen messages dump-screen
has 'and used' 'last session restored'
rm -f kept
mapfile -t lines < <(many 70)
run greedy "${lines[@]}"
has 'one that is too large is not kept, and says so' 'the session is not kept: it is larger than 64 KiB'
ok 'and no file is there' test ! -e kept
cp first kept

# The view of --compare is not there without it.
rm -f kept
# compared LINE...: as run, with an old trace.
compared() {
	printf '%s\n' wait-index 'resize 100x24' "$@" >keys
	"$GT_EXE" --session=kept --compare="$GT_SRCDIR/testdata/traces/go1.19/gc.trace" --script=keys trace >got 2>&1
}
compared 'key 9' 'show sync' 'key j j' dump-screen
has 'a session ends in the view of --compare' '[9]Compare'
compared dump-screen
has 'with --compare it goes on there' '[9]Compare'
has '... in its mode' 'per second before'
run dump-screen
has 'without --compare it goes on with the Overview' '[1]Overview'
ok '... with nothing of that view' test "$(grep -c '9Compare\|not used' got)" = 0

# Both sides are of a row, and rows are made anew: from there a session goes on with the list.
rm -f kept
compared 'key 9' 'show all' 'filter kind=waits' 'key j Enter w' 'bookmark s' dump-screen
has 'a session ends in both timelines' '[9]Both sides'
compared dump-screen
has 'it goes on with the list' '[9]Compare'
has '... as that was filtered' 'waits sync in main.plant'
compared 'key 2' 'goto-bookmark s' dump-screen
has 'and so does a bookmark' '[9]Compare'
compared 'key Enter' dump-screen
has 'from where Enter leads to both timelines' '[9]Both sides'
run dump-screen
has 'without --compare it goes on with the Overview, too' '[1]Overview'
cp first kept

# ---- what is not taken ----

# refused NAME WHY: the session in `kept` is not used.
refused() {
	printf '%s\n' wait-index 'resize 100x24' dump-screen greedy dump-screen >keys
	cp -P kept tried
	"$GT_EXE" --session=kept --script=keys trace >got 2>&1
	has "$1" "${2/#it /the last session is not used: it }"
	ok "$1: nothing of it" test "$(grep -c 'dur>10us\|A-B' got)" = 0
	rm -f kept
	cp first kept
}

for i in 25 60 200 400; do
	cp first kept
	printf '#' | dd of=kept bs=1 seek=$i conv=notrunc 2>/dev/null
	refused "byte $i changed" 'it is damaged'
done
head -c 300 first >kept
refused 'cut' 'it is damaged'
: >kept
refused 'empty' 'it is damaged'
sed 's/session 1/session 2/' first >kept
refused 'another version' 'it is of another version'
head -c 70000 /dev/zero >kept
refused 'too large, and no session' 'the session is not kept: kept is no session'
{ head -1 first; head -c 70000 /dev/zero; } >kept
refused 'too large' 'it is not a private file of this user'
cp first kept
chmod 666 kept
refused 'others can write to it' 'it is not a private file of this user'
rm kept
ln -s first kept
refused 'a link' 'the session is not kept: kept is no session'
cp first kept
touch -d '2001-01-01' trace
refused 'another trace' 'the last session is not used: the trace has changed'

# ---- what is replaced ----

# keeps FILE NAME: a session named FILE is not written over it, and that is an error.
keeps() {
	cp "$1" was
	printf '%s\n' wait-index greedy 'resize 160x24' messages dump-screen >keys
	"$GT_EXE" --session="$1" --script=keys trace >got 2>err
	is $? 1 "$2: an error"
	same_file "$1" was "$2: it stays as it was"
	is "$(cat err)" "gtrace-tui: the session is not kept: $1 is no session of this program, so it is not overwritten" \
		"$2: and says why"
	has "$2: on the screen, too" "$1 is no session of this program"
}

cp "$GT_SRCDIR/testdata/demo.trace" other
keeps other 'another trace'
echo notes >notes.md
keeps notes.md 'a file of text'
printf 'gtrace-tui' >short
keeps short 'less than the head of a session'
ln -s notes.md link
keeps link 'a link'
ok '... which is still one' test -L link
cp trace own
printf '%s\n' wait-index greedy >keys
"$GT_EXE" --session=own --script=keys own >got 2>err
is $? 1 'the trace that is shown'
same_file own trace '... stays as it was'
rm -f kept~
mkdir kept~
sed 's/session 1/session 2/' first >kept
"$GT_EXE" --session=kept --script=keys trace >got 2>err
is "$? $(head -1 kept)" '1 gtrace-tui session 2' 'what cannot be kept beside it is not replaced'
rmdir kept~
"$GT_EXE" --session=kept --script=keys trace >got 2>err
is "$? $(head -1 kept) $(head -1 kept~)" '0 gtrace-tui session 1 gtrace-tui session 2' \
	'a session that was not used is kept beside the new one'
rm kept~
run waits
ok 'one that was used is not' test ! -e kept~
# Two at a time: the one that ends last finds what the other wrote.
run greedy
mkfifo lines
"$GT_EXE" --session=kept --script=lines trace >/dev/null 2>&1 &
exec 9>lines
printf '%s\n' wait-index 'dump-screen ready' >&9
while [ ! -s ready ]; do sleep 0.02; done
run waits
cp kept its
printf '%s\n' events >&9
exec 9>&-
wait
same_file kept~ its 'what another run wrote meanwhile is kept beside'
is "$(sed -n 's/^at \([a-z]*\).*/\1/p' kept)" events '... what was written last'
rm -f kept kept~
: >empty
"$GT_EXE" --session=empty --script=keys trace >/dev/null 2>&1
is "$? $(head -1 empty)" '0 gtrace-tui session 1' 'an empty file has nothing to lose'

# ---- where it is ----

printf '%s\n' wait-index greedy >keys
"$GT_EXE" --script=keys trace >/dev/null 2>&1
ok 'a script keeps none unless it is told to' test ! -e state
rm -f kept
"$GT_EXE" --session=kept --no-session --script=keys trace >/dev/null 2>&1
ok '--no-session' test ! -e kept
mkdir -p config/gtrace-tui
echo 'set session no' >config/gtrace-tui/config
"$GT_EXE" --session=kept --script=keys trace >/dev/null 2>&1
ok 'set session no' test ! -e kept

done_testing
