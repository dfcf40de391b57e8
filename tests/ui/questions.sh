#!/usr/bin/env bash
# Questions that the screen has to answer with at most eight keys from its start: tests/ui/ask-*.keys.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8

cd "$tap_dir" || exit 1
for keys in "$GT_SRCDIR"/tests/ui/ask-*.keys; do
	is "$(grep -cvE '^(#|wait-index$|resize |dump-screen$|key )' "$keys")" 0 "${keys##*/}: nothing but keys"
	n=$(sed -n 's/^key //p' "$keys" | wc -w)
	ok "${keys##*/}: $n keys" test "$n" -gt 0 -a "$n" -le 8
done

# What was exported is what --diagreedy says of these slices.
"$GT_EXE" --script="$GT_SRCDIR/tests/ui/ask-greedy.keys" "$GT_SRCDIR/testdata/demo.trace" >/dev/null
"$GT_EXE" --diagreedy=3 "$GT_SRCDIR/testdata/demo.trace" >want
ok "slices were exported" test "$(wc -l <greedy.txt)" -gt 10
is "$(grep -vxFf want greedy.txt | head -n 3)" '' "as --diagreedy lists them"

done_testing
