# Files and places that are not as they should be: bombs, FIFOs, files without a size, disks without room.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

trace=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace

events() {
	"$GT_EXE" "$@" --report=summary --format=csv --columns=events | tail -n 1 | tr -d '\r'
}
want=$(events --index=none "$trace")

# ---- gzip that grows ----

mkdir "$tap_dir/tmp"
# small_tmp COMMAND...: with a temporary directory that has room for 1 MiB at most.
if unshare -m mount -t tmpfs none "$tap_dir/tmp" 2>/dev/null; then
	small_tmp() {
		GT_TMP=$tap_dir/tmp unshare -m sh -c 'mount -t tmpfs -o size=1m none "$GT_TMP" || exit 99
			TMPDIR=$GT_TMP "$@"' sh "$@"
	}
	full_tmp() {
		small_tmp sh -c 'dd if=/dev/zero of="$TMPDIR/fill" bs=4096 2>/dev/null; XDG_CACHE_HOME=$TMPDIR "$@"' sh "$@"
	}
else
	small_tmp() { return 77; }
	full_tmp() { return 77; }
fi
small_tmp true
can_mount=$?

head -c 80000000 /dev/zero | gzip -1 >"$tap_dir/zeros.gz"
{ head -c 16 "$trace"; head -c 80000000 /dev/zero; } | gzip -9 >"$tap_dir/bomb.gz"
{ cat "$trace"; head -c 80000000 /dev/zero; } | gzip -9 >"$tap_dir/behind.gz"
gzip -c "$trace" >"$tap_dir/good.gz"

if [ "$can_mount" -eq 0 ]; then
	rc_is 2 "zeros are no trace, and are not unpacked into a small TMPDIR" \
		small_tmp "$GT_EXE" --index=none --report=summary "$tap_dir/zeros.gz"
else
	rc_is 2 "zeros are no trace" "$GT_EXE" --index=none --report=summary "$tap_dir/zeros.gz"
fi
ok "and that is what it says" grep -q 'not a Go execution trace: it begins with' "$tap_dir/err"
for file in bomb behind; do
	rc_is 3 "$file: what unpacks to too much is damaged" "$GT_EXE" --index=none --report=summary "$tap_dir/$file.gz"
	is "$(wc -l <"$tap_dir/err")" 1 "$file: in one sentence"
	ok "$file: which says why, and what to do" \
		grep -q 'damaged, .* more than 200 times its size.*--unpack-limit=SIZE' "$tap_dir/err"
done
is "$(events --index=none "$tap_dir/behind.gz" 2>/dev/null)" "$want" "what stands before the zeros is shown"
rc_is 3 "--unpack-limit: damaged behind it" \
	"$GT_EXE" --unpack-limit=4000 --report=summary "$tap_dir/good.gz"
ok "--unpack-limit: it says so" grep -q 'unpacks to more than 3.9 KiB' "$tap_dir/err"
export XDG_CACHE_HOME=$tap_dir/cache
is "$(events "$tap_dir/good.gz")" "$want" "without it the trace is whole"
rc_is 3 "whose index is not taken with a limit" "$GT_EXE" --unpack-limit=4000 --report=summary "$tap_dir/good.gz"
is "$(events "$tap_dir/good.gz")" "$want" "and the other way round"
rc_is 3 "--unpack-limit of a pipe" sh -c '"$GT_EXE" --unpack-limit=4000 --report=summary - <"$1" | cat >/dev/null
	cat "$1" | "$GT_EXE" --unpack-limit=4000 --report=summary -' sh "$trace"
ok "a pipe: it says so" grep -q 'the stream is longer than 3.9 KiB' "$tap_dir/err"
is "$(events --unpack-limit=none "$tap_dir/good.gz")" "$want" "--unpack-limit=none"
rc_is 1 "--unpack-limit=x" "$GT_EXE" --unpack-limit=x --report=summary "$trace"
ok "what it takes" grep -q 'takes a size like' "$tap_dir/err"
# A stream without an end that begins as a trace does, but is none.
rc_is 2 "an endless stream" sh -c '{ printf "go 1.99 trace\0\0\0"; cat /dev/zero; } | timeout 20 "$GT_EXE" --report=summary -'

# ---- how wide ----

widest() {
	"$GT_EXE" --index=none --report=greedy "$trace" | awk '{ n = length($0) > n ? length($0) : n } END { print n + 0 }'
}
ok "through a pipe a report is as wide as it is" test "$(widest)" -gt 60
ok "an exported COLUMNS is its width" test "$(COLUMNS=50 widest)" -lt 60
is "$(COLUMNS=x50 widest)" "$(widest)" "what is no number is none"

# ---- where no index can be kept ----

if [ "$(id -u)" = 0 ] && mkdir "$tap_dir/theirs" && mkdir "$tap_dir/theirs/gtrace-tui" &&
	chown 1234 "$tap_dir/theirs/gtrace-tui" 2>/dev/null; then
	XDG_CACHE_HOME=$tap_dir/theirs "$GT_EXE" --report=summary "$trace" >/dev/null 2>"$tap_dir/err"
	is "$(cat "$tap_dir/err")" "gtrace-tui: the index is not kept: $tap_dir/theirs/gtrace-tui belongs to another user" \
		"another user's directory is called that"
else
	skip 1 "not root"
fi

touch "$tap_dir/file"
want_line="gtrace-tui: the index is not kept: $tap_dir/file: "
XDG_CACHE_HOME=$tap_dir/file "$GT_EXE" --report=summary "$trace" >"$tap_dir/out" 2>"$tap_dir/err"
is "$?" 0 "a cache directory that cannot be made: the report is made"
is "$(cut -c "1-${#want_line}" "$tap_dir/err")" "$want_line" "and one line says why no index is kept"
XDG_CACHE_HOME=$tap_dir/file "$GT_EXE" --index=none --report=summary "$trace" >"$tap_dir/out" 2>"$tap_dir/err"
is "$(cat "$tap_dir/err")" "" "who wants none is not told"
(unset HOME XDG_CACHE_HOME && exec "$GT_EXE" --report=summary "$trace") >"$tap_dir/out" 2>"$tap_dir/err"
is "$(cat "$tap_dir/err")" "gtrace-tui: the index is not kept: neither XDG_CACHE_HOME nor HOME names a directory" \
	"without a home directory"

printf 'wait-index\ndump-screen\n' >"$tap_dir/keys"
XDG_CACHE_HOME=$tap_dir/file "$GT_EXE" --script="$tap_dir/keys" "$trace" >"$tap_dir/out" 2>"$tap_dir/err"
ok "the screen says it, too" grep -q "^the index is not kept: " "$tap_dir/out"

# ---- gzip twice ----

gzip -c "$tap_dir/good.gz" >"$tap_dir/twice.gz"
rc_is 2 "gzip inside gzip" "$GT_EXE" --report=summary "$tap_dir/twice.gz"
ok "and what to do" grep -q 'looks like gzip data inside gzip data: unpack it once$' "$tap_dir/err"

# ---- what is no file of a disk ----

if [ -r /proc/self/maps ]; then
	rc_is 2 "a file without a size is read" "$GT_EXE" --report=summary /proc/self/maps
	ok "and is not called empty" grep -q 'it begins with' "$tap_dir/err"
else
	skip 2 "no /proc"
fi
mkfifo "$tap_dir/fifo"
{ sleep 0.3; cat "$trace" >"$tap_dir/fifo"; } &
is "$(events --index=none "$tap_dir/fifo")" "$want" "a FIFO whose writer comes late"
wait
if command -v script >/dev/null; then
	# One that nobody writes to: it says what it waits for, on a terminal, and Ctrl-C ends it.
	timeout 20 script -qec "timeout -s INT --foreground 1.2 '$GT_EXE' --report=summary '$tap_dir/fifo'" /dev/null \
		</dev/null >"$tap_dir/waiting" 2>&1
	ok "a FIFO without a writer: what is waited for" \
		grep -q 'waiting for data from fifo; Ctrl-C quits' "$tap_dir/waiting"
else
	skip 1 "no script(1)"
fi
timeout -s INT --foreground 0.5 "$GT_EXE" --report=summary "$tap_dir/fifo" 2>/dev/null
is "$?" 124 "a FIFO without a writer: an interrupt ends it"

# ---- the sandbox ----

# confined OPTION BEFORE: what the kernel says of a report that waits for its trace, once it is not BEFORE.
confined() {
	local state

	timeout 60 "$GT_EXE" "$1" --report=summary "$tap_dir/fifo" >/dev/null 2>&1 &
	for _ in {1..60}; do
		state=$(pgrep -P $! -x gtrace-tui | while read -r pid; do
			sed -n 's/^\(NoNewPrivs\|Seccomp\):[[:space:]]*/ /p' "/proc/$pid/status"
		done | tr -d '\n')
		# It is there, and waits in poll.
		[ -n "$state" ] && [ "$state" != "$2" ] && break
		sleep 0.02
	done
	# On a busy machine the reader may be gone by now; opening the FIFO must not wait for it.
	timeout 20 sh -c 'cat "$1" >"$2"' sh "$trace" "$tap_dir/fifo"
	wait $!
	printf %s "$state"
}
version=$("$GT_EXE" --version)
if command -v pgrep >/dev/null && [ "$version" != "${version%seccomp}" ]; then
	is "$(confined --index=none ' 0 0')" ' 1 2' "a report is confined"
	is "$(confined --no-sandbox ' 0 0')" ' 0 0' "with --no-sandbox it is not"
else
	skip 2 "nothing to see here"
fi
rc_is 0 "with --no-sandbox" "$GT_EXE" --no-sandbox --index=none --report=greedy "$trace"
cp "$tap_dir/out" "$tap_dir/free"
"$GT_EXE" --index=none --report=greedy "$trace" >"$tap_dir/confined"
same_file "$tap_dir/confined" "$tap_dir/free" "the answer is the same"
"$GT_EXE" --index="$tap_dir/named" --report=greedy "$trace" >"$tap_dir/confined"
same_file "$tap_dir/confined" "$tap_dir/free" "and where an index is written"
ok "which is there" test -s "$tap_dir/named"

# ---- no room ----

"$GT_EXE" --index=none --report=greedy "$trace" >"$tap_dir/greedy"
if [ "$can_mount" -eq 0 ]; then
	for from in "$trace" "--index=none $trace" "$tap_dir/good.gz"; do
		# shellcheck disable=SC2086
		rc_is 0 "cache and TMPDIR are full: ${from##*/}" full_tmp "$GT_EXE" --report=greedy $from
		same_file "$tap_dir/out" "$tap_dir/greedy" "with the same answer"
		is "$(cat "$tap_dir/err")" "" "and without a word"
	done
	rc_is 1 "an index that the user named must be written" \
		full_tmp sh -c '"$GT_EXE" --index="$TMPDIR/index" --report=greedy "$1"' sh "$trace"
else
	skip 10 "no file system can be mounted here"
fi
limited() {
	(ulimit -f 1 && exec "$@") | cat
}
limited "$GT_EXE" --index=none --report=greedy "$trace" >"$tap_dir/limited" 2>"$tap_dir/err"
same_file "$tap_dir/limited" "$tap_dir/greedy" "files may not grow (ulimit -f): the same answer"

# Half an export is none: what was written goes, and the screen says why.
printf '%s\n' 'wait-index' 'greedy' 'key 2 0 Space :' "type export ndjson $tap_dir/half.json" 'key Enter' 'dump-screen' \
	>"$tap_dir/export.keys"
limited "$GT_EXE" --index=none --no-config --size=24x200 --script="$tap_dir/export.keys" "$trace" >"$tap_dir/out" 2>&1
ok "an export that does not fit: the reason" grep -q 'half.json.*File too large' "$tap_dir/out"
ok "and no file" test ! -e "$tap_dir/half.json"

done_testing
