# The report brief: as long and as wide as it says, and its commands work.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
export LC_ALL=C.UTF-8

cd "$GT_SRCDIR/testdata" || bail "no testdata"
for trace in demo.trace traces/go1.27/{annotations,empty,grpc,locks,many,plant-few,plant-gcs,plant-late,plant-storm}.trace \
	traces/go1.21/{annotations,calls,gc,plant-leak}.trace bad/v1-cut-1.21-34578.trace; do
	"$GT_EXE" --index=none --report=brief "$trace" 2>/dev/null >"$tap_dir/brief"
	ok "$trace: at most 60 lines, and the title" [ "$(wc -l <"$tap_dir/brief")" -le 61 ]
	ok "$trace: no line is wider than 100 columns" [ "$(wc -L <"$tap_dir/brief")" -le 100 ]
	# A command may be in several lines, as a shell reads it; none only leads to another one.
	sed ':join; / \\$/ { N; s/ \\\n */ /; b join }' "$tap_dir/brief" |
		sed -n 's/^   \(gtrace-tui .* \)TRACE$/\1/p' >"$tap_dir/commands"
	is "$(grep -c columns=report "$tap_dir/commands")" 0 "$trace: the commands are the evidence's own"
	is "$(wc -l <"$tap_dir/commands")" "$(grep -c '^   gtrace-tui ' "$tap_dir/brief")" "$trace: all commands are whole"
	bad=
	while read -r _ options; do
		eval "\"\$GT_EXE\" --index=none $options \"\$trace\"" >"$tap_dir/out" 2>/dev/null
		case $?:$trace in
		0:* | 3:bad/*) [ -s "$tap_dir/out" ] || bad="$bad; nothing: $options" ;;
		*) bad="$bad; failed: $options" ;;
		esac
	done <"$tap_dir/commands"
	is "$bad" "" "$trace: the commands work"
done

# Up to 2 ms the largest value of the heap is 10,091,328 bytes or so, 9.62 MiB; later 13.6 MiB.
"$GT_EXE" --index=none --report=brief --to=2ms traces/go1.27/gc.trace >"$tap_dir/brief"
ok "the goroutines of a range" grep -q '^Goroutines  4 waits for a P' "$tap_dir/brief"
ok "the heap of a range" grep -q '^GC .* heap at most 9\.6 MiB$' "$tap_dir/brief"
done_testing
