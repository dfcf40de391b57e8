# Notes on lines of source files: quickfix and github, recomputed from JSON; what is escaped, mapped and refused.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CACHE_HOME=$tap_dir/cache
traces=$GT_SRCDIR/testdata/traces/go1.27
demo=$GT_SRCDIR/testdata/demo.trace
gt() {
	"$GT_EXE" --index=none "$@"
}

if command -v python3 >/dev/null; then
	is "$(python3 "$GT_SRCDIR/tests/cli/places.py" "$GT_EXE" "$traces/plant-late.trace" "$demo" "$traces"/{calls,gc,gens,grpc,locks}.trace \
		"$traces"/plant-{few,herd,hog,late-well,late}.trace "$GT_SRCDIR/testdata/traces/go1.19/calls.trace" 2>&1)" "True lines" \
		"the rows of JSON that have a place"
else
	skip 1 "no python3"
fi

first="$(gt --report=findings --format=quickfix "$demo" | head -n 1)"
is "$first" "stutter.go:112: high: long slices: main.buildReport:112 held a P for up to 24.1ms; 3 of 6 slices of 10ms or more made others wait" \
	"a finding"
is "$(gt --report=findings --format=github "$demo" | head -n 1)" "::warning file=stutter.go,line=112::${first#*: }" "the same for GitHub"
is "$(gt --report=greedy --format=quickfix --columns=dur,func --limit=1 "$demo")" "stutter.go:112: Duration 24.4ms, Function main.buildReport" \
	"the columns that are asked for"
is "$(gt --report=greedy --format=quickfix --limit=1 "$demo" "$traces/gc.trace" | grep -o '\[.*\]$')" \
	"$(printf '[%s]\n' "$demo" "$traces/gc.trace")" "which trace a line is of"
is "$(gt --report=greedy --format=quickfix "$demo" | cksum)" "$(gt --report=greedy --format=quickfix --jobs=1 "$demo" | cksum)" \
	"the same by one thread"
ok "many lines" test "$(gt --report=events --format=quickfix "$demo" | wc -l)" -gt 10000

# ---- a file that GitHub would take apart, or a terminal obey ----
{ echo Trace Go1.26; gt -d=wire "$traces/annotations.trace"; } >"$tap_dir/text.txt"
sed 's/data="\.\/annotations\.go"/data="\/b\/%2C,a:b\\n\\x1b.go"/' "$tap_dir/text.txt" >"$tap_dir/hostile.txt"
rows() {
	gt --report=events --columns=name --format="$1" "${@:2}" "$tap_dir/hostile.txt" 2>"$tap_dir/err" | grep 2C | sort -u | head -n 1
}
is "$(rows quickfix | cut -d: -f1-2)" '/b/%2C,a:b\n\x1b.go' "an editor gets the name without control bytes"
is "$(rows github | sed 's/,line.*//')" '::warning file=/b/%252C%2Ca%3Ab\n\x1b.go' "GitHub gets its marks escaped"
is "$(rows quickfix --map-path=/b=/src/me | cut -d: -f1)" '/src/me/%2C,a' "--map-path"
is "$(rows quickfix --map-path=/x=/y --map-path=/b= | cut -d: -f1)" '%2C,a' "... to where one is"
is "$(rows quickfix --map-path=/=/y/ | cut -d: -f1)" '/y/b/%2C,a' "... of all files"

# ---- what is refused ----
refused() {
	local says=$1
	shift
	is "$(gt "$@" 2>&1)" "gtrace-tui: $says" "refused: $*"
}
refused "--format=quickfix is about lines of source files, and rows of procs have none" --report=procs --format=quickfix "$demo"
refused "--format=github is about lines of source files, and rows of values have none" --report=greedy --values=func --format=github "$demo"
refused "lists of names are no tables: use text, json, ndjson or csv" --report=list --format=quickfix
is "$(gt --report=findings --format=github "$traces/empty.trace")" "" "no rows, no lines"
rc_is 4 "a threshold" gt --report=findings --format=github --fail-if='findings.count>0' "$demo"
rc_is 3 "a damaged trace" gt --report=greedy --format=github "$GT_SRCDIR/testdata/bad/hole.trace"
done_testing
