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

done_testing
