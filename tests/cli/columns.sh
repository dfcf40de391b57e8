# The columns that --columns=list names are the keys of JSON and the head of CSV, in every report.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata" || bail "no traces"

# keys: of the objects that the lines of NDJSON are, not of those inside them; a line each.
keys() {
	awk '{
		gsub(/\\./, "")
		depth = 0
		while (match($0, /[][{}]|"[^"]*"/)) {
			token = substr($0, RSTART, RLENGTH)
			$0 = substr($0, RSTART + RLENGTH)
			if (token ~ /^[[{]/)
				depth++
			else if (token ~ /^[]}]/)
				depth--
			else if (depth == 1 && /^:/)
				print substr(token, 2, length(token) - 2)
		}
	}'
}

# run REPORT OPTION...: over demo.trace, and one that has what that has not.
run() {
	local report=$1 trace

	shift
	for trace in demo.trace traces/go1.27/annotations.trace traces/go1.27/profile.trace \
		traces/go1.27/locks.trace; do
		"$GT_EXE" --index="$tap_dir/${trace##*/}.index" --report="$report" "$@" "$trace"
	done
}

for report in $("$GT_EXE" --report=list | cut -d' ' -f1); do
	"$GT_EXE" --report="$report" --columns=list >"$tap_dir/list"
	grep -v '(only with --columns)$' "$tap_dir/list" | cut -d' ' -f1 >"$tap_dir/want"
	run "$report" --format=csv --limit=1 | head -n 1 | tr -d '\r' | tr , '\n' >"$tap_dir/got"
	same_file "$tap_dir/got" "$tap_dir/want" "$report: CSV"
	# A list of traces is of no file.
	[ "$report" = traces ] || sed -i 1ifile "$tap_dir/want"
	run "$report" --format=ndjson --limit=1 | head -n 1 | keys >"$tap_dir/got"
	same_file "$tap_dir/got" "$tap_dir/want" "$report: JSON"
	all=$(cut -d' ' -f1 "$tap_dir/list" | paste -sd,)
	run "$report" --format=csv --limit=1 --columns="$all" | head -n 1 | tr -d '\r' >"$tap_dir/got"
	is "$(cat "$tap_dir/got")" "$all" "$report: every column can be asked for"
done

done_testing
