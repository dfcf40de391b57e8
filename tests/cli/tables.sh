# Base tables: what --export=tables writes is what the reports say; a trace is there with all of its tables or not at all.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"

export XDG_CACHE_HOME=$tap_dir/cache
t=$GT_SRCDIR/testdata
greedy=$t/traces/go1.27/greedy.trace
ntables=$(grep -c '^GT_BASE_TABLE(' "$GT_SRCDIR/src/format/tables/tables.def")
cd "$tap_dir" || exit 1

# tables DIR TRACE...
tables() {
	local dir=$1
	shift
	"$GT_EXE" --export=tables --output="$dir" "$@"
}

# files DIR: how many files there are, whatever their names.
files() {
	find "$1" -type f 2>/dev/null | wc -l
}

# ---- the rows of reports ----

# Both formats, all versions, whole and cut, with wall clocks and without, tables without rows.
for trace in traces/go1.19/calls traces/go1.19/empty traces/go1.21/annotations traces/go1.21/locks traces/go1.21/profile \
	traces/go1.21/requests traces/go1.22/locks traces/go1.23/greedy traces/go1.25/gens traces/go1.27/annotations \
	traces/go1.27/calls traces/go1.27/empty traces/go1.27/gc traces/go1.27/locks traces/go1.27/profile \
	traces/go1.27/worlds bad/hole bad/cut-1.26-7079 bad/cut-1.22-4855 bad/v1-cut-1.21-19789 bad/v1-cut-1.19-9194 \
	bad/v1-no-stacks; do
	file=${trace//\//-}.trace
	ln -s "$t/$trace.trace" "$file"
	tables rows "$file" 2>err
	status=$?
	case $trace in bad/*) want=3 ;; *) want=0 ;; esac
	is "$status" $want "$trace: exit status" || diag "$(cat err)"
	ok "$trace: the rows and sums of all reports" \
		python3 "$GT_SRCDIR/tests/cli/tables.py" "$GT_EXE" rows "$file" "$file"
done
is "$(files rows)" "$(find rows -name part.parquet | wc -l)" "nothing but tables"
is "$(files rows)" $((22 * ntables)) "all tables of each trace"

# ---- names, several traces ----

mkdir a b
cp "$greedy" a/x.trace
cp "$t/traces/go1.27/calls.trace" b/x.trace
rc_is 2 "one of several is no trace" tables several a/x.trace "$t/bad/empty.trace" b/x.trace
is "$(cat err)" "gtrace-tui: $t/bad/empty.trace: not a Go execution trace: the file is empty" "it says which"
is "$(cd several/traces && ls)" $'trace=x.trace\ntrace=x.trace-2' "the others are there, by different names"
is "$(find several -name part.parquet | wc -l)" $((2 * ntables)) "with all tables"
is "$(cat out)" "" "and nothing on standard output"
rc_is 0 "from standard input" sh -c '"$GT_EXE" --export=tables --output=several <"$1"' sh "$greedy"
is "$(find several -path '*/trace=stdin/part.parquet' | wc -l)" "$ntables" "by the name stdin"
find several -type f -exec md5sum {} + | sort >before
rc_is 1 "a trace that is there" tables several a/x.trace "$greedy"
is "$(cat err)" "gtrace-tui: a/x.trace: several has a trace=x.trace: remove several/*/trace=x.trace, or name another directory" \
	"it says what to do"
find several -type f ! -path '*/trace=greedy.trace/*' -exec md5sum {} + | sort >after
same_file after before "and is as it was"
is "$(find several -path '*/trace=greedy.trace/part.parquet' | wc -l)" "$ntables" "the other one is written"
# A part without a row in `traces` is what a run that was killed left.
rm several/traces/trace=greedy.trace/part.parquet
echo half >several/waits/trace=greedy.trace/part.parquet
rc_is 0 "what a killed run left is replaced" tables several "$greedy"
is "$(tail -c 4 several/waits/trace=greedy.trace/part.parquet) $(find several -path '*/trace=greedy.trace/*' | wc -l)" \
	"PAR1 $ntables" "by the whole table, and nothing else is there"

# ---- places that are not as they should be ----

echo file >plain
rc_is 1 "a file in the place of the directory" tables plain "$greedy"
is "$(cat err)" "gtrace-tui: --output=plain: a file that is no directory has this name" "it says so"
rc_is 1 "no directory above" tables no/where "$greedy"
is "$(cat err)" "gtrace-tui: cannot make the directory no/where: No such file or directory" "it says so, too"
mkdir taken
echo file >taken/waits
rc_is 1 "a file in the place of a table" tables taken "$greedy"
ok "names the directory" grep -q '^gtrace-tui: .*cannot make the directory taken/waits/trace=greedy.trace: Not a directory$' err
is "$(files taken) $(find taken -name 'trace=*')" "1 " "and nothing else is left"
if [ "$(id -u)" -ne 0 ]; then
	mkdir closed
	chmod 500 closed
	rc_is 1 "a directory that cannot be written to" tables closed "$greedy"
	ok "says so" grep -q 'cannot make the directory closed/slices: Permission denied' err
else
	skip 2 "root may write anywhere"
fi
rc_is 1 "files may not grow" bash -c 'ulimit -f 20; exec "$GT_EXE" --index=none --export=tables --output=short "$1"' - "$t/demo.trace"
ok "says which table" grep -qE 'cannot write to short/[a-z]+/trace=demo.trace/part.parquet: File too large' err
is "$(find short -name '*trace=*')" "" "and no part of the trace is left"
mkdir small
if unshare -m mount -t tmpfs none small 2>/dev/null; then
	rc_is 1 "a full disk" unshare -m sh -c 'mount -t tmpfs -o size=64k none small || exit 99
		"$GT_EXE" --export=tables --output=small "$1"; rc=$?; find small -name "*trace=*" >left; exit $rc' sh "$t/demo.trace"
	ok "says so" grep -q 'small/[a-z]*/trace=demo.trace.*: No space left on device' err
	is "$(cat left)" "" "and leaves nothing"
else
	skip 3 "nothing can be mounted"
fi

# ---- killed ----

for after in 0.02 0.05 0.1 0.15 0.2 0.3 0.4; do
	"$GT_EXE" --export=tables --output=killed "$t/demo.trace" 2>/dev/null &
	sleep $after
	kill -9 $! && wait $!
	find killed -name '*.parquet' 2>/dev/null | while read -r file; do
		case ${file##*/} in .* | _*) continue ;; esac
		[ "$(head -c 4 "$file")$(tail -c 4 "$file" | tr -d '\0')" = PAR1PAR1 ] || echo "$file has no end"
	done
	parts=$(find killed -name part.parquet 2>/dev/null | wc -l)
	[ ! -e killed/traces/trace=demo.trace/part.parquet ] || [ "$parts" = "$ntables" ] || echo "after $after: $parts parts"
	rm -rf killed
done >wrong 2>/dev/null
is "$(cat wrong)" "" "whenever it is killed, no file looks whole that is not"

# ---- engines ----

is "$(cd rows && ls | xargs)" "$(sed -n 's/^GT_BASE_TABLE(\([a-z]*\),.*/\1/p' "$GT_SRCDIR/src/format/tables/tables.def" | sort | xargs)" \
	"a folder for each table"
tables size "$t/gz/asked.trace.gz"
slices=$("$GT_EXE" --report=summary --columns=slices --format=csv "$t/gz/asked.trace.gz" | tail -n 1 | tr -d '\r')
ok "a slice takes at most 20 bytes, with all columns" \
	test "$(wc -c <size/slices/trace=asked.trace.gz/part.parquet)" -le $((20 * slices))

done_testing
