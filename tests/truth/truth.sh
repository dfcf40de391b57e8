# The analyses' numbers against those that check.py computes from the events: all traces in testdata, and
# that it notices when one of these numbers is another.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
export PYTHONDONTWRITEBYTECODE=1

# told NAME ARGUMENT...: check.py finds nothing wrong; if it does, the lines that say what.
told() {
	local name=$1 status

	shift
	python3 "$GT_SRCDIR/tests/truth/check.py" "$GT_EXE" "$@" >"$tap_dir/truth.out" 2>&1
	status=$?
	is "$status" 0 "$name" || diag "$(grep -A 5 -E '^not ok|^Traceback' "$tap_dir/truth.out" | head -n 60)"
}

cd "$GT_SRCDIR/testdata" || bail "no testdata"
told "every trace of testdata" demo.trace traces/*/*.trace
told "a changed number is noticed" --self-test \
	demo.trace traces/go1.21/gc.trace traces/go1.22/calls.trace traces/go1.27/worlds.trace \
	traces/go1.27/annotations.trace traces/go1.21/annotations.trace
done_testing
