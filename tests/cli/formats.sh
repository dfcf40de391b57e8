# The layouts, byte by byte, on traces with hostile names: text, JSON, NDJSON, CSV and the listings.
# GENERATE=1 rewrites what is compared with; read the difference before you keep it.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata/traces/go1.27" || bail "no traces"
# Go prints the wall clock in local time, so does -d=parsed.
export TZ=UTC
goldens=$GT_SRCDIR/tests/cli/golden

# golden NAME OPTION...
golden() {
	local name=$1
	shift
	"$GT_EXE" --index=none "$@" >"$tap_dir/got" 2>&1
	[ -n "${GENERATE:-}" ] && cp "$tap_dir/got" "$goldens/$name"
	same_file "$tap_dir/got" "$goldens/$name" "$*"
}

golden summary.txt --report=summary annotations.trace
golden summary.json --report=summary --format=json annotations.trace
golden tasks.txt --report=tasks annotations.trace
golden tasks.csv --report=tasks --format=csv annotations.trace
golden logs.ndjson --report=logs --format=ndjson --columns=ns,g,task,category,message annotations.trace
golden regions.json --report=regions --format=json --limit=8 annotations.trace
golden tasktypes.txt --report=tasktypes annotations.trace
golden taskevents.txt "--filter=task<4 || task>20" --report=taskevents annotations.trace
golden regiontypes.json --report=regiontypes --format=json --limit=4 annotations.trace
golden greedy.txt --report=greedy --limit=8 calls.trace
golden greedy.json --report=greedy --format=json --limit=3 calls.trace
golden greedy.csv --report=greedy --format=csv --limit=3 calls.trace
golden split.txt --report=greedy --split-syscalls --limit=8 calls.trace
golden greedygroups.txt --report=greedygroups calls.trace
golden greedygroups-stack.json --report=greedygroups --group=stack --format=json --limit=3 calls.trace
golden greedygroups-g.csv --report=greedygroups --group=g --split-syscalls --format=csv --limit=5 calls.trace
golden values.txt --report=greedy --values=func --columns=value,count,share,total,time_share,max,when,place calls.trace
golden values.json --report=greedy --values=end_reason --limit=2 --format=json calls.trace
golden path.txt --report=path --goroutine=1 locks.trace
golden path-wait.json --report=path --goroutine=1 --at=1ms --format=json locks.trace
golden path-cut.txt --report=path --at=30ms --limit=9 --columns=hop,start,dur,state,g,did,reason,top greedy.trace
golden states.txt --report=states --goroutine=1 locks.trace
golden states.ndjson --report=states --goroutine=22 --format=ndjson locks.trace
golden greedy-g.txt --report=greedy --goroutine=11 calls.trace
golden waits.txt --report=waits --limit=8 locks.trace
golden waits.json --report=waits --format=json --limit=2 --filter=waker_g locks.trace
golden waits-cut.txt --report=waits --limit=6 --columns=g,state,reason,start,dur,end,open ../../bad/v1-cut-1.21-19789.trace
golden brief.txt --report=brief plant-gcs.trace
golden waitgroups.txt --report=waits --group=reason locks.trace
golden waitgroups-stack.json --report=waitgroups --group=stack --format=json --limit=1 locks.trace
golden schedgroups.csv --report=sched --group=cause --format=csv locks.trace
golden goroutines.txt --report=goroutines --limit=8 gc.trace
golden goroutines.ndjson --report=goroutines --format=ndjson --limit=2 gc.trace
golden groups.txt --report=groups gc.trace
golden gc.txt --report=gc gc.trace
golden stw.txt --report=stw worlds.trace
golden ranges.txt --report=ranges --limit=10 gc.trace
golden procs.txt --report=procs worlds.trace
golden counters.txt --report=counters --limit=10 gc.trace
golden samples.txt --report=samples --limit=5 profile.trace
golden events.txt --report=events --limit=20 coro.trace
golden events.ndjson --report=events --format=ndjson --limit=20 annotations.trace
golden diagreedy.txt --diagreedy=3 calls.trace
golden diagreedy-gc.txt --diagreedy=3 gc.trace
golden dump.txt --dump --to=100us calls.trace
golden parsed.txt -d=parsed empty.trace
golden footprint.txt -d=footprint empty.trace

# Seconds are rounded as the old tool's %f does.
for trace in ../go1.19/*.trace; do
	"$GT_EXE" --index=none --diagreedy=1000 "$trace" | sed -n 's/^ *\([0-9]*\)ns -> \([0-9.]*\)s$/\1 \2/p'
done >"$tap_dir/got"
awk '{ printf "%d %f\n", $1, $1 / 1000000000 }' "$tap_dir/got" >"$tap_dir/want"
same_file "$tap_dir/got" "$tap_dir/want" "--diagreedy: seconds"

# What -d=wire prints is the text form: reading that gives the same again.
{ echo Trace Go1.26; "$GT_EXE" -d=wire annotations.trace; } >"$tap_dir/text.txt"
"$GT_EXE" -d=parsed annotations.trace >"$tap_dir/want"
"$GT_EXE" -d=parsed "$tap_dir/text.txt" >"$tap_dir/got"
same_file "$tap_dir/got" "$tap_dir/want" "the text form of -d=wire is read back"

# Go's own -d=parsed would let functions and reasons of stops through as they are.
esc='\\x1b[31m\\xe2\\x80\\xaerequest' # as long as it was, for the batch says how long it is
sed "s/data=\"main.oneRequest\"/data=\"$esc\"/" "$tap_dir/text.txt" >"$tap_dir/hostile.txt"
"$GT_EXE" -d=parsed "$tap_dir/hostile.txt" >"$tap_dir/got"
ok '-d=parsed escapes the names of functions' grep -qF '	\x1b[31m\u202erequest @ 0x' "$tap_dir/got"
is "$(LC_ALL=C tr -d '\n\t\040-\176\200-\377' <"$tap_dir/got" | wc -c)" 0 '-d=parsed: no control bytes'

# read_csv COLUMN: a field of each record of RFC 4180; complains of lines that end otherwise and of lost fields.
read_csv() {
	LC_ALL=C awk -v column="$1" -v RS='\r\n' '
		{
			n = 0; rest = $0; done = 0
			while (!done) {
				if (substr(rest, 1, 1) == "\"") {
					field = ""; rest = substr(rest, 2)
					while ((at = index(rest, "\"")) && substr(rest, at + 1, 1) == "\"") {
						field = field substr(rest, 1, at); rest = substr(rest, at + 2)
					}
					if (!at) print "no quote ends the field"
					field = field substr(rest, 1, at - 1); rest = substr(rest, at + 1)
				} else {
					at = index(rest, ",")
					field = at ? substr(rest, 1, at - 1) : rest; rest = at ? substr(rest, at) : ""
				}
				if (++n == column) print field
				if (rest ~ /\n/) print "a bare line feed"
				done = rest == ""
				rest = substr(rest, 2)
			}
			if (NR > 1 && n != fields) print "fields: " n
			fields = n
		}'
}

# With all that a CSV reader must get right: quotes, commas, formulas, text in which lines end.
sed 's/data="main.oneRequest"/data="=HYPERLINK(1,2)"/' "$tap_dir/text.txt" >"$tap_dir/formula.txt"
for file in annotations.trace "$tap_dir/formula.txt"; do
	for column in logs.message tasks.name events.stack_top; do
		"$GT_EXE" --index=none --report=${column%.*} --columns=${column#*.} "$file" | tail -n +2 >"$tap_dir/want"
		"$GT_EXE" --index=none --report=${column%.*} --format=csv --csv=raw "$file" >"$tap_dir/csv"
		at=$(head -n 1 "$tap_dir/csv" | tr -d '\r' | tr , '\n' | grep -nx "${column#*.}" | cut -d: -f1)
		read_csv "$at" <"$tap_dir/csv" | tail -n +2 | sed 's/ *$//' >"$tap_dir/got"
		same_file "$tap_dir/got" "$tap_dir/want" "${column} of $(basename "$file") as a reader of CSV gets it"
	done
done
csv=(--index=none --report=events --columns=stack_top,n --format=csv --filter='stack_top~HYPER' --limit=1)
is "$("$GT_EXE" "${csv[@]}" "$tap_dir/formula.txt")" $'stack_top,n\r\n"\'=HYPERLINK(1,2):57",36\r' 'no spreadsheet runs it'
is "$("$GT_EXE" "${csv[@]}" --csv=raw "$tap_dir/formula.txt")" $'stack_top,n\r\n"=HYPERLINK(1,2):57",36\r' '--csv=raw'

# The same rows in every format.
rows=$("$GT_EXE" --index=none --report=logs --format=ndjson annotations.trace | wc -l)
is "$("$GT_EXE" --index=none --report=logs --format=csv annotations.trace | wc -l)" $((rows + 1)) "rows in CSV"
is "$("$GT_EXE" --index=none --report=logs annotations.trace | wc -l)" $((rows + 1)) "rows in text"
is "$("$GT_EXE" --index=none --report=logs --format=json annotations.trace | grep -c '^{"ns"')" "$rows" "rows in JSON"

# More rows than the widths of columns are taken from.
many=(--index=none --report=events --columns=n,name,offset "$GT_SRCDIR/testdata/demo.trace")
"$GT_EXE" "${many[@]}" --format=csv | tr -d '\r' | tail -n +2 >"$tap_dir/want"
"$GT_EXE" "${many[@]}" | awk 'NR > 1 { print $1 "," $2 "," $3 }' >"$tap_dir/got"
ok "many rows" test "$(wc -l <"$tap_dir/want")" -gt 20000
same_file "$tap_dir/got" "$tap_dir/want" "all of them as text"

# Nothing that a terminal would obey: no control bytes but line ends, no broken UTF-8.
for format in text json ndjson csv; do
	for report in tasks regions logs events; do
		"$GT_EXE" --index=none --report=$report --format=$format annotations.trace >"$tap_dir/out"
		is "$(LC_ALL=C tr -d '\n\r\040-\176\200-\377' <"$tap_dir/out" | wc -c)" 0 "$report as $format: no control bytes"
		ok "$report as $format: valid UTF-8" iconv -f UTF-8 -t UTF-8 "$tap_dir/out"
	done
done

done_testing
