#!/usr/bin/env bash
# Two traces compared: the page, the numbers recomputed, what --fail-if makes of it, several traces on a side.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$GT_SRCDIR/testdata/traces" || bail "no traces"

# page NAME OLD NEW: the text that people read
page() {
	"$GT_EXE" --compare="$2" "$3" >"$tap_dir/got" 2>&1
	[ -n "${GENERATE:-}" ] && cp "$tap_dir/got" "$GT_SRCDIR/tests/cli/golden/$1"
	same_file "$tap_dir/got" "$GT_SRCDIR/tests/cli/golden/$1" "$2 and $3"
}

plant=go1.27/plant
page compare.txt $plant-late-well.trace $plant-late.trace
page compare-versions.txt go1.19/gc.trace go1.27/gc.trace

# A trace has no difference to itself.
for trace in */*.trace; do
	"$GT_EXE" --compare="$trace" --report=compare --format=ndjson --columns=verdict "$trace" 2>/dev/null |
		grep -v '"same"' >"$tap_dir/differs"
	[ -s "$tap_dir/differs" ] && echo "$trace"
done >"$tap_dir/self"
is "$(cat "$tap_dir/self")" "" "each trace and itself"

# same_numbers NAME TRACE...: what the page says of them, computed again.
same_numbers() {
	if command -v python3 >/dev/null; then
		is "$(python3 "$GT_SRCDIR/tests/truth/compare.py" "$GT_EXE" "${@:2}" 2>&1)" "" "$1"
	else
		skip 1 "$1: no python3"
	fi
}
for of in hog convoy slow late gcs; do
	same_numbers "$of: all numbers, and how sure they are" $plant-$of-well.trace $plant-$of.trace
done
for of in calls gc annotations profile; do
	same_numbers "$of: of two versions" go1.21/$of.trace go1.27/$of.trace
done
same_numbers "requests" go1.27/requests.trace go1.21/requests.trace
same_numbers "another way to record" go1.19/locks.trace go1.21/locks.trace
same_numbers "a damaged one of another version" go1.19/greedy.trace ../bad/cut-1.22-9709.trace
same_numbers "several on a side" $plant-late-well.trace,$plant-hog-well.trace,$plant-slow-well.trace \
	$plant-late.trace,$plant-hog.trace

# ---- what follows the work ----

# made NAME UNITS GOROUTINES LEFT TASKS: a trace of so many units of work
made() {
	python3 "$GT_SRCDIR/tests/cli/makework.py" "$tap_dir/$1" "${@:2}"
}

# created VERDICT OLD NEW WHAT: what is said of the goroutines that were created
created() {
	is "$("$GT_EXE" --index=none --compare="$tap_dir/$2" --report=compare --filter=kind=goroutines --format=csv \
		--columns=verdict "$tap_dir/$3" | tr -d '\r' | tail -n +2)" "$1" "$4: $1"
	same_numbers "$4: the numbers" "$tap_dir/$2" "$tap_dir/$3"
}
if command -v python3 >/dev/null; then
	made once 160 1 0 1
	made twice 320 1 0 1
	made more 160 2 0 1
	made most 320 3 0 1
	made untold 160 1 0 0
	made untold2 320 1 0 0
	made leaks 160 2 1 0
	created changed once twice "twice the tasks, twice the goroutines"
	created changed twice once "half the tasks, half the goroutines"
	created same more twice "twice the tasks, as many goroutines"
	created worse once more "as many tasks, twice the goroutines"
	created better more once "as many tasks, half the goroutines"
	created worse once most "twice the tasks, six times the goroutines"
	created changed untold untold2 "no tasks, and all goroutines end"
	created worse untold leaks "no tasks, and half of the goroutines never end"
	is "$("$GT_EXE" --index=none --compare="$tap_dir/once" --report=compare --filter='kind=greedy && key~" in "' \
		--format=csv --columns=key "$tap_dir/twice" | tr -d '\r' | tail -n +2)" 'main.main in shop/cart.fill' \
		"a package without a dot is the program's, one of the library is not"
	"$GT_EXE" --index=none --compare="$tap_dir/once" "$tap_dir/twice" >"$tap_dir/got"
	ok "the page says why" grep -qF 'the work differs: 1000 tasks a second were finished before, 2000 after' "$tap_dir/got"
	is "$(grep -c 'no requests or tasks measure' "$tap_dir/got")" 0 "tasks tell how much was done"
	ok "... and how many" grep -qF ' 1 changed as the work did, ' "$tap_dir/got"
	"$GT_EXE" --index=none --compare="$tap_dir/untold" "$tap_dir/untold2" >"$tap_dir/got"
	ok "goroutines alone do not" grep -qF 'no requests or tasks measure the work' "$tap_dir/got"
	rc_is 0 "more work is not worse" "$GT_EXE" --index=none --compare="$tap_dir/once" --fail-if='compare.worse>0' \
		"$tap_dir/twice"
	rc_is 4 "its rate can be asked for" "$GT_EXE" --index=none --compare="$tap_dir/once" \
		--fail-if='compare.goroutines.rate>+50%' "$tap_dir/twice"
	rc_is 4 "so can all that changed" "$GT_EXE" --index=none --compare="$tap_dir/once" \
		--fail-if='compare.changed>0' "$tap_dir/twice"
else
	skip 1 "no python3"
fi

# fails STATUS EXPRESSION WORDS: WORDS are in the message
fails() {
	rc_is "$1" "$2" "$GT_EXE" --compare=$plant-late-well.trace --fail-if="$2" $plant-late.trace
	[ -z "$3" ] || ok "$2: $3" grep -qF -- "$3" "$tap_dir/err"
}
fails 4 'compare.worse>0' 'compare.worse is 5, > 0 (time on processors: main.each.func1: share 0.48% -> 59.5%'
fails 4 'compare.greedy.p50>+10%' 'slices: main.each.func1 in main.alarm: length 20.8us -> 3ms'
fails 4 'compare.greedy.p50>+10%' '; at time.Sleep < main.alarm < '
fails 0 'compare.stw.p99>+10%' ''
fails 4 'compare.tmax_stw.max>+100%' 'longest slices: Tmax_stw: length 27.6us -> 3.01ms'
fails 0 'compare.worse>5' ''
fails 4 'compare.greedy.p50>+1200%' 'compare.greedy.p50 is +14,296%, > +1200% (slices: main.each.func1'
fails 1 'compare.greedy.p99>+x' 'not a number, or a change like +10%'
fails 1 'compare.nothing>1' 'the report has no such column'

# Several on a side: a pattern that the program expands, and the option again.
cp $plant-late-well.trace "$tap_dir/old 1.trace"
cp $plant-late-well.trace "$tap_dir/old 2.trace"
"$GT_EXE" --compare="$tap_dir/old *.trace" $plant-late.trace >"$tap_dir/pattern"
"$GT_EXE" --compare="$tap_dir/old 1.trace" --compare="$tap_dir/old 2.trace" $plant-late.trace >"$tap_dir/twice"
same_file "$tap_dir/pattern" "$tap_dir/twice" "a pattern"
is "$(grep -c 'plant-late\|old [12]' "$tap_dir/twice")" 3 "three traces"
"$GT_EXE" --compare=go1.19/gc.trace --compare=go1.27/gc.trace go1.27/gc.trace >"$tap_dir/formats"
ok "formats that differ on a side" grep -q '^note: the trace format is not the same in all traces of a side$' "$tap_dir/formats"
# Two traces are not twice as long as one.
lengths() {
	"$GT_EXE" --compare="$1" --report=compare --format=json "${@:2}" |
		python3 -c 'import json, sys; print(json.load(sys.stdin)["trace"]["differs"])' | grep lengths
}
if command -v python3 >/dev/null; then
	is "$(lengths $plant-late-well.trace $plant-late.trace $plant-late-well.trace $plant-late.trace)" "" "lengths of traces"
	is "$(lengths go1.27/gc.trace $plant-late.trace $plant-hog.trace)" \
		"the lengths differ: 11ms before, 405ms to 407ms after; rates and shares are compared, no sums" \
		"lengths of several"
else
	skip 2 "no python3"
fi
rc_is 1 "a trace that is not there" "$GT_EXE" --compare="$tap_dir/none.trace" $plant-late.trace
rc_is 1 "another report" "$GT_EXE" --compare=$plant-late-well.trace --report=greedy $plant-late.trace
is "$("$GT_EXE" --report=compare --format=csv --columns=kind,aspect $plant-late.trace | wc -l)" \
	"$("$GT_EXE" --report=compare --format=ndjson $plant-late.trace | sed '$=;d' | awk '{ print $1 + 1 }')" \
	"the halves of one trace"

done_testing
