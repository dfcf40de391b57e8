#!/usr/bin/env bash
# What the view of profiles exports for other tools: the same as --folded and --pprof of what it shows.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || exit 1

range=()
# exported TRACE COMMAND...: runs these on the screen, which write got.folded and got.pb.gz, of all goroutines.
exported() {
	rm -f got.folded got.pb.gz
	{ printf '%s\n' wait-index 'set hide-runtime no'; printf '%s\n' "${@:2}" 'export got.folded' 'export got.pb.gz'; } >keys
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
exported $locks 'show sync'
wanted $locks sync
exported $locks 'show offcpu' 'key i'
wanted $locks offcpu
exported $locks 'show schedlat' 'key f'
wanted $locks sched
exported $notes goroutines 'key P Enter'
wanted $notes offcpu "--goroutine=$("$GT_EXE" --report=goroutines --format=csv --columns=g,exec_ns --sort=-exec_ns \
	--limit=1 "$GT_SRCDIR/testdata/$notes" | sed -n '2s/,.*//p')"
range=(--from=200us --to=400us)
exported $notes 'show offcpu'
wanted $notes offcpu "${range[@]}"
range=()

# A part of the tree has the stacks through it, and the sum that its row says.
exported $locks 'show sync' 'key j Enter'
"$GT_EXE" --folded=sync "$GT_SRCDIR/testdata/$locks" | LC_ALL=C grep -E "^$(sed -n '1s/[; ].*//p' got.folded)[; ]" |
	sort >want
sort got.folded >got
ok "a part has some stacks" test -s got
same_file got want "a part: all stacks with this outermost function"
ok "not all of them" test "$("$GT_EXE" --folded=sync "$GT_SRCDIR/testdata/$locks" | wc -l)" -gt "$(wc -l <got)"

# Without the runtime, as the screen is at first.
exported $locks 'show offcpu' 'set hide-runtime yes'
"$GT_EXE" --folded=offcpu "$GT_SRCDIR/testdata/$locks" | sort >all
LC_ALL=C grep -v '^runtime[./]' all >want
sort got.folded >got
same_file got want "without the runtime: no stack of its goroutines"
ok "it has some" test "$(wc -l <got)" -lt "$(wc -l <all)"

# A filter: the stacks with a function that is listed.
exported $locks 'show sync' 'filter func~Mutex'
"$GT_EXE" --folded=sync "$GT_SRCDIR/testdata/$locks" | grep Mutex | sort >want
sort got.folded >got
ok "a filter leaves some stacks" test -s got
same_file got want "a filter: all stacks with such a function"

# A task, a place where regions begin, goroutines of a function: as with the option that says so.
tasks=$("$GT_EXE" --report=tasks --sort=-dur_ns --format=csv --columns=id "$GT_SRCDIR/testdata/$notes" | sed -n '2s/\r//p')
exported $notes 'requests' 'show tasks' 'key P Enter'
wanted $notes offcpu "--task-id=$tasks"
exported $notes 'requests' "show task $tasks" 'key P Enter'
wanted $notes offcpu "--task-id=$tasks"
"$GT_EXE" --report=regiontypes --format=csv --columns=name,site --limit=1 "$GT_SRCDIR/testdata/$notes" |
	tr -d '\r' | tail -n 1 >type
exported $notes 'requests' 'show regiontypes' 'key P Enter'
wanted $notes offcpu "--region=$(cut -d, -f1 type)" "--site=$(cut -d, -f2 type)"
exported $notes 'requests' 'show region-names' 'key P Enter'
wanted $notes offcpu "--region=$(cut -d, -f1 type)"
exported $notes 'goroutines' 'key b P Enter'
wanted $notes offcpu "--func=$("$GT_EXE" --report=groups --format=csv --columns=func --limit=1 \
	"$GT_SRCDIR/testdata/$notes" | tail -n 1 | tr -d '\r')"
exported $notes 'greedy' 'show by-function' 'key P Enter'
wanted $notes offcpu "--func=$("$GT_EXE" --report=greedygroups --format=csv --columns=func --limit=1 \
	"$GT_SRCDIR/testdata/$notes" | tail -n 1 | tr -d '\r')"

# groups TRACE LIST: a profile of each group of waits has the waits that ended, and the sum, of its row.
groups() {
	local i n

	rm -f ./*.folded rows.csv
	printf '%s\n' wait-index waits "show $2" 'export csv rows.csv' >keys
	"$GT_EXE" "${range[@]}" --script=keys "$GT_SRCDIR/testdata/$1" >/dev/null 2>err
	# Groups of open waits only have no profile; they come last.
	n=$(python3 -c 'import csv
print(sum(int(row["total_ns"]) > 0 for row in csv.DictReader(open("rows.csv", newline=""))))')
	printf '%s\n' wait-index waits "show $2" >keys
	for ((i = 0; i < n; i++)); do
		printf '%s\n' 'key P Enter' "export $i.folded" 'key Backspace j' >>keys
	done
	"$GT_EXE" "${range[@]}" --script=keys "$GT_SRCDIR/testdata/$1" >/dev/null 2>err
	ok "$1: $2 ${range[*]}: several" test "$n" -gt 1
	python3 - "$n" >sums 2>&1 <<-'END'
		import csv, sys
		with open("rows.csv", newline="") as f:
		    rows = list(csv.DictReader(f))
		for i in range(int(sys.argv[1])):
		    total = 0
		    with open(f"{i}.folded", errors="replace") as f:
		        total = sum(int(line.rsplit(" ", 1)[1]) for line in f)
		    if total != int(rows[i]["total_ns"]):
		        print(i, rows[i]["name"], "has", rows[i]["total_ns"], "but its profile", total)
	END
	is "$(head -n 5 sums)" '' "$1: $2 ${range[*]}: profiles of all $n groups with waits that ended"
}

if command -v python3 >/dev/null; then
	for list in by-reason by-where by-waker scheduling-by-cause; do
		groups $locks "$list"
		groups traces/go1.21/gc.trace "$list"
		groups traces/go1.27/calls.trace "$list"
		# the tracer's goroutine waits for a P, too
		groups $notes "$list"
	done
	range=(--from=20% --to=60%)
	groups $locks by-waker
	groups traces/go1.22/calls.trace by-reason
	range=()
fi

# Lists have no stacks to write.
printf 'wait-index\nwaits\nshow waits\nexport folded x.folded\n' >keys
"$GT_EXE" --script=keys "$GT_SRCDIR/testdata/$locks" >/dev/null 2>err
ok "a list of waits is no profile" grep -q 'does not export folded' err
ok "and nothing is written" test ! -e x.folded

command -v python3 >/dev/null || {
	skip 2 "no python3"
	done_testing
	exit
}
# The first of these waits goes on while 12000 units of 13.3 us each are done, of which 2 us are shop/cart.fill's: 15%.
python3 "$GT_SRCDIR/tests/cli/makework.py" long.trace 12000 2 1 0
printf 'wait-index\nresize 120x30\nwaits\nshow waits\nfilter state=runnable\ndump-screen\n' >keys
"$GT_EXE" --script=keys long.trace >screen 2>/dev/null
ok "who ran instead of a wait with 36000 slices" grep -q '^Ran instead main.main 85%, shop/cart.fill 15%$' screen
python3 "$GT_SRCDIR/tests/cli/makework.py" long.trace 35000 2 1 0
"$GT_EXE" --script=keys long.trace >screen 2>/dev/null
ok "of one with 105000 slices: what prints it" grep -q '^Ran instead too much .*--report=instead --goroutine=[0-9]* --from=1005 --to=' screen

done_testing
