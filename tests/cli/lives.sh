# Names and lives of goroutines: those that never ran, those that are older than the trace, those that wait forever.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

traces=$GT_SRCDIR/testdata/traces

# lives TRACE COLUMNS [OPTION]...: the report goroutines as CSV without its head.
lives() {
	local trace=$1 columns=$2

	shift 2
	"$GT_EXE" --index="$tap_dir/index" --report=goroutines --sort=g --format=csv --columns="$columns" "$@" \
		"$traces/$trace.trace" 2>&1 | tr -d '\r' | tail -n +2
}

# The event that says that a goroutine is there when a v1 trace begins holds its start function.
for go in go1.19 go1.21; do
	rm -f "$tap_dir/index"
	is "$(lives $go/empty func '--filter=slices=0 && func=')" '' "$go: who never ran has a name"
	is "$(lives $go/empty func,system '--filter=g<=2')" $'runtime.main,false\nruntime.forcegchelper,true' \
		"$go: runtime.main is the program's"
	# Its stack is that of the goroutine that started the trace.
	is "$(lives $go/empty g,create_stack '--filter=older' | grep -v ',$')" '' "$go: older ones have no creation"
	rm -f "$tap_dir/index"
	lives $go/gc create_stack '--filter=!older' >"$tap_dir/got"
	is "$(grep -c . "$tap_dir/got")" "$(lives $go/gc g '--filter=!older' | wc -l)" "$go: new ones have one"
done

# forever TRACE: what waits for what cannot come lives on, to the trace's end; all reports say so.
forever() {
	local end sums

	rm -f "$tap_dir/index"
	end=$("$GT_EXE" --index="$tap_dir/index" --report=summary --format=csv --columns=duration_ns \
		"$traces/$1.trace" | tr -d '\r' | tail -n 1)
	lives "$1" g,create_ns,end_ns,total_ns,blocked_ns,exec_ns,sched_wait_ns,state \
		--filter=end_reason=forever >"$tap_dir/forever"
	ok "$1: some wait forever" test -s "$tap_dir/forever"
	is "$(awk -F, -v end="$end" '$3 != "" || $2 + $4 != end || $5 + $6 + $7 != $4 || $8 != "waiting"' \
		"$tap_dir/forever")" '' "$1: they wait to the end"
	while IFS=, read -r g _ _ _ blocked _; do
		sums=$("$GT_EXE" --index="$tap_dir/index" --report=states --goroutine="$g" --format=csv \
			--columns=dur_ns,end_ns,open --filter=open "$traces/$1.trace" | tr -d '\r' | tail -n +2)
		is "$sums" "$blocked,$end,true" "$1: G$g's last state"
	done <"$tap_dir/forever"
	is "$(lives "$1" g --filter=end_reason=forever --from="$((end - 1000))ns" | wc -l)" \
		"$(wc -l <"$tap_dir/forever")" "$1: there are as many in the last microsecond"
}

forever go1.22/forever
forever go1.27/gens

# What is active when a trace begins goes on since its start, however late the event that says so.
sed -e 's/ size=61$/ size=64/' -e 's/^ProcsChange dt=65 .*/&\nGCActive dt=3 gc_seq=1/' "$GT_SRCDIR/testdata/text/empty-1.27.txt" >"$tap_dir/active.txt"
"$GT_EXE" --index=none --report=gc --format=csv --columns=start_ns,end_ns,active "$tap_dir/active.txt" |
	tr -d '\r' >"$tap_dir/got"
is "$(tail -n +2 "$tap_dir/got")" '0,,true' "a GC that was marking when the trace began"

# ---- goroutines that a wrapper started ----

# testdata/gen/wrapped starts these; Go's readers name the first five by the wrapper, as `wrapper` does.
for go in go1.21 go1.27; do
	is "$("$GT_EXE" --index=none --report=goroutines --sort=func --format=csv --columns=func,wrapper \
		--filter=wrapper "$GT_SRCDIR/testdata/wrapped/$go.trace" | tr -d '\r' | tail -n +2)" \
		"golang.org/x/sync/errgroup.(*Group).Go.func1 from main.startNothing,golang.org/x/sync/errgroup.(*Group).Go.func1
main.fetch,golang.org/x/sync/errgroup.(*Group).Go.func1
main.fetch,golang.org/x/sync/errgroup.(*Group).Go.func1
main.fetch,golang.org/x/sync/errgroup.(*Group).Go.func1
main.setUp,$([ $go = go1.21 ] && echo main.main.OnceFunc.func2 || echo sync.OnceFunc.func1)
main.store,runtime/pprof.Do" "$go: they are named by what the wrapper runs"
done

# ---- what is not recorded ----

# text TRACE OPTION...: a report as text, blanks squeezed.
text() {
	local trace=$1

	shift
	"$GT_EXE" --index=none "$@" "$traces/$trace.trace" 2>&1 | tr -s ' ' | sed 's/ $//'
}

waited=$(text go1.22/empty --report=groups --columns=blocked --filter='!func' | tail -n 1)
is "$(text go1.22/empty --report=groups --columns=func,block --filter='!func' | tail -n 1)" \
	"no name recorded reason not recorded ${waited# }" "goroutines without a name, and waits from before the trace"
is "$(text go1.22/empty --report=greedygroups --columns=func --filter='!func')" $'Function\nno name recorded' \
	"slices without a name, in groups"
is "$(text go1.22/empty --report=greedy --columns=func,g --filter='!func' --limit=1)" $'Function G\nno name recorded 1' "each"
is "$(text go1.22/empty --report=goroutines --columns=func,end_reason --filter='state=waiting' --limit=1)" \
	$'Function Waits for\nno name recorded reason not recorded' "what one waits for"
is "$(text go1.22/empty --report=states --goroutine=2 --columns=state,reason)" $'State Waits for\nwaiting reason not recorded' \
	"a wait"
is "$(text go1.22/empty --report=goroutines --format=csv --columns=g,func,end_reason --filter=g=2 | tr -d '\r')" \
	$'g,func,end_reason\n2,,' "as CSV nothing"
ok "as JSON an empty key" grep -q '"func":null,"block_ns":{"":[0-9]*}' \
	<(text go1.22/empty --report=goroutines --format=ndjson --columns=func,block --filter=g=2)

# ---- ids that are used again, by C threads that call Go ----

visit() {
	printf '%s\n' "GoCreateSyscall dt=$1 new_g=5" 'GoSyscallEndBlocked dt=1' "ProcStart dt=1 p=0 p_seq=$2" \
		'GoStart dt=1 g=5 g_seq=1' "GoSyscallBegin dt=2 p_seq=$(($2 + 1)) stack=0" 'GoDestroySyscall dt=1' \
		"ProcSteal dt=1 p=0 p_seq=$(($2 + 2)) m=1"
}

{
	printf '%s\n' 'Trace Go1.22' 'EventBatch gen=1 m=18446744073709551615 time=0 size=5' 'Frequency freq=15625000' \
		'EventBatch gen=1 m=1 time=0 size=76' 'ProcStatus dt=1 p=0 pstatus=2'
	visit 9 1
	visit 10 4
	visit 20 7
	printf '%s\n' 'EventBatch gen=1 m=18446744073709551615 time=0 size=1' Stacks \
		'EventBatch gen=1 m=18446744073709551615 time=0 size=1' Strings
} >"$tap_dir/visits.txt"

# about OPTION...: the column life of a report of goroutine 5, counted; what standard error says is in $tap_dir/said.
about() {
	"$GT_EXE" --index=none --format=csv --columns=life "$@" "$tap_dir/visits.txt" 2>"$tap_dir/said" |
		tr -d '\r' | tail -n +2 | uniq -c | awk '{ printf "%s%s*%s", (NR > 1 ? " " : ""), $1, $2 }'
}

said() {
	sed 's/^gtrace-tui: [^:]*: //' "$tap_dir/said"
}

lives='goroutine 5 has 3 lives (C threads use ids again)'
is "$(about --report=states --goroutine=5)" '5*1 5*2 5*3' "states of a goroutine: of all its lives"
is "$(said)" "$lives; all are shown; --at=TIME chooses one" "which is said"
is "$(about --report=greedy --goroutine=5 --sort=start)" '1*1 1*2 1*3' "its slices, too"
is "$(said)" "$lives; all are shown; --at=TIME chooses one" "which is said, too"
is "$(about --report=states --goroutine=5 --at=2000ns)" '5*2' "at a time: of the life it had then"
is "$(said)" "$lives; this is the one at that time, number 2" "with its number"
is "$(about --report=path --goroutine=5 --limit=1)" '1*3' "a path leads to the end of the last one"
is "$(said)" "$lives; this is the last one, number 3; --at=TIME chooses one" "which is said"
is "$(about --report=path --goroutine=5 --at=2000ns --limit=1)" '1*2' "or to a time"
is "$(about --report=goroutines --sort=create)" '1*1 1*2 1*3' "the list of goroutines counts them"
is "$(about --report=greedygroups --group=g --sort=max_start)" '1*1 1*2 1*3' "so do groups of slices by goroutine"
is "$("$GT_EXE" --report=stwfuncs --columns=list | grep -c '^life')$("$GT_EXE" --report=stwgoroutines --columns=list |
	grep -c '^life')" 01 "who delayed pauses has it as a goroutine, not as a function"
is "$("$GT_EXE" --index=none --report=goroutines --limit=1 "$tap_dir/visits.txt" | head -n 1 | grep -cw Life)" 1 \
	"and as text shows the number"
is "$("$GT_EXE" --index=none --report=goroutines --limit=1 "$traces/go1.27/locks.trace" | grep -cw Life)" 0 \
	"but not where every id has one life"

# ---- nobody there, nobody named ----

# nobody TEXT OPTION...: exit status 1, one sentence, no rows.
nobody() {
	local text=$1 status

	shift
	"$GT_EXE" --index=none "$@" "$tap_dir/visits.txt" >"$tap_dir/out" 2>"$tap_dir/said"
	status=$?
	is "$status $(wc -c <"$tap_dir/out") $(said)" "1 0 $text" "${*#--}"
}

nobody '--at=1100ns: goroutine 5 had ended at 0.000001024s' --report=states --goroutine=5 --at=1100ns
nobody '--at=100ns: goroutine 5 is there only from 0.000000639s' --report=path --goroutine=5 --at=100ns
nobody '--at=100ns: no goroutine ran then; --goroutine says whose time is meant' --report=path --at=100ns
nobody '--at=100ns: no goroutine ran then; --goroutine says whose time is meant' --report=states --at=100ns
nobody '--at=1s lies after its end at 0.000003904s' --report=path --goroutine=5 --at=1s
is "$(about --report=states --at=2000ns)" '5*2' "a time alone: whoever ran then"
is "$(said)" 'states of goroutine 5 (life 2 of 3), which has the longest slice then; --goroutine chooses another' \
	"who is named"
is "$(about --report=states)" '5*1' "states without a goroutine"
is "$(said)" 'states of goroutine 5 (life 1 of 3), which has the longest slice; --goroutine chooses another' \
	"are of the one with the longest slice, who is named"
is "$("$GT_EXE" --index=none --report=path "$GT_SRCDIR/testdata/bad/cut-1.22-20.trace" 2>/dev/null)" \
	'no goroutine ran in this trace' "the path of nobody"

done_testing
