# Files that are no trace, or a part of one: one clear sentence, the right exit status, nothing lost.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

bad=$GT_SRCDIR/testdata/bad

run() {
	"$GT_EXE" --index=none "$@" >"$tap_dir/out" 2>"$tap_dir/err"
}

# one_sentence WHAT: standard error is one line that names the program, and holds no control bytes.
one_sentence() {
	is "$(wc -l <"$tap_dir/err")" 1 "$1: one line says why"
	ok "$1: it names the program" grep -q '^gtrace-tui: .' "$tap_dir/err"
	is "$(tr -d '\n' <"$tap_dir/err" | LC_ALL=C tr -d ' -~\200-\377')" "" "$1: it has no control bytes"
}

while read -r file status events more; do
	case $file in '#'* | '') continue ;; esac
	rc_is "$status" "$file: exit status" \
		"$GT_EXE" --index=none --report=summary --format=csv --columns=events "$bad/$file"
	if [ "$status" -eq 0 ]; then
		is "$(cat "$tap_dir/err")" "" "$file: nothing to complain about"
	else
		one_sentence "$file"
	fi
	[ "$status" -eq 2 ] && is "$(cat "$tap_dir/out")" "" "$file: prints nothing"
	[ "$events" = - ] || is "$(tr -d '\r' <"$tap_dir/out" | tail -n 1)" "${more:-$events}" "$file: events that survive"
done <"$bad/list"

# Every cut of a small trace: a status of 2 or 3, a sentence, no crash; also where Go sees a clean end (between the
# tables of the old format, and where nothing but tables was read).
for good in "$GT_SRCDIR"/testdata/traces/go1.{19,21,22,27}/empty.trace; do
	cuts=0 wrong=
	size=$(wc -c <"$good")
	for ((n = 0; n < size; n += 1 + n / 100)); do
		head -c "$n" "$good" >"$tap_dir/cut.trace"
		run --report=greedy "$tap_dir/cut.trace"
		status=$?
		lines=$(wc -l <"$tap_dir/err")
		cuts=$((cuts + 1))
		case $status-$lines in
		[23]-1) ;;
		*) wrong="$wrong $n:$status/$lines" ;;
		esac
	done
	is "$wrong" "" "$cuts cuts of ${good#"$GT_SRCDIR/testdata/"} end in 2 or 3 with one line"
done

# Damage shows in JSON too.
run --report=summary --format=json "$bad/hole.trace"
ok "JSON says that the trace is not complete" grep -q '"complete":false,"damage":{"kind":"[a-z ]*","offset":[0-9]*,"horizon_ns":[0-9]*,"lost_ns":[0-9]*,"lost_bytes":[0-9]*,"lost_events":[0-9]*,"message":".' \
	"$tap_dir/out"

# Up to where every stream is whole: of the first one P 1 is lost long before P 0, whose last event is at 1.6 ms.
for file in v1-cut-1.19-4597.trace v1-tail.trace hole.trace; do
	run --index="$tap_dir/index" --report=summary --format=json "$bad/$file"
	grep -o '"horizon_ns":[0-9]*' "$tap_dir/out" | sort -u >"$tap_dir/horizon"
	mv "$tap_dir/out" "$tap_dir/built"
	run --index="$tap_dir/index" --report=summary --format=json "$bad/$file"
	ok "$file: the index file says the same" cmp "$tap_dir/built" "$tap_dir/out"
	case $file in
	v1-cut*) is "$(cat "$tap_dir/horizon")" '"horizon_ns":268400' "$file: the horizon" ;;
	*) is "$(cat "$tap_dir/horizon")" "$(grep -o '"duration_ns":[0-9]*' "$tap_dir/out" | sort -u |
		sed 's/duration/horizon/')" "$file: nothing is missing before its end" ;;
	esac
done

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
# The debug listings read the file themselves.
for mode in wire parsed footprint; do
	rc_is 2 "-d=$mode of a picture" "$GT_EXE" -d=$mode "$bad/picture.png"
	one_sentence "-d=$mode of a picture"
	for old in 1.19 1.21; do
		rc_is 0 "-d=$mode of go $old" "$GT_EXE" -d=$mode "$GT_SRCDIR/testdata/traces/go$old/annotations.trace"
		is "$(cat "$tap_dir/err")" "" "-d=$mode of go $old: nothing to complain about"
	done
	rc_is 3 "-d=$mode of a cut old trace" "$GT_EXE" -d=$mode "$bad/v1-cut-1.19-4597.trace"
	one_sentence "-d=$mode of a cut old trace"
	is "$(LC_ALL=C tr -d '\n\t -~\200-\377' <"$tap_dir/out")" "" "-d=$mode of a cut old trace: no control bytes"
done

# The clock's frequency stands at the end of an old trace: without it no time is known, and that is said.
run --report=summary "$bad/v1-cut-1.19-4597.trace"
ok "an old trace that is cut: where" grep -q 'the file ends inside a UserRegion record' "$tap_dir/err"
ok "an old trace without its end: times are guessed" grep -q 'times are estimates' "$tap_dir/err"
run --report=summary "$bad/v1-cut-1.19-9194.trace"
not_guessed() { ! grep -q 'estimates' "$tap_dir/err"; }
ok "an old trace without its last byte: they are not" not_guessed

# A name with an escape sequence in it does not reach the terminal.
name=$tap_dir/$(printf 'a\033[31mb')
run --report=summary "$name"
one_sentence "a missing file with a hostile name"

done_testing
