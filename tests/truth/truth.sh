# The analyses' numbers against those that check.py computes from the events.
#
#	GT_TRUTH	all (default): every trace in testdata; sample: every fourth, enough to see that another
#			build of the same source reckons alike
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/truth/lib-agree.sh"

cd "$GT_SRCDIR/testdata" || bail "no testdata"
traces=(demo.trace traces/*/*.trace)
if [ "${GT_TRUTH:-all}" = sample ]; then
	for i in "${!traces[@]}"; do
		[ $((i % 4)) -eq 0 ] || unset "traces[i]"
	done
fi
agrees check.py "${#traces[@]} traces of testdata" "${traces[@]}"
done_testing
