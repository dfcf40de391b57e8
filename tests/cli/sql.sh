#!/usr/bin/env bash
# Statements of --sql: what they select is what reports have; what they may not do, and what is said about it.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CACHE_HOME=$tap_dir/cache
t=$GT_SRCDIR/testdata/traces
trace=$t/go1.27/greedy.trace
demo=$GT_SRCDIR/testdata/demo.trace
damaged=$GT_SRCDIR/testdata/bad/hole.trace

sql() {
	"$GT_EXE" --sql="$1" "${@:2}"
}

if "$GT_EXE" --version | grep -q 'no sqlite'; then
	is "$(sql 'select 1' "$trace" 2>&1)" "gtrace-tui: this build has no SQL: install SQLite with its headers \
(libsqlite3-dev on Debian), run ./configure and make again" "a build without SQLite says what is missing"
	is "$(sql .tables | head -n 1 | cut -d' ' -f1)" summary "the tables are listed all the same"
	done_testing
	exit
fi

# ---- the same as the reports ----
if command -v python3 >/dev/null; then
	checks() {
		python3 "$GT_SRCDIR/tests/cli/sql.py" "$@" >"$tap_dir/got" 2>&1
		is "$? $(cat "$tap_dir/got")" "0 " "sql.py $1: ${*:3}"
	}
	checks rows "$GT_EXE" "$trace" "$t/go1.27/annotations.trace" "$t/go1.19/gc.trace" "$t/go1.27/empty.trace" "$damaged"
	checks random "$GT_EXE" "${GT_SEED:-1}" 300 "$trace" "$t/go1.27/annotations.trace" "$t/go1.27/gc.trace" \
		"$t/go1.21/gc.trace" "$t/go1.27/grpc.trace" "$damaged"
	checks joins "$GT_EXE" "$trace"
else
	skip 3 "no python3"
fi

# ---- the examples of the manual ----
sed -n 's/^\.Dl gtrace-tui --sql="\(.*\)" trace.out$/\1/p' "$GT_SRCDIR/man/gtrace-sql.7" >"$tap_dir/examples"
is "$(wc -l <"$tap_dir/examples")" 10 "ten examples in the manual"
while read -r statement; do
	sql "$statement" --format=ndjson "$demo" >"$tap_dir/out" 2>"$tap_dir/err"
	is "$? $(cat "$tap_dir/err")" "0 " "$statement"
	ok "it has rows" test -s "$tap_dir/out"
done <"$tap_dir/examples"

# ---- what a table does by itself ----
plan() {
	is "$(sql "explain query plan $1" --columns=detail --format=csv "$trace" | tr -d '\r' | sed -n '2s/.*INDEX 0://p')" "$2" "plan: $1"
}
plan "select g from events where ns >= 5 and ns < 9" "ns>=? ns<? @12"
plan "select 1 from greedy where g = 3 and func = 'main.hog' and dur_ns > 5" "g=? func=? dur_ns>? @91"
plan "select 1 from greedy where func = 'MAIN.HOG' collate nocase" "@80"
plan "select 1 from greedy where func > 'm' and syscall_ns != 3" "@40080"
plan "select dur_ns from greedy order by dur_ns desc limit 3" "-dur_ns limit @1"
plan "select dur_ns from greedy order by dur_ns limit 3" "@1"
plan "select dur_ns from greedy order by dur_ns desc limit 3 offset 2" "-dur_ns limit offset @1"
plan "select dur_ns from greedy where g = 3 order by dur_ns desc limit 3" "g=? -dur_ns @11"
plan "select dur_ns from greedy where dur_ns + 1 > 3 order by dur_ns desc limit 3" "-dur_ns @1"
plan "select name from events order by ns limit 3" "limit @6"
plan "select p from events where p in (1, 2)" "p=? @8"
# Their number is larger than any that SQLite has.
old=$t/go1.21/gc.trace
outside=$("$GT_EXE" --report=events --format=csv --columns=p "$old" | grep -c -- '^-1')
for test in "p < 0" "p <= 0 and p != 0" "p = -1" "p < 1 and not p = 0" "p in (-1, -5)"; do
	is "$(sql "select count(*) from events where $test" --format=csv "$old" | tail -n 1)" "$outside"$'\r' \
		"threads without a P: $test"
done

# ---- how rows are shown ----
csv() {
	is "$(sql "$1" --format=csv "${@:3}" "$trace" | tr -d '\r' | tail -n +2 | paste -sd ' ')" "$2" "$1 ${*:3}"
}
csv "select null, 1, -1, 1.5, 'a', x'41'" ",1,-1,1.5,a,A"
csv "select 9223372036854775807, -9223372036854775808" "9223372036854775807,-9223372036854775808"
csv "select 'it''s \"quoted\"'" '"it'"'"'s ""quoted"""'
csv "select '=1+1'" "'=1+1"
csv "select '=1+1'" "=1+1" --csv=raw
csv "select max(1, 2), 'x' where 0" ""
csv "select column1 from (values (1), ('b'), (2.5), (null))" "1 b 2.5 "
csv "values (3), (-4), (0)" "-4 0 3" --sort=column1
csv "values (3), (-4), (0)" "3 0" --sort=-column1 --limit=2
csv "values (3), (-4), (0)" "3 0" --filter='column1>-4'
csv "select 20000000 x_ns union all select 5" "20000000" --filter='x>1ms'
csv "select 1 a, 2 b, 3 c" "3,1" --columns=c,a
csv "select ns('1.5ms'), dur(20000000), 'ABC' regexp 'b', 'ABC' regexp 'a.C', 'abc' regexp 'B', null regexp 'x'" \
	"1500000,20ms,1,0,0,"
is "$(sql 'select 1 g, 2 g, max(1,2)' --format=csv "$trace" | head -n 1)" $'g,g:2,"max(1,2)"\r' "names of columns in CSV"
is "$(sql 'select 1 g, 2 g' --format=ndjson "$trace" | sed 's/.*trace",//')" '"g":1,"g:2":2}' "and in JSON"
is "$(sql "select 1 'a
b'" "$trace" | head -n 1)" 'a\nb' "one that has two lines"
is "$(sql "select 12345678 total_ns, 2048 bytes, 0.25 share, -1234567 n" "$trace" | tail -n 1 | xargs)" \
	"12.3ms 2.0 KiB 25% -1,234,567" "units for people, by name"
is "$(sql "select max(dur_ns) a_ns, avg(dur_ns) - 0.25 b_ns from (select 1 dur_ns union select 2)" --format=csv "$trace" | tail -n 1)" \
	$'2,1\r' "fractions of ns are rounded"
is "$(sql 'select dur_ns, func, p from greedy' --columns=list --format=csv | tr -d '\r' | cut -d, -f1,2 | paste -sd ' ')" \
	"name,kind dur_ns,duration func,string p,id" "columns are listed without a trace"
sql 'select count(*) n, sum(dur_ns) total_ns from greedy' "$trace" "$t/go1.19/gc.trace" >"$tap_dir/out"
is "$(grep -c '==>' "$tap_dir/out")" 2 "a statement over two traces"
sql "with recursive b(x) as (select 1 union all select x + 1 from b where x < 255) select x, unhexed from b,
	(select x y, cast(char(x) as blob) unhexed from b) where y = x" --format=json "$trace" >"$tap_dir/out"
ok "text with every character is JSON" python3 -c 'import json, sys; rows = json.load(open(sys.argv[1]))["rows"]
assert [r["unhexed"] for r in rows] == [chr(x) for x in range(1, 256)]' "$tap_dir/out"
is "$(sql "select x'00', x'ff1b5b306d', 'a' || char(0) || 'b'" "$trace" | tail -n 1 | xargs -0)" '\x00   \xff\x1b[0m    a\x00b' \
	"bytes that are no text"
sql "select func, dur_ns, dur_ns > 5 x, null n from greedy" --format=parquet "$trace" >"$tap_dir/rows.parquet"
is "$(head -c 4 "$tap_dir/rows.parquet")$(tail -c 4 "$tap_dir/rows.parquet")" PAR1PAR1 "a Parquet file"
sql "select g, func, count(*) n, sum(dur_ns) total_ns, max(dur_ns) max_ns from greedy group by g order by 4 desc limit 5" \
	"$trace" >"$tap_dir/out"
same_file "$tap_dir/out" "$GT_SRCDIR/tests/cli/golden/sql.txt" "a table for people"

# ---- ranges and options ----
is "$(sql 'select g, dur_ns, held_ns from greedy order by dur_ns desc, start_ns' --format=csv --from=5ms --to=9ms "$trace" | md5sum)" \
	"$("$GT_EXE" --report=greedy --columns=g,dur,held --format=csv --from=5ms --to=9ms --sort=-dur,start "$trace" | md5sum)" "--from and --to"
is "$(sql "select g, dur_ns, held_ns from greedy('from=5ms', 'to=9ms') order by dur_ns desc, start_ns" --format=csv "$trace" | md5sum)" \
	"$("$GT_EXE" --report=greedy --columns=g,dur,held --format=csv --from=5ms --to=9ms --sort=-dur,start "$trace" | md5sum)" "the same of one table"
is "$(sql "select n from events where ns > 1000000 and ns <= 2000000" --format=csv --from=1500us "$trace" | md5sum)" \
	"$("$GT_EXE" --report=events --columns=n --format=csv --from=1500us --to=2000001 "$trace" | md5sum)" "a range in a range"
is "$(sql "select state, dur_ns from states('goroutine=1') order by start_ns" --format=csv "$trace" | md5sum)" \
	"$("$GT_EXE" --report=states --columns=state,dur --goroutine=1 --sort=start --format=csv "$trace" | md5sum)" "a table of one goroutine"
is "$(sql "select func from greedy('filter=func~HOG || func~main.main') group by 1" --format=csv "$trace" | tr -d '\r' | paste -sd ' ')" \
	"func main.main" "a filter as an option"
is "$(sql "select option1, count(*) from waitgroups where option1 = 'group=stack'" --format=csv "$trace" | tail -n 1 | tr -d '\r')" \
	"group=stack,$("$GT_EXE" --report=waitgroups --group=stack --format=csv "$trace" | tail -n +2 | wc -l)" "an option as a column"

# ---- words, files ----
is "$(sql .tables)" "$("$GT_EXE" --report=list)" ".tables are the reports"
is "$(sql .schema | grep -c '^CREATE TABLE')" "$("$GT_EXE" --report=list | wc -l)" ".schema has all of them"
sql '.schema waits' >"$tap_dir/out"
is "$(head -n 1 "$tap_dir/out")" 'CREATE TABLE "waits" ( -- a wait of a goroutine: runnable, waiting, or in a call without a processor' ".schema of one"
if command -v python3 >/dev/null; then
	ok "it is SQL" python3 -c 'import sqlite3, sys; sqlite3.connect(":memory:").executescript(open(sys.argv[1]).read().replace(" HIDDEN", ""))' \
		"$tap_dir/out"
else
	skip 1 "no python3"
fi
printf 'select count(*) n -- how many\nfrom greedy;\n-- and nothing else\n' >"$tap_dir/file.sql"
is "$("$GT_EXE" --sql-file="$tap_dir/file.sql" --format=csv "$trace" | tail -n 1)" $'335\r' "a statement in a file, with comments"

# ---- statements with a name ----
export XDG_CONFIG_HOME=$tap_dir/config
mkdir -p "$XDG_CONFIG_HOME/gtrace-tui"
cat >"$XDG_CONFIG_HOME/gtrace-tui/config" <<'EOF'
set title no
sql long "Shorter ones" select 1
sql long "Slices of more than 1 ms" select g, func 'of "it"', dur_ns from greedy where dur_ns > ns('1ms') -- # all
sql none "Nothing" select g from greedy where 0
EOF
is "$(sql @long --format=csv "$trace" | tail -n 1)" $'20,main.hog,1580608\r' "--sql=@NAME: the last line with the name"
# fails STATUS LINE EXPR OPTION...
fails() {
	rc_is "$1" "--fail-if=$3 ${*:4}" "$GT_EXE" --fail-if="$3" "${@:4}" "$trace"
	is "$(sed "s|$trace: ||" "$tap_dir/err")" "$2" "it says why"
}
first='Slices of more than 1 ms: 1 row (first: g 20, of "it" main.hog, dur_ns 1.58ms)'
fails 4 "gtrace-tui: $first" sql:long
fails 0 "" sql:none
fails 0 "" "sql:long && sql:none"
fails 4 "gtrace-tui: $first" "sql:none || sql:long"
fails 4 "gtrace-tui: greedy.count is 335, > 300; $first" "greedy.count>300&&sql:long"
fails 0 "" sql:long --to=1ms
fails 1 "gtrace-tui: no statement is called lng in $XDG_CONFIG_HOME/gtrace-tui/config: did you mean long?" sql:lng
fails 1 "gtrace-tui: the statement long is one of the configuration, which --no-config leaves out" sql:long --no-config
fails 1 "gtrace-tui: --fail-if: no such report (--report=list names them), at 'sql:'" sql:
fails 1 "gtrace-tui: --fail-if: && or || is missing, at '>3'" "sql:long>3"
rc_is 0 "--check-config" "$GT_EXE" --check-config
printf '%s\n' 'sql x "X" select y from greedy' 'sql x y' 'sql a/b "X" select 1' 'sql "x" X "select 1"' 'sql w "W" pragma user_version' \
	>"$tap_dir/wrong"
rc_is 1 "--check-config of wrong ones" "$GT_EXE" --check-config - <"$tap_dir/wrong"
is "$(sed 's/^gtrace-tui: standard input://' "$tap_dir/err")" "1: --sql: no such column: y: --sql='.schema TABLE' lists those of a table
2: sql: a name, a title in quotes and a statement must follow
3: sql: a name has only letters, digits, - and _, not 'a/b'
4: --sql: near \"\"select 1\"\": syntax error, at character 1 of the statement
5: --sql: only statements that select are run" "each has a line"
ok "--print-config has one" sh -c '"$0" --print-config | grep -q "^#sql long "' "$GT_EXE"
XDG_CONFIG_HOME=$tap_dir/none fails 1 "gtrace-tui: no statement is called long: there is no configuration; see gtrace-tuirc(5)" sql:long

# ---- what is wrong ----
# wrong TEXT STATEMENT OPTION...: exit status 1 and one line.
wrong() {
	rc_is 1 "refused: $2 ${*:3}" sql "$2" "${@:3}" "$trace"
	is "$(cat "$tap_dir/out")$(sed "s|$trace: ||" "$tap_dir/err")" "gtrace-tui: $1" "it says why"
}
wrong '--sql: near "selec": syntax error, at character 1 of the statement' "selec 1"
wrong '--sql: incomplete input' "select (1"
wrong "--sql: no such column: durr: did you mean dur?" "select durr from greedy"
wrong "--sql: no such column: s.fnc: did you mean func?" "select s.fnc from greedy s"
wrong "--sql: no such column: xyz: --sql='.schema TABLE' lists those of a table" "select xyz from greedy"
wrong "--sql: no such table: gredy: did you mean greedy?" "select 1 from gredy"
wrong "--sql: no such table: sqlite: --sql=.tables names them" "select 1 from sqlite"
wrong "--sql: no such function: foo, at character 8 of the statement" "select foo(1)"
wrong "--sql: one statement at a time; another begins at character 12" "select 1;  select 2"
wrong "--sql: there is no statement" "-- nothing"
wrong "--sql: a parameter has no value here: write the value in its place" "select ?"
wrong "--sql: ns() takes a time like '1.5s' or '20ms', not 'soon'" "select ns('soon')"
wrong "--sql: states takes no option 'gorutine=1': did you mean goroutine?" "select * from states('gorutine=1')"
wrong "--sql: states takes no option 'sort=g': options are written as in states('goroutine=1')" "select * from states('sort=g')"
wrong "--sql: states('goroutine=...') is how that option is written" "select * from states('goroutine')"
wrong "--goroutine takes the number of a goroutine, not 'x'" "select * from states('goroutine=x')"
wrong "there is no goroutine 999999" "select * from states('goroutine=999999')"
wrong "--wakers needs --report=offcpu, --pprof or --folded" "select * from net('wakers')"
wrong "--sql: groups of waits are the table waitgroups" "select * from waits('group=reason')"
wrong "--sql: a table has no lists of words: --report=waitgroups --group=list has them" "select * from waitgroups('group=list')"
wrong "filter: no column 'x' in waits; there are: g life func state reason start_ns dur_ns end_ns whole_ns open waker_g waker_func waker_kind where top began ended system stack waker_stack holder_g holder_func held_since_ns hold_min_ns confidence reason_inferred" \
	"select * from waits('filter=x>1')"
wrong "the statement has no column 'x': --columns=list names them" "select 1 y" --columns=x
wrong "the statement has no column 'coutn': did you mean count?" "select 1 count" --sort=coutn
wrong "only one of --report, --sql, --sql-file, --diagreedy, --dump, --export, --assemble, --pprof, --folded, --index-only, -d and --script or --picture at a time" \
	"select 1" --report=greedy
wrong "--values needs --report" "select 1" --values=x
wrong "--sql: no word '.table': did you mean .tables?" ".table"
wrong "no table 'wait': did you mean waits?" ".schema wait"
wrong "--sql=.schema is text: --report=NAME --columns=list has the columns as json" ".schema" --format=json
rc_is 1 "a file that is not there" "$GT_EXE" --sql-file="$tap_dir/none" "$trace"
is "$(cat "$tap_dir/err")" "gtrace-tui: --sql-file: cannot open $tap_dir/none: No such file or directory" "it says so"

# ---- what is not allowed ----
for statement in "attach '$tap_dir/x.db' as x" "create table x(a)" "create temp table x(a)" "pragma temp_store = 1" \
	"pragma table_info(waits)" "vacuum into '$tap_dir/x.db'" "insert into waits(g) values (1)" "delete from waits" \
	"update waits set g = 1" "begin" "drop table waits" "detach x" "reindex" "analyze" "create virtual table x using waits" \
	"update sqlite_master set name = 'x'" "alter table waits rename to x"; do
	rc_is 1 "refused: $statement" sql "$statement" "$trace"
	ok "a line says so" grep -qE '^gtrace-tui: --sql: ' "$tap_dir/err"
done
rc_is 1 "no code is loaded" sql "select load_extension('x')" "$trace"
rc_is 1 "no file is read" sql "select readfile('/etc/passwd')" "$trace"
rc_is 1 "no pragma as a table" sql "select * from pragma_database_list" "$trace"
is "$(find "$tap_dir" -name 'x.db*')" "" "and none is written"

# ---- how much ----
wrong "--sql: sorting, grouping or a value takes more than 512 MiB: select fewer rows or columns" \
	"with recursive c(x, y) as (select 1, zeroblob(50000000) union all select x + 1, zeroblob(50000000) from c)
	select x from c order by y"
wrong "--sql: a text or blob is larger than 64 MiB" "select zeroblob(100000000)"
wrong "--sql: the rows take more than 512 MiB: select fewer columns, or add a limit" \
	"with recursive c(x) as (select 1 union all select x + 1 from c) select cast(zeroblob(30000000) as text) || x from c"
# The program itself, not a shell with the function: that would be what is ended.
"$GT_EXE" --sql="with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c" "$trace" \
	>"$tap_dir/out" 2>&1 &
endless=$!
sleep 1
ok "a statement without an end runs" kill -0 "$endless"
kill -TERM "$endless"
wait "$endless" 2>/dev/null
is "$? $(cat "$tap_dir/out")" "143 " "and is ended by a signal"
if command -v python3 >/dev/null; then
	# A shell's own children ignore ^C in the background.
	is "$(python3 -c 'import signal, subprocess, sys, time
p = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
time.sleep(1); p.send_signal(signal.SIGINT); print(p.wait(10))' "$GT_EXE" \
		--sql="with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c" "$trace")" -2 "as by ^C"
else
	skip 1 "no python3"
fi

# ---- damaged traces ----
rc_is 3 "a damaged trace" sql "select count(*) from greedy" --format=csv "$damaged"
is "$(tail -n 1 "$tap_dir/out" | tr -d '\r')" "$("$GT_EXE" --report=greedy --format=csv "$damaged" 2>/dev/null | tail -n +2 | wc -l)" \
	"its rows are there"
done_testing
