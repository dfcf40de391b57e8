#!/usr/bin/env bash
# What the timeline measures between A and B, and exports, is what the reports say of the same interval.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || exit 1

report() { # TRACE REPORT [ARG...]
	"$GT_EXE" --report="$2" --format=csv --from="$from" --to="$to" "${@:3}" "$1"
}

# column CSV NAME: its values, without the header
column() {
	tr -d '\r' <"$1" | awk -F , -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }'
}

# as_dur: the sum of nanoseconds as the screen writes it, three significant digits
as_dur() {
	awk -v format='%.3g' '{ ns += $1 } END {
		unit = "ns"; v = ns
		if (v >= 1000) { v /= 1000; unit = "us" }
		if (v >= 999.5 && unit == "us") { v /= 1000; unit = "ms" }
		if (v >= 999.5 && unit == "ms") { v /= 1000; unit = "s" }
		print sprintf(unit == "ns" ? "%d" : format, v), unit
	}'
}

# The timeline of the part from..to of the trace, its sums beside it: as a dump, and the slices exported.
shown() {
	cat >script <<-END
		wait-index
		resize 140x60
		timeline
		goto $from
		key A
		goto $to
		key B
		set detail-size 70
		dump-screen dump
		export csv slices.csv
		export json slices.json
		lanes pressure on
		key f D$(printf ' Down%.0s' {1..80})
		dump-screen lane
	END
	"$GT_EXE" --script=script "$trace" >out 2>&1 || diag "$(cat out)"
}

# compare TRACE FROM TO
compare() {
	local trace=$GT_SRCDIR/testdata/traces/$1 from=$2 to=$3 name="$1, $2 to $3"
	shown
	report "$trace" greedy >want
	is "$(sort slices.csv)" "$(sort want)" "$name: the slices of the report"
	is "$(grep -o '"start_ns"' slices.json | wc -l)" "$(($(wc -l <want) - 1))" "$name: as JSON too"
	is "$(column slices.csv start_ns)" "$(column slices.csv start_ns | sort -n)" "$name: in time order"
	report "$trace" procs >procs
	is "$(sed -n 's/^\(P[0-9]*\) .* \([0-9]*\) slices\{0,1\} .*/\1 \2/p; s/^\(P[0-9]*\) .* \([0-9]*\) slices\{0,1\}$/\1 \2/p' dump)" \
		"$(paste -d ' ' <(column procs p | sed 's/^/P/') <(column procs slices))" "$name: slices by processor"
	is "$(sed -n 's/^counts .* \([0-9]*\) events\{0,1\}\>.*/\1/p' dump)" \
		"$(($(report "$trace" events | wc -l) - 1))" "$name: events"
	report "$trace" sched >sched
	is "$(sed -n 's/^waits  *\([0-9]*\) for a P, .*/\1/p' dump)" "$(($(wc -l <sched) - 1))" "$name: waits for a processor"
	is "$(sed -n 's/^waits .*total \([0-9.]*\)\([a-z]*\).*/\1 \2/p' dump)" \
		"$(column sched dur_ns | as_dur)" "$name: all of them"
	is "$(sed -n 's/^waits .*longest \([0-9.]*\)\([a-z]*\):.*/\1 \2/p' dump)" \
		"$(column sched dur_ns | sort -n | tail -1 | as_dur)" "$name: the longest"
	# awk's %.3g of the sums.
	is "$(sed -n 's/^pressure  *some \([<0-9.]*\)%, full \([<0-9.]*\)%.*/\1 \2/p' dump)" \
		"$(report "$trace" pressure --columns=start,end,some_ns,full_ns | tr -d '\r' | awk -F , "$as_share"'
			NR > 1 { all += $2 - $1; some += $3; full += $4 }
			END { print share(some / all), share(full / all) }')" "$name: pressure"
	is "$(sed -n 's/^window  *\(some [<0-9.]*%, full [<0-9.]*%\).*/\1/p' lane)" \
		"$(sed -n 's/^pressure  *\(some [<0-9.]*%, full [<0-9.]*%\).*/\1/p' dump)" \
		"$name: and on the lane"
	is "$(sed -n 's/.* \([0-9]*\) goroutines\{0,1\} on a P, .*/\1/p' dump)" \
		"$(column slices.csv g | sort -u | wc -l)" "$name: goroutines on a P"
	report "$trace" goroutines --columns=g,exec,syscall >lives
	is "$(sed -n '/ on a P, /,$ s/^.*[0-9.]*%  *\([0-9.]*\)\([num]*s\)  G\([0-9]*\) .*/\3 \1 \2/p' dump)" \
		"$(tr -d '\r' <lives | awk -F , 'NR > 1 && $2 + $3 > 0 { print $2 + $3, $1 }' | sort -k 1,1nr -k 2,2n |
			head -n 12 | while read -r ns g; do echo "$g $(echo "$ns" | as_dur)"; done)" \
		"$name: each one's time, as running and system calls of goroutines, in that order"
}

compare go1.27/greedy.trace 0.010s 0.030s
compare go1.27/gc.trace 0.001s 0.004s
compare go1.22/locks.trace 0.0005s 0.002s
compare go1.19/gc.trace 0.001s 0.003s
compare go1.27/greedy.trace 0.0101s 0.0102s

# began TRACE FROM TO: a part in which goroutines run, of which the first event is later.
began() {
	local trace=$GT_SRCDIR/testdata/traces/$1 from=$2 to=$3 name="$1, $2 to $3"
	shown
	report "$trace" procs >procs
	report "$trace" goroutines --columns=g,exec,syscall | tr -d '\r' >goroutines
	is "$(column procs busy_ns | as_dur)" "$(awk -F , 'NR > 1 { print $2 + $3 }' goroutines | as_dur)" \
		"$name: what goroutines ran is what Ps were busy"
	is "$(sed -n 's/^busy .* Ps, \([0-9.]*\)\([a-z]*\) .*/\1 \2/p' dump)" "$(column procs busy_ns | as_dur)" \
		"$name: and the sum of A to B"
	is "$(sed -n 's/^\(P[0-9]*\)  *[0-9.]*%  *\([0-9.]*\)\([nmu]*s*\)  *\([0-9]*\) slices*$/\1 \2\3 \4/p' dump)" \
		"$(paste -d ' ' <(column procs p | sed 's/^/P/') \
			<(column procs busy_ns | while read -r ns; do echo "$ns" | as_dur | sed 's/ //; s/^0ns/0/'; done) \
			<(column procs slices))" "$name: by processor"
	is "$(report "$trace" procs --columns=busy,idle | awk -F , 'NR > 1 { ns += $1 + $2 } END { print ns }')" \
		"$("$GT_EXE" --report=sched --format=json --from="$from" --to="$to" "$trace" | sed 's/.*"procs_ns":\([0-9]*\).*/\1/')" \
		"$name: Ps are busy or idle"
}

# The first events of the goroutines that ran are at 103.8 and 37.4 us.
began go1.27/greedy.trace 0us 50us
began go1.22/locks.trace 10us 30us

done_testing
