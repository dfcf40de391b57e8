#!/usr/bin/env bash
# Sorting by each column of each report keeps all rows and puts them in the order of that column; absent values come last.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata" || bail "no traces"

# column REPORT COLUMN OPTION...: the cells of one column, a line each.
column() {
	local report=$1 name=$2

	shift 2
	"$GT_EXE" --index="$tap_dir/index" --report="$report" --format=csv --columns="$name" "$@" "$trace" 2>"$tap_dir/err" |
		tr -d '\r' | sed 1d
}

# in_order DIRECTION: complains of the first number that stands before a smaller (larger) one, or behind no value.
in_order() {
	awk -v sign="$1" '
		$0 == "" { none = 1; next }
		!/^-?[0-9.]+$/ { exit }
		none { print $0 " behind no value"; exit }
		seen && sign * ($0 - last) < 0 { print last " before " $0; exit }
		{ last = $0; seen = 1 }'
}

for report in $("$GT_EXE" --report=list | cut -d' ' -f1); do
	trace=traces/go1.27/annotations.trace
	case $report in
	samples | offcpu) trace=traces/go1.27/profile.trace ;;
	gc | gccost | mmu* | ranges | findings | counters | sched | instead | goroutines) trace=traces/go1.27/gc.trace ;;
	stw*) trace=traces/go1.27/worlds.trace ;;
	esac
	rm -f "$tap_dir/index"
	wrong=
	for name in $("$GT_EXE" --report="$report" --columns=list | cut -d' ' -f1); do
		column "$report" "$name" | sort >"$tap_dir/rows"
		for sign in + -; do
			by=$name
			[ $sign = + ] || by=-$name
			column "$report" "$name" --sort="$by" >"$tap_dir/sorted"
			grep -q 'it has no order' "$tap_dir/err" && continue
			found=$(in_order ${sign}1 <"$tap_dir/sorted")
			[ -z "$found" ] || wrong+=" $by:($found)"
			sort "$tap_dir/sorted" | cmp -s - "$tap_dir/rows" || wrong+=" $by:other-rows"
		done
	done
	is "$wrong" '' "$report"
done

done_testing
