# Programs with a planted cause: the first or second of those that the findings tell names it, and says of it what the program logged about
# itself; the same program without the cause has no such finding.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
command -v python3 >/dev/null || skip_all "no python3"

versions="1.21 1.27"

# plant SCENE KIND FUNC EVIDENCE LOGGED [COST]: KIND is among the first two causes, of goroutines of FUNC (-: of
# any).  Its EVIDENCE is the LOGGED number, and its cost what COST, of the logged numbers, comes to (within a twentieth).
plant() {
	local version trace log

	for version in $versions; do
		for trace in "$GT_SRCDIR/testdata/traces/go$version/plant-$1"{,-well}.trace; do
			log=$GT_SRCDIR/testdata/expected/go$version/$(basename "$trace" .trace).log
			"$GT_EXE" --index=none --report=findings --format=json "$trace" >"$tap_dir/found" ||
				bail "no findings in $trace"
			is "$(python3 - "$tap_dir/found" "$log" "$trace" "${@:2}" <<'PY'
import json, os, sys

found, log, trace, kind, func, evidence, logged, *cost = sys.argv[1:]
rows = json.load(open(found))["rows"]
said = {name: int(value) for name, value in (line.split() for line in open(log))}
rows = [r for r in rows if r["because"] is None][:2] if "-well" not in trace else rows
mine = [r for r in rows if r["kind"] == kind and (func == "-" or (r["func"] or "").startswith(func))]
if "-well" in trace:
    print("\n".join(r["finding"] for r in mine) or "as it must be")
    sys.exit()
if not mine:
    sys.exit(print("found instead:", *(r["finding"] for r in rows), sep="\n"))
wrong = []
for what, ours, its in ((evidence, mine[0]["evidence"][evidence], said[logged]),
                        *(("cost", mine[0]["cost_ns"], eval(c, {}, said)) for c in cost)):
    if abs(ours - its) > its / int(os.environ.get("PLANT_WITHIN", 20)):
        wrong.append(f"{what} {ours}, it logged {its:.0f}")
print("\n".join(wrong) or "as it must be")
PY
)" "as it must be" "$(basename "$trace" .trace) of Go $version: $2"
		done
	done
}

plant alone alone - alone_ns alone_ns alone_ns
# What the scheduler needs between two looks, which the program cannot see: an eighth.
PLANT_WITHIN=8 plant spin spinning main.each yields looks "looked_ns / procs"
plant tick "missed ticks" - over_ns over_ns over_ns
plant herd herds main.deliver again vain herding_ns
plant crowd herds main.deliver again vain herding_ns
# A tenth of the time is neither a turn nor the begin of one.
PLANT_WITHIN=10 plant relay hand-overs main.countBook turns passed passing_ns
PLANT_WITHIN=10 plant ferry hand-overs main.crossRiver turns waits crossing_ns
plant shard "hot shard" main.keepLedger wait_ns hot_ns hot_ns
plant churn churn "main.(*prices)" created goroutines
plant hog "long slices" main.hogP harmful loops loops_ns
plant gcs "frequent GC" - cycles cycles "(mark_ns + assist_ns) / procs"
plant slow "slow calls" main.slowCalls calls calls calls_ns
plant table locks "main.(*rates).quote" wait_ns lost_ns some_ns
plant errands "in a row" main.takeOrder sum_ns asked_ns "asked_ns - longest_ns"
plant bills "in a row" main.askPrices sum_ns asked_ns "asked_ns - longest_ns"
plant rounds "in a row" main.askPrices sum_ns asked_ns "asked_ns - longest_ns"
plant rows "in a row" main.priceRows sum_ns asked_ns "asked_ns - longest_ns"
# httptrace measures from before net/http looks for a connection: a tenth more.
PLANT_WITHIN=10 plant phones connections main.callStore dials questions connecting_ns
plant lines "connection limits" main.shelfOf some_ns waited_ns waited_ns
plant desks "connection limits" main.lend some_ns waited_ns waited_ns
plant leak leaks main.askForIt left left
plant late "late timers" main.each late late late_ns
plant few "too few Ps" - all_program_ns crowded_ns crowded_ns
plant keeps "calls with a P" - call_ns kept_ns kept_ns
plant cgo "calls with a P" - call_ns kept_ns kept_ns
plant cores "too many Ps" - late_ns long_ns long_ns
plant idle "idle processors" - idle_long_ns long_ns waited_ns
plant storm "timer storms" main.each short short "short_ns / procs"
for version in $versions; do
	is "$("$GT_EXE" --index=none --report=findings --format=csv --columns=kind \
		"$GT_SRCDIR/testdata/traces/go$version/plant-cores.trace" | tr -d '\r' | paste -sd,)" \
		"kind,too many Ps,scheduling" "too many Ps come before what they cause, Go $version"
done
"$GT_EXE" --index=none --report=findings "$GT_SRCDIR/testdata/traces/go1.21/plant-alone.trace" >"$tap_dir/found"
ok "the main goroutine is main.main's, whatever Go 1.21 calls it" grep -q '(goroutines of main.main) ran alone' "$tap_dir/found"
versions=1.27
plant stall stalls - silences stalls still_ns

for version in 1.21 1.27; do
	"$GT_EXE" --index=none --report=findings "$GT_SRCDIR/testdata/traces/go$version/plant-rounds.trace" >"$tap_dir/found"
	ok "calls in a row say who called the function that made them, Go $version" grep -q \
		'main.askPrices:44 from main.writeBill:68 from main.askOnTicks:135)' "$tap_dir/found"
done
"$GT_EXE" --index=none --report=findings "$GT_SRCDIR/testdata/traces/go1.27/plant-storm.trace" >"$tap_dir/found"
"$GT_EXE" --index=none --report=findings --format=csv --columns=kind,finding \
	"$GT_SRCDIR/testdata/traces/go1.27/plant-churn.trace" >"$tap_dir/churn"
ok "goroutines for next to nothing cost what it takes to make and start them" \
	grep -q '^churn,.*to make and start them took [1-9][0-9.]*[um]s more' "$tap_dir/churn"
ok "a thousand a second and more have no exponent" grep -q 'main.each.func1 1796 times a second' "$tap_dir/found"
done_testing
