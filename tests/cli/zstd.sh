# Traces packed with zstd: whole, in several frames, cut, damaged, too large; and what is said without the library.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

trace=$GT_SRCDIR/testdata/traces/go1.27/annotations.trace
packed=$GT_SRCDIR/testdata/zstd/annotations.trace.zst
gt() {
	"$GT_EXE" --index=none "$@"
}

if "$GT_EXE" --version | grep -q 'no zstd'; then
	rc_is 2 "without libzstd" gt --report=summary "$packed"
	is "$(cat "$tap_dir/err")" "gtrace-tui: $packed: it is zstd data, and this program was built without libzstd: unpack it with zstd -d, or build with the library (Debian: libzstd-dev)" \
		"it is said how to read it"
	rc_is 2 "... from a pipe, too" sh -c 'cat "$1" | "$0" --index=none --report=summary' "$GT_EXE" "$packed"
	done_testing
fi

# little N BYTES: a number in so many bytes, the lowest first.
little() {
	local n=$1 i
	for ((i = 0; i < $2; i++)); do
		printf "\\x$(printf %02x $((n & 255)))"
		n=$((n >> 8))
	done
}

# A frame as RFC 8878 has it, with blocks that are not compressed: magic, descriptor, a window of 128 KiB.
frame_head() {
	printf '\x28\xb5\x2f\xfd\x00\x38'
}
# raw_block LAST FILE: its bytes, at most 128 KiB.   zero_block LAST: 128 KiB of zeros in four bytes.
raw_block() {
	little $(($(wc -c <"$2") << 3 | $1)) 3
	cat "$2"
}
zero_block() {
	little $((131072 << 3 | 1 << 1 | $1)) 3
	printf '\0'
}

gt --dump "$trace" >"$tap_dir/want"
# same NAME FILE: the events are those of the trace.
same() {
	gt --dump "$2" >"$tap_dir/got" 2>"$tap_dir/err"
	is "$? $(cat "$tap_dir/err")" "0 " "$1: nothing is wrong"
	same_file "$tap_dir/got" "$tap_dir/want" "$1: the same events"
}

same "a trace of zstd" "$packed"
gt --dump <"$packed" >"$tap_dir/got"
same_file "$tap_dir/got" "$tap_dir/want" "on standard input"
cat "$packed" | gt --dump >"$tap_dir/got"
same_file "$tap_dir/got" "$tap_dir/want" "through a pipe"
cp "$packed" "$tap_dir/trace.out"
same "whatever its name is" "$tap_dir/trace.out"

# ---- frames ----
head -c 1000 "$trace" >"$tap_dir/first"
tail -c +1001 "$trace" >"$tap_dir/rest"
: >"$tap_dir/nothing"
{ frame_head; raw_block 1 "$tap_dir/first"; } >"$tap_dir/first.zst"
{ frame_head; raw_block 1 "$tap_dir/nothing"; } >"$tap_dir/nothing.zst"
{ frame_head; raw_block 0 "$tap_dir/first"; raw_block 1 "$tap_dir/rest"; } >"$tap_dir/blocks.zst"
same "two blocks" "$tap_dir/blocks.zst"
{ frame_head; raw_block 1 "$tap_dir/rest"; } >"$tap_dir/rest.zst"
cat "$tap_dir"/{first,nothing,rest}.zst >"$tap_dir/frames.zst"
same "three frames" "$tap_dir/frames.zst"
{ printf '\x50\x2a\x4d\x18'; little 5 4; printf 'hello'; cat "$tap_dir/first.zst"; printf '\x5f\x2a\x4d\x18'; little 0 4; cat "$tap_dir/rest.zst"; } \
	>"$tap_dir/skip.zst"
same "frames to skip, before and between" "$tap_dir/skip.zst"
{ cat "$packed"; head -c 3000 /dev/zero; } >"$tap_dir/padded.zst"
same "zeros behind it" "$tap_dir/padded.zst"

# ---- damage ----
{ cat "$packed"; printf 'tail'; } >"$tap_dir/tail.zst"
rc_is 3 "other data behind it" gt --dump "$tap_dir/tail.zst"
same_file "$tap_dir/out" "$tap_dir/want" "all events are there"
ok "and it is said where" grep -q "other data follows the zstd data at byte $(wc -c <"$packed")" "$tap_dir/err"
size=$(wc -c <"$tap_dir/frames.zst")
head -c $((size - 400)) "$tap_dir/frames.zst" >"$tap_dir/cut.zst"
rc_is 3 "a cut frame" gt --dump "$tap_dir/cut.zst"
ok "it says so" grep -q "the zstd data ends early, after $((size - 400)) bytes" "$tap_dir/err"
head -c $(($(wc -c <"$tap_dir/first.zst") + $(wc -c <"$tap_dir/nothing.zst") + 2)) "$tap_dir/frames.zst" >"$tap_dir/cut.zst"
rc_is 3 "cut in the magic of a frame" gt --dump "$tap_dir/cut.zst"
ok "what came before is shown" test -s "$tap_dir/out"
head -c 9 "$packed" >"$tap_dir/cut.zst"
rc_is 3 "cut before anything came out" gt --report=summary "$tap_dir/cut.zst"
ok "it says so, too" grep -q "the zstd data ends early, after 9 bytes" "$tap_dir/err"
size=$(wc -c <"$packed")
{ head -c $((size - 2)) "$packed"; printf '\x00\x00'; } >"$tap_dir/sum.zst"
rc_is 3 "a wrong checksum" gt --dump "$tap_dir/sum.zst"
same_file "$tap_dir/out" "$tap_dir/want" "all events are there"
ok "and it is said" grep -q "the zstd data is corrupt near byte .*checksum" "$tap_dir/err"
wrong=
for ((at = 0; at < size; at += 61)); do
	{ head -c "$at" "$packed"; printf '\xa5'; tail -c +$((at + 2)) "$packed"; } >"$tap_dir/flip.zst"
	gt --report=summary "$tap_dir/flip.zst" >"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	[ $status = 2 ] || [ $status = 3 ] || cmp -s "$packed" "$tap_dir/flip.zst" || wrong="$wrong $at: $status;"
	[ "$(wc -l <"$tap_dir/err")" -le 1 ] || wrong="$wrong $at: $(wc -l <"$tap_dir/err") lines;"
done
is "$wrong" "" "any byte that is another one is noticed"
# The window of 2 GiB is asked for by its descriptor alone.
{ printf '\x28\xb5\x2f\xfd\x00\xa8'; raw_block 1 "$tap_dir/first"; } >"$tap_dir/window.zst"
rc_is 3 "a window that is too large" gt --report=summary "$tap_dir/window.zst"
ok "it is said what to do" grep -q "its window is over 128 MiB: unpack it with zstd -d --long=31" "$tap_dir/err"

# ---- limits ----
{
	frame_head
	raw_block 0 "$trace"
	for ((i = 0; i < 640; i++)); do zero_block 0; done
	zero_block 1
} >"$tap_dir/bomb.zst"
rc_is 3 "what unpacks to too much" gt --dump "$tap_dir/bomb.zst"
same_file "$tap_dir/out" "$tap_dir/want" "what stands before the zeros is shown"
ok "the limit is that of gzip" grep -q "the zstd data unpacks to more than 200 times its size, as no trace does: the rest is not read" "$tap_dir/err"
rc_is 3 "--unpack-limit" gt --unpack-limit=4000 --report=summary "$packed"
ok "it says so" grep -q "the zstd data unpacks to more than 3.9 KiB: the rest is not read" "$tap_dir/err"
{ frame_head; for ((i = 0; i < 640; i++)); do zero_block 0; done; zero_block 1; } >"$tap_dir/zeros.zst"
rc_is 2 "zeros are no trace" gt --report=summary "$tap_dir/zeros.zst"
ok "which is said of what was packed" grep -q "not a Go execution trace: it begins with" "$tap_dir/err"
gzip -c "$packed" >"$tap_dir/twice.gz"
rc_is 2 "zstd inside gzip" gt --report=summary "$tap_dir/twice.gz"
ok "it says what it looks like" grep -q "looks like zstd data" "$tap_dir/err"

# ---- the index ----
export XDG_CACHE_HOME=$tap_dir/cache
"$GT_EXE" --dump "$packed" | cmp -s - "$tap_dir/want"
is "$?" 0 "with an index"
rc_is 0 "which is found again" "$GT_EXE" --verify --report=summary "$packed"
if command -v zstd >/dev/null; then
	for level in -1 -19 --fast=5 "--ultra -22 --long=27" "--rsyncable -T2"; do
		# shellcheck disable=SC2086
		zstd -q $level -c "$trace" >"$tap_dir/made.zst"
		same "zstd $level" "$tap_dir/made.zst"
	done
else
	skip 10 "no zstd"
fi
done_testing
