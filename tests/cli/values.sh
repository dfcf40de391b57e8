# Values of columns (--values): sums are those of groups, of a part, too; formats agree; columns with too many values.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CACHE_HOME=$tap_dir/cache
traces=$GT_SRCDIR/testdata/traces

# csv TRACE OPTION...: rows without their head, sorted.
csv() {
	"$GT_EXE" --format=csv "${@:2}" "$traces/$1" | tail -n +2 | tr -d '\r' | sort
}

for trace in go1.27/calls go1.19/gc go1.27/requests; do
	for part in "" --from=20% --to=60%; do
		is "$(csv $trace.trace --report=greedy --values=func --columns=value,count,total,max $part)" \
			"$(csv $trace.trace --report=greedygroups --columns=func,count,total,max $part)" \
			"$trace $part: slices by function are those of greedygroups"
	done
	is "$(csv $trace.trace --report=events --values=name --columns=value,count)" \
		"$("$GT_EXE" --report=events --format=csv --columns=name "$traces/$trace.trace" | tail -n +2 | tr -d '\r' |
			sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\2,\1/' | sort)" "$trace: events by name"
	is "$(csv $trace.trace --report=greedy --values=func --columns=value,count,total --split-syscalls)" \
		"$(csv $trace.trace --report=greedygroups --columns=func,count,total --split-syscalls)" "$trace: of parts of slices"
done

# Of a report in groups the total of the groups is added up.
is "$(csv go1.27/locks.trace --report=waits --group=func --values=system --columns=value,total)" \
	"$("$GT_EXE" --report=waits --group=func --format=csv --columns=system,total "$traces/go1.27/locks.trace" |
		tail -n +2 | tr -d '\r' | awk -F, '{ n[$1] += $2 } END { for (k in n)
			printf "%s,%d\n", k == "true" ? "yes" : k == "false" ? "no" : k, n[k] }' | sort)" "groups of waits by owner"

# Every event has an offset of its own: beyond the limit they are one row, the last.
trace=$traces/go1.27/plant-gcs.trace
all=$("$GT_EXE" --report=events --format=csv --columns=n "$trace" | tail -n +2 | wc -l)
is "$("$GT_EXE" --report=events --values=offset --format=csv --columns=value,count,kind,filter --sort=-count --limit=1 "$trace" |
	tail -n 1 | tr -d '\r')" ",$((all - 16384)),others," "values beyond the limit are one row"
ok "people read what it is" grep -q "^other values  *$((all - 16384)) " \
	<("$GT_EXE" --report=events --values=offset --limit=1 "$trace")
is "$(csv go1.27/plant-gcs.trace --report=events --values=offset --columns=count | awk '{ n += $1 } END { print n }')" \
	"$all" "no row is lost"

# A damaged trace: what may be wrong is counted, not summed.
head -c $(($(wc -c <"$traces/go1.21/gc.trace") * 20 / 100)) "$traces/go1.21/gc.trace" >"$tap_dir/cut.trace"
is "$("$GT_EXE" --report=greedy --format=ndjson --columns=dur "$tap_dir/cut.trace" 2>"$tap_dir/err" |
	awk '{ n++; sub(/.*"dur_ns":/, "") } !/"beyond":true/ { ns += $1 } END { printf "%d %d", n, ns }')" \
	"$("$GT_EXE" --report=greedy --values=p --format=csv --columns=count,total "$tap_dir/cut.trace" 2>"$tap_dir/err" |
		tail -n +2 | tr -d '\r' | awk -F, '{ n += $1; ns += $2 } END { printf "%d %d", n, ns }')" "of a cut trace"

# What JSON cannot carry, no expression can say: the name has a byte that is not UTF-8.
is "$("$GT_EXE" --report=tasks --values=name --format=ndjson --columns=value,filter "$traces/go1.27/annotations.trace" |
	grep 'C1 ' | sed 's/.*"filter"://')" 'null}' "a name with bytes that are not UTF-8 has no filter"

done_testing
