#!/usr/bin/env bash
# What lists show is what the reports say: each number in each row of tests/ui/sizes-*.txt.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1

for text in "$GT_SRCDIR"/tests/ui/sizes-*.txt; do
	trace=$GT_SRCDIR/$(sed -n 's/^# trace: //p' "${text%.txt}.keys")
	python3 "$GT_SRCDIR/tests/ui/shown.py" "$GT_EXE" "$trace" "$text" >"$tap_dir/said" 2>&1
	is "$?" 0 "${text##*/}: every number is in its row of the report" || diag "$(head -n 20 "$tap_dir/said")"
	ok "${text##*/}: many were compared" test "$(sed -n 's/ numbers compared$//p' "$tap_dir/said")" -gt 500
done
done_testing
