# One number, one name: what two reports say of the same quantity is equal, in every recorded trace.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata" || bail "no traces"

# report NAME COLUMNS [OPTION]...: of $trace, as CSV without its head.
report() {
	local name=$1 columns=$2

	shift 2
	"$GT_EXE" --index="$tap_dir/index" --report="$name" --format=csv --columns="$columns" "$@" "$trace" |
		tr -d '\r' | tail -n +2
}

# sums EXPR: of lines of CSV, field by field: EXPR is awk's, of $1 …
sums() {
	awk -F, "{ n += $1 } END { printf \"%.0f\\n\", n }"
}

compare() {
	local trace=$1 busy total slices duration

	rm -f "$tap_dir/index"
	IFS=, read -r duration busy total slices < <(report summary duration_ns,busy_ns,slices_total_ns,slices)
	report summary busy_ns,slices_total_ns,goroutines,gomaxprocs,gc_count,stw_count,stw_total_ns,cpu_samples,tasks,regions,logs \
		>"$tap_dir/want"
	report greedy dur_ns,held_ns >"$tap_dir/slices"
	{
		sums '$2' <"$tap_dir/slices"
		sums '$1' <"$tap_dir/slices"
		report goroutines g | sort -u | wc -l
		report summary tmax_stw_n
		report gc start_ns | wc -l
		report stw dur_ns | wc -l
		report stw dur_ns | sums '$1'
		report samples count | sums '$1'
		report tasks id | wc -l
		report regions name | wc -l
		report logs ns | wc -l
	} | paste -sd, >"$tap_dir/got"
	is "$(cat "$tap_dir/got")" "$(cat "$tap_dir/want")" "$trace: the summary counts the rows"

	is "$(report procs busy_ns,slices | sums '$1'),$(report procs busy_ns,slices | sums '$2')" "$busy,$slices" \
		"$trace: slices of procs"
	for how in 'greedygroups total_ns,count' 'greedygroups total_ns,count --group=g' \
		'greedygroups total_ns,count --group=stack'; do
		# shellcheck disable=SC2086
		is "$(report $how | sums '$1'),$(report $how | sums '$2')" "$total,$slices" "$trace: slices of $how"
	done
	# A P exists while GOMAXPROCS is larger than its number (what is written first held before, too), and until
	# the goroutine that makes the number smaller has left it.
	report counters ns,value --filter='name="gomaxprocs"' >"$tap_dir/allowed"
	report greedy p,end_ns,held_ns >"$tap_dir/held"
	is "$(report procs p,busy_ns,idle_ns | awk -F, -v all="$duration" '
			function allowed(p, from, to,   i, a, b, ns) {
				for (i = 1; i <= n; i++) {
					a = t[i] > from ? t[i] : from
					b = i < n && t[i + 1] < to ? t[i + 1] : to
					ns += v[i] > p && b > a ? b - a : 0
				}
				return ns
			}
			FILENAME ~ /allowed$/ { t[++n] = n == 1 ? 0 : $1; v[n] = $2; next }
			FILENAME ~ /held$/ { late[$1] += $3 - allowed($1, $2 - $3, $2); next }
			$2 + $3 != allowed($1, 0, all) + late[$1]' "$tap_dir/allowed" "$tap_dir/held" -)" '' \
		"$trace: a P is busy or idle"

	report goroutines total_ns,exec_ns,sched_wait_ns,syscall_ns,syscall_block_ns,blocked_ns,block_ns,state,end_ns,create_ns |
		awk -F, -v all="$duration" '{
			reasons = 0
			n = split($7, part, "; ")
			for (i = 1; i <= n; i++) { sub(/.*=/, "", part[i]); reasons += part[i] }
			if ($2 + $3 + $4 + $5 + $6 != $1 || reasons != $6 || ($8 == "ended") != ($9 != "") ||
			    ($9 == "" ? all : $9) - $10 != $1)
				print
		}' >"$tap_dir/got"
	is "$(head -n 3 "$tap_dir/got")" '' "$trace: the states of a goroutine are its life"

	# Headless and on the screen.
	printf 'wait-index\ndump-screen\n' >"$tap_dir/keys"
	is "$("$GT_EXE" --index="$tap_dir/index" --script="$tap_dir/keys" --size=24x240 "$trace" |
			sed -n 's/^Contents.*, pressure some \([<0-9.]*\)%, full \([<0-9.]*\)%.*/\1 \2/p')" \
		"$("$GT_EXE" --index="$tap_dir/index" --report=pressure --format=json --limit=1 "$trace" |
			sed -n 's/.*"some_ns":\([0-9]*\),"full_ns":\([0-9]*\),"some".*/\1 \2/p' | head -n 1 |
			awk -v all="$duration" "$as_share"'{ print share($1 / all), share($2 / all) }')" \
		"$trace: pressure in the Overview"

	# Time on a processor: for how long its slices held one.
	report goroutines g,exec_ns,syscall_ns | awk -F, '{ n[$1] += $2 + $3 } END { for (g in n) if (n[g]) print g, n[g] }' |
		sort >"$tap_dir/want"
	report greedy g,held_ns | awk -F, '{ n[$1] += $2 } END { for (g in n) if (n[g]) print g, n[g] }' |
		sort >"$tap_dir/got"
	same_file "$tap_dir/got" "$tap_dir/want" "$trace: exec_ns + syscall_ns are the slices"

	report ranges start_ns,end_ns --filter='name="GC concurrent mark phase"' | sort >"$tap_dir/got"
	report gc start_ns,end_ns | sort >"$tap_dir/want"
	same_file "$tap_dir/got" "$tap_dir/want" "$trace: GC cycles are ranges"
}

for trace in demo.trace traces/go1.*/*.trace; do
	compare "$trace"
done

# 2 from 43,328 ns on, 4 from 146,816 ns on, as the counters say; before that 2.
for to in 3us:6000 150us:306368; do
	for name in gccost sched; do
		is "$("$GT_EXE" --report=$name --to="${to%:*}" --format=json traces/go1.27/worlds.trace |
			grep -o '"procs_ns":[0-9]*')" "\"procs_ns\":${to#*:}" "how many Ps there are up to ${to%:*}: $name"
	done
done

done_testing
