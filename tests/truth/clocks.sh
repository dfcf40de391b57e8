# Clocks moved by a known time (tests/cli/skew.py): what is told of them is proved by the records, and --align-clocks
# undoes it, for format v1 by P, for v2 by thread.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
traces=$GT_SRCDIR/testdata/traces

# undone TRACE TICKS WHAT N: as skew.py has them.
undone() {
	local sound=$traces/$1 moved=$tap_dir/moved.trace

	shift
	python3 "$GT_SRCDIR/tests/cli/skew.py" "$sound" "$moved" "$@"
	ok "${sound#"$traces/"}: $* is undone" \
		python3 "$GT_SRCDIR/tests/truth/clocks.py" "$GT_EXE" "$sound" "$moved" "$1"
}

for name in gens profile many gc locks; do
	undone "go1.27/$name.trace" 78125 thread 0
done
# Of the others nothing that a clock says comes after what another one says: that it is late, nobody can know.
for name in many locks; do
	undone "go1.27/$name.trace" -40000 thread 0
done
for name in gc locks requests grpc; do
	undone "go1.21/$name.trace" 200000 p 1
	undone "go1.21/$name.trace" -80000 p 1
done

# notes OPTION...: of what --align-clocks cannot undo, as lines.
notes() {
	"$GT_EXE" --index=none --report=brief "$@" 2>&1 | tr -s '\n ' ' ' | grep -oE 'Note [^:]*' | sed 's/ by .*//'
}
is "$(notes "$GT_SRCDIR/testdata/clocks/moved.trace" --align-clocks)" \
	"$(printf '%s\n' "Note the clock was set back" "Note --align-clocks moved the clocks of 1 thread")" \
	"that all clocks were set back is still told"
python3 "$GT_SRCDIR/tests/cli/skew.py" "$traces/go1.25/gens.trace" "$tap_dir/first.trace" 78125 thread 0
python3 "$GT_SRCDIR/tests/cli/skew.py" "$tap_dir/first.trace" "$tap_dir/moved.trace" -156250 thread 3
ok "a clock that is 5 ms early and then 5 ms late: no constant is right, and that is told" \
	grep -q 'threads that --align-clocks cannot move further differ' <(notes "$tap_dir/moved.trace" --align-clocks)

# unchanged REPORT OPTION...: of traces of which no clock is told, byte by byte.
unchanged() {
	local trace bad=

	for trace in "$GT_SRCDIR"/testdata/demo.trace "$traces"/*/{gc,annotations,calls,requests,gens}.trace; do
		[ -e "$trace" ] || continue
		"$GT_EXE" --index=none --report="$@" "$trace" >"$tap_dir/as-is"
		"$GT_EXE" --index=none --align-clocks --report="$@" "$trace" | cmp -s - "$tap_dir/as-is" && [ -s "$tap_dir/as-is" ] || bad+=" $trace"
	done
	is "$bad" "" "without a difference --align-clocks changes nothing: $1"
}
unchanged summary --format=json
unchanged events --format=ndjson
unchanged greedy --format=json

# The index is neither what the other reading left nor left for it.
export XDG_CACHE_HOME=$tap_dir/cache
brief() {
	"$GT_EXE" --report=brief "$@" "$tap_dir/moved.trace" 2>/dev/null | grep Note
}
undone go1.21/grpc.trace 200000 p 1
brief >"$tap_dir/told"
indexes=$(find "$XDG_CACHE_HOME" -type f | wc -l)
ok "the note with an index of the other reading" grep -q moved <(brief --align-clocks)
is "$(find "$XDG_CACHE_HOME" -type f | wc -l)" "$indexes" "no further index"
is "$(brief)" "$(cat "$tap_dir/told")" "and the other way round"
"$GT_EXE" --align-clocks --index="$tap_dir/index" --report=brief "$tap_dir/moved.trace" >"$tap_dir/out" 2>&1
is $? 1 "an index that is to be kept is refused"
ok "and says why" grep -q 'align-clocks keeps none' "$tap_dir/out"

# What the events of a trace are is read from its records again: they agree with the rows.
"$GT_EXE" --align-clocks --report=events --format=ndjson --columns=ns,name,g "$tap_dir/moved.trace" >"$tap_dir/events"
"$GT_EXE" --align-clocks --report=greedy --format=ndjson --columns=start_ns,g "$tap_dir/moved.trace" >"$tap_dir/slices"
ok "each slice begins with an event" python3 - "$tap_dir/events" "$tap_dir/slices" <<'END'
import json, sys
events, slices = ([json.loads(line) for line in open(name)] for name in sys.argv[1:])
times = {e["ns"] for e in events}
assert len(slices) > 100
sys.exit(any(s["start_ns"] not in times for s in slices if "start_ns" in s))
END
done_testing
