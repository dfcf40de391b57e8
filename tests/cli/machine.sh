# A machine that stood still, as cgroups and signals made it, and twins that were left alone; a lock that moved.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
command -v python3 >/dev/null || skip_all "no python3"
cd "$GT_SRCDIR/testdata/machine" || bail "no traces"

# stalls TRACE: how many, how many ns together
stalls() {
	"$GT_EXE" --index=none --report=findings --format=json "$1" | python3 -c '
import json, sys
rows = [r for r in json.load(sys.stdin)["rows"] if r["kind"] == "stalls"]
print(*[str(r[key]) for r in rows for key in ("count", "cost_ns")] or ["none"])'
}

# What the kernel, or the script, counted.  A throttled thread may run a little between two of the kernel's periods, and
# the script's clock goes on until its process runs again.
for of in "throttled-1.21 6 800 1082" "throttled-1.27 6 650 1230" "stopped-1.21 5 450 573" "stopped-1.27 5 480 505"; do
	read -r name n least most <<<"$of"
	read -r found ns <<<"$(stalls "$name.trace")"
	is "$found" "$n" "$name: as many stalls as there were"
	ok "$name: they last as long together" test $((${ns:-0} / 1000000)) -ge "$least" -a $((${ns:-0} / 1000000)) -le "$most"
done
for name in busy-1.21 busy-1.27 alone-1.21 alone-1.27; do
	is "$(stalls "$name.trace")" none "$name: a busy machine is no machine that stands still"
done

# Nobody is blamed for it: no slice counts as longer than what the quota lets run.
"$GT_EXE" --index=none --report=findings --filter='kind="long slices"' --format=csv --columns=max throttled-1.27.trace |
	tail -n 1 | tr -d '\r' >"$tap_dir/max"
ok "no slice of a throttled program is called 100 ms long" test "$(cat "$tap_dir/max")" -lt 100000000

# differs OLD NEW: what a comparison says of it.
differs() {
	"$GT_EXE" --index=none --compare="$1" "$2" 2>&1 | grep -o 'the machine differs: it stood still for 0% of the time before'
}
for name in throttled-1.21 throttled-1.27 stopped-1.21 stopped-1.27; do
	is "$(differs "alone-${name#*-}.trace" "$name.trace")" \
		'the machine differs: it stood still for 0% of the time before' "$name: a comparison says so"
done
for pair in "alone-1.21 busy-1.21" "alone-1.27 busy-1.27" "../traces/go1.27/plant-hog-well ../traces/go1.27/plant-hog"; do
	is "$(differs "${pair% *}.trace" "${pair#* }.trace")" '' "$pair: not of a machine that is busy, and not of a loop"
done

locks() {
	"$GT_EXE" --index=none --report=locks --format=csv --columns=lock "$1" | tail -n +2 | sort -u | wc -l
}
is "$(locks readers-1.21.trace)" 1 "readers and the writer of a sync.RWMutex wait for one lock, Go 1.21"
is "$(locks readers-1.27.trace)" 1 "and of Go 1.27"

"$GT_EXE" --index=none --compare=moved-before.trace moved-after.trace --format=json >"$tap_dir/moved"
is "$(python3 - "$tap_dir/moved" <<'PY'
import json, sys
rows = json.load(open(sys.argv[1]))["rows"]
for lock in "main.lockA", "main.lockB":
    r = next(r for r in rows if r["kind"] == "waits" and r["key"] == f"sync in {lock}")
    print(lock, r["verdict"], r["p"] < 0.01)
print(rows[0]["key"])
PY
)" "main.lockA better True
main.lockB worse True
sync in main.lockB" "waits that move from one lock to another are told, however uneven they are"
is "$(python3 "$GT_SRCDIR/tests/truth/compare.py" "$GT_EXE" moved-before.trace moved-after.trace 2>&1)" "" \
	"the numbers of that comparison"
done_testing
