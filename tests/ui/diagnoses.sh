# From a cold start to the cause: the first screen says what is wrong and where, and Enter shows it on the timeline.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
printf '%s\n' wait-index "dump-screen $tap_dir/first" "key Enter" "dump-screen $tap_dir/second" >"$tap_dir/keys"

# diagnosed SCENE SAID SHOWN: the sentence of the first cause begins with SAID, the detail below the timeline has SHOWN.
diagnosed() {
	local version

	for version in 1.21 1.27; do
		rc_is 0 "$1 of Go $version" "$GT_EXE" --index=none --no-session --script="$tap_dir/keys" --size=36x120 \
			"$GT_SRCDIR/testdata/traces/go$version/plant-$1.trace"
		ok "the first screen names what did it: $2" grep -q "^Finding  *$2" "$tap_dir/first"
		ok "Enter shows the timeline there: $3" grep -qE "^$3" "$tap_dir/second"
		ok "and that it is the timeline" grep -q '\[2\]Timeline' "$tap_dir/second"
	done
}

diagnosed pool 'main\.(\*conn)\.query held the lock that' 'State +waiting .*ms'
diagnosed limit 'main\.(\*warehouse)\.dock:[0-9]* looks like a limit of 1' 'State +waiting .*ms'
diagnosed errands 'main\.takeOrder waited for [0-9]* calls over the network' 'State +waiting .*'
diagnosed hog 'main\.hogP[:0-9]* held a P for up to' 'Slice +[0-9.]*ms on P'
diagnosed spin 'main\.(\*mailbox)\.poll:[0-9]* (goroutines of main\.each\.func[12]) yielded' 'Goroutine +G[0-9]+ main\.each\.func[12]'
diagnosed slow 'main\.slowCalls:[0-9]* was in [0-9]* system calls of over 1ms' 'State +syscall without P [0-9.]*ms'
done_testing
