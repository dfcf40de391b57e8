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
"$shared/tools/check-oracle" "$GT_EXE" "${traces[@]}" "${parts[@]}"
exit
