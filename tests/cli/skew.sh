# Clocks that differ or are set back (skew.py moves them by a known time): told, with a bound that is never too large.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
sound=$GT_SRCDIR/testdata/traces/go1.27/gens.trace

# notes TRACE: what the report summary says, of each kind of note a line.
notes() {
	"$GT_EXE" --index=none --report=brief "$1" 2>&1 | tr -s '\n ' ' ' | grep -oE 'Note (clocks|the) [^:]*' | cat
}

# moved TICKS WHAT N: of 64 ns each.
moved() {
	python3 "$GT_SRCDIR/tests/cli/skew.py" "$sound" "$tap_dir/moved.trace" "$@"
	notes "$tap_dir/moved.trace" >"$tap_dir/notes"
}

# between LOW HIGH: the duration in the note, in ms.
between() {
	sed -E 's/.*by (at least )?([0-9.]+)ms.*/\2/' "$tap_dir/notes" |
		awk -v low="$1" -v high="$2" '{ n++; bad += $1 < low || $1 > high } END { exit n != 1 || bad }'
}

is "$(notes "$sound")" "" "a sound trace: nothing"
moved 78125 thread 0
ok "a thread 5 ms ahead" grep -q '^Note clocks of threads differ by at least' "$tap_dir/notes"
ok "the bound is below that, and near" between 4 5
moved 15 thread 0
is "$(cat "$tap_dir/notes")" "" "a thread 960 ns ahead: nothing"
moved 312500 back 3
ok "all clocks 20 ms back" grep -q '^Note the clock was set back by' "$tap_dir/notes"
ok "by no more than that" between 19 20

for trace in "$GT_SRCDIR"/testdata/demo.trace "$GT_SRCDIR"/testdata/traces/go1.*/{gens,profile,many,gc,plant-stall}.trace; do
	[ ! -e "$trace" ] || is "$(notes "$trace")" "" "${trace#"$GT_SRCDIR/testdata/"}: nothing"
done
done_testing
