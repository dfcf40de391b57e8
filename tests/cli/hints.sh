# Files that are no whole traces by what was done to them: the trace is found, or the error says what to do.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

v2=$GT_SRCDIR/testdata/traces/go1.27/gens.trace
v1=$GT_SRCDIR/testdata/traces/go1.21/locks.trace
cd "$tap_dir" || exit 1
export TMPDIR=$tap_dir XDG_CACHE_HOME=$tap_dir/cache

report() {
	"$GT_EXE" --report=summary --format=csv --columns=events "$@"
}
events_v2=$(report "$v2" | tail -n 1)
events_v1=$(report "$v1" | tail -n 1)

# ---- before the trace ----

{ printf 'HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n'; cat "$v2"; } >curl.trace
{ printf 'starting\nlistening on :8080\n'; cat "$v1"; } >text.trace
gzip -c curl.trace >curl.trace.gz
for file in curl.trace text.trace curl.trace.gz; do
	want=$events_v2 bytes=59
	[ $file = text.trace ] && want=$events_v1 bytes=28
	rc_is 0 "$file: the trace is found" report $file
	is "$(tail -n 1 out)" "$want" "$file: all of it"
	ok "$file: it is told" grep -q "the first $bytes bytes are not the trace's" err
	is "$(report $file 2>err | tail -n 1)" "$want" "$file: from its index"
	ok "$file: it is told again" grep -q "the first $bytes bytes" err
done
is "$(report - <curl.trace 2>/dev/null | tail -n 1)" "$events_v2" "from standard input"
is "$(cat text.trace | report - 2>/dev/null | tail -n 1)" "$events_v1" "from a pipe"

# ---- behind it, and in it ----

# damaged FILE EVENTS TEXT
damaged() {
	rc_is 3 "$1: damaged" report "$1"
	is "$(tail -n 1 out)" "$2" "$1: what there is is shown"
	ok "$1: told what it is" grep -q "$3" err
	is "$(wc -l <err)" 1 "$1: in one line"
}
cat "$v2" "$v1" >two-v2.trace
cat "$v1" "$v2" >two-v1.trace
size=$(wc -c <"$v2")
damaged two-v2.trace "$events_v2" "another trace begins at byte $size: --part=2 opens it, and --part=1 this one alone"
size=$(wc -c <"$v1")
damaged two-v1.trace "$events_v1" "another trace begins at byte $size: --part=2 opens it"
# each FILE WANT...: its parts are traces with so many events.
each() {
	local file=$1 n=0

	shift
	for want; do
		rc_is 0 "$file: part $((++n))" report --part=$n "$file"
		is "$(tail -n 1 out)" "$want" "$file: part $n is a trace of its own"
		is "$(wc -c <err)" 0 "$file: there is nothing to tell of part $n"
	done
	rc_is 1 "$file: no part $((n + 1))" report --part=$((n + 1)) "$file"
	ok "$file: which says how many there are" grep -q -- "--part=$((n + 1)): the file holds $([ $n != 1 ] || echo 'only ')$n trace" err
}
each two-v2.trace "$events_v2" "$events_v1"
each two-v1.trace "$events_v1" "$events_v2"
{ printf 'starting\nlistening on :8080\n'; cat "$v1" "$v2" "$v1"; } >three.trace
each three.trace "$events_v1" "$events_v2" "$events_v1"
each "$v2" "$events_v2"
gzip -c two-v1.trace >two-v1.trace.gz
each two-v1.trace.gz "$events_v1" "$events_v2"
is "$(cat two-v1.trace | report --part=2 - | tail -n 1)" "$events_v2" "from a pipe, too"
printf 'resize 80x24\nwait-index\ndump-screen\n' >title.keys
ok "the title says which part it is" grep -q 'two-v1.trace  part 2  go1.26' \
	<("$GT_EXE" --no-session --script=title.keys --part=2 two-v1.trace)
rc_is 1 "no index is kept" report --part=1 --index=kept two-v1.trace
for bad in 0 x -1; do
	rc_is 1 "--part=$bad" report --part=$bad two-v1.trace
	ok "--part=$bad: what it takes" grep -q 'takes the number of a trace in the file, from 1' err
done
{ cat "$v2"; head -c 4096 /dev/zero; } >zeros-v2.trace
{ cat "$v1"; head -c 4096 /dev/zero; } >zeros-v1.trace
damaged zeros-v2.trace "$events_v2" 'from here on there are only zeros: the file was not written to its end'
damaged zeros-v1.trace "$events_v1" 'from here on there are only zeros: the file was not written to its end'
{ cat "$v2"; printf 'server: handled request 17\n'; } >printed.trace
damaged printed.trace "$events_v2" 'text stands in the trace ("server: handled request "): the program prints where its'

# Between what the program wrote in one piece it takes nothing away.
if command -v python3 >/dev/null; then
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$GT_SRCDIR/tests/truth python3 - "$v2" "$v1" <<-'E'
	import sys
	from rawbytes import batches_v1, batches_v2
	for path, batches in zip(sys.argv[1:], (batches_v2, batches_v1)):
	    data = open(path, 'rb').read()
	    places = sorted({x[0] for x in batches(data)})
	    out, last, n = b'', 0, 0
	    for at in places[::3]:
	        n += 1
	        out += data[last:at] + b'%d: A request was handled\nBatch done\n' % n
	        last = at
	    open('printed-' + ('v1' if batches is batches_v1 else 'v2'), 'wb').write(out + data[last:])
	E
	for each in v1 v2; do
		whole=$v2
		[ $each = v2 ] || whole=$v1
		rc_is 0 "printed-$each: it is read" report printed-$each
		"$GT_EXE" --report=events --format=csv --columns=ns,name,m,p,g,stack printed-$each >got
		"$GT_EXE" --report=events --format=csv --columns=ns,name,m,p,g,stack "$whole" >want
		ok "printed-$each: all of it" cmp want got
		ok "printed-$each: a note tells it" grep -q "and was passed over, $(($(wc -c <printed-$each) - $(wc -c <"$whole"))) bytes" \
			<("$GT_EXE" --report=brief --width=400 printed-$each)
	done
else
	skip 6 "no python3"
fi

# ---- all over it ----

if command -v python3 >/dev/null; then
	python3 - "$v2" <<-'E'
	import sys
	trace = open(sys.argv[1], 'rb').read()
	for name, data in (('crlf', trace.replace(b'\n', b'\r\n')), ('lost', trace.decode('utf-8', 'replace').encode()),
	                   ('wide', b'\xff\xfe' + trace.decode('cp437').encode('utf-16-le')),
	                   ('pprof', bytes.fromhex('488080ac80f7bbeef518509a8bd9eb09') + bytes(64))):
	    open(name, 'wb').write(data)
	E
	for each in 'crlf:3:each line feed has a carriage return before it' 'lost:3:bytes that are no UTF-8 are lost' \
		'wide:2:the > of PowerShell made UTF-16 text of' 'pprof:2:a profile, which go tool pprof reads'; do
		IFS=: read -r file status text <<<"$each"
		rc_is "$status" "$file: status" report "$file"
		ok "$file: told what was done to it" grep -q "$text" err
	done
else
	skip 8 "no python3"
fi

# ---- no hint where there is nothing ----

for cut in 100 5000 9999; do
	head -c $cut "$v2" >cut.trace
	report cut.trace >/dev/null 2>err
	ok "cut at $cut: only that" grep -qv 'text stands\|another trace\|zeros\|copied\|converted' err
done
done_testing
