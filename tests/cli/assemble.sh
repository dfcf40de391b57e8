#!/usr/bin/env bash
# Text to trace: what -d=wire prints of a recording becomes its bytes again.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || exit 1

# Each recording of each version: the same bytes.
differ=
n=0
for trace in "$GT_SRCDIR"/testdata/traces/*/*.trace; do
	version=$(head -c 7 "$trace" | sed -n 's/^go \(1\.2[2-9]\)$/\1/p')
	"$GT_EXE" -d=wire "$trace" >text
	"$GT_EXE" --assemble ${version:+--as=$version} --output=again text 2>err && cmp -s again "$trace" ||
		differ="$differ $trace $(cat err)"
	n=$((n + 1))
done
is "$differ" "" "recordings are the same bytes again"
ok 'and there are some' test $n -gt 100

# Without a version: the first one that has all records, which gives the same events.
trace=$GT_SRCDIR/testdata/traces/go1.27/annotations.trace
"$GT_EXE" -d=wire "$trace" >text
"$GT_EXE" --assemble text >again
is "$(head -c 13 again)" 'go 1.26 trace' 'an end mark is of Go 1.26'
grep -v EndOfGeneration text | "$GT_EXE" --assemble - >again
is "$(head -c 13 again)" 'go 1.25 trace' 'a Sync of Go 1.25'
printf '%s\n' 'EventBatch gen=1 m=0 time=0 size=2' 'ProcStop dt=1' | "$GT_EXE" --assemble - | od -An -tx1 -v >got
printf '%s\n' ' 67 6f 20 31 2e 32 32 20 74 72 61 63 65 00 00 00' ' 01 01 00 00 82 80 80 80 80 80 80 80 80 00 0b 01' >want
same_file got want 'what each version has is of Go 1.22; sizes have ten bytes'
{ echo Trace Go1.23; echo 'EventBatch gen=1 m=0 time=0 size=0'; } | "$GT_EXE" --assemble - >again
is "$(head -c 13 again)" 'go 1.23 trace' 'the line of the version counts'

# The old format, by hand: a batch, an event with one value, one with a length, a stack, a string, a log, a negative time.
printf '%s\n' 'Trace Go1.21' 'Batch 0 300' '7 ProcStart dt=6 thread=2' 'GoSysExit dt=1 g=2 seq=3 ts=4' \
	'# a comment' 'Stack 1 1 255 2 3 4' 'String 2 "a\x00b"' 'UserLog dt=-1 id=1 keyid=2 stk=0 "m"' 'Frequency 5' |
	"$GT_EXE" --assemble - | tail -c +17 | od -An -tx1 -v | tr -d '\n' >got
printf '%s' ' 41 00 ac 02' ' 45 06 02' ' dd 04 01 02 03 04' \
	' c3 87 80 80 80 80 80 80 80 80 00 01 01 ff 01 02 03 04' ' 25 02 03 61 00 62' \
	' f0 0d ff ff ff ff ff ff ff ff ff 01 01 02 00 01 6d' ' 02 05' >want
same_file got want 'records of the old format'

# refuses SENTENCE LINE...
refuses() {
	local sentence=$1
	shift
	printf '%s\n' "$@" >text
	rm -f out
	"$GT_EXE" --assemble --output=out text 2>err
	ok "refuses: $sentence" grep -qF -- "$sentence" err
	ok '... and leaves no file' test ! -e out
}

refuses 'line 2: no such event: "Nothing"' 'Trace Go1.26' 'Nothing dt=1'
refuses 'line 2: unexpected argument "x=1"' 'Trace Go1.26' 'ProcStop x=1'
refuses 'no version is known, a line like Trace Go1.21 is missing before "16"' '16 Batch 0 1'
refuses 'line 2: wrong number of values of "ProcStart"' 'Trace Go1.21' 'ProcStart dt=1'
refuses 'line 2: unexpected value "p=1"' 'Trace Go1.21' 'ProcStart dt=1 p=1'
refuses 'line 2: invalid number "dt=x"' 'Trace Go1.21' 'ProcStart dt=x thread=1'
refuses 'line 2: a text like "main.main" is missing from "String"' 'Trace Go1.21' 'String 1'
refuses 'line 2: no text belongs to "ProcStop"' 'Trace Go1.21' 'ProcStop dt=1 "x"'
refuses 'line 2: not a Go string literal: ""x"' 'Trace Go1.21' 'String 1 "x'
refuses 'line 2: no such event: "CPUSample"' 'Trace Go1.11' 'CPUSample dt=1 ts=2 p=3 g=4 stk=5'
refuses 'the text of the trace is empty' '# nothing'

done_testing
