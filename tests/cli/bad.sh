# Files that are no trace, or a part of one: one clear sentence, the right exit status, nothing lost.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

bad=$GT_SRCDIR/testdata/bad
good=$GT_SRCDIR/testdata/traces/go1.27/empty.trace

run() {
	"$GT_EXE" --index=none "$@" >"$tap_dir/out" 2>"$tap_dir/err"
}

# one_sentence WHAT: standard error is one line that names the program, and holds no control bytes.
one_sentence() {
	is "$(wc -l <"$tap_dir/err")" 1 "$1: one line says why"
	ok "$1: it names the program" grep -q '^gtrace-tui: .' "$tap_dir/err"
	is "$(tr -d '\n' <"$tap_dir/err" | LC_ALL=C tr -d ' -~\200-\377')" "" "$1: it has no control bytes"
}

while read -r file status events; do
	case $file in '#'* | '') continue ;; esac
	rc_is "$status" "$file: exit status" \
		"$GT_EXE" --index=none --report=summary --format=csv --columns=events "$bad/$file"
	if [ "$status" -eq 0 ]; then
		is "$(cat "$tap_dir/err")" "" "$file: nothing to complain about"
	else
		one_sentence "$file"
	fi
	[ "$status" -eq 2 ] && is "$(cat "$tap_dir/out")" "" "$file: prints nothing"
	[ "$events" = - ] || is "$(tr -d '\r' <"$tap_dir/out" | tail -n 1)" "$events" "$file: events that survive"
done <"$bad/list"

# Every cut of a small trace: a status of 2 or 3 (or 0 where Go, too, sees a clean end), a sentence, no crash.
cuts=0 wrong=
size=$(wc -c <"$good")
for ((n = 0; n < size; n += 1 + n / 64)); do
	head -c "$n" "$good" >"$tap_dir/cut.trace"
	run --report=greedy "$tap_dir/cut.trace"
	status=$?
	lines=$(wc -l <"$tap_dir/err")
	cuts=$((cuts + 1))
	case $status-$lines in
	[23]-1 | 0-0) ;;
	*) wrong="$wrong $n:$status/$lines" ;;
	esac
done
is "$wrong" "" "$cuts cuts of empty.trace end in 0, 2 or 3 with one line"

# Damage shows in JSON too.
run --report=summary --format=json "$bad/hole.trace"
ok "JSON says that the trace is not complete" grep -q '"complete":false,"damage":{"kind":"[a-z ]*","offset":[0-9]*,"message":".' \
	"$tap_dir/out"

# What the system refuses.
rc_is 1 "a missing file" "$GT_EXE" --report=summary "$tap_dir/none.trace"
one_sentence "a missing file"
rc_is 1 "a directory" "$GT_EXE" --report=summary "$tap_dir"
one_sentence "a directory"
printf 'x' >"$tap_dir/locked"
chmod 0 "$tap_dir/locked"
if [ -r "$tap_dir/locked" ]; then
	skip 4 "this user may read everything"
else
	rc_is 1 "an unreadable file" "$GT_EXE" --report=summary "$tap_dir/locked"
	one_sentence "an unreadable file"
fi
# A v1 trace that ends early: what came before it is there, and one line says what is missing.
head -c 700 "$GT_SRCDIR/testdata/traces/go1.21/empty.trace" > "$tap_dir/cut-v1.trace"
rc_is 3 "a cut trace of the old format" "$GT_EXE" --index=none --report=summary "$tap_dir/cut-v1.trace"
one_sentence "a cut trace of the old format"
ok "it says where" grep -q 'the file ends inside a' "$tap_dir/err"
for mode in wire parsed footprint; do
	rc_is 0 "-d=$mode of the old format" "$GT_EXE" -d=$mode "$GT_SRCDIR/testdata/traces/go1.21/empty.trace"
	rc_is 2 "-d=$mode of a picture" "$GT_EXE" -d=$mode "$bad/picture.png"
	one_sentence "-d=$mode of a picture"
done

# A name with an escape sequence in it does not reach the terminal.
name=$tap_dir/$(printf 'a\033[31mb')
run --report=summary "$name"
one_sentence "a missing file with a hostile name"

done_testing
