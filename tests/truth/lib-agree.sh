# For the scripts beside this one, which source tap.sh before it.

command -v python3 >/dev/null || skip_all "no python3"
export PYTHONDONTWRITEBYTECODE=1

# agrees CHECKER NAME ARGUMENT...: this checker of ours finds nothing wrong; if it does, what it said of that.
agrees() {
	local checker=$1 name=$2 status

	shift 2
	python3 "$GT_SRCDIR/tests/truth/$checker" "$GT_EXE" "$@" >"$tap_dir/agrees.out" 2>&1
	status=$?
	is "$status" 0 "$name" || diag "$({
		grep -A 5 -E '^not ok|^Traceback' "$tap_dir/agrees.out" || cat "$tap_dir/agrees.out"
	} | head -n 60)"
}
