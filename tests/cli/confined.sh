# What a report may touch: the sandbox, seen from the command line.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

trace=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace
if "$GT_EXE" --version | grep -q landlock; then
	mkdir "$tap_dir/others"
	mkfifo "$tap_dir/fifo"
	# The second one is made when the sandbox is there: under TMPDIR, but named by nobody then.
	TMPDIR=$tap_dir/others "$GT_EXE" --index=none --report=summary "$tap_dir/fifo" "$tap_dir/others/late.trace" \
		>"$tap_dir/out" 2>"$tap_dir/err" &
	waits=$!
	exec 3>"$tap_dir/fifo"
	for _ in $(seq 100); do
		[ -n "$(ls "$tap_dir/others")" ] && break
		sleep 0.1
	done
	is "$(find "$tap_dir/others" -type d -name 'gtrace-tui-*' -perm 700 | wc -l)" 1 "temporary files have a directory"
	sleep 0.3
	cp "$trace" "$tap_dir/others/late.trace"
	cat "$trace" >&3
	exec 3>&-
	wait "$waits"
	# Sanitizers read files of their own.
	if grep -q '^SANITIZE_CFLAGS *=.*-fsanitize' "$GT_BUILDDIR/Makefile"; then
		skip 1 "built with a sanitizer"
	else
		ok "other files under TMPDIR are not opened" grep -q 'late.trace: cannot open the file: Permission denied' "$tap_dir/err"
	fi
	rm "$tap_dir/others/late.trace"
	is "$(ls "$tap_dir/others")" "" "and the directory is gone"
	mkfifo "$tap_dir/fifo2"
	TMPDIR=$tap_dir/others "$GT_EXE" --index=none --report=summary "$tap_dir/fifo2" >/dev/null 2>&1 &
	killed=$!
	for _ in $(seq 100); do
		[ -n "$(ls "$tap_dir/others")" ] && break
		sleep 0.1
	done
	kill -9 "$killed"
	wait "$killed" 2>/dev/null
	for _ in $(seq 100); do
		[ -z "$(ls "$tap_dir/others")" ] && break
		sleep 0.1
	done
	is "$(ls "$tap_dir/others")" "" "also if the program is killed"
	# A rule that cannot be made is none: the trace is not shut out.
	rc_is 0 "four open files are enough" bash -c 'ulimit -n 4 && exec "$GT_EXE" --index=none --report=summary "$1"' - "$trace"
else
	skip 5 "no landlock"
fi
done_testing
