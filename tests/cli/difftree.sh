#!/usr/bin/env bash
# What a profile of two traces differs by: computed again, and against pprof -diff_base where there is a toolchain.
#
#	GODIR	toolchains as GODIR/go-1.NN/bin/go (default: ~/.cache/gtrace-go)
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"

# Of several the oldest: newer ones first build their pprof.
go=
for each in "${GODIR:-$HOME/.cache/gtrace-go}"/go-1.*/bin/go; do
	[ -n "$go" ] || [ ! -x "$each" ] || go=$each
done
export XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$GT_SRCDIR/testdata/traces" || bail "no traces"

# check KIND OLD NEW
check() {
	is "$(python3 "$GT_SRCDIR/tests/truth/difftree.py" "$GT_EXE" "$@" ${go:+"$go"} 2>&1)" "" "$*${go:+, and pprof}"
}
plant=go1.27/plant
check sync $plant-convoy-well.trace $plant-convoy.trace
check sched $plant-late-well.trace $plant-late.trace
check offcpu go1.19/gc.trace go1.27/gc.trace
check net go1.27/requests.trace go1.27/locks.trace
check syscall go1.27/calls.trace $plant-slow.trace
check cpu go1.27/profile.trace go1.27/requests.trace

"$GT_EXE" --report=difftree --profile=sync --compare=$plant-convoy-well.trace $plant-convoy.trace >"$tap_dir/got"
[ -n "${GENERATE:-}" ] && cp "$tap_dir/got" "$GT_SRCDIR/tests/cli/golden/difftree.txt"
same_file "$tap_dir/got" "$GT_SRCDIR/tests/cli/golden/difftree.txt" "as text"

# A trace has no difference to itself, and two of a kind count twice.
same=$("$GT_EXE" --report=difftree --compare=go1.27/gc.trace --format=csv --columns=diff,self_diff,moved \
	go1.27/gc.trace | tr -d '\r')
is "$(sort -u <<<"$same")" "$(printf '0,0,0\ndiff,self_diff,moved')" "a trace and itself"
twice=$("$GT_EXE" --folded=offcpu --compare=go1.27/gc.trace go1.27/gc.trace go1.27/gc.trace |
	awk '$NF != 2 * $(NF - 1) { bad = 1 } END { print (NR > 5 && !bad) }')
is "$twice" 1 "two traces on a side"
# Without the option a trace is cut in the middle.
is "$("$GT_EXE" --report=difftree --profile=cpu --format=json go1.27/profile.trace |
	python3 -c 'import json, sys
d = json.load(sys.stdin)["trace"]
print(d["time_a_ns"] + d["time_b_ns"] == d["duration_ns"], abs(d["time_a_ns"] - d["time_b_ns"]) < 2)')" "True True" "halves"

rc_is 1 "one goroutine of two traces" "$GT_EXE" --folded=sync --goroutine=1 --compare=go1.27/gc.trace go1.27/gc.trace
ok "what is wrong" grep -qF -- '--goroutine means one trace, and --compare has several' "$tap_dir/err"
rc_is 1 "no such profile" "$GT_EXE" --report=difftree --profile=cup go1.27/gc.trace
rc_is 1 "a profile of another report" "$GT_EXE" --report=greedy --profile=cpu go1.27/gc.trace
rc_is 1 "a trace that is not there" "$GT_EXE" --pprof=sync --compare="$tap_dir/none.trace" go1.27/gc.trace
done_testing
