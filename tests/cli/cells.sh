# Cells whose values stand in the trace's events: what a column must say there, and that it is empty elsewhere.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata/traces" || bail "no traces"

# report NAME COLUMNS TRACE: its rows as CSV.
report() {
	"$GT_EXE" --index=none --report="$1" --format=csv --columns="$2" "$3" | tr -d '\r' | sed 1d
}

# A sweep's bytes are the arguments of the event that ends it; other ranges have none.
for trace in go1.27/gc.trace go1.22/gc.trace; do
	report ranges name,end_ns,swept,reclaimed $trace >"$tap_dir/ranges"
	"$GT_EXE" --index=none --dump $trace |
		sed -n 's/.* GCSweepEnd Ts: \([0-9]*\) .* args0: \([0-9]*\) args1: \([0-9]*\) .*/\1,\2,\3/p' |
		sort >"$tap_dir/want"
	ok "$trace: has sweeps" test -s "$tap_dir/want"
	sed -n 's/^GC incremental sweep,//p' "$tap_dir/ranges" | sort >"$tap_dir/got"
	same_file "$tap_dir/got" "$tap_dir/want" "$trace: what was swept and reclaimed"
	is "$(grep -v '^GC incremental sweep,' "$tap_dir/ranges" | grep -vc ',,$')" 0 "$trace: in other ranges nothing was"
done

# The arguments of the old format's events are those of their records (format/v1.md), three with 0 for those it
# has not, without the time and the stack; what ends in Local is listed without that.
for trace in go1.21/annotations.trace go1.19/locks.trace; do
	"$GT_EXE" --index=none -d=wire $trace | awk '$2 != "Batch" && $2 != "CPUSample" && $3 ~ /^dt=/ {
		args = ""
		n = 0
		for (i = 4; i <= NF && n < 3 && $i ~ /^[a-z]+=[0-9]+$/; i++)
			if ($i !~ /^(stk|thread)=/ || $2 == "ProcStart") {
				sub(/.*=/, "", $i)
				args = args " " $i
				n++
			}
		for (; n < 3; n++)
			args = args " 0"
		sub(/Local$/, "", $2)
		print $1 " " $2 args
	}' | sort >"$tap_dir/records"
	"$GT_EXE" --index=none --dump $trace | sed -n '
		s/.* Off: \([0-9]*\) type: [0-9]* \([A-Za-z]*\) .* args0: \(.*\) args1: \(.*\) args2: \(.*\) link: .*/\1 \2 \3 \4 \5/
		/^[0-9]* CPUSample /d
		s/^[0-9]/&/p' | sort >"$tap_dir/events"
	ok "$trace: has events" test "$(wc -l <"$tap_dir/events")" -gt 100
	is "$(comm -13 "$tap_dir/records" "$tap_dir/events" | head -n 5)" '' "$trace: their arguments"
	"$GT_EXE" --index=none -d=parsed $trace | awk '$2 != "CPUSample" {
		args = ""
		n = 0
		for (i = 6; i <= NF && n < 3 && $i ~ /=[0-9]+$/ && $i !~ /^(name|category|message)=/; i++) {
			sub(/.*=/, "", $i)
			args = args " " $i
			n++
		}
		for (; n < 3; n++)
			args = args " 0"
		sub(/off=/, "", $5)
		print $5 " " $2 args
	}' | sort >"$tap_dir/events"
	ok "$trace: -d=parsed has events" test "$(wc -l <"$tap_dir/events")" -gt 100
	is "$(comm -13 "$tap_dir/records" "$tap_dir/events" | head -n 5)" '' "$trace: -d=parsed: their arguments"
done

# Go's parser links the end of a call to the goroutine's last GoSysCall: of two at the same time only to the second.
{
	printf 'go 1.19 trace\0\0\0'
	printf '\x41\x00\x0a\x45\x00\x05'     # P 0 from tick 10: ProcStart on thread 5
	printf '\xcd\x04\x01\x01\x00\x00'     # 11: creates G1
	printf '\x8e\x01\x01\x01'             # 12: G1 starts
	printf '\x5c\x05\x00'                 # 17: enters a call
	printf '\x5c\x00\x00'                 # 17: and another
	printf '\x1e\x03'                     # 20: its P is taken
	printf '\x06\x01'                     # 21: ProcStop
	printf '\x45\x09\x05'                 # 30: ProcStart
	printf '\xdd\x04\x01\x01\x02\x00'     # 31: G1 is back
	printf '\x8e\x01\x01\x03'             # 32: runs
	printf '\x0f\x08'                     # 40: ends
	printf '\x02\x80\x94\xeb\xdc\x03'     # 1 GHz
} >"$tap_dir/calls.trace"
is "$(report events n,name,link "$tap_dir/calls.trace" | grep GoSys | paste -sd' ')" \
	'3,GoSysCall, 4,GoSysCall,8 5,GoSysBlock, 8,GoSysExit,9' 'the last of two calls at one time is the one that ends'

# Far into a file, too, a record stands where those before it end: 2500 strings of 1000 bytes, 1004 with their heads.
record=$'\x25\x01\xe8\x07'$(printf '%01000d' 0)
{
	printf 'go 1.21 trace\0\0\0'
	yes "$record" | head -n 2500 | LC_ALL=C tr -d '\n'
} >"$tap_dir/strings.trace"
"$GT_EXE" -d=wire "$tap_dir/strings.trace" | sed 1d | cut -d' ' -f1 >"$tap_dir/got"
seq 16 1004 $((16 + 2499 * 1004)) >"$tap_dir/want"
same_file "$tap_dir/got" "$tap_dir/want" 'the offsets of records in 2.5 MB'

done_testing
