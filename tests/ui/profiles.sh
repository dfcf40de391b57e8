#!/usr/bin/env bash
# What the view of profiles exports for other tools: the same as --folded and --pprof of what it shows.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || exit 1

range=()
# exported TRACE COMMAND...: runs these on the screen, which write got.folded and got.pb.gz.
exported() {
	rm -f got.folded got.pb.gz
	{ echo wait-index; printf '%s\n' "${@:2}" 'export got.folded' 'export got.pb.gz'; } >keys
	"$GT_EXE" "${range[@]}" --script=keys "$GT_SRCDIR/testdata/$1" >/dev/null 2>err
	is "$(cat err)" '' "$1: ${*:2}: no complaints"
}

# wanted TRACE KIND OPTION...: it is what the program writes with these options.
wanted() {
	"$GT_EXE" "${@:3}" --folded="$2" "$GT_SRCDIR/testdata/$1" | sort >want
	ok "$1: --folded=$2 ${*:3} has lines" test -s want
	sort got.folded >got
	same_file got want "$1: --folded=$2 ${*:3}"
	"$GT_EXE" "${@:3}" --pprof="$2" "$GT_SRCDIR/testdata/$1" | gunzip -c >want
	gunzip -c <got.pb.gz >got
	same_file got want "$1: --pprof=$2 ${*:3}"
}

locks=traces/go1.27/locks.trace
notes=traces/go1.27/annotations.trace
exported $locks profiles 'show sync'
wanted $locks sync
exported $locks profiles 'show offcpu' 'key i'
wanted $locks offcpu
exported $locks profiles 'show schedlat' 'key f'
wanted $locks sched
exported $notes goroutines 'key P Enter'
wanted $notes offcpu "--goroutine=$("$GT_EXE" --report=goroutines --format=csv --columns=g,exec_ns --sort=-exec_ns \
	--limit=1 "$GT_SRCDIR/testdata/$notes" | sed -n '2s/,.*//p')"
range=(--from=200us --to=400us)
exported $notes profiles 'show offcpu'
wanted $notes offcpu "${range[@]}"
range=()

# A part of the tree has the stacks through it, and the sum that its row says.
exported $locks profiles 'show sync' 'key j Enter'
"$GT_EXE" --folded=sync "$GT_SRCDIR/testdata/$locks" | LC_ALL=C grep -E "^$(sed -n '1s/[; ].*//p' got.folded)[; ]" |
	sort >want
sort got.folded >got
ok "a part has some stacks" test -s got
same_file got want "a part: all stacks with this outermost function"
ok "not all of them" test "$("$GT_EXE" --folded=sync "$GT_SRCDIR/testdata/$locks" | wc -l)" -gt "$(wc -l <got)"

# A filter: the stacks with a function that is listed.
exported $locks profiles 'show sync' 'filter func~Mutex'
"$GT_EXE" --folded=sync "$GT_SRCDIR/testdata/$locks" | grep Mutex | sort >want
sort got.folded >got
ok "a filter leaves some stacks" test -s got
same_file got want "a filter: all stacks with such a function"

# Lists have no stacks to write.
printf 'wait-index\nprofiles\nshow waits\nexport folded x.folded\n' >keys
"$GT_EXE" --script=keys "$GT_SRCDIR/testdata/$locks" >/dev/null 2>err
ok "a list of waits is no profile" grep -q 'does not export folded' err
ok "and nothing is written" test ! -e x.folded

done_testing
