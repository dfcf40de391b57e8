#!/usr/bin/env bash
# The list of several traces on the screen: its rows are those of the report, one is opened and left again.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 TZ=UTC
cd "$tap_dir" || bail "no directory"
traces=$GT_SRCDIR/testdata/traces

mkdir -p logs/{web-1,web-2,web-3,db} empty
cp "$traces/go1.27/plant-late-well.trace" logs/web-1/a
cp "$traces/go1.27/plant-slow-well.trace" logs/web-2/a
cp "$traces/go1.27/plant-hog.trace" logs/web-3/a
cp "$traces/go1.27/plant-alone-well.trace" logs/db/a
cp "$GT_SRCDIR/testdata/bad/hole.trace" logs/db/broken
cp "$traces/go1.19/gc.trace" logs/db/old
echo 'nothing to see' >logs/db/readme
touch -d '2026-01-02T03:04:05.678Z' logs/*/*

# screen STATUS NAME OPTION...: the script is standard input
screen() {
	local status=$1 name=$2
	shift 2
	cat >keys
	rc_is "$status" "$name" "$GT_EXE" --script=keys "$@"
}

# ---- what it looks like ----
screen 0 "a list" --size=24x110 --host='logs/*/' logs <<'END'
wait-index
dump-screen
key j
dump-screen
sort z
dump-screen
filter damage~expected
dump-screen
END
cp "$tap_dir/out" got
[ -n "${GENERATE:-}" ] && cp got "$GT_SRCDIR/tests/ui/traces.txt"
same_file got "$GT_SRCDIR/tests/ui/traces.txt" "its rows, the newest first; by z; one that is damaged"

# ---- the rows are those of the report ----
"$GT_EXE" --report=traces --host='logs/*/' --format=csv logs 2>/dev/null | sort >want
screen 0 "all rows" --host='logs/*/' logs < <(printf '%s\n' wait-index 'w rows.csv')
sort rows.csv >rows.sorted
same_file rows.sorted want "are those of the report"
is "$(grep -c . want)" 7 "six traces and the head"
screen 0 "a filter" --host='logs/*/' logs < <(printf '%s\n' wait-index 'filter host=web-2' 'w filtered.csv')
is "$(sed 1d filtered.csv)" "$(grep 'web-2,' want)" "hides the others"

# ---- open, and back ----
# titles: the first line of each screen
titles() {
	awk '/^gtrace-tui / { print $2, $3 }' "$tap_dir/out"
}
screen 0 "Enter and q" --size=24x100 logs <<'END'
wait-index
sort z
dump-screen
key enter
wait-index
dump-screen
key 3
dump-screen
key q
dump-screen
key q
dump-screen
key j enter
wait-index
dump-screen
key backspace
dump-screen
END
is "$(titles)" "7 files
old go1.19
old go1.19
old go1.19
7 files
a go1.26
7 files" "open a trace, and go back to the list"
ok "of the first row" grep -q 'What stands out' "$tap_dir/out"
is "$(grep -c 'q Back' "$tap_dir/out")" 4 "the key says so"
screen 0 "Q" --size=24x100 logs <<'END'
wait-index
key enter
wait-index
key Q
dump-screen
END
is "$(titles)" "" "leaves both"
screen 0 "one that is damaged" --size=24x100 logs <<'END'
wait-index
filter name~broken
key enter
wait-index
dump-screen
key q
dump-screen
END
is "$(titles)" "broken damaged
7 files" "can be opened, too"
screen 0 "other views" --size=24x100 logs <<'END'
wait-index
key 3
dump-screen
key 1
dump-screen
END
ok "are of a trace" grep -q 'open a trace first, with Enter' "$tap_dir/out"

# ---- what opens as a list ----
screen 0 "two traces" --size=24x100 logs/web-1/a logs/web-2/a <<'END'
wait-index
dump-screen
END
is "$(titles)" "2 files" "are a list"
screen 0 "an empty directory" --size=24x100 empty <<'END'
wait-index
dump-screen
END
ok "says so" grep -q 'there is no file in the directory' "$tap_dir/out"
screen 0 "no traces" --size=24x100 logs/db/readme logs/db/readme <<'END'
wait-index
dump-screen
END
ok "says so, too" grep -q 'none of these files is a trace' "$tap_dir/out"
screen 1 "a part of the time" --from=1ms logs <<'END'
wait-index
END
ok "is for one trace" grep -q 'are for one trace: open it from the list' "$tap_dir/err"
rc_is 0 "a picture" "$GT_EXE" --picture=svg logs
ok "has the list" grep -q 'Traces' "$tap_dir/out"

done_testing
