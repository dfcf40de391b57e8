#!/usr/bin/env bash
# Parts of traces as traces: random cuts are recomputed, and what cannot be cut is refused with a sentence.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 TZ=UTC
traces=$GT_SRCDIR/testdata/traces

# Two cuts of each small trace, or more of all with GT_CUTS.
command -v python3 >/dev/null || skip_all "no python3"
find "$traces"/go1.2[2-9] -name '*.trace' -size -100k | sort >"$tap_dir/list"
mapfile -t list <"$tap_dir/list"
mkdir "$tap_dir/cuts"
python3 "$GT_SRCDIR/tests/cli/cuts.py" "$GT_EXE" "$tap_dir/cuts" "${GT_CUTS:-1}" "${GT_SEED:-1}" "${list[@]}" \
	>"$tap_dir/got" 2>&1
is $? 0 'random cuts have the events and rows of their traces'
grep -v ' 0 faults' "$tap_dir/got" | head -20 | while IFS= read -r line; do diag "$line"; done
ok 'and there were some' test "$(sed -n 's/^\([0-9]*\) cuts.*/\1/p' "$tap_dir/got")" -ge "${#list[@]}"

cd "$tap_dir" || exit 1
cp "$GT_SRCDIR/testdata/demo.trace" demo.trace

# The whole trace: nothing is lost, in the same generations, with the same clocks.
ok 'a cut without --from and --to' "$GT_EXE" --export=trace --output=whole.trace demo.trace
"$GT_EXE" -d=parsed demo.trace >want
"$GT_EXE" -d=parsed whole.trace >got
same_file got want 'is all of the trace'

"$GT_EXE" --export=trace --from=100ms --to=200ms --output=part.trace demo.trace 2>err
is $? 0 'a part'
is "$(cat err)" "gtrace-tui: part.trace: 39.2 KiB of 129.6 KiB, 5690 events from 0.100000000s to 0.200000000s" \
	'says how large it is'
# A second definition: the events that the whole trace has in that time.
is "$("$GT_EXE" --dump --from=100ms --to=200ms demo.trace | grep -c ' Off: ')" 5690 'as many as --dump lists'
"$GT_EXE" --export=trace --from=100ms --to=200ms demo.trace >piped.trace 2>/dev/null
same_file piped.trace part.trace 'standard output gets the same'
"$GT_EXE" --export=trace --from=100ms --to=200ms --jobs=1 --index=none --no-sandbox demo.trace >piped.trace 2>/dev/null
same_file piped.trace part.trace 'as without a sandbox'

# On the screen.
printf '%s\n' wait-index 'marker-a 100ms' 'marker-b 200ms' 'w screen.trace' 'w! trace screen2.trace' messages >keys
"$GT_EXE" --script=keys demo.trace >got 2>err
is $? 0 'w FILE.trace'
same_file screen.trace part.trace 'writes A to B'
same_file screen2.trace part.trace 'w! trace FILE, too'
printf '%s\n' wait-index 'w trace screen3.trace' >keys
"$GT_EXE" --script=keys demo.trace >got 2>err
same_file screen3.trace demo.trace 'without A and B: all bytes of the trace'

# fails STATUS SENTENCE OPTION...: and leaves no file.
fails() {
	local status=$1 sentence=$2
	shift 2
	rm -f none.trace
	"$GT_EXE" --export=trace --output=none.trace "$@" 2>err
	is $? "$status" "$* is refused"
	ok "says $sentence" grep -qF -- "$sentence" err
	ok 'leaves no file' test ! -e none.trace
}

fails 1 'a trace of Go 1.21 cannot be cut' "$traces/go1.21/annotations.trace"
fails 1 'nothing is cut' --from=10s --to=11s demo.trace
fails 1 'nothing is cut' --from=100ms --to=100ms demo.trace
"$GT_EXE" --export=trace --output=demo.trace demo.trace 2>err
is $? 1 'no trace is replaced by its cut'
cmp -s demo.trace "$GT_SRCDIR/testdata/demo.trace"
is $? 0 'and it is as it was'

# A damaged trace is cut to a whole one: up to its horizon, and from there on not at all.
gens=$traces/go1.22/gens.trace
head -c $(($(wc -c <"$gens") / 2)) "$gens" >torn.trace
horizon=$("$GT_EXE" --report=summary --format=json torn.trace 2>/dev/null | grep -o '"horizon_ns":[0-9]*' |
	sort -u | cut -d: -f2)
ok 'a damaged trace with a part that is whole' test "${horizon:-0}" -gt 1000
"$GT_EXE" --export=trace --output=healed.trace torn.trace 2>err
is $? 3 'a damaged trace is cut'
ok 'says where the cut ends' grep -qF 'where the trace is whole no more' err
"$GT_EXE" --report=summary healed.trace >/dev/null 2>err
is "$?$(cat err)" 0 'its cut is a whole one'
"$GT_EXE" -d=parsed torn.trace 2>/dev/null | grep -c '^M=.* Time=' >all
"$GT_EXE" -d=parsed healed.trace | grep -c '^M=.* Time=' >part
ok 'with less than can be read of the damaged one' test "$(cat part)" -lt "$(cat all)"
fails 1 'something is missing: only what is before can be cut' --from="$((horizon + 1000))" torn.trace
ok 'a trace without a whole part' test "$(head -c 60000 demo.trace >torn.trace; "$GT_EXE" --export=trace torn.trace 2>&1 >/dev/null |
	grep -cF 'only what is before can be cut')" -eq 1

done_testing
