#!/usr/bin/env bash
# Every report in every format, of whole and of cut traces of both formats, whole and in part: the same rows.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"

cd "$tap_dir" || exit 1
export XDG_CACHE_HOME=$tap_dir/cache
t=$GT_SRCDIR/testdata/traces
head -c $(($(wc -c <"$t/go1.21/gc.trace") * 70 / 100)) "$t/go1.21/gc.trace" >cut-v1.trace
head -c $(($(wc -c <"$t/go1.25/gens.trace") * 70 / 100)) "$t/go1.25/gens.trace" >cut-v2.trace
for trace in "$t/go1.27/annotations.trace" "$t/go1.19/gc.trace" cut-v1.trace cut-v2.trace; do
	for part in "" "--from=25% --to=60%"; do
		python3 "$GT_SRCDIR/tests/cli/everyformat.py" "$GT_EXE" "$trace" $part >got 2>&1
		is "$? $(head -n 20 got)" "0 " "${trace##*/} $part"
	done
done

done_testing
