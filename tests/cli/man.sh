# The manual page knows every option, report and column that the program has.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

page=$GT_SRCDIR/man/gtrace-tui.1

missing=
for option in $("$GT_EXE" --help=all | grep -o -- '--[a-z][a-z-]*' | sort -u); do
	grep -q -- "Fl -${option#--}" "$page" || missing="$missing $option"
done
is "$missing" "" "options of --help"
for short in c d h o V; do
	ok "-$short" grep -q "Fl $short " "$page"
done

values=$(sed -n '/^enum gt_exit {/,/^};/s/.* = \([0-9]*\),.*/\1/p' "$GT_SRCDIR/src/base/err.h")
is "$(sed -n '/^\.Sh EXIT STATUS/,/^\.El/s/^\.It //p' "$page")" "$values" 'exit statuses are those of enum gt_exit'

# Their columns are generated: tests/unit/ui/test-manual.
"$GT_EXE" --report=list | cut -d' ' -f1 | sort >"$tap_dir/want"
for report in $(cat "$tap_dir/want"); do
	ok "report $report" grep -qx ".It Cm $report" "$page"
done
awk '/^\.It Cm / { item = $3 } /^\.\\" begin columns of / && $5 == item { print item }' "$page" | sort >"$tap_dir/got"
same_file "$tap_dir/got" "$tap_dir/want" 'the columns of each report stand below its name'

done_testing
