#!/usr/bin/env bash
# What programs with a planted lock measured of it (testdata/gen/plantlocks.go), and their healthy twins.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/cli/lib-planted.sh"

source=gen/plantlocks.go

for v in 1.21 1.27; do
	for scene in convoy pool; do
		trace=traces/go$v/plant-$scene.trace
		case $scene in convoy) func='main.(*book).write' ;; pool) func='main.(*conn).query' ;; esac
		is "$(field locks lock_site)" "$func:$(line "the $scene")" "$trace: where it is taken"
		is "$(field locks unlock_site)" "$func:$(line "the $scene's end")" "$trace: where it is given back"
		is "$("$GT_EXE" --index="$tap_dir/index" --report=locks --format=csv "$trace" | wc -l)" 2 "$trace: no other lock"
		near "$(field locks waits)" "$(said waits)" waits
		near "$(field locks wait_ns)" "$(said lost_ns)" "total wait"
		near $(($(field locks wait_ns) + $(field locks sched_ns))) "$(said lost_ns)" "lost time"
		near "$(field locks some_ns)" "$(said some_ns)" "time in which some waited"
		is "$(field locks confidence)" high "$trace: confidence"
		is "$(field findings kind)" locks "$trace: the first finding"
		near "$(field findings cost)" "$(said some_ns)" "the cost of that"
		trace=${trace%.trace}-well.trace
		is "$(field findings kind --filter='kind="locks"')" "" "$trace: no such finding"
	done
done
done_testing
