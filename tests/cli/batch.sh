# Questions on standard input get the answers that a run of the program gives for each.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata/traces" || bail "no traces"
asked=$tap_dir/questions

# batch ARG...: asks what is in $asked.
batch() {
	"$GT_EXE" --batch "$@" <"$asked" >"$tap_dir/answers" 2>"$tap_dir/said"
}

# framed TRACE...: what the batch should print for the questions, by a run for each.
framed() {
	local line status

	while IFS= read -r line; do
		eval "\"\$GT_EXE\" $line \"\$@\"" >"$tap_dir/one" 2>/dev/null </dev/null
		status=$?
		printf '%d %d\n' "$status" "$(wc -c <"$tap_dir/one")"
		cat "$tap_dir/one"
	done <"$asked"
}

"$GT_EXE" --report=list --format=csv | tail -n +2 | cut -d, -f1 | sed 's/.*/--report=& --format=json/' >"$asked"
ok "reports to ask for" test "$(wc -l <"$asked")" -gt 50
cat >>"$asked" <<'END'
--report=waits --columns=g,dur --filter='dur>1us && reason~"chan"' --sort=-dur --limit=3
--report=waitgroups --group=stack --format=csv --from=10% --to=90%
--report=events --format=parquet
--report=waits --columns=list
--diagreedy=3
--dump
--folded=offcpu
--pprof=offcpu
--export=chrome
-d wire
-d=parsed
--fail-if='waits.count>0'
--report=waits --fail-if='waits.count>1000000'
--report=nothing
--report=waits --columns=nothing
--from=1ms
--frobnicate
END
for trace in go1.21/calls.trace go1.27/calls.trace; do
	ok "$trace: a batch" batch "$trace"
	framed "$trace" >"$tap_dir/want"
	same_file "$tap_dir/answers" "$tap_dir/want" "$trace: each answer is that of its own run"
done
head -c 4000 go1.27/calls.trace >"$tap_dir/cut.trace"
ok "a damaged trace" batch "$tap_dir/cut.trace"
framed "$tap_dir/cut.trace" >"$tap_dir/want"
same_file "$tap_dir/answers" "$tap_dir/want" "each answer has the status of its own run"

# What stands on the batch's own command line holds for all questions.
printf '%s\n' --report=summary '--report=summary --format=json' >"$asked"
ok "two traces, one format" batch --format=csv --index=none go1.21/calls.trace -- go1.27/calls.trace
{
	"$GT_EXE" --report=summary --format=csv go1.21/calls.trace go1.27/calls.trace >"$tap_dir/one"
	printf '0 %d\n' "$(wc -c <"$tap_dir/one")" && cat "$tap_dir/one"
	"$GT_EXE" --report=summary --format=json go1.21/calls.trace go1.27/calls.trace >"$tap_dir/one"
	printf '0 %d\n' "$(wc -c <"$tap_dir/one")" && cat "$tap_dir/one"
} >"$tap_dir/want"
same_file "$tap_dir/answers" "$tap_dir/want" "a question's own option comes after those of the batch"

printf '%s\n' '' '# a comment' "--report='summary" --report=summary\ other.trace --batch '-c quit' --help \
	--report=greedy\ --output=kept --export=tables\ --output=kept >"$asked"
printf -- '--report=summary\0\n' >>"$asked"
printf '%s' '--report=summary --format=csv --columns=format' >>"$asked"
ok "questions that are wrong do not end the batch" batch go1.27/calls.trace
is "$(cat "$tap_dir/answers")" "$(printf '1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n0 12\nformat\r\nv2\r\n')" "each has an answer, the last line needs no end"
is "$(cut -d: -f2- "$tap_dir/said")" " a quote is not closed
 a question names no traces: it is about those of --batch
 a question cannot be a batch
 a question needs --report, --fail-if or a listing
 a question needs --report, --fail-if or a listing
 a question writes no files: its answer goes to standard output
 a question writes no files: its answer goes to standard output
 a question is no text: a byte 0 stands in it" "standard error says what is wrong"

: >"$asked"
ok "nothing is asked" batch go1.27/calls.trace
is "$(cat "$tap_dir/answers")" "" "nothing is answered"
rc_is 1 "a batch is about traces" "$GT_EXE" --batch </dev/null
rc_is 1 "a batch is no report" "$GT_EXE" --batch --report=waits go1.27/calls.trace </dev/null
rc_is 0 "a closed pipe ends it quietly" bash -c 'set -o pipefail
	yes -- --report=summary | head -n 100000 | { "$GT_EXE" --batch go1.27/calls.trace; echo $? >'"$tap_dir/status"'; } | head -n 1 >/dev/null; exit "$(cat '"$tap_dir/status"')"'
is "$(cat "$tap_dir/err")" "" "without a word"
if [ -w /dev/full ]; then
	printf '%s\n' --report=summary >"$asked"
	rc_is 1 "a full disk ends it" bash -c '"$GT_EXE" --batch go1.27/calls.trace <'"$asked"' >/dev/full'
else
	skip 1 "no /dev/full"
fi
done_testing
