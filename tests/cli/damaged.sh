# What is said of damaged traces: nothing that is unknown is left out without a word, and what stands side by side is
# about the same time.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

traces=$GT_SRCDIR/testdata/traces bad=$GT_SRCDIR/testdata/bad

# cut PERCENT TRACE: the first bytes of a trace, as cut.trace.
cut_trace() {
	head -c $(($(wc -c <"$2") * $1 / 100)) "$2" >"$tap_dir/cut.trace"
}

run() {
	"$GT_EXE" --index=none "$@" >"$tap_dir/out" 2>"$tap_dir/err"
}

# of KEY: a number of the JSON that run printed.
of() {
	grep -o "\"$1\":[^,}]*" "$tap_dir/out" | tail -n 1 | cut -d: -f2
}

# ---- goroutines that lost their names ----

# All events are there, but only some of the stacks: the whole trace has 81 waits of the program.
cut_trace 90 "$traces/go1.21/annotations.trace"
words='20 goroutines have no recorded name: they count neither as the program.s nor as the runtime.s$'
run --report=sched --format=json "$tap_dir/cut.trace"
is "$(of waits) $(of unnamed_waits) $(of unnamed_ns)" "41 40 2908861" "sched: waits with and without a name"
is "$(grep -c '"g":' "$tap_dir/out")" 41 "its rows are those with a name"
is "$(of unnamed_goroutines)" 20 "how many have none"
for report in sched findings goroutines groups; do
	run --report=$report "$tap_dir/cut.trace"
	ok "$report says so" grep -q "$words" "$tap_dir/err"
done
run --report=findings --format=csv --columns=severity,kind,cost,finding,evidence,report "$tap_dir/cut.trace"
is "$(sed -n '2,$p' "$tap_dir/out" | tr -d '\r')" "none,not judged,,\"20 goroutines have no recorded name: they count \
neither as the program's nor as the runtime's; they have 40 waits for a P, 2.91ms in total\",\
unnamed_goroutines=20; unnamed_waits=40; unnamed_ns=2908861; unnamed_slices=0,\
'--report=sched --limit=5" "findings: they are not judged"
run --report=goroutines --format=csv --columns=system --filter='!func' "$tap_dir/cut.trace"
is "$(sort -u "$tap_dir/out" | tr -d '\r' | tr '\n' ' ')" " system " "goroutines: nobody knows whose they are"
run --report=goroutines --format=csv --columns=g --filter='!func' "$tap_dir/cut.trace"
all=$(wc -l <"$tap_dir/out")
run --report=goroutines --format=csv --columns=g --filter='!func && !system' "$tap_dir/cut.trace"
is "$(wc -l <"$tap_dir/out")" "$all" "a filter against the runtime's leaves them in"

# Hardly a name: but those that worked for the GC are the runtime's, and the first is the main goroutine.
cut_trace 45 "$traces/go1.21/gc.trace"
run --report=greedy --format=csv --columns=g --filter='label~GC' "$tap_dir/cut.trace"
sed -n '2,$p' "$tap_dir/out" | tr -d '\r' | sort -un >"$tap_dir/marked"
run --report=goroutines --format=csv --columns=g --filter='system && !func' "$tap_dir/cut.trace"
ok "some worked for the GC" test -s "$tap_dir/marked"
is "$(sed -n '2,$p' "$tap_dir/out" | tr -d '\r' | sort -un)" "$(cat "$tap_dir/marked")" "these are the runtime's"
run --report=goroutines --format=json --columns=func,system --filter='g=1' "$tap_dir/cut.trace"
is "$(of func) $(of system)" "null false" "the main goroutine is the program's"

# Of a whole trace, too, if its goroutine never stops.
run --report=goroutines --format=csv --columns=g,system --filter='g<=2' "$traces/go1.27/empty.trace"
is "$(tr -d '\r' <"$tap_dir/out" | tr '\n' ' ')" "g,system 1,false 2,true " "empty.trace: 1 without a name, 2 with one"

# ---- counts and sums beside each other ----

for file in v1-cut-1.19-4597 v1-cut-1.21-100 v1-cut-1.21-34578 cut-1.22-4855 hole; do
	run --report=stw --format=json "$bad/$file.trace"
	pauses=$(grep '"start_ns"' "$tap_dir/out" | grep -c -v '"beyond":true')
	run --report=summary --format=json "$bad/$file.trace"
	is "$(of stw_count)" "$pauses" "$file: pauses in the summary are those that are not marked"
	horizon=$(of horizon_ns) slices=$(of slices)
	run --report=greedy --format=csv --columns=start --filter="start<$horizon" "$bad/$file.trace"
	is "$(($(wc -l <"$tap_dir/out") - 1))" "$slices" "$file: its slices are those that begin before the horizon"
done
run --report=summary --format=json "$bad/v1-cut-1.21-100.trace"
is "$(of goroutines) $(of goroutines_max)" "6 null" "damaged from its start: nobody knows how many at a time"

# ---- nothing stands out, or nothing can be judged ----

for file in v1-cut-1.21-100 v1-header-1.21 header-1.26; do
	run --report=findings --format=csv --columns=kind,finding "$bad/$file.trace"
	sed -n '2,$p' "$tap_dir/out" | tr -d '\r' | sed "s/^/$file /"
done >"$tap_dir/said"
is "$(cat "$tap_dir/said")" "v1-cut-1.21-100 not judged,nothing could be judged: parts of the damaged trace are missing \
from 0.000000000s on
v1-header-1.21 not judged,nothing could be judged: the trace has no events
header-1.26 not judged,nothing could be judged: the trace has no events" "what cannot be judged"

# A row that says that there is nothing is no finding.
rc_is 0 "nothing stands out: no finding" "$GT_EXE" --index=none --fail-if='findings.count>0' "$traces/go1.21/empty.trace"
rc_is 3 "not judged: no finding" "$GT_EXE" --index=none --fail-if='findings.count>0' "$bad/v1-cut-1.21-100.trace"
rc_is 4 "causes count" "$GT_EXE" --index=none --fail-if='findings.count>1' "$traces/go1.21/gc.trace"
rc_is 0 "there are two causes" "$GT_EXE" --index=none --fail-if='findings.count>2' "$traces/go1.21/gc.trace"
run --index=none --fail-if='findings.count>1' "$traces/go1.21/gc.trace"
ok "the first cause is named" grep -q "findings.count is 2, > 1 (first: main.plant allocates most " "$tap_dir/err"
run --fail-if='summary.slices>0' "$bad/v1-cut-1.19-4597.trace"
ok "what a threshold measures of a damaged trace is said" grep -q "summary.slices is 7, > 0; the trace is damaged: \
whole up to 0.000268400s of 0.001658200s, no row and no sum beyond that counts$" "$tap_dir/err"

# ---- a file that ends early says so, whatever is missed first ----

# Of one generation without end marks: inside its events, its stacks, its strings.
for percent in 25 60 75 90 97; do
	cut_trace $percent "$traces/go1.22/gc.trace"
	run --report=summary --format=json "$tap_dir/cut.trace"
	is "$(grep -o '"kind":"[a-z]*"' "$tap_dir/out")" '"kind":"cut"' "cut at $percent %: it is cut"
	ok "that is said first" grep -qE ': (the events of generation 1 are lost: |no [a-z ]* event found in generation 1: )?the file ends inside' \
		"$tap_dir/err"
done
# Which of them is missed is said, too.
cut_trace 90 "$traces/go1.22/gc.trace"
run --report=summary "$tap_dir/cut.trace"
ok "and what is missed before it" grep -q ' (not in the trace: stacks of 15 events, ' "$tap_dir/err"

# ---- a wake-up of a goroutine that runs: where it stopped is lost, but not what was before ----

{ head -c 1565 "$traces/go1.19/locks.trace"; printf '\245'; tail -c +1567 "$traces/go1.19/locks.trace"; } >"$tap_dir/torn.trace"
run --report=states --goroutine=10 --format=csv --columns=start_ns,end_ns,state "$tap_dir/torn.trace"
is "$(sed 1d "$tap_dir/out" | tr -d '\r' | tr '\n' ' ')" "72872,313528,runnable 313528,328788,running \
328788,336775,waiting 336775,342075,runnable 342075,2067910,running " "states: its wait ended where it was woken first"

# The same of a call that ended: in a call from 342,750 to 406,075, then ready until 406,300, where the trace is whole to.
{ head -c 928 "$traces/go1.19/calls.trace"; printf '\0'; tail -c +930 "$traces/go1.19/calls.trace"; } >"$tap_dir/torn.trace"
run --report=goroutines --filter=g=21 --format=csv --columns=sched_wait_ns,syscall_block_ns "$tap_dir/torn.trace"
is "$(sed 1d "$tap_dir/out" | tr -d '\r')" 221025,63325 "goroutines: the call before that slice counts"

# ---- a generation that is torn while goroutines are runnable ----

# By its events G7 was preempted at 16,152,128 and G12 woken at 16,152,960 when the rest of a generation is lost: when
# they ran is lost, too, so what is known of all goroutines ends before that.
byte=$(tail -c +3532 "$traces/go1.27/gens.trace" | head -c 1 | od -An -tu1)
{ head -c 3531 "$traces/go1.27/gens.trace"; printf "\\$(printf %o $((byte ^ 8)))"; tail -c +3533 "$traces/go1.27/gens.trace"; } \
	>"$tap_dir/torn.trace"
run --report=summary --format=json "$tap_dir/torn.trace"
is "$(of horizon_ns)" 16152127 "torn: known up to where the first of them became runnable"

# ---- at random, but always the same ones (others each night) ----

if command -v python3 >/dev/null; then
	torn=$GT_SRCDIR/tests/truth/torn.py
	rc_is 0 "damaged at random: read or refused, and nothing beyond what is known" \
		python3 "$torn" "$GT_EXE" 160 1 "$traces"/go1.{19,21,22,27}/{annotations,calls,gc,locks,profile}.trace
fi
# An event that contradicts those before, in a trace of one generation: what the threads still have comes in its order.
calls=$GT_SRCDIR/testdata/traces/go1.27/calls.trace
for which in 3 40 70; do
	{ echo 'Trace Go1.26'; "$GT_EXE" -d=wire "$calls"; } | awk -v which=$which '
		/^GoSyscallBegin/ && ++n == which { match($0, /p_seq=[0-9]+/)
			seq = substr($0, RSTART + 6, RLENGTH - 6)
			sub(/p_seq=[0-9]+/, "p_seq=" seq + 1) } 1' >"$tap_dir/contradicted.txt"
	run --report=events --format=csv --columns=name,g,stack "$tap_dir/contradicted.txt"
	is $? 3 "contradicted $which: status"
	ok "contradicted $which: told" grep -q 'GoSyscallBegin: sequence number .* does not follow' "$tap_dir/err"
	ok "contradicted $which: all events all the same" \
		cmp "$tap_dir/out" <("$GT_EXE" --index=none --report=events --format=csv --columns=name,g,stack "$calls")
done
done_testing
