# The analyses' numbers against those that check.py computes from the events: all traces in testdata, and
# that it notices when one of these numbers is another.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/truth/lib-agree.sh"

cd "$GT_SRCDIR/testdata" || bail "no testdata"
agrees check.py "every trace of testdata" demo.trace traces/*/*.trace
agrees check.py "a changed number is noticed" --self-test \
	demo.trace traces/go1.21/gc.trace traces/go1.22/calls.trace traces/go1.27/worlds.trace \
	traces/go1.27/annotations.trace traces/go1.21/annotations.trace
agrees check.py "a changed number of locks is noticed" --self-test --part locks traces/go1.19/locks.trace
agrees check.py "a changed number of requests is noticed" --self-test --part requests traces/go1.21/requests.trace
done_testing
