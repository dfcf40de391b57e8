# Wall-clock times in --from, --to, --at and goto: against the clock that the summary has, computed by date(1).
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CACHE_HOME=$tap_dir/cache XDG_CONFIG_HOME=$tap_dir/config TZ=UTC
trace=$GT_SRCDIR/testdata/demo.trace
none=$GT_SRCDIR/testdata/traces/go1.23/greedy.trace
date -u -d 2026-01-01T00:00:00Z +%s >/dev/null 2>&1 || skip_all "this date knows no times"

# The wall clock at the trace's start, in ns since 1970: that of the moment less how long the trace had run by then.
clock=$("$GT_EXE" --report=summary --format=json --columns=clock "$trace")
wall=$(sed -n 's/.*"wall":"\([^"]*\)".*/\1/p' <<<"$clock")
at=$(sed -n 's/^{"clock":{"trace":\([0-9]*\).*/\1/p' <<<"$clock")
first=$(sed -n 's/.*"first_ts":\([0-9]*\).*/\1/p' <<<"$clock")
start=$(($(date -u -d "$wall" +%s%N) - (at - first)))

# at NS FORMAT [ZONE]: that time of the trace as date writes it.
at() {
	TZ=${3:-UTC} date -d "@$(((start + $1) / 1000000000)).$(printf %09d $(((start + $1) % 1000000000)))" +"$2"
}

# same NS TEXT [ZONE]: a report from there on is the one from so many ns on.
same() {
	is "$(TZ=${3:-UTC} "$GT_EXE" --report=events --from="$2" --limit=3 --columns=ns,n "$trace" 2>&1)" \
		"$("$GT_EXE" --report=events --from="$1ns" --limit=3 --columns=ns,n "$trace")" "--from=$2 ${3:-}"
}

ns=123456789
same $ns "$(at $ns %Y-%m-%dT%H:%M:%S.%NZ)"
same $ns "$(at $ns '%Y-%m-%d %H:%M:%S.%Nz')"
same $ns "$(at $ns %H:%M:%S.%N)"
same $ns "$(at $ns %H:%M:%S,%N)"
same $ns "$(at $ns %Y-%m-%dT%H:%M:%S.%N)"
for zone in Asia/Kathmandu America/New_York XYZ-13:30; do
	same $ns "$(at $ns %Y-%m-%dT%H:%M:%S.%N%:z "$zone")"
	same $ns "$(at $ns %H:%M:%S.%N "$zone")" "$zone"
	same $ns "$(at $ns %Y-%m-%dT%H:%M:%S.%N "$zone")" "$zone"
done
same 0 "$(at -3600000000000 %H:%M)"
is "$("$GT_EXE" --report=events --to="$(at $ns %H:%M:%S.%N)" --format=csv --columns=ns "$trace" | tail -n 1)" \
	"$("$GT_EXE" --report=events --to=${ns}ns --format=csv --columns=ns "$trace" | tail -n 1)" "--to"
is "$("$GT_EXE" --report=states --at="$(at $ns %H:%M:%S.%N)" "$trace" 2>&1 | tail -n 3)" \
	"$("$GT_EXE" --report=states --at=${ns}ns "$trace" 2>&1 | tail -n 3)" "--at"
is "$("$GT_EXE" --dump --from="$(at $ns %H:%M:%S.%N)" "$trace" | cksum)" "$("$GT_EXE" --dump --from=${ns}ns "$trace" | cksum)" \
	"a listing"
# The zone in which the trace goes on over midnight: the second day's first moment is in it.
day=$((86400 - (start + ns) / 1000000000 % 86400 - 1))
zone=XYZ-$((day / 3600)):$((day / 60 % 60)):$((day % 60))
inside=$((1000000000 - (start + ns) % 1000000000 + ns))
end=$("$GT_EXE" --report=summary --format=csv --columns=duration "$trace" | tail -n 1 | tr -d '\r')
if [ $inside -lt "$end" ]; then
	same $inside 00:00:00 "$zone"
else
	skip 1 "the trace has no full second"
fi

# ---- what is refused ----
refused() {
	rc_is 1 "refused: ${*:2}" "$GT_EXE" "${@:2}"
	ok "it says why" grep -qF -- "$1" "$tap_dir/err"
}
for text in 25:00 10:60 10:00:61 1:00 10:00:00. 2026-02-29T00:00:00Z 2026-13-01T00:00:00Z 2026-11-28T10:00:00+1:00 2026-11-28T10:00:00ZZ 10:00:00Z; do
	refused "--from: not a time like 2026-11-28T10:00:00.5Z or 10:00:00.5: $text" --report=stw --from="$text" "$trace"
done
refused "--from: this trace does not say when it was recorded (Go 1.25 and later do): use a time since its start, like 1.5s" \
	--report=stw --from=10:00 "$none"
refused "is before its start" --report=stw --to="$(at -1000000000 %H:%M:%S)" "$trace"
refused "lies before its start" --report=path --at="$(at -1000000000 %H:%M:%S)" "$trace"
rc_is 0 "past its end" "$GT_EXE" --report=stw --from="$(at 5000000000 %Y-%m-%dT%H:%M:%SZ)" "$trace"
ok "is said" grep -q 'is past its end at 0.370221825s' "$tap_dir/err"

# ---- the screen ----
# screen COMMAND...: what it shows after these.
screen() {
	printf '%s\n' wait-index timeline "$@" dump-screen >"$tap_dir/keys"
	"$GT_EXE" --index=none --no-config --no-session --script="$tap_dir/keys" "$trace" 2>&1
}
is "$(screen "goto $(at $ns %H:%M:%S.%N)")" "$(screen "goto ${ns}ns")" "goto a time of day"
is "$(screen "goto $(at $ns %Y-%m-%dT%H:%M:%S.%NZ)")" "$(screen "goto ${ns}ns")" "goto a date"
is "$(screen "marker-a $(at $ns %H:%M:%S.%N)")" "$(screen "marker-a ${ns}ns")" "a marker"
ok "goto what is over" grep -q "goto: the trace ends at 0.370221825s" <(screen "goto $(at 9000000000 %H:%M:%S)")
ok "goto what was before" grep -q "goto: the trace begins after" <(screen "goto $(at -9000000000 %H:%M:%S)")
trace=$none
ok "goto without a clock" grep -q "goto: this trace does not say when it was recorded" <(screen "goto 10:00:00")
done_testing
