# That check.py notices when one of the numbers it compares is another: a test of that test, the same with every
# build, so that GT_TRUTH=sample leaves it out.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/truth/lib-agree.sh"

[ "${GT_TRUTH:-all}" = all ] || skip_all "not with GT_TRUTH=$GT_TRUTH"
cd "$GT_SRCDIR/testdata" || bail "no testdata"
agrees check.py "a changed number is noticed" --self-test \
	demo.trace traces/go1.21/gc.trace traces/go1.22/calls.trace traces/go1.27/worlds.trace \
	traces/go1.27/annotations.trace traces/go1.21/annotations.trace
agrees check.py "a changed number of locks is noticed" --self-test --part locks traces/go1.19/locks.trace
agrees check.py "a changed number of requests is noticed" --self-test --part requests traces/go1.21/requests.trace
done_testing
