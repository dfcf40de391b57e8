# Waits and groups of them: the sums of one report are those of the others, in any part of a trace.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CACHE_HOME=$tap_dir/cache

# The sum of a column of a report in CSV; empty cells are 0.
sum() {
	"$GT_EXE" --format=csv --columns="$1" "${@:2}" | awk 'NR > 1 { n += $1 } END { printf "%.0f\n", n }'
}

for trace in traces/go1.19/locks traces/go1.21/calls traces/go1.22/calls traces/go1.27/locks bad/v1-cut-1.21-34578 demo; do
	file=$GT_SRCDIR/testdata/$trace.trace
	for range in '' '--from=20% --to=70%' '--to=1ms'; do
		# shellcheck disable=SC2086
		set -- $range "$file"
		name="$trace $range"
		all=$(sum dur_ns --report=waits "$@" 2>/dev/null)
		open=$(sum dur_ns --report=waits --filter=open "$@" 2>/dev/null)
		for by in reason stack func waker; do
			is "$(sum total_ns --report=waits --group=$by "$@" 2>/dev/null)" $((all - open)) "$name: ended waits by $by"
			is "$(sum open_ns --report=waitgroups --group=$by "$@" 2>/dev/null)" "$open" "$name: open waits by $by"
		done
		for by in cause func; do
			for of in 'count waits' 'total_ns sum_ns' 'max_ns max_ns'; do
				columns=${of% *}
				got=$("$GT_EXE" --report=sched --group=$by --format=csv --columns="$columns" "$@" 2>/dev/null |
					awk -v max="${columns#max_ns}" 'NR > 1 { n = max == "" ? ($1 + 0 > n + 0 ? $1 : n) : n + $1 } END { printf "%.0f\n", n }')
				want=$("$GT_EXE" --report=sched --format=json --limit=1 "$@" 2>/dev/null |
					grep -o "\"${of#* }\":[0-9]*" | cut -d: -f2 | head -n 1)
				is "$got" "${want:-0}" "$name: waits for a processor by $by: ${of% *}"
			done
		done
	done
done

# What a group says of itself is what its waits say: percentiles are the values at the nearest ranks.
file=$GT_SRCDIR/testdata/demo.trace
"$GT_EXE" --report=waits --filter='reason="network" && !open && !system' --sort=dur --format=csv --columns=dur "$file" |
	sed 1d | tr -d '\r' >"$tap_dir/durs"
n=$(wc -l <"$tap_dir/durs")
rank() {
	sed -n "$(((n * $1 + 999) / 1000))p" "$tap_dir/durs"
}
is "$("$GT_EXE" --report=waitgroups --filter='group="network" && !system' --format=csv \
	--columns=count,p50,p90,p99,p999,max "$file" | sed 1d | tr -d '\r')" \
	"$n,$(rank 500),$(rank 900),$(rank 990),$(rank 999),$(tail -n 1 "$tap_dir/durs")" "percentiles of a group"

# When they were: 60 parts that add up to all of them.
if command -v python3 >/dev/null; then
	"$GT_EXE" --report=waitgroups --group=func --format=json --columns=total,open_ns,when "$file" >"$tap_dir/groups"
	is "$(python3 -c '
import json, sys
rows = json.load(open(sys.argv[1]))["rows"]
print(all(len(r["when"]) == 60 and sum(r["when"]) == r["total_ns"] + r["open_ns"] for r in rows), len(rows) > 5)
' "$tap_dir/groups")" 'True True' "the parts of the range add up"
fi

# Text has above the rows what JSON has in its head, unless only some of the rows are shown.
is "$("$GT_EXE" --report=sched --limit=1 "$file" | sed -n '1s/,.*//p')" \
	"waits $("$GT_EXE" --report=sched --format=json --limit=1 "$file" | grep -o '"waits":[0-9]*' | cut -d: -f2)" \
	"as many waits in the head of the text"
is "$("$GT_EXE" --report=sched --limit=1 --filter='g>0' "$file" | head -n 1 | awk '{ print $1 }')" G "a filter: no head"
done_testing
