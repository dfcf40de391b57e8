# What --export=chrome writes against a strict reading of the format, and its sums against the reports: all traces in
# testdata, some of them cut; changed documents are noticed.  Without GT_TRUTH=all, of the first one.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/truth/lib-agree.sh"

cd "$GT_SRCDIR/testdata" || bail "no testdata"
if [ "${GT_TRUTH:-all}" != all ]; then
	agrees chrome.py "the first trace" demo.trace
	done_testing
	exit
fi
agrees chrome.py "every trace of testdata" demo.trace traces/*/*.trace
agrees chrome.py "a changed document is noticed" --self-test demo.trace traces/go1.21/gc.trace traces/go1.22/calls.trace
# One goroutine's states are asked for: no other's are there, and they are the same.
for trace in traces/go1.19/gc.trace demo.trace; do
	"$GT_EXE" --index=none --export=chrome "$trace" >"$tap_dir/all"
	"$GT_EXE" --index=none --export=chrome --goroutine=1 "$trace" >"$tap_dir/one"
	tid=$(sed -n 's/.*"pid":2,"tid":\([0-9]*\),.*"name":"thread_name","args":{"name":"G1 .*/\1/p' "$tap_dir/all")
	is "$(grep '"pid":2,.*"cat":"state"' "$tap_dir/one" | cksum)" \
		"$(grep "\"pid\":2,\"tid\":$tid,.*\"cat\":\"state\"" "$tap_dir/all" | cksum)" "$trace: the states of one goroutine"
	ok "$trace: which has some" grep -q '"cat":"state"' "$tap_dir/one"
done
for trace in go1.19/gc go1.21/calls go1.21/greedy go1.22/gens go1.25/calls go1.27/worlds; do
	size=$(wc -c <"traces/$trace.trace")
	for percent in 30 60 90; do
		head -c $((size * percent / 100)) "traces/$trace.trace" >"$tap_dir/cut.trace"
		agrees chrome.py "$trace, cut at $percent %" "$tap_dir/cut.trace"
	done
done
done_testing
