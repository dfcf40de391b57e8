#!/usr/bin/env bash
# Files that are there already: who types is asked, a script is not, and no trace that is open is written to.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || exit 1
cp "$GT_SRCDIR/testdata/traces/go1.27/gc.trace" trace
cp "$GT_SRCDIR/testdata/traces/go1.19/gc.trace" old
ln -s trace alias
ln trace twin

# run LINE...: a script of these lines.
run() {
	printf '%s\n' wait-index 'resize 120x24' greedy "$@" >keys
	"$GT_EXE" --compare=old --script=keys trace >got 2>err
}

for command in 'export csv file' 'save-screen file'; do
	for mode in 644 444; do
		echo before >file
		chmod $mode file
		what='exists; overwrite it?'
		[ $mode = 644 ] || what='is read-only; overwrite it all the same?'
		run "type :$command" 'key Enter' dump-screen 'key n' messages dump-screen
		ok "$command, mode $mode: asks" grep -qF "file $what (y/n)" got
		ok "... no: says so" grep -q 'file was not overwritten' got
		is "$(cat file)" before '... and is true to it'
		run "type :$command" 'key Enter' 'key y'
		ok "... yes" test "$(cat file)" != before
	done
	rm -f file
	run "type :$command" 'key Enter' dump-screen
	ok "$command: a new file is written without a question" test -s file
	echo before >file
	run "$command"
	is $? 0 "$command: a script is not asked"
	ok '...' test "$(cat file)" != before
done
rm -f file
run 'type :export csv /dev/null' 'key Enter' messages dump-screen
ok 'a device is no file that could be lost' grep -q '/dev/null: [0-9]* bytes' got

for name in trace alias twin old ./trace; do
	for command in "export json $name" "w! json $name" "save-screen $name" "dump-screen $name"; do
		cp -p "$name" was
		run "$command"
		is "$?" 1 "$command: an error"
		ok '... that says why' grep -q "$name is the trace that is open" err
		same_file "$name" was '... and the trace is whole'
	done
done
run 'type :export json trace' 'key Enter' messages dump-screen
ok 'a typed command says the same' grep -q 'trace is the trace that is open: it is not overwritten' got
run 'key e Enter' 'key C-u' 'type trace' 'key Enter' messages dump-screen
ok 'and so does the key' grep -q 'trace is the trace that is open: it is not overwritten' got
cmp -s trace twin
is $? 0 'the trace is whole'
printf '%s\n' wait-index greedy 'export csv out' >keys
"$GT_EXE" --script=keys - <trace >/dev/null 2>&1
ok 'what is read from standard input: another file is written' test -s out
printf '%s\n' wait-index greedy 'export csv trace' >keys
"$GT_EXE" --script=keys - <trace >/dev/null 2>err
is $? 1 '... the trace is not'

done_testing
