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

done_testing
