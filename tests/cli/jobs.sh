# An index and a listing have the same bytes however many threads make them (--jobs): of each recorded trace, whole, cut,
# and from a pipe.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata" || bail "no traces"

# index NAME OPTION...: of the trace on standard input, or what OPTIONs name.
index() {
	local to=$tap_dir/$1

	shift
	rm -f "$to"
	"$GT_EXE" --index="$to" --report=summary --format=json "$@" >"$to.out" 2>/dev/null
}

# compare NAME TRACE: the index that one, two, four and as many jobs as there are processors make.
compare() {
	local jobs wrong=

	index one --jobs=1 "$2"
	for jobs in 2 4 0; do
		index more --jobs=$jobs "$2"
		cmp -s "$tap_dir/one" "$tap_dir/more" && cmp -s "$tap_dir/one.out" "$tap_dir/more.out" || wrong="$wrong $jobs"
	done
	index more "$2"
	cmp -s "$tap_dir/one" "$tap_dir/more" || wrong="$wrong default"
	is "$wrong" "" "$1: one index of 1, 2, 4 and all jobs"
}

for trace in demo.trace traces/*/*.trace; do
	compare "$trace" "$trace"
	head -c $(($(wc -c <"$trace") * 3 / 4)) "$trace" >"$tap_dir/cut.trace"
	compare "$trace, cut" "$tap_dir/cut.trace"
done

# What comes through a pipe has no name and no time, so only the answers are compared.
for trace in demo.trace traces/go1.21/annotations.trace; do
	for jobs in 1 2 4; do
		"$GT_EXE" --jobs=$jobs --index=none --report=greedy --format=csv - <"$trace" >"$tap_dir/piped$jobs"
	done
	ok "$trace through a pipe: rows" test "$(wc -l <"$tap_dir/piped1")" -gt 10
	same_file "$tap_dir/piped2" "$tap_dir/piped1" "the same of two jobs"
	same_file "$tap_dir/piped4" "$tap_dir/piped1" "and of four"
done

# Listings with more rows than one thread makes alone, whole and from the middle.
for trace in demo.trace traces/go1.27/plant-gcs.trace traces/go1.21/plant-gcs.trace; do
	for what in "--report=events --format=csv" "--report=events --format=text" "--report=events --format=json" \
		    "--report=events --sort=-ns --format=ndjson" "--report=greedy --format=ndjson" --dump \
		    "--report=events --from=10ms --format=csv --columns=n,link,stack"; do
		# shellcheck disable=SC2086
		for jobs in 1 2; do
			"$GT_EXE" --jobs=$jobs $what $trace >"$tap_dir/list$jobs"
		done
		ok "$trace, $what: rows" test "$(wc -l <"$tap_dir/list1")" -gt 1000
		same_file "$tap_dir/list2" "$tap_dir/list1" "$trace, $what: the same of two jobs"
	done
done

rc_is 1 "jobs that are no number" "$GT_EXE" --jobs=some --report=summary demo.trace
done_testing
