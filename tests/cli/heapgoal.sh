# No heap goal, which Go writes as 0 or as a number beyond any memory (golang/go#63864), is none everywhere.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

# ask TRACE OPTION...: as CSV without its head.
ask() {
	"$GT_EXE" --index=none --format=csv "${@:2}" "$GT_SRCDIR/testdata/$1" | tr -d '\r' | tail -n +2
}

# GOGC=off and a memory limit, Go 1.27; GOGC=off, Go 1.21.
for trace in gz/limit.trace.gz misused/gcoff.trace; do
	ok "$trace: the trace has goals that are none" grep -q . \
		<(ask "$trace" --report=events --columns=ns --filter='name=HeapGoal')
	is "$(ask "$trace" --report=counters --columns=value --filter='name=heap_goal' | sort -u)" "" "$trace: counters"
	is "$(ask "$trace" --report=summary --columns=heap_goal_max)" "" "$trace: summary"
	is "$(ask "$trace" --report=gc --columns=heap_goal | sort -u)" "" "$trace: gc"
	is "$("$GT_EXE" --index=none --export=chrome "$GT_SRCDIR/testdata/$trace" | grep -c '"heap goal"')" 0 \
		"$trace: no counter in the export for Perfetto"
done

"$GT_EXE" --index=none --report=brief "$GT_SRCDIR/testdata/gz/limit.trace.gz" | tr -s '\n ' ' ' >"$tap_dir/brief"
ok "frequent GC by the limit is told as that" grep -qE 'frequent GC, [^:]*: (.* and )?the GC ran [0-9]+ times a second, no goal recorded: memory limit or GOGC=off; marking took [0-9.]+% of the time' "$tap_dir/brief"
ok "one with a goal as before" grep -qE 'near its goal of' \
	<("$GT_EXE" --index=none --report=brief "$GT_SRCDIR/testdata/traces/go1.27/plant-gcs.trace" | tr -s '\n ' ' ')

# A program that asks for collections: whoever allocates has nothing to do with it, and runtime.GC's own yields are no
# spinning.
"$GT_EXE" --index=none --report=brief "$GT_SRCDIR/testdata/gz/asked.trace.gz" | tr -s '\n ' ' ' >"$tap_dir/brief"
ok "collections that the program asks for are told as that" \
	grep -q 'garbage collection, [^:]*: main.releasePage:34 asked for 6 of 6 cycles itself; the GC took' "$tap_dir/brief"
is "$("$GT_EXE" --index=none --report=findings --format=csv --columns=kind,because --limit=2 "$GT_SRCDIR/testdata/gz/asked.trace.gz" |
	tr -d '\r' | xargs)" "kind,because garbage collection, idle marking,1" "... and idle workers mark because of them"
ok "nobody spins" sh -c '! grep -q spinning "$0"' "$tap_dir/brief"

# Who allocates is seen in sweeps; in the first 20 ms there is none yet, and assists only say who paid them.
collected() {
	"$GT_EXE" --index=none --report=findings --format=csv --columns=kind,finding "$@" \
		"$GT_SRCDIR/testdata/traces/go1.27/plant-gcs.trace" | grep -o 'GC,.*swept)\|collection,.*time)' | tr -d '"'
}
is "$(collected)" "GC,main.litter allocates most (100% of what goroutines swept)" "who allocates most"
is "$(collected --to=20ms)" "collection,main.litter paid most mark assists (100% of their time)" \
	"without sweeps, who paid most assists"
ok "cycles per second are no share" grep -q 'per second 47\.6' \
	<("$GT_EXE" --index=none --report=gccost "$GT_SRCDIR/testdata/traces/go1.27/plant-gcs.trace")
done_testing
