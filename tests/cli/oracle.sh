# What Go's own parsers say of a larger set of traces, if it lies beside this checkout.
#
#	GT_ORACLE	all: every trace; sample (default): some small ones of each release,
#			which is bearable with sanitizers, too
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

shared=$GT_SRCDIR/../shared
[ -x "$shared/tools/check-oracle" ] || skip_all "no traces beside this checkout"
command -v python3 >/dev/null || skip_all "no python3"

parts=()
for part in summary order greedy split goroutines groups ranges annotations profiles samples damage; do
	parts+=(--part "$part")
done

# sample: names of some traces that have answers.
sample() {
	(cd "$shared/corpus" && ls go-suite/v1/*{good,unordered} go-suite/corrupted-v1/* \
		recorded/*/{annotations,cpuprof,startstop.1,stwkinds,syscalls}.trace) 2>/dev/null |
		while read -r name; do
			[ -f "$shared/corpus/oracle/$name.json" ] || continue
			[ "$(wc -c <"$shared/corpus/$name")" -gt 50000 ] || echo "$name"
		done
}

traces=()
[ "${GT_ORACLE:-sample}" = all ] || mapfile -t traces < <(sample)

# Where we mean to differ: traces with callbacks of C threads are whole, which Go's parser of the old format refuses; and
# a goal that no heap can have is none.
"$shared/tools/check-oracle" "$GT_EXE" "${traces[@]}" "${parts[@]}" >"$tap_dir/answers"
status=$?
awk -v status="$status" '
	function tell() {
		if (line == "")
			return
		known = line ~ / recorded\/1\.(19|21)\/cgocall\.trace damage$/ && why == "exit status 0, wanted 2 or 3" ||
			why ~ /^heap_goal_max: got [0-9]*, oracle says [0-9]*$/ && goal > 2 ^ 48
		print known ? substr(line, 5) " # SKIP meant: " why : line
		if (!known && why != "") print "  # " why
		nknown += known
		nbad += !known
		line = ""
	}
	/^[0-9]+ passed, / { next }
	/^not ok / { tell(); line = $0; why = ""; goal = 0; next }
	line != "" && /^ +# / { sub(/^ +# /, ""); goal = $NF + 0; why = why == "" ? $0 : why "; " $0; next }
	{ tell(); print }
	END { tell(); exit nbad > 0 || (status != 0 && nknown == 0) }' "$tap_dir/answers"
exit
