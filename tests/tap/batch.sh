# Many questions about a trace, answered by one process: source it after tap.sh.
#
#	batch_open [OPTION...] TRACE	starts it; the one before it ends
#	batch_close			ends it, with its status
#	ask OPTION...			prints the answer, messages on standard error; the status of the answer.
#					Options hold no double quotes.
#
# What is asked goes through two pipes with names, so that pipelines can ask, too.

batch_open() {
	batch_close || bail "a batch ended with status $?"
	rm -f "$tap_dir/batch.in" "$tap_dir/batch.out"
	mkfifo "$tap_dir/batch.in" "$tap_dir/batch.out" || bail "no pipe with a name"
	: >"$tap_dir/batch.err"
	"$GT_EXE" --batch "$@" <"$tap_dir/batch.in" >"$tap_dir/batch.out" 2>>"$tap_dir/batch.err" &
	batch_pid=$!
	exec 8>"$tap_dir/batch.in" 9<"$tap_dir/batch.out"
}

batch_close() {
	local pid=${batch_pid:-}

	[ -n "$pid" ] || return 0
	batch_pid=
	exec 8>&- 9<&-
	wait "$pid"
}

ask() {
	local status size

	printf '"%s" ' "$@" >&8
	echo >&8
	read -r status size <&9 || return 99
	head -c "$size" <&9
	cat "$tap_dir/batch.err" >&2
	: >"$tap_dir/batch.err"
	return "$status"
}
