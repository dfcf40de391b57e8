# What a planted program says of itself, and what a report has of it; sourced by tests.  The tests set trace and source.
. "${GT_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/tap/tap.sh"

cd "$GT_SRCDIR/testdata" || bail "no testdata"

# said NAME: what the program wrote down.
said() { sed -n "s/^$1 //p" "$(sed "s/^traces/expected/; s/trace\$/log/" <<<"$trace")"; }
# near GOT WANT WHAT: within 5 %.
near() {
	awk -v got="$1" -v want="$2" 'BEGIN { exit !(got >= want * 0.95 && got <= want * 1.05) }'
	is $? 0 "$trace: $3, $1 for $2"
}
# field REPORT COLUMN [OPTION]...: of its first row.
field() {
	"$GT_EXE" --index="$tap_dir/index" --report="$1" --format=csv --columns="$2" "${@:3}" "$trace" | tr -d '\r"' | sed -n 2p
}
line() { grep -n "// $1\$" "$source" | cut -d: -f1; }
