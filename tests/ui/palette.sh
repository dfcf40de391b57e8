#!/usr/bin/env bash
# The palette opens each report, in a view that has its rows or with a sentence that says how to print it, and each
# thing that a view can show.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 TZ=UTC
trace=$GT_SRCDIR/testdata/demo.trace
old=$GT_SRCDIR/testdata/traces/go1.27/gc.trace
cd "$tap_dir" || bail "no directory"

# screen LINE...: the last screen of a script
screen() {
	printf '%s\n' wait-index 'resize 160x60' "$@" dump-screen >script
	"$GT_EXE" "${options[@]}" --script=script "$trace" 2>&1
}

# go NAME KIND [LINE...]: the screen after the line of the palette with this name and kind was chosen, from a view
from='key 1'
go() {
	local name=$1 kind=$2 row
	row=$(screen "$from" 'key C-p' "type $name" | awk -v want="│ $name +$kind( |\$)" '
		/┌─ Go to/ { menu = 1; next } menu && $0 ~ want { print n + 0; exit } menu { n++ }')
	[ -n "$row" ] || { echo "no line $name $kind"; return; }
	screen "$from" 'key C-p' "type $name" "$(yes Down | head -n "$row" | tr '\n' ' ' | sed 's/^./key &/')" 'key Enter' "${@:3}"
}

# ---- reports ----

# rows_of REPORT: how many rows of it a view lists
rows_of() {
	case $1 in
	# The name of a mode, too: that of the series in numbers.
	series) set -- seriesstats ;;
	# Where is the first of its groups.
	waitgroups) set -- waitgroups --group=stack ;;
	# Their view lists findings.
	summary | brief) set -- findings ;;
	esac
	"$GT_EXE" --report="$1" "${@:2}" --format=csv "$trace" 2>err | tail -n +2 | wc -l
}

options=()
told=
for report in $("$GT_EXE" --report=list --format=csv | sed -n '2,$s/,.*//p'); do
	rm -f rows.csv
	if go "$report" report | 
		grep -Eq "^no view lists the report $report: gtrace-tui --report=$report TRACE prints it|^no goroutine's page is open"; then
		told="$told $report"
		continue
	fi
	case $report in
	# Trees, which list the frames of a stack each for itself.
	net | sync | syscall | schedlat | offcpu | critpath)
		ok "$report: the profiles are shown" grep -q '\[P\]Profiles' <(go "$report" report)
		continue ;;
	esac
	more=()
	# Consequences are folded away under their causes.
	case $report in summary | findings | brief) more=("key '*'") ;; esac
	go "$report" report "${more[@]}" 'set hide-runtime no' 'w rows.csv' >got
	grep -q 'there is nothing to export here' got && echo >rows.csv
	[ -f rows.csv ] || tail -2 got | sed 's/^/# /'
	is "$(tail -n +2 rows.csv 2>err | wc -l)" "$(rows_of "$report")" "$report: the view that is opened has its rows"
done
is "$told" ' traces compare difftree path critgroups states procs ranges calls instead pressure counters taskevents' \
	'reports that no view has'

# ---- what views show ----

for view in 6 7 8 9; do
	options=(--compare="$old")
	from="key $view"
	names=$(screen "key $view" 'key b' | sed -nE 's/^[^│]*│ ([a-z]+( [a-z]+)*)  .*$/\1/p' | tr ' ' -)
	title=$(screen "key $view" | sed -n 's/.*\['$view'\]\([^ ]*\).*/\1/p')
	ok "view $view: there is more than one thing" test "$(wc -w <<<"$names")" -gt 1
	for name in $names; do
		# With the number of one, which is typed.
		[ "$name" = task ] && continue
		go "$name" "view  $title" >got
		screen "key $view" "show $name" >want
		same_file got want "view $view: $name"
	done
done

done_testing
