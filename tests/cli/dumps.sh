# Dumps of every recording are what `go tool trace` prints, byte for byte: checksums of its output.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export TZ=UTC LC_ALL=C
sums=$GT_SRCDIR/testdata/expected/dumps.sums
[ -s "$sums" ] || bail "no checksums in $sums"

while read -r sum bytes dump trace; do
	"$GT_EXE" --index=none "-d=$dump" "$GT_SRCDIR/testdata/traces/$trace" >"$tap_dir/got" 2>/dev/null
	# The old format leaves the order of equal times open.
	case $trace in
	go1.19/* | go1.21/*) sort "$tap_dir/got" | cksum ;;
	*) cksum <"$tap_dir/got" ;;
	esac >"$tap_dir/sum"
	is "$(cat "$tap_dir/sum")" "$sum $bytes" "$trace: -d=$dump"
done <"$sums"

# Who wakes a goroutine without a P: the network, or up to Go 1.13 a goroutine for timers, named at the file's end.
# ProcStart, Gomaxprocs, GoCreate 1, GoStartLocal 1; then GoBlockNet and GoUnblockLocal, or the same with GoCreate 5,
# GoBlockSend, GoStartLocal 5 before and TimerGoroutine 5 after the frequency.  As `go tool trace -d` of Go 1.21 has it.
begun='\101\000\012\105\000\005\204\001\002\000\315\004\001\001\000\000\146\001\001'
# shellcheck disable=SC2059
{
	printf "go 1.19 trace\\0\\0\\0$begun"'\133\001\000\247\001\001\000\002\200\224\353\334\003' >"$tap_dir/net"
	printf "go 1.11 trace\\0\\0\\0$begun"'\315\004\001\005\000\000\126\001\000\146\001\005\247\001\001\000' >"$tap_dir/timer"
	printf '\002\200\224\353\334\003\043\005' >>"$tap_dir/timer"
}
is "$("$GT_EXE" --index=none -d=parsed "$tap_dir/net" | tail -n 2)" '4 GoBlockNet p=0 g=1 off=35
5 GoUnblock p=1000002 g=0 off=38 g=1 seq=0' 'woken by the network'
is "$("$GT_EXE" --index=none -d=parsed "$tap_dir/timer" | tail -n 2)" '6 GoStart p=0 g=5 off=44 g=5 seq=0
7 GoUnblock p=1000001 g=5 off=47 g=1 seq=0' 'woken by a timer goroutine'

# Times of day are local ones, as in Go, though the sandbox does not let the zone be read: a file of one and a half hours.
{
	printf 'TZif\0%015d' 0 | tr 0 '\000'
	printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4\0\0\025\030\0\0ABC\0'
} >"$tap_dir/zone"
# wall ZONE [OPTION]: the first time of day.
wall() {
	TZ=$1 "$GT_EXE" --index=none "${@:2}" -d=parsed "$GT_SRCDIR/testdata/demo.trace" | grep -m 1 -o 'Wall=.*'
}
is "$(wall ":$tap_dir/zone")" 'Wall=2026-11-21T04:33:04.324093378+01:30' 'the zone of a file'
is "$(wall XYZ-1)" 'Wall=2026-11-21T04:03:04.324093378+01:00' 'a zone that is written out'
is "$(wall UTC)" 'Wall=2026-11-21T03:03:04.324093378Z' 'UTC'

done_testing
