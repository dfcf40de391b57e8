#!/usr/bin/env bash
# What lists show is what the reports say: each number in each row of the screens of tests/ui/sizes-*.keys.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1

for keys in "$GT_SRCDIR"/tests/ui/sizes-*.keys; do
	trace=$GT_SRCDIR/$(sed -n 's/^# trace: //p' "$keys")
	python3 "$GT_SRCDIR/tests/ui/shown.py" "$GT_EXE" "$trace" "$keys" >"$tap_dir/said" 2>&1
	is "$?" 0 "${keys##*/}: every number is in its row of the report" || diag "$(head -n 20 "$tap_dir/said")"
	ok "${keys##*/}: many were compared" test "$(sed -n 's/ numbers compared$//p' "$tap_dir/said")" -gt 500
done
# The most goroutines at a time: the timeline's lanes say what a report says that tests/truth
# recomputes.  Lanes have it after the number at the cursor: "runnable 3, most 10".
printf '%s\n' wait-index 'resize 120x48' timeline 'key 0' 'lanes charts unfold' dump-screen >"$tap_dir/peaks.keys"
for trace in demo traces/go1.19/gc traces/go1.21/gc traces/go1.27/gc traces/go1.27/greedy; do
	trace=$GT_SRCDIR/testdata/$trace.trace
	"$GT_EXE" --script="$tap_dir/peaks.keys" "$trace" >"$tap_dir/screens" 2>&1
	"$GT_EXE" --report=seriesstats --columns=name,peak --format=csv "$trace" |
		sed -nE 's/^(runnable|waiting|syscall),([0-9]+)\r?$/\1 \2/p' | sort >"$tap_dir/peaks"
	ok "${trace#"$GT_SRCDIR/testdata/"}: the peaks are told" test "$(wc -l <"$tap_dir/peaks")" -eq 3
	sed -nE 's/^[> ](runnable|waiting|syscall) [0-9]+, most ([0-9]+) .*/\1 \2/p' "$tap_dir/screens" | sort -u >"$tap_dir/lanes"
	is "$(comm -23 "$tap_dir/lanes" "$tap_dir/peaks")" '' "${trace#"$GT_SRCDIR/testdata/"}: those of lanes"
	ok "${trace#"$GT_SRCDIR/testdata/"}: there are such lanes" test -s "$tap_dir/lanes"
done

# The boxes of the Overview.
printf '%s\n' 'resize 200x60' 'set split below' wait-index "dump-screen $tap_dir/boxes" >"$tap_dir/boxes.keys"
for trace in demo traces/go1.19/gc traces/go1.21/gc traces/go1.21/plant-gcs traces/go1.23/many traces/go1.27/requests; do
	"$GT_EXE" --script="$tap_dir/boxes.keys" "$GT_SRCDIR/testdata/$trace.trace" 2>"$tap_dir/err"
	python3 "$GT_SRCDIR/tests/ui/boxes.py" "$GT_EXE" "$GT_SRCDIR/testdata/$trace.trace" "$tap_dir/boxes" \
		>"$tap_dir/said" 2>&1
	is "$?" 0 "$trace: what boxes say is what the reports say" || diag "$(head -n 20 "$tap_dir/said")"
	ok "$trace: and they say something" test "$(sed -n 's/ numbers compared$//p' "$tap_dir/said")" -gt 300
done

# Close up, the most of the window.
many=$GT_SRCDIR/testdata/traces/go1.23/many.trace
printf '%s\n' wait-index 'resize 120x48' timeline 'lanes charts unfold' 'key w w w' dump-screen >"$tap_dir/many.keys"
"$GT_EXE" --script="$tap_dir/many.keys" "$many" >"$tap_dir/screens" 2>&1
ok 'many.trace: the first 142us' grep -q 'window 142us$' "$tap_dir/screens"
peak=$("$GT_EXE" --report=seriesstats --columns=name,peak --format=csv --from=0 --to=142us "$many" |
	sed -nE 's/^waiting,([0-9]+)\r?$/\1/p')
is "$(sed -nE 's/^ waiting [0-9]+, most ([0-9]+) .*/\1/p' "$tap_dir/screens")" "$peak" 'many.trace: the most of these'

done_testing
