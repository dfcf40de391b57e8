# Completion: what the program prints for shells has all options, reports, columns, groups, formats and findings.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

for shell in bash zsh fish; do
	rc_is 0 "--completion=$shell" "$GT_EXE" --completion=$shell
	cp "$tap_dir/out" "$tap_dir/$shell"
	ok "$shell: it names the shell" grep -q "Completion of gtrace-tui for $shell" "$tap_dir/$shell"
	if command -v $shell >/dev/null; then
		ok "$shell takes it" $shell -n "$tap_dir/$shell"
	else
		skip 1 "no $shell"
	fi
done
rc_is 1 "--completion=csh" "$GT_EXE" --completion=csh
is "$(cat "$tap_dir/err")" "gtrace-tui: --completion takes bash, zsh or fish, not 'csh': did you mean zsh?" "it says which there are"

# ---- bash ----
. "$tap_dir/bash"

# Only a shell that completes knows this command.
compopt() {
	asked_for=$*
}

# replies WORD...: what may stand in the place of the last word, as bash cut the line; sorted.
replies() {
	COMP_WORDS=(gtrace-tui "$@")
	COMP_CWORD=$#
	asked_for=
	_gtrace_tui
	printf '%s\n' "${COMPREPLY[@]}" | sort
}

# The first words of a list that the program prints.
names() {
	"$GT_EXE" "$@" | sed 's/ .*//' | sort
}

sed -n 's/^GT_\(REPORT_\)*OPTION([A-Z_]*, "\([a-z-]*\)".*/--\2/p' "$GT_SRCDIR/src/cli/options/options.def" \
	"$GT_SRCDIR/src/analysis/table/options.def" | sed '/^--d$/d' | sort >"$tap_dir/options"
is "$(replies -- | sed 's/=$//' | sort -u)" "$(cat "$tap_dir/options")" "all options"
is "$(replies --repo)" "--report=" "the rest of an option"
is "$(replies -repo)" "-report=" "... behind one dash"
is "$(replies --report = '' | grep -vx list)" "$(names --report=list)" "all reports"
is "$(replies --help = '' | grep -vx all)" "$(names --report=list)" "... that there is help of"
is "$(replies --format = '' | grep -vx list)" "$(names --format=list)" "all formats"
for option in pprof folded; do
	is "$(replies --$option = '' | grep -vx list)" "$(names --$option=list)" "all profiles: --$option"
done
is "$(replies --report = difftree --profile = '' | grep -vx list)" "$(names --report=difftree --profile=list)" "--profile"
is "$(replies --csv = '' | xargs) $(replies --export = '' | xargs) $(replies --completion = '' | xargs)" \
	"raw safe chrome tables trace bash fish zsh" "words of the options themselves"

# What a column is good for is recomputed from its kind.
wrong=
for report in $(names --report=list); do
	"$GT_EXE" --report="$report" --columns=list --format=csv | tr -d '\r' | cut -d, -f1,2 | tail -n +2 >"$tap_dir/kinds"
	is_of() {
		grep -E ",($1)\$" "$tap_dir/kinds" | cut -d, -f1 | sort
	}
	any=$(is_of '.*')
	ordered=$(cut -d, -f1,2 "$tap_dir/kinds" | grep -vE ',(stack|list|map)$' | cut -d, -f1 | sort)
	measured=$(is_of 'count|bytes|duration|time|real|share')
	[ "$(replies --report = "$report" --columns = '' | grep -vx list)" = "$any" ] || wrong="$wrong $report --columns;"
	[ "$(replies --report "$report" --filter = '')" = "$any" ] || wrong="$wrong $report --filter;"
	[ "$(replies --report = "$report" --sort = '')" = "$ordered" ] || wrong="$wrong $report --sort;"
	[ "$(replies --report = "$report" --values = '')" = "$ordered" ] || wrong="$wrong $report --values;"
	[ "$(replies --fail-if = "$report." | sed "s/^$report[.]//" | grep -vxE 'max|min|sum|mean|count|p[0-9]+')" = \
		"$(grep -vxE 'max|min|sum|mean|count|p[0-9]+' <<<"$measured")" ] || wrong="$wrong $report --fail-if;"
	groups=$(names --report="$report" --group=list 2>/dev/null)
	[ "$(replies --report = "$report" --group = '' | grep -vx list)" = "$groups" ] || wrong="$wrong $report --group;"
done
is "$wrong" "" "columns and groups of every report"

is "$(replies --report = greedy --columns = dur_ns,end_r)" "dur_ns,end_reason" "a further column"
is "$(replies --report = greedy --sort = -dur)" "-dur_ns" "the largest first"
is "$(replies --report greedy --columns run_m)" "run_max_ns" "values that are arguments of their own"
is "$(replies --report=greedy --columns=run_m)" "--columns=run_max_ns" "words that bash did not cut"
is "$(replies --report = waits --group = reason --columns = '' | grep -vx list)" "$(names --report=waitgroups --columns=list)" \
	"groups have columns of their own"
is "$(replies --report = greedy --values = func --sort = -time)" "-time_share" "so have values"
is "$(replies --compare = old.trace --sort = chan)" "$(replies --report = compare --sort = chan)" "a comparison is a report"
is "$(replies --fail-if = "'greedy.max>20ms && stw.to")" "" "no column, no reply"
is "$(replies --fail-if = "'greedy.max>20ms && stwf")" "greedy.max>20ms && stwfuncs." "a further test"
sed -n 's/^	\.name = "\([^"]*\)",$/\1/p' "$GT_SRCDIR"/src/analysis/findings/find_*.c | sort >"$tap_dir/findings"
is "$(replies --report = findings --filter = "'kind=" | sed 's/^kind=//' | tr -d '"' | sort)" "$(cat "$tap_dir/findings")" \
	"all kinds of findings"
is "$(replies --report = findings --filter = "'kind=\"mark")" 'kind="mark assists"' "with quotes where the filter needs them"
is "$(replies --report = greedy --filter = "'kind=")" "" "of other reports they are no values"
word=$(replies --report = findings --filter = "'share>0 && kind~loc")
rc_is 0 "a filter that was completed" "$GT_EXE" --index=none --report=findings --filter="$word" "$GT_SRCDIR/testdata/demo.trace"
replies a >/dev/null
_gtrace_tui
is "$asked_for" "-o default" "a trace is a file"
COMP_WORDS=(gtrace-tui -- --rep) COMP_CWORD=2
_gtrace_tui
is "${#COMPREPLY[@]} $asked_for" "0 -o default" "so is all behind --"
COMP_WORDS=(gtrace-tui --index = n) COMP_CWORD=3
_gtrace_tui
is "${COMPREPLY[*]}" "none" "a word beside files"

# ---- the tables of the others ----
# tables FILE: what depends on a word, a line each.
tables() {
	sed -n '/^_gtrace_tui_lists() {/,/^_gtrace_tui_\(line\|described\)() {/p' "$1" | grep -v '^_gtrace_tui_\(line\|described\)() {'
}
tables "$tap_dir/zsh" | sed '/^# /d' >"$tap_dir/got"
tables "$tap_dir/bash" | sed '/^# /d' >"$tap_dir/want"
same_file "$tap_dir/got" "$tap_dir/want" "zsh has the tables of bash"
sed -n '/^function _gtrace_tui_option/,/^function _gtrace_tui_described/{
	s/^	case \(.*\)/	\1)/p
	s/^		set \([a-z]*\) \(.*\)/		\1='"'\\2'"'/p
}' "$tap_dir/fish" >"$tap_dir/got"
sed -n '/^_gtrace_tui_option() {/,$p' "$tap_dir/want" | grep -E "^	[a-z-]*\)|='" >"$tap_dir/tables"
same_file "$tap_dir/got" "$tap_dir/tables" "so has fish"
is "$(sed -n 's/^complete -c gtrace-tui -[lo] \([a-z-]*\).*/--\1/p' "$tap_dir/fish" | sed '/^--d$/d' | sort)" \
	"$(cat "$tap_dir/options")" "fish: all options"
is "$(grep -c "^complete -c gtrace-tui .* -d '[^']" "$tap_dir/fish")" "$(grep -c '^complete ' "$tap_dir/fish")" "... with their help"
is "$(sed -n "s/^\t\t'\(--[a-z-]*\)=*:'.*/\1/p" "$tap_dir/zsh" | sort -u)" "$(cat "$tap_dir/options")" "zsh: all options"

if command -v fish >/dev/null; then
	# fishes LINE: what fish offers at its end.
	fishes() {
		XDG_CONFIG_HOME=$tap_dir XDG_DATA_HOME=$tap_dir fish -c 'source $argv[1]; complete -C $argv[2]' "$tap_dir/fish" "$1" |
			cut -f1 | sort
	}
	is "$(fishes 'gtrace-tui --report=gre')" "$(printf -- '--report=%s\n' greedy greedygroups)" "fish: reports"
	is "$(fishes 'gtrace-tui --report greedy --columns=dur_ns,end_r')" "--columns=dur_ns,end_reason" "fish: columns"
	is "$(fishes 'gtrace-tui --report=waits --group=func --sort=-to')" "$(printf -- '--sort=-%s\n' top total_ns)" "fish: groups"
	is "$(fishes 'gtrace-tui --fail-if=greedy.run_max.me')" "--fail-if=greedy.run_max.mean" "fish: thresholds"
else
	skip 4 "no fish"
fi
done_testing
