# A trace that becomes another one, of the same size and time: what the index says of it is not taken for true.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
export XDG_CACHE_HOME=$tap_dir/cache
trace=$tap_dir/ping.trace
python3 "$GT_SRCDIR/tests/cli/ping.py" 60000 "$trace" || bail "cannot write a trace"
touch -r "$trace" "$tap_dir/time"
report() {
	"$GT_EXE" --report="$1" --format=csv "$trace"
}
rc_is 0 "a trace is indexed" report summary
cp "$tap_dir/out" "$tap_dir/before"
rc_is 0 "its events are read again" report events
rc_is 0 "and verified" "$GT_EXE" --verify --report=summary "$trace"

# Between the samples, which are 4 KiB each.
size=$(wc -c <"$trace")
printf '\0\0\0\0\0\0\0\0' | dd of="$trace" bs=1 seek=$((size / 17 * 7 + 9000)) conv=notrunc 2>/dev/null
touch -r "$tap_dir/time" "$trace"
rc_is 1 "changed: events are not given out as the trace's" report events
ok "it is told why" grep -q 'not the one of which the index was made.*the next start makes a new one' "$tap_dir/err"
rc_is 3 "the next start reads it" report summary
is "$(cmp -s "$tap_dir/before" "$tap_dir/out" || echo other)" other "and has other answers"

touch -r "$trace" "$tap_dir/time"
printf '\1' | dd of="$trace" bs=1 seek=$((size / 17 * 5 + 9000)) conv=notrunc 2>/dev/null
touch -r "$tap_dir/time" "$trace"
cp "$tap_dir/out" "$tap_dir/before"
"$GT_EXE" --verify --report=summary --format=csv "$trace" >"$tap_dir/verified" 2>/dev/null
"$GT_EXE" --index=none --report=summary --format=csv "$trace" >"$tap_dir/now" 2>/dev/null
same_file "$tap_dir/verified" "$tap_dir/now" "--verify reads the trace"
is "$(cmp -s "$tap_dir/before" "$tap_dir/now" || echo other)" other "which was changed"
done_testing
