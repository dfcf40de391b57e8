# Stop-the-world pauses and who delayed them, against what the events say.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

data=$GT_SRCDIR/testdata
demo=$data/demo.trace

gt() {
	"$GT_EXE" --index="$tap_dir/index" "$@" | tr -d '\r'
}

# csv REPORT COLUMNS TRACE [OPTION...]: the rows only.
csv() {
	local report=$1 columns=$2 trace=$3
	shift 3
	gt --report="$report" --format=csv --columns="$columns" "$@" "$trace" | tail -n +2
}

# ---- all recordings: a stop ends with the last ProcStop or ProcSteal before the number of Ps is written ----

from_events() {
	gt --report=events --format=csv --columns=ns,name "$1" | awk -F, '
		$2 == "STWBegin" || $2 == "STWStart" { t0 = stop = $1; open = 1; marked = 0 }
		open && !marked && ($2 == "ProcStop" || $2 == "ProcSteal") { stop = $1 }
		$2 == "ProcsChange" || $2 == "Gomaxprocs" { marked = 1; restart = $1 }
		open && ($2 == "STWEnd" || $2 == "STWDone") {
			print t0 "," stop - t0 "," restart - stop "," $1 - restart "," $1 - t0; open = 0 }'
}

for trace in "$demo" "$data"/traces/go1.*/*.trace; do
	rm -f "$tap_dir/index"
	from_events "$trace" >"$tap_dir/want"
	csv stw start_ns,stop_ns,still_ns,restart_ns,dur_ns "$trace" --sort=start_ns --filter='reason!="start trace"' \
		>"$tap_dir/got"
	# What the tracer itself stops for was asked for before the trace began.
	[ "$(csv stw reason "$trace" --sort=start_ns --limit=1)" = 'start trace' ] && sed -i 1d "$tap_dir/want"
	same_file "$tap_dir/got" "$tap_dir/want" "${trace#"$data/"}"
done
rm -f "$tap_dir/index"

# ---- the demo: main.buildReport (G27) runs a loop that nothing preempts ----

# At 99836224 G51 asks.  P1 and P2 had threads without goroutines; G33 and G50 start there, at once in system calls, and
# lose them (ProcStop at +2609408 and +2609600).  G27 is preempted on P3 at +23742656, ProcStop at +23743680,
# ProcsChange at +23803584, STWEnd at +23817728.
# At 231078336 G28 asks; P3 is taken and left by a thread at +11456, G27 preempted on P2 at +15592576, ProcStop at
# +15594560, ProcsChange at +15640128.  It runs again on P2 at +15656704, long before STWEnd at +16340992.
# At 314899904 G28 asks; G52 is preempted on P1 at +1920, P3 taken and left at +4352, G27 preempted on P2 at +4730560,
# ProcStop at +4731072, ProcsChange at +4776768, STWEnd at +4959744.
is "$(csv stw start_ns,g,stop_ns,still_ns,restart_ns,thread_late_ns,waited,last_p,last_g,last_func,last_yield_ns,last_how \
	"$demo" --sort=-stop_ns --limit=3)" \
'99836224,51,23743680,59904,14144,1024,3,3,27,main.buildReport,23742656,preempted
231078336,28,15594560,45568,700864,1984,2,2,27,main.buildReport,15592576,preempted
314899904,28,4731072,45696,182976,512,3,2,27,main.buildReport,4730560,preempted' 'the three long stops'
is "$(csv stwfuncs func,count,delay_ns,max_ns,asked,goroutines,worst_start_ns "$demo" --limit=1)" \
	"main.buildReport,3,$((23742656 + 15592576 + 4730560)),23742656,3,1,99836224" 'its function'
is "$(csv stwfuncs func,goroutines,count,delay_ns,asked "$demo" --filter='func="nobody to blame"')" \
	"nobody to blame,,$(($(csv stw reason "$demo" | wc -l) - 4)),95232," 'the other pauses are charged to nobody'
is "$(csv stwgoroutines g,count,delay_ns "$demo" --limit=1)" "27,3,$((23742656 + 15592576 + 4730560))" 'its goroutine'
is "$(csv stwfuncs count,delay_ns "$demo" --from=200ms --to=300ms --limit=1)" '1,15592576' 'in a part of the trace'

# ---- slices ----

is "$(csv greedy g,end_ns,stw_delay_ns "$demo" --sort=-stw_delay_ns --limit=3)" \
"27,$((99836224 + 23742656)),23742656
27,$((231078336 + 15592576)),15592576
27,$((314899904 + 4730560)),4730560" 'what each slice cost'
is "$(csv greedy g,stw_delay_ns "$demo" --filter='g=52 && end_ns=314901824')" '52,0' 'asked, but not the last'
is "$(csv greedy stw_delay_ns "$demo" --filter='g=51 && start_ns<99836224 && end_ns>99836224')" '' 'who asks is not asked'
is "$(csv greedy g,stw_delay_ns "$demo" --split-syscalls --sort=-stw_delay_ns --limit=1)" '27,23742656' 'split at calls'

# ---- old formats: in go1.21 at 1980052 G21 blocks on P3, G18 is preempted on P1 at +12499; a thread takes P2 ----
# and leaves it at +14939.

is "$(csv stw g,stop_ns,thread_late_ns,waited,last_p,last_g,last_yield_ns,last_how "$data/traces/go1.21/gc.trace" --filter=start_ns=1980052)" \
	'20,14939,2440,3,1,18,12499,preempted' 'a thread that wakes up during the stop is late, not the last goroutine'
# G22 is preempted at +320, but its P3 stops at +36066 only.
is "$(csv stw stop_ns,last_g,last_yield_ns,thread_late_ns "$data/traces/go1.19/gc.trace" --filter=start_ns=5178977)" \
	'36066,22,320,35746' 'a goroutine that goes, and a P that takes longer'

# Its only frame has neither a name nor a PC.
is "$(csv stw last_func,last_top "$data/traces/go1.21/gc.trace" --filter=start_ns=7323524)" 'runtime.bgsweep,' \
	'a stack that says nothing'

# ---- thresholds and findings ----

limit() {
	"$GT_EXE" --index="$tap_dir/index" --fail-if="$1" "$demo" >/dev/null 2>&1
	echo $?
}
is "$(limit 'stw.stop.max>20ms')" 4 'stw.stop.max'
is "$(limit 'stw.stop.max>24ms')" 0 'that is not exceeded'
is "$(limit 'stw.still.max>59us && stw.restart.max>700us && stw.dur.max>23ms && stw.max>23ms')" 4 'the other parts'
is "$(limit 'stw.still.max>60us || stw.restart.max>701us || stw.thread_late.max>1ms')" 0 'that are not exceeded'
is "$(limit 'stwfuncs.delay.max>44ms && stwfuncs.asked.max=3')" 4 'of a function'
is "$(limit 'greedy.stw_delay.max>23ms')" 4 'of a slice'

# why EXPR [TRACE]: what is said, without the name of the trace.
why() {
	"$GT_EXE" --index="$tap_dir/index.why" --fail-if="$1" "${2:-$demo}" 2>&1 | sed 's/^gtrace-tui: [^:]*: //'
	rm -f "$tap_dir/index.why"
}
g27='GC sweep termination at 0.099836224s, last G27 main.buildReport at main.buildReport:112'
is "$(why 'stw.stop.max>20ms')" "stw.stop.max is 23.7ms, > 20ms ($g27)" 'who is responsible for the time to stop'
is "$(why 'stw.p50>20us')" "stw.p50 is 25.4us, > 20us (largest 23.8ms: $g27)" 'the worst one of a percentile'
is "$(why 'stw.still.max>50us && stw.restart.max>700us')" \
	"stw.still.max is 59.9us, > 50us (GC sweep termination at 0.099836224s, requested by G51 main.serveConn); \
stw.restart.max is 701us, > 700us (GC sweep termination at 0.231078336s, requested by G28 main.churn)" \
	'the other parts are not the fault of the last goroutine'
is "$(why 'stw.max>23817720ns')" "stw.max is 23817728ns, > 23817720ns ($g27)" 'numbers that rounding makes equal are exact'
is "$(why 'stwfuncs.delay.min<2us && stwfuncs.delay.min>=0')" \
	"stwfuncs.delay.min is 0, < 2us (main.client); stwfuncs.delay.min is 0, >= 0 (main.client)" 'a function'
is "$(why 'stw.stop.max>1us' "$data/traces/go1.23/gc.trace")" \
	'stw.stop.max is 67.1us, > 1us (GC sweep termination at 0.008524544s, nobody to blame)' 'nobody'
is "$(csv findings severity,kind,func,cost_ns,max_ns,count,g "$demo" --filter=kind=stop-the-world)" \
	"high,stop-the-world,main.buildReport,$((23742656 + 15592576 + 4730560)),23742656,3,27" 'the finding'

# ---- a stop as text ----

printf '%s\n' wait-index gc 'sort stop' 'key g' "export text $tap_dir/stop" >"$tap_dir/keys"
XDG_CACHE_HOME=$tap_dir XDG_CONFIG_HOME=$tap_dir "$GT_EXE" --script="$tap_dir/keys" "$demo" >/dev/null 2>&1
is "$(cat "$tap_dir/stop")" \
'GC sweep termination, requested at 0.099836224s by G51 main.serveConn on P0
    G27 main.buildReport delayed it by 23.7ms on P3, preempted
    to stop 23.7ms (thread late 1.02us), standstill 59.9us, restart 14.1us, total 23.8ms
        P0 requested by G51 main.serveConn
        P1 +2.61ms made a syscall: G33 main.client
        P2 +2.61ms made a syscall: G50 main.serveConn
      > P3 +23.7ms preempted: G27 main.buildReport; stopped 1.02us later
             runtime/trace.WithRegion runtime/trace/annotation.go:142
             main.buildReport ./stutter.go:112' 'exported'

done_testing
