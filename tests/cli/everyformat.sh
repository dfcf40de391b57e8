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

# ---- Parquet alone ----

demo=$GT_SRCDIR/testdata/demo.trace
told() {
	is "$("$GT_EXE" "$@" 2>&1 >/dev/null)" "gtrace-tui: $said" "$*"
}
said="a file of --format=parquet holds the rows of one trace: write a file for each"
told --report=stw --format=parquet "$demo" "$demo"
said="lists of names are no tables: use text, json, ndjson or csv"
told --report=list --format=parquet
told --report=stw --columns=list --format=parquet
"$GT_EXE" --report=events --format=parquet "$demo" >whole.parquet
is "$(head -c 4 whole.parquet) $(tail -c 4 whole.parquet)" "PAR1 PAR1" "the marks at both ends"
ok "a row takes at most 20 bytes" test "$(wc -c <whole.parquet)" -lt $((22858 * 20))
"$GT_EXE" --report=events --format=parquet "$demo" | head -c 5000 >cut.parquet
is "${PIPESTATUS[0]}" 0 "a reader that goes away is no error"
ok "what it has got has no end" test "$(tail -c 4 cut.parquet | tr -d '\0')" != PAR1
if [ -w /dev/full ]; then
	"$GT_EXE" --report=events --format=parquet "$demo" >/dev/full 2>err
	is "$? $(cat err)" "1 gtrace-tui: cannot write to standard output: No space left on device" "a full disk"
else
	skip 1 "no /dev/full"
fi
for rows in 0 3; do
	"$GT_EXE" --report=greedy --format=parquet --columns=func,held --limit=3 --filter="held>$((rows ? 0 : 100))s" "$demo" >some.parquet
	is "$(python3 -c '
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import parquet
_, names, rows = parquet.rows(open("some.parquet", "rb").read())
print(*names, len(rows))' "$GT_SRCDIR/tests/cli")" "func held_ns $rows" "$rows rows of two columns"
done

done_testing
