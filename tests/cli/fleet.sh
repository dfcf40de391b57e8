#!/usr/bin/env bash
# Many traces: the report traces recomputed, what stands apart, directories and what lies in them, --index-only.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
traces=$GT_SRCDIR/testdata/traces
cd "$GT_SRCDIR/testdata" || bail "no traces"

# rows OPTION...: the report as CSV without its head
rows() {
	"$GT_EXE" --report=traces --format=csv "$@" 2>"$tap_dir/err" | tr -d '\r' | tail -n +2
}

# ---- every column, computed again ----

# recomputed NAME TRACE...
recomputed() {
	local name=$1
	shift
	if command -v python3 >/dev/null; then
		is "$(python3 "$GT_SRCDIR/tests/cli/fleet.py" "$GT_EXE" "$@" 2>&1)" "" "$name"
	else
		skip 1 "$name: no python3"
	fi
}
recomputed "every column of 24 traces, and z" traces/go1.27/plant-{hog,late,slow,gcs,convoy,idle,keeps}{,-well}.trace \
	traces/go1.27/{gc,locks,requests,calls,timers}.trace traces/go1.21/gc.trace traces/go1.19/locks.trace \
	bad/hole.trace bad/v1-cut-1.21-39577.trace bad/header-1.26.trace
recomputed "of three there are too few others" traces/go1.27/{gc,locks,calls}.trace
recomputed "three of a kind and one that is not" traces/go1.27/plant-hog-well.trace traces/go1.27/plant-hog-well.trace \
	traces/go1.27/plant-hog-well.trace traces/go1.27/plant-hog.trace
is "$("$GT_EXE" --report=traces --format=json --jobs=1 traces 2>&1)" "$("$GT_EXE" --report=traces --format=json traces 2>&1)" \
	"the same with one processor"

# ---- one that is bad, among many ----

fleet=$tap_dir/fleet
for i in $(seq 10 70); do
	mkdir -p "$fleet/web-$i"
	case $((i % 3)) in
	0) cp traces/go1.27/plant-alone-well.trace "$fleet/web-$i/noon.trace" ;;
	1) cp traces/go1.27/plant-late-well.trace "$fleet/web-$i/noon.trace" ;;
	2) cp traces/go1.27/plant-slow-well.trace "$fleet/web-$i/noon.trace" ;;
	esac
done
is "$(rows "$fleet" | wc -l)" 61 "the traces in a directory"
rc_is 0 "none of them stands apart" "$GT_EXE" --fail-if='traces.outlier>=3.5' "$fleet"

# planted WHAT METRIC FUNCTION: a trace with a known cause takes the place of one
planted() {
	cp "traces/go1.27/plant-$1.trace" "$fleet/web-42/noon.trace"
	is "$(rows --host='fleet/*/' --sort=-z --limit=1 --columns=host,outlier "$fleet")" "web-42,$2" "$1 stands apart, and in what"
	ok "$1: because of $3" grep -qF "$3" <(rows --sort=-z --limit=1 --columns=difference "$fleet")
	is "$(rows --filter='z>=3.5' --columns=name "$fleet" | wc -l)" 1 "$1: no other one does"
	is "$(rows --columns=difference "$fleet" | grep -c .)" 1 "$1: the difference of one is told"
	rc_is 4 "$1: the threshold is exceeded" "$GT_EXE" --fail-if='traces.outlier>6' "$fleet"
	ok "$1: the trace is named" grep -qF "> 6 ($2, $fleet/web-42/noon.trace: worse: " "$tap_dir/err"
	ok "$1: and the function" grep -qF "$3" "$tap_dir/err"
}
planted hog sched_p99 main.hogP
planted keeps sched_p99 main.keepPs.func1
planted slow share main.slowCalls
planted convoy events_per_s "main.(*book).write"

# ---- what the report takes ----

is "$(rows --host='plant-*.trace' --columns=host --limit=2 traces/go1.27/plant-{hog,late}.trace | xargs)" "hog late" \
	"a host in the middle of a name"
is "$(rows --host='nowhere/*' --columns=host traces/go1.27/gc.trace)" '' "none where the pattern does not fit"
is "$(rows --columns=name --limit=1 traces/)" "go1.19/annotations.trace" "names are those inside the directory"
is "$(rows --columns=name --sort=-bytes --limit=1 traces/go1.27)" "$(cd traces/go1.27 && ls -S | head -n 1)" "sorted by size"
is "$(rows --columns=name --filter='kind="frequent GC"' traces/go1.27/gc.trace traces/go1.27/plant-gcs.trace traces/go1.27/calls.trace)" \
	"$("$GT_EXE" --report=findings --format=csv --columns=kind traces/go1.27/gc.trace traces/go1.27/plant-gcs.trace \
		traces/go1.27/calls.trace 2>/dev/null | tr -d '\r' | awk -F, '!seen[$1]++ && /frequent GC/ { sub(/.*\//, "", $1); print $1 }')" \
	"a filter"
is "$("$GT_EXE" --report=traces --values=version --format=csv --columns=value,count traces 2>&1 | tr -d '\r' | tail -n +2 | sort)" \
	"$(for t in traces/*/*; do "$GT_EXE" --report=summary --columns=version --format=csv "$t" | tr -d '\r' | tail -n 1; done |
		sort | uniq -c | awk '{ print $2 " " $3 "," $1 }' | sort)" "how many of each version"
rc_is 0 "from standard input" sh -c '"$0" --report=traces --columns=path,events --format=csv <traces/go1.27/gc.trace' "$GT_EXE"
ok "its name is -" grep -q '^-,[0-9]' "$tap_dir/out"
"$GT_EXE" --report=traces traces/go1.27/plant-hog{-well,-well,-well,}.trace >"$tap_dir/text" 2>&1
is "$(sed -n 1,2p "$tap_dir/text")" "1 trace apart from the others; most: traces/go1.27/plant-hog.trace
against usual ones: worse: waits: chan receive in main.hogWith: share 0% -> 49.7%, new" "what stands above the rows"
is "$("$GT_EXE" --report=traces --format=json traces/go1.27/gc.trace | head -c 47)" '{"schema":1,"report":"traces","trace":{"traces"' "JSON has no file of its own"

is "$("$GT_EXE" --report=traces --format=ndjson traces/go1.27/gc.trace traces/go1.27/calls.trace | cut -c 1-8)" '{"path":
{"path":' "nor has NDJSON"
if command -v python3 >/dev/null; then
	"$GT_EXE" --report=traces --format=parquet traces/go1.27 >"$tap_dir/parquet"
	is "$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$GT_SRCDIR/tests/cli python3 -c '
import parquet, sys
for row in parquet.rows(open(sys.argv[1], "rb").read())[2]:
    print(row["path"], row["events"], sep=",")' "$tap_dir/parquet" 2>&1)" "$(rows --columns=path,events traces/go1.27)" "Parquet has the same rows"
else
	skip 1 "Parquet: no python3"
fi

# refused TEXT OPTION...
refused() {
	local text=$1
	shift
	rc_is 1 "$*" "$GT_EXE" "$@"
	ok "$*: says '$text'" grep -qF -- "$text" "$tap_dir/err"
}
refused "a part of the path with one * in it" --report=traces --host=web traces
refused "a part of the path with one * in it" --report=traces --host='*/*' traces
refused "--host needs --report=traces" --report=greedy --host='*' traces/go1.27/gc.trace
refused "--from and --to do not apply to it" --report=traces --from=1ms traces
refused "tests of one trace each beside the list" --fail-if='traces.outlier>6 && greedy.max>1s' traces
refused "tests of one trace each beside the list" --report=traces --fail-if='greedy.max>1s' traces
refused "use --report=traces or none" --report=greedy --fail-if='traces.outlier>6' traces/go1.27/gc.trace
refused "cannot serve a directory" --report=traces --index="$tap_dir/index" traces
refused "--index=none keeps none" --index-only --index=none traces
refused "only one of" --index-only --report=traces traces

# ---- what lies in directories ----

mess=$tap_dir/mess
mkdir -p "$mess/a/b/c" "$mess/empty"
echo 'not a trace' >"$mess/a/note.txt"
: >"$mess/a/nothing"
cp bad/picture.png "$mess/a/b"
cp traces/go1.27/gc.trace "$mess/a/b/c/deep"
gzip -c traces/go1.27/locks.trace >"$mess/a/b/packed.gz"
mkfifo "$mess/a/fifo"
is "$(rows --columns=path "$mess")$(cat "$tap_dir/err")" "$mess/a/b/c/deep
$mess/a/b/packed.gz" "traces alone, by their content"
ln -s .. "$mess/a/b/up"
ln -s "$mess/a/b/c" "$mess/z"
rc_is 3 "a link that leads back" "$GT_EXE" --report=traces --columns=path --format=csv "$mess"
is "$(tr -d '\r' <"$tap_dir/out" | tail -n +2 | xargs)" "$mess/a/b/c/deep $mess/a/b/packed.gz $mess/z/deep" "other links are followed"
ok "it is named" grep -q "^gtrace-tui: $mess/a/b/up: left out: the link leads back" "$tap_dir/err"
rm "$mess/a/b/up" "$mess/z"
ln -s nowhere "$mess/a/gone"
rc_is 3 "a link to nothing" "$GT_EXE" --report=traces "$mess"
ok "it is named, too" grep -q "^gtrace-tui: $mess/a/gone: left out: No such file" "$tap_dir/err"
rm "$mess/a/gone"
if [ "$(id -u)" != 0 ]; then
	mkdir -m 0 "$mess/closed"
	cp traces/go1.27/gc.trace "$mess/secret"
	chmod 0 "$mess/secret"
	rc_is 3 "what cannot be read" "$GT_EXE" --report=traces "$mess"
	is "$(grep -c 'Permission denied' "$tap_dir/err")" 2 "is named"
	chmod 700 "$mess/closed"
	rm -rf "$mess/closed" "$mess/secret"
else
	skip 2 "the superuser can read everything"
fi
cp bad/hole.trace "$mess/broken"
cp bad/header-future.trace "$mess/future"
rc_is 3 "a broken trace, and one of a version to come" "$GT_EXE" --report=traces --format=csv --columns=name,damage "$mess"
ok "the broken one is listed" grep -q '^broken,"*expected a Stack record' "$tap_dir/out"
ok "and named" grep -q "^gtrace-tui: $mess/broken: damaged: expected a Stack record" "$tap_dir/err"
ok "so is the other" grep -q "^gtrace-tui: $mess/future: the trace format go 9.99 is newer" "$tap_dir/err"
rc_is 2 "an empty directory" "$GT_EXE" --report=traces "$mess/empty"
is "$(cat "$tap_dir/err")" "gtrace-tui: $mess/empty: there is no file in this directory
gtrace-tui: none of 0 files is a trace" "there is nothing in it"
rc_is 2 "a file that is none, by its name" "$GT_EXE" --report=traces bad/picture.png traces/go1.27/gc.trace
rc_is 1 "a file that is not there" "$GT_EXE" --report=traces "$mess/missing" traces/go1.27/gc.trace
is "$(grep -c 'gc\.trace' "$tap_dir/out")" 1 "the others are listed"

# ---- indexes ----

export XDG_CACHE_HOME=$tap_dir/once
XDG_CACHE_HOME=/proc rc_is 1 "--index-only without a place for indexes" "$GT_EXE" --index-only traces
is "$(cut -d: -f1,2 "$tap_dir/err")" "gtrace-tui: the index is not kept" "says so"
rc_is 0 "--index-only" "$GT_EXE" --index-only traces
is "$(cat "$tap_dir/out" "$tap_dir/err")" "" "it prints nothing"
count=$(find traces -type f | wc -l)
is "$(find "$tap_dir/once" -type f | wc -l)" "$count" "an index for each"
find "$tap_dir/once" -type f -printf '%f %i\n' | sort >"$tap_dir/before"
"$GT_EXE" --report=traces traces >"$tap_dir/used" 2>&1
find "$tap_dir/once" -type f -printf '%f %i\n' | sort >"$tap_dir/after"
same_file "$tap_dir/after" "$tap_dir/before" "the report makes none anew"

export XDG_CACHE_HOME=$tap_dir/shared
for i in 1 2 3 4; do
	{
		"$GT_EXE" --index-only traces && "$GT_EXE" --report=traces traces
		echo "$?"
	} >"$tap_dir/of$i" 2>&1 &
done
wait
for i in 1 2 3 4; do
	(cat "$tap_dir/used" && echo 0) | cmp - "$tap_dir/of$i"
done >"$tap_dir/same" 2>&1
is "$(cat "$tap_dir/same")" "" "four at a time over one cache"
is "$(find "$tap_dir/shared" -type f | wc -l)" "$count" "and nothing of it is left over"
is "$("$GT_EXE" --report=traces --verify traces 2>&1)" "$(cat "$tap_dir/used")" "the indexes are sound"

done_testing
