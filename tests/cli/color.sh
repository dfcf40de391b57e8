# Colours of text reports: who gets them, that they change no letter, and what they stand for.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

unset NO_COLOR
trace=$GT_SRCDIR/testdata/demo.trace
gt() {
	"$GT_EXE" --index=none "$@"
}

# plain: without the sequences that set a colour.
plain() {
	sed $'s/\e\\[[0-9;]*m//g'
}

# inked SEQUENCE: what stands in that ink, a line each.
inked() {
	grep -o $'\e\\['"$1"$'m[^\e]*' | sed $'s/^\e[^m]*m//'
}

"$GT_EXE" --report=list | cut -d' ' -f1 >"$tap_dir/reports"
wrong=
for report in $(grep -vx difftree "$tap_dir/reports"); do
	for width in 0 70; do
		gt --report="$report" --width=$width --limit=1200 "$trace" >"$tap_dir/want" 2>/dev/null
		gt --report="$report" --width=$width --limit=1200 --color=auto "$trace" 2>/dev/null | cmp -s - "$tap_dir/want" || wrong="$wrong $report auto;"
		gt --report="$report" --width=$width --limit=1200 --color=always "$trace" >"$tap_dir/got" 2>/dev/null
		plain <"$tap_dir/got" | cmp -s - "$tap_dir/want" || wrong="$wrong $report $width;"
		# All that is turned on is turned off in its line.
		awk '{ n = gsub(/\033\[[1-9][0-9;]*m/, ""); if (n != gsub(/\033\[0m/, "")) print }' "$tap_dir/got" | grep -q . &&
			wrong="$wrong $report: open;"
	done
done
is "$wrong" "" "colours change no letter of any report; a pipe has none"
for format in json ndjson csv; do
	is "$(gt --report=greedy --limit=3 --format=$format --color=always "$trace" | grep -c $'\e')" 0 "$format never has any"
done
rc_is 1 "--color=yes" gt --report=greedy --color=yes "$trace"
is "$(cat "$tap_dir/err")" "gtrace-tui: --color takes auto, always or never, not 'yes'" "it says what there is"

# ---- what stands in which colour, recomputed from the CSV ----
# rows REPORT COLUMNS: the cells of these, between commas, without the head.
rows() {
	gt --report="$1" --columns="$2" --format=csv "${@:3}" "$trace" | tr -d '\r' | tail -n +2
}

gt --report=greedy --columns=dur,func --color=always "$trace" >"$tap_dir/greedy"
is "$(inked '1;31' <"$tap_dir/greedy" | wc -l)" "$(rows greedy dur_ns,system | awk -F, '$1 >= 10000000 && $2 != "true"' | wc -l)" \
	"slices of 10ms and more are red"
ok "there are some" test "$(inked '1;31' <"$tap_dir/greedy" | wc -l)" -gt 3
is "$(inked 36 <"$tap_dir/greedy" | sort | uniq -c)" "$(rows greedy func,system | awk -F, '$2 == "false" { print $1 }' | sort | uniq -c)" \
	"the program's functions"
is "$(inked 2 <"$tap_dir/greedy" | sort | uniq -c)" "$(rows greedy func,system | awk -F, '$2 == "true" { print $1 }' | sort | uniq -c)" \
	"the runtime's"
ok "of more rows than are measured" test "$(wc -l <"$tap_dir/greedy")" -gt 2000
is "$(gt --report=greedy --columns=dur,func --color=always --jobs=1 "$trace" | cksum)" "$(cksum <"$tap_dir/greedy")" \
	"the same by one thread"
gt --report=sched --color=always "$trace" >"$tap_dir/sched"
is "$(inked '1;31' <"$tap_dir/sched" | wc -l)" "$(rows sched dur_ns | awk '$1 > 1000000' | wc -l)" "long waits for a processor"
gt --report=findings --color=always "$trace" >"$tap_dir/findings"
is "$(inked '1;31' <"$tap_dir/findings" | wc -l) $(inked 33 <"$tap_dir/findings" | wc -l)" \
	"$(rows findings severity | grep -cx high) $(rows findings severity | grep -cx medium)" "findings by severity"
is "$(gt --report=stw --color=always "$trace" | inked '1;31' | wc -l)" \
	"$(rows stw dur_ns,stop_ns | awk -F, '{ n += ($1 >= 1000000) + ($2 >= 1000000) } END { print n }')" "long pauses"
is "$(gt --report=procs --color=always "$trace" | head -n 1 | inked 1 | wc -l)" \
	"$(gt --report=procs "$trace" | head -n 1 | sed 's/   */\n/g' | grep -c .)" "each title"

# ---- a comparison ----
old=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace
gt --compare="$old" --report=compare "$trace" >"$tap_dir/want"
gt --compare="$old" --report=compare --color=always "$trace" >"$tap_dir/got"
plain <"$tap_dir/got" >"$tap_dir/plain"
same_file "$tap_dir/plain" "$tap_dir/want" "the page of a comparison"
is "$(inked '1;31' <"$tap_dir/got" | sort -u | xargs)$(inked 32 <"$tap_dir/got" | sort -u | xargs)" \
	"$(grep -ow '^worse' "$tap_dir/want" | sort -u)$(grep -ow '^better' "$tap_dir/want" | sort -u)" "its verdicts"
done_testing
