# Callbacks of C threads in an old trace (testdata/gen/cgo/callbacks.go), which Go's reader refuses: all of it is whole.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

for go in go1.19 go1.21; do
	trace=$GT_SRCDIR/testdata/gz/callbacks-$go.trace.gz
	rm -f "$tap_dir/index"
	rc_is 0 "$go: nothing is damaged" "$GT_EXE" --index="$tap_dir/index" --report=summary --format=json "$trace"
	ok "$go: it is whole to its end" grep -qE '"duration_ns":([0-9]+),"horizon_ns":\1,' "$tap_dir/out"
	"$GT_EXE" --index="$tap_dir/index" --verify --report=goroutines --format=csv \
		--columns=g,func,older,total_ns,exec_ns,sched_wait_ns,syscall_block_ns,blocked_ns \
		--filter='slices>0' "$trace" 2>/dev/null | tr -d '\r' | sed -n 's/^\([0-9]*\),,/\1,/p' >"$tap_dir/threads"
	is "$(wc -l <"$tap_dir/threads")" 6 "$go: the six threads have a goroutine each"
	ok "$go: three or more of them were there before" test "$(grep -c ',true,' "$tap_dir/threads")" -ge 3
	is "$(awk -F, '$3 != $4 + $5 + $6 + $7' "$tap_dir/threads")" "" "$go: their states are their whole time"
	is "$(awk -F, '!$6' "$tap_dir/threads")" "" "$go: in calls, too: in C"
done

# 1.21: a goroutine made for a thread of C is in a call from the start, in what is counted over time as on its page.
waited=$("$GT_EXE" --index="$tap_dir/index" --report=goroutines --format=csv --columns=sched_wait_ns "$trace" 2>/dev/null |
	awk '{ n += $1 } END { printf "%.0f", n }')
counted=$("$GT_EXE" --index="$tap_dir/index" --report=seriesstats --buckets=1 --format=csv --columns=name,mean "$trace" \
	2>/dev/null | tr -d '\r' | sed -n 's/^runnable,//p')
length=$("$GT_EXE" --index="$tap_dir/index" --report=summary --format=json "$trace" 2>/dev/null |
	sed -n 's/.*"duration_ns":\([0-9]*\).*/\1/p')
ok "runnable over time: what all goroutines waited for a P" \
	awk -v w="$waited" -v c="$counted" -v l="$length" 'BEGIN { d = c * l - w; exit !(d < 1000 && d > -1000) }'
done_testing
