# The manual page knows every option, report and column that the program has.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

page=$GT_SRCDIR/man/gtrace-tui.1

missing=
for option in $("$GT_EXE" --help | grep -o -- '--[a-z][a-z-]*' | sort -u); do
	grep -q -- "Fl -${option#--}" "$page" || missing="$missing $option"
done
is "$missing" "" "options of --help"
for short in c d h V; do
	ok "-$short" grep -q "Fl $short " "$page"
done

values=$(sed -n '/^enum gt_exit {/,/^};/s/.* = \([0-9]*\),.*/\1/p' "$GT_SRCDIR/src/base/err.h")
is "$(sed -n '/^\.Sh EXIT STATUS/,/^\.El/s/^\.It //p' "$page")" "$values" 'exit statuses are those of enum gt_exit'

for report in $("$GT_EXE" --report=list | cut -d' ' -f1); do
	ok "report $report" grep -qx ".It Cm $report" "$page"
	"$GT_EXE" --report="$report" --columns=list | cut -d' ' -f1 >"$tap_dir/want"
	sed -n "/^\.It Cm $report\$/,/^\.El\$/s/^\.It Va //p" "$page" >"$tap_dir/got"
	same_file "$tap_dir/got" "$tap_dir/want" "columns of $report"
done

done_testing
