#!/usr/bin/env bash
# Requests of a server: as many, and as long, as the program itself wrote down.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"

export XDG_CACHE_HOME=$tap_dir/cache
data=$GT_SRCDIR/testdata
for go in go1.21 go1.27; do
	python3 "$GT_SRCDIR/tests/cli/requests.py" "$GT_EXE" "$data/traces/$go/requests.trace" \
		"$data/expected/$go/requests.calls" >"$tap_dir/got" 2>&1
	is "$? $(head -n 20 "$tap_dir/got")" "0 " "$go: requests are the calls of handlers"
done

csv() { # TRACE ARG...
	"$GT_EXE" --index=none --report=requests --format=csv --columns="$2" "$data/$1" "${@:3}" 2>/dev/null | tail -n +2 | tr -d '\r'
}
is "$(csv traces/go1.27/requests.trace server | sort | uniq -c | xargs)" '21 http/1 4 http/2' \
	'connections, and goroutines of HTTP/2'
# By the source: four clients with 25 calls each, and 4 streams; workers wait for their first one as the trace begins.
for go in go1.21 go1.27; do
	for scene in grpc grpc-workers; do
		trace=traces/$go/$scene.trace
		is "$(csv "$trace" server,cut_start,open | sort | uniq -c | xargs)" '104 grpc,false,false' "$go: all of $scene"
		is "$(csv "$trace" handler --filter='handler~Watch' | wc -l)" 4 "of which four are streams"
		is "$("$GT_EXE" --index=none --report=requestgroups --format=csv --columns=server,handler "$data/$trace" |
			tr -d '\r' | tail -n +2 | sort | tr '\n' ' ')" \
			"grpc, grpc,google.golang.org/grpc/health/grpc_health_v1._Health_Check_Handler \
grpc,google.golang.org/grpc/health/grpc_health_v1._Health_Watch_Handler " \
			"each handler is one group, and nothing of the runtime is one"
	done
done
# The same order as by hand.
is "$(csv traces/go1.27/requests.trace dur_ns)" "$(csv traces/go1.27/requests.trace dur_ns | sort -rn)" 'the slowest first'

# What the rows add up to.  By the source, the handler that sleeps does so at line 69.
sums() { # OPTION...
	"$GT_EXE" --index=none --format=json "$@" | python3 -c '
import json, sys
doc = json.load(sys.stdin)
rows, t = doc["rows"], doc["trace"]
whole = sorted(r["dur_ns"] for r in rows if not r["cut_start"] and not r["open"])
rank = lambda q: whole[-(-len(whole) * q // 100) - 1]
reasons = {}
for r in rows:
    for k, v in (r["block_ns"] or {}).items():
        reasons[k] = reasons.get(k, 0) + v
reason = max(reasons, key=reasons.get)
print([t[k] for k in ("requests", "p50_ns", "p99_ns", "most_reason", "most_ns")] ==
      [len(rows), rank(50), rank(99), reason, reasons[reason]], t["most_reason"], t.get("most_where"))'
}
is "$(sums --report=requests "$data/traces/go1.27/requests.trace")" 'True sleep main.requestsMux.func1:69' \
	'the sums are those of the rows'
"$GT_EXE" --index=none --report=brief "$data/traces/go1.27/requests.trace" 2>/dev/null |
	sed -n '/^Requests/,/^GC/p' | sed '$d; s/^[A-Za-z]* *//' | xargs >"$tap_dir/brief"
"$GT_EXE" --index=none --report=requests "$data/traces/go1.27/requests.trace" 2>/dev/null | sed '/^$/,$d' | xargs >"$tap_dir/head"
is "$(cat "$tap_dir/brief")" "$(cat "$tap_dir/head")" 'the brief says what the head of the report says'
ok 'the handlers that are not seen are explained' grep -q 'handler not seen in 7 ' "$tap_dir/head"
"$GT_EXE" --index=none --report=brief "$data/traces/go1.27/gc.trace" >"$tap_dir/brief"
not_ok() { ! "$@"; }
ok 'no line without requests' not_ok grep -q '^Requests' "$tap_dir/brief"

# By the source: four clients with five requests each, one after the other behind a semaphore, and one for the trace.
for go in 1.21 1.27; do
	trace=machine/traced-$go.trace
	is "$(csv "$trace" handler | sort | uniq -c | xargs)" '20 main.quote' "$go: the request for the trace is no request"
	is "$(csv "$trace" handler,system --all | sort | uniq -c | xargs)" \
		'20 main.quote,false 1 net/http/pprof.Trace,true' 'but with --all it is, and says so'
	is "$("$GT_EXE" --index=none --report=requestgroups --format=csv --columns=handler,count "$data/$trace" | tail -n +2 |
		tr -d '\r' | xargs)" main.quote,20 'nor is it a group'
	is "$(sums --report=requests "$data/$trace")" 'True chan send main.price:28' "$go: the sums are those of the rows"
	is "$(sums --report=requests --all "$data/$trace")" 'True chan send main.price:28' 'with --all, too'
	# By the source: the first finds the desk free, the second waits no longer than it sleeps there; all others do.
	is "$(csv "$trace" queue,queue_kind | sort | uniq -c | xargs)" '2 , 18 main.price:28,limit' "$go: they name their queue"
	is "$(csv "$trace" handler --filter='queue~price && queue_ns>3ms' | wc -l)" \
		"$(csv "$trace" queue_ns | awk '$1 > 3000000' | wc -l)" 'also to a filter alone'
	for report in requests brief; do
		"$GT_EXE" --index=none --report=$report "$data/$trace" | xargs >"$tap_dir/said"
		ok "$go: $report says that it was left out" grep -q '; 1 request for this trace left out' "$tap_dir/said"
	done
done

# By the source: the first is asked before the trace and answered in it, the last is never answered.
is "$(csv traces/go1.27/requests.trace cut_start,open | sort | uniq -c | xargs)" '23 false,false 1 false,true 1 true,false' \
	'one began before the trace, one did not end'
# The window of its critical path is the request: as long, and of its kinds.
row=$(csv traces/go1.27/requests.trace g,start_ns,end_ns,dur_ns,path_kind,path_ns --filter='handler~logged && dur>40ms' --limit=1)
IFS=, read -r g from to dur kind ns <<<"$row"
"$GT_EXE" --index=none --report=critpath --goroutine="$g" --from="${from}ns" --to="${to}ns" --format=json \
	"$data/traces/go1.27/requests.trace" >"$tap_dir/path" 2>/dev/null
ok "the critical path of a request is as long as the request" grep -q "\"length_ns\": *$dur[,}]" "$tap_dir/path"
ok "and its largest part is what the request says" grep -q "\"${kind}_ns\": *$ns[,}]" "$tap_dir/path"

# A user task stands for the request that it lies in.
is "$(csv traces/go1.27/annotations.trace inferred | sort -u)" false 'user tasks are requests that are not inferred'
is "$(csv traces/go1.27/gc.trace g)" "" 'no server, no task: no request'

done_testing
