#!/usr/bin/env bash
# What programs with a planted queue measured of it (testdata/gen/plantqueues.go), and their healthy twins.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/cli/lib-planted.sh"

source=gen/plantqueues.go

for v in 1.21 1.27; do
	for scene in limit stage; do
		trace=traces/go$v/plant-$scene.trace
		case $scene in
		limit) where='main.(*warehouse).dock' what="the limit" kind=limit finding=limits by='main.(*warehouse).leave' ;;
		stage) where='main.(*importer).scan' what="the slow stage" kind=room finding="full queues" by='main.(*importer).priceAll' ;;
		esac
		is "$(field queues where)" "$where:$(line "$what")" "$trace: where they wait"
		is "$(field queues waker_site)" "$by:$(line "$what's end")" "$trace: where they are woken"
		is "$(field queues kind,reason,holders_max,did_most,confidence)" "$kind,chan send,1,sleep,high" "$trace: what it is"
		near "$(field queues waits)" "$(said waits)" waits
		near "$(field queues wait_ns)" "$(said lost_ns)" "total wait"
		near "$(field queues some_ns)" "$(said some_ns)" "time in which some waited"
		is "$(field findings kind)" "$finding" "$trace: the first finding"
		near "$(field findings cost)" "$(said some_ns)" "the cost of that"
		case $scene in limit) func=$where ;; *) func=$by ;; esac
		is "$(field findings func)" "$func" "$trace: what it names"
		trace=${trace%.trace}-well.trace
		is "$(field findings kind --filter='kind="limits" || kind="full queues"')" "" "$trace: no such finding"
	done
	# Each of the waits, one by one.
	trace=traces/go$v/plant-limit.trace
	is "$(field queuewaits where,kind,equal,open --filter='!system')" "main.(*warehouse).dock:$(line "the limit"),limit,true,false" "$trace: a wait"
	is "$("$GT_EXE" --report=queuewaits --format=csv --filter='kind="limit"' "$trace" | wc -l)" \
		$(($(field queues waits) + 1)) "$trace: all of them"
	# The paths of all clerks lead through each of them, some more than once.
	read -r n ns < <("$GT_EXE" --report=critpath --func="$(field goroutines func --filter='func~each')" --format=csv \
		--columns=did,end,queue,waited --filter="queue=\"main.(*warehouse).dock:$(line "the limit")\"" "$trace" |
		tail -n +2 | sort -u | awk -F, '{ n++; ns += $4 } END { print n, ns }')
	near "$n" "$(said waits)" "waits on critical paths"
	near "$ns" "$(said lost_ns)" "their time"
done

# The lock of a pool is no queue: the program waits for no channel.
for trace in traces/go1.2[17]/plant-pool{,-well}.trace; do
	is "$(field queues where --filter='kind="limit" || harm>0')" "" "$trace: a lock is no queue"
	is "$(field findings kind --filter='kind="limits" || kind="full queues"')" "" "$trace: no finding of one"
done
done_testing
