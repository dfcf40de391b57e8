#!/usr/bin/env bash
# What the views show between A and B is what the reports say of the same interval: every row, in every column.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || exit 1

# Name, how the view is reached, its report.
views='
greedy|key 3|greedy
slices by function|key 3;show by-function|greedygroups
goroutines|key 4|goroutines
states of the first|key 4;key Enter|states --goroutine=@
goroutines by function|key 4;key b|groups
critical path of the first|key 4;key Z g|critpath --goroutine=@ --filter=start>=%
events|key 5|events
waits|key 6|waits
waits by reason|key 6;show by-reason|waitgroups --group=reason
waits by waker|key 6;show by-waker|waitgroups --group=waker
waits for a processor|key 6;show scheduling|sched
waits for a processor by cause|key 6;show scheduling-by-cause|schedgroups --group=cause
locks|key 6;show locks|locks
waits for locks|key 6;show lockwaits|lockwaits
task types|key 8;show tasktypes|tasktypes
tasks|key 8;show tasks|tasks
region types|key 8;show regiontypes|regiontypes
region names|key 8;show region-names|regiontypes --group=name
regions|key 8;show regions|regions
logs|key 8;show logs|logs
requests|key 8;show requests|requests
requests by handler|key 8;show requestgroups|requestgroups
pauses|key 7|stw
GC cycles|key 7;show cycles|gc
delays by function|key 7;show by-function|stwfuncs
delays by goroutine|key 7;show by-goroutine|stwgoroutines
parts of the cost of the GC|key 7;show cost|gcparts
who pays for the GC|key 7;show payers|gccost
who pays, by function|key 7;show payers-by-function|gccostgroups
who pays, by who allocated|key 7;show payers-by-allocation|gccostgroups --group=alloc
values over time|key 7;show series|seriesstats'

# Those of which the views leave out the runtime's rows, if they are to; no other report of these has the column.
owned=' greedy greedygroups goroutines groups waits waitgroups locks lockwaits '

report() { # REPORT [ARG...]
	[ "$hide" != yes ] || [ "$owned" = "${owned#* "$1" }" ] || set -- "$@" '--filter=!system'
	"$GT_EXE" --report="$1" --format=csv --from="$from" --to="$to" "${@:2}" "$trace" 2>/dev/null
}

# script [ARG...]: runs ./script; a damaged trace is reported, too.
script() {
	"$GT_EXE" "$@" --script=script "$trace" >out 2>err || [ $? -eq 3 ] || diag "$(head -n 5 out err)"
}

# rows NAME VIEW REPORT
rows() {
	set -- "$1" "$2" "${3/@/$first}"
	report ${3/\%/$created} >want
	rm -f rows.csv
	{ echo "$small"; echo "set hide-runtime $hide"; echo wait-index; tr ';' '\n' <<<"$2"; } >script
	# An empty list has nothing to export.
	[ "$(wc -l <want)" -le 1 ] || printf 'key 9 9 9 9 9 Space\nexport csv rows.csv\n' >>script
	echo 'dump-screen' >>script
	script --from="$from" --to="$to"
	if [ "$(wc -l <want)" -le 1 ]; then
		is "$(grep -cE '(in the range A-B|no .* is charged|nothing stands out|belongs to the program) ' out)" 1 "$name: no $1"
	else
		is "$(sort rows.csv)" "$(sort want)" "$name: $1 as in $3, $(($(wc -l <want) - 1)) rows"
	fi
}

# compare TRACE FROM TO [LIMITS]: the latter are those of a large trace: rows come from jobs.
compare() {
	local first trace=$1 from=$2 to=$3 small=${4:-} name="${1##*/testdata/}, $2 to $3${4:+, in jobs}" label view what
	local created
	[ $hide = no ] || name="$name, the runtime hidden"
	IFS=, read -r first created <<<"$(report goroutines --columns=g,create_ns --limit=1 | sed -n '2s/\r//p')"
	while IFS='|' read -r label view what; do
		[ -z "$label" ] || rows "$label" "$view" "$what"
	done <<<"$views"
	printf 'wait-index\nresize 200x60\ndump-screen\n' >script
	script --from="$from" --to="$to"
	# Consequences are folded away under their causes; a line ends between two words.
	report findings --columns=because,finding | sed -n 's/^,//p' | tr -d '\r"' | cut -c 1-60 | sed 's/ [^ ]*$//' >want
	while read -r finding; do
		ok "$name: finding $finding" grep -qF "$finding" out
	done <want
	is "$(sed -n 's/^In A-B  *\([0-9]*\) slices\{0,1\}, .*/\1/p' out)" \
		"$(report procs --columns=slices | awk 'NR > 1 { n += $1 } END { print n }')" "$name: slices in the Overview"
	grep -q '^A-B\|  A-B' out
	is $? 0 "$name: the status line says so"
}

t=$GT_SRCDIR/testdata/traces
hide=no
compare "$t/go1.27/greedy.trace" 10ms 30ms
compare "$t/go1.27/greedy.trace" 25% 50% 'limits small'
compare "$t/go1.25/gc.trace" 20% 60%
hide=yes
compare "$t/go1.25/gc.trace" 20% 60%
hide=no
compare "$t/go1.27/annotations.trace" 10% 80%
compare "$t/go1.22/locks.trace" 0.5ms 2ms
compare "$t/go1.27/requests.trace" 30% 60%
hide=yes
compare "$t/go1.27/requests.trace" 30% 60%
compare "$t/go1.27/greedy.trace" 25% 50% 'limits small'
hide=no
compare "$t/go1.19/gc.trace" 1ms 3ms
compare "$t/go1.27/calls.trace" 8.9ms 9ms
head -c $(($(wc -c <"$t/go1.21/calls.trace") * 80 / 100)) "$t/go1.21/calls.trace" >cut.trace
compare "$PWD/cut.trace" 0.1ms 4ms

done_testing
