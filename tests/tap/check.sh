#!/usr/bin/env bash
# What tests say when they pass, fail, crash or are skipped, from C and from the shell.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

# ran [NAME [ARG...]]: what the tests of test-sample.c say, without their places; then the exit status.
ran() {
	"$GT_BUILDDIR/tests/tap/test-tap" "$@" 2>&1 | grep -v '^# at '
	printf 'status %d\n' "${PIPESTATUS[0]}"
}

is "$(ran)" "# sample/passes
ok 1 - a number
# sample/alone
ok 2 - what another test changed is as it was
# sample/crashes
ok 3 - before it
not ok 4 - sample/crashes: Killed
# sample/leaves
not ok 5 - sample/leaves: status 0
# sample/fails
not ok 6 - numbers
#  got 1
# want 2
not ok 7 - bytes
# byte 2 of 4
#  got \"abcd\"
# want \"abxd\"
not ok 8 - texts
# line 2, column 10
#  got \"second \\xc3\\xa9 1\\x0a\"
# want \"second \\xc3\\xa9 2\\x0a\"
not ok 9 - ends of lines
# line 1, column 4
#  got \"one\\x0a\"
# want \"one\"
not ok 10 - no text
# line 1, column 1
#  got \"one\"
# want NULL
# sample/fails_far
not ok 11 - long lines
# line 1, column 501
#  got ...\"$(printf 'x%.0s' {1..160})\"...
# want ...\"$(printf 'x%.0s' {1..60})y$(printf 'x%.0s' {1..99})\"...
# sample/skips
ok 12 # SKIP two of them
ok 13 # SKIP two of them
ok 14 # SKIP the rest
# sample/bails
not ok 15 - no place
# sample/takes
1..15
status 1" 'all tests: whatever one does, the others go on'

is "$(ran sample/passes)" '# sample/passes
ok 1 - a number
1..1
status 0' 'one test'

is "$(ran sample/takes a 'b c')" '# sample/takes
ok 1 - a
ok 2 - b c
1..2
status 0' 'with arguments'

is "$(ran sample/pass | head -n 1)" 'no test sample/pass; there are:' 'a part of a name is none'

# shell COMMAND...: what the library says.
shell() {
	(
		tap_run=0
		"$@" | grep -v '^# at '
	)
}

lines=$(printf 'first\nsecond é 1\nlast')
is "$(shell is "$lines" "${lines/1/2}" texts)" 'not ok 1 - texts
# line 2, column 10
#  got: second é 1
# want: second é 2' 'the shell: the first lines that differ'
is "$(shell is one "$(printf 'one\ntwo')" lines)" 'not ok 1 - lines
# line 2, column 1
#  got: nothing
# want: two' 'the shell: a line too few'
is "$(shell is "$(printf 'x%.0s' {1..1000})" "$(printf 'x%.0s' {1..500})" long)" "not ok 1 - long
# line 1, column 501
#  got: ...$(printf 'x%.0s' {1..160})...
# want: ...$(printf 'x%.0s' {1..60})" 'the shell: long lines'
printf 'one\n' >"$tap_dir/got"
printf one >"$tap_dir/want"
is "$(shell same_file "$tap_dir/got" "$tap_dir/want" files | head -n 2)" 'not ok 1 - files
# only the end of the last line differs' 'the shell: files'

done_testing
