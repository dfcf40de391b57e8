#!/usr/bin/env bash
# The view of differences shows what the report says, also between A and B and of several traces; what it needs.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || bail "no directory"
traces=$GT_SRCDIR/testdata/traces

# rows NAME OLD NEW [OPTION]...: every row in every column, as the report has them
rows() {
	"$GT_EXE" --compare="$2" --report=compare --format=csv "${@:4}" $3 >want 2>/dev/null
	rm -f rows.csv
	printf 'wait-index\nkey 9\nshow all\nkey 9 9 9 9 9 Space\nexport csv rows.csv\n' >script
	"$GT_EXE" --compare="$2" --script=script "${@:4}" $3 >out 2>&1
	ok "$1: there are rows" test "$(wc -l <want)" -gt 5
	same_file rows.csv want "$1"
}
late=$traces/go1.27/plant-late
rows 'two traces' $late-well.trace $late.trace
rows 'two versions' "$traces/go1.19/gc.trace" "$traces/go1.27/gc.trace"
rows 'a part of both' $late-well.trace $late.trace --from=50ms --to=200ms
rows 'several on a side' "$traces/go1.27/plant-*-well.trace" "$late.trace $traces/go1.27/plant-hog.trace"

# tree MODE PROFILE OLD NEW [OPTION]...: a profile of both, as the report has it, and as files for other tools
tree() {
	"$GT_EXE" --compare="$3" --report=difftree --profile="$2" --format=csv "${@:5}" $4 >want 2>/dev/null
	"$GT_EXE" --compare="$3" --folded="$2" "${@:5}" $4 2>/dev/null | sort >want.folded
	"$GT_EXE" --compare="$3" --pprof="$2" "${@:5}" $4 2>/dev/null | gunzip >want.pb
	rm -f rows.csv got.folded got.pb.gz
	printf '%s\n' wait-index 'key 9' "show $1" 'key *' 'export csv rows.csv' 'export got.folded' \
		'export got.pb.gz' >script
	"$GT_EXE" --compare="$3" --script=script "${@:5}" $4 >out 2>&1
	ok "$1: there are rows" test "$(wc -l <want)" -gt 5
	same_file rows.csv want "$1"
	sort got.folded >got
	same_file got want.folded "$1: folded"
	gunzip <got.pb.gz >got.pb
	ok "$1: for pprof" cmp -s got.pb want.pb
}
convoy=$traces/go1.27/plant-convoy

# What is gone weighs little now, and is found all the same.
"$GT_EXE" --compare=$convoy-well.trace --report=difftree --profile=offcpu --filter='change=gone || rate_b<1ms' \
	--format=csv $convoy.trace >want
printf '%s\n' wait-index 'key 9' 'show offcpu' 'filter change=gone || rate_b<1ms' 'export csv rows.csv' >script
rm -f rows.csv
"$GT_EXE" --compare=$convoy-well.trace --script=script $convoy.trace >out 2>&1
ok "filtered: small ones are there" test "$(wc -l <want)" -gt 5
same_file rows.csv want "filtered: no row is hidden by a folded one"
printf '%s\n' wait-index 'key 9' 'show offcpu' 'filter change=gone' 'key *' dump-screen >script
ok "nothing is folded then" grep -q 'nothing is folded while rows are filtered' \
	<("$GT_EXE" --compare=$convoy-well.trace --script=script $convoy.trace 2>&1)
tree sync sync $convoy-well.trace $convoy.trace
tree offcpu offcpu $convoy-well.trace "$convoy.trace $traces/go1.27/plant-hog.trace"
tree offcpu offcpu $convoy-well.trace $convoy.trace --from=50ms --to=200ms
tree schedlat sched $late-well.trace $late.trace
tree net net "$traces/go1.27/requests.trace" "$traces/go1.27/locks.trace"
tree syscall syscall "$traces/go1.27/calls.trace" "$traces/go1.27/plant-slow.trace"
tree samples cpu "$traces/go1.27/profile.trace" "$traces/go1.27/requests.trace"

# shown [COMMAND]...: folded stacks of a part of the tree
shown() {
	rm -f got.folded
	printf '%s\n' wait-index 'key 9' 'show sync' "$@" 'export got.folded' >script
	"$GT_EXE" --compare=$convoy-well.trace --script=script $convoy.trace >out 2>&1
	sort got.folded >got
}
"$GT_EXE" --compare=$convoy-well.trace --folded=sync $convoy.trace | sort >all
shown 'key j j Enter'
grep -E 'main.each.func1;main.passBooks.func1' all >want
ok 'a part: there are other stacks' test "$(wc -l <want)" -lt "$(wc -l <all)"
same_file got want 'a part: its stacks alone, whole'
shown 'key i' 'filter func~WaitGroup'
grep WaitGroup all >want
ok 'some stacks have such a function' test -s want
same_file got want 'turned over and filtered: the stacks of what is listed'
shown 'key f' 'filter func="main.(*book).write"'
grep -F 'main.(*book).write' all >want
same_file got want 'by function, and one of them'
shown 'key j j Enter' 'key Backspace'
same_file got all 'Backspace leads out again'

# screen OLD [COMMAND]...: what is shown
screen() {
	printf 'wait-index\nkey 9\n' >script
	printf '%s\n' "${@:2}" 'dump-screen' >>script
	"$GT_EXE" ${1:+"--compare=$1"} --script=script $late.trace >out 2>err
}
screen "$late-well.trace" 'show all'
head -n 4 out | tail -n 1 >line
"$GT_EXE" --compare=$late-well.trace $late.trace | tail -n 1 >want
is "$(grep -o '[0-9]* worse' line), $(grep -o '[0-9]* unsure' line)" \
	"$(grep -o '[0-9]* worse' want), $(grep -o '[0-9]* unsure' want)" 'the head counts as the page does'
screen '' ''
ok 'without --compare 9 says how' grep -q 'nothing to compare with: start with --compare=OLD' out
ok '... and there is no such tab' test "$(grep -c '9Compare' out)" -eq 0
screen "$tap_dir/none.trace" ''
is $? 1 'an old trace that is not there'
ok '... is named' grep -q 'none.trace: cannot be opened: No such file' err
head -c 100 /dev/zero >none.trace
screen "$tap_dir/none.trace" ''
ok 'one that is none: the view says so' grep -q 'nothing to compare with: .*none.trace: ' out
screen "$tap_dir/none.trace" 'key 3'
ok '... and the other views work' grep -q '\[3\]Greedy' out

# No screen without a terminal: the page, as before.
"$GT_EXE" --compare=$late-well.trace $late.trace >out
ok 'standard output is a file: a page' grep -q '^worse ' out
rc_is 1 'a listing compares nothing' "$GT_EXE" --compare=$late-well.trace --dump $late.trace

done_testing
