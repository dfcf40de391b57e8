# The analyses' numbers against those that check.py computes from the events.
#
#	GT_TRUTH	all (default): every trace in testdata; sample: every fourth, enough to see that another
#			build of the same source reckons alike; few: to see that all that this needs is there
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/truth/lib-agree.sh"

cd "$GT_SRCDIR/testdata" || bail "no testdata"
traces=(demo.trace misused/*.trace traces/*/*.trace machine/*.trace)
case ${GT_TRUTH:-all} in
sample)
	for i in "${!traces[@]}"; do
		[ $((i % 4)) -eq 0 ] || unset "traces[i]"
	done
	;;
few) traces=(traces/go1.21/calls.trace traces/go1.27/calls.trace) ;;
esac
agrees check.py "${#traces[@]} traces of testdata" "${traces[@]}"
done_testing
