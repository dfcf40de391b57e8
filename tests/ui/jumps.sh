# Enter on each kind of finding: what it named is shown and selected.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
command -v python3 >/dev/null || skip_all "no python3"
cd "$GT_SRCDIR/testdata" || bail "no testdata"

while IFS='	' read -r kind what wrong; do
	is "$wrong" "" "$kind: $what"
done < <(python3 "$GT_SRCDIR/tests/ui/jumps.py" "$GT_EXE" "$tap_dir" "$GT_SRCDIR/src/analysis/findings" \
	demo.trace traces/go1.27/*.trace machine/*.trace || echo "all	it ends	with an error")
done_testing
