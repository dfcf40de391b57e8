#!/usr/bin/env bash
# Calls and includes run one way: between the rooms of a layer (tests/lint/rooms) and between files.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/lint/lib-files.sh"
cd "$GT_SRCDIR" || exit 99

tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
sources=$(list_files src | grep -E '\.(c|h|def)$')

printf '%s\n' "$sources" | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 45' | none 'no folder of more than 45 files'

# LEVEL FOLDER, a line per room.
awk '/^[a-z]/ { layer = substr($1, 1, length($1) - 1)
	for (i = 2; i <= NF; i++) print 100 * ++n, "src/" layer ($i == "." ? "" : "/" $i) }' tests/lint/rooms >"$tmp/levels"

# Edges "FILE FILE" that go up: the first file's room is below the second's.
upwards() {
	awk 'NR == FNR { level[$2] = $1; next }
		{ a = $1; b = $2; sub(/\/[^\/]*$/, "", a); sub(/\/[^\/]*$/, "", b)
		  if (a != "src" && a != b && level[a] < level[b]) print $1 " -> " $2 }' "$tmp/levels" -
}

printf '%s\n' "$sources" | sed 's|/[^/]*$||' | sort -u | grep -vxF -e src -f <(cut -d' ' -f2 "$tmp/levels") |
	none 'every folder is a room'

# ---- includes ----
printf '%s\n' "$sources" | xargs grep -HE '^#include "' | sed -E 's/^([^:]*):#include "([^"]*)".*/\1 src\/\2/' >"$tmp/includes"
upwards <"$tmp/includes" | none 'no room includes a header of a room above'
awk '$1 ~ /\.h$/ && $2 ~ /\.h$/' "$tmp/includes" | tsort 2>&1 >/dev/null | none 'headers include each other one way'

# ---- calls, as the linker sees them ----
# An object src/ui/kit/libgt_ui_a-key.o was src/ui/kit/key.c; that of a file which has gone stays where it was made.
objects=$(find "${GT_BUILDDIR:-.}/src" -name '*.o' 2>/dev/null | awk 'NR == FNR { source[$0] = 1; next }
	{ c = $0; sub(/^.*\/src\//, "src/", c); sub(/\.o$/, ".c", c); sub(/libgt_[a-z]+_a-/, "", c) } c in source' \
	<(printf '%s\n' "$sources") -)
if [ -z "$objects" ] || ! command -v nm >/dev/null; then
	skip 2 'no objects here'
else
	# nm -P: NAME TYPE ...
	printf '%s\n' "$objects" | xargs nm -A -g -P | sed -E 's|^.*/(src/[^:]*)\.o: |\1.c |; s|libgt_[a-z]+_a-||' |
		awk '$3 == "U" { use[$1 " " $2] = 1; next } { at[$2] = $1 }
			END { for (u in use) { split(u, f, " "); if (f[2] in at && at[f[2]] != f[1]) print f[1], at[f[2]] } }' |
		LC_ALL=C sort -u >"$tmp/calls"
	upwards <"$tmp/calls" | none 'no room calls a room above'
	tsort "$tmp/calls" 2>&1 >/dev/null | none 'files call each other one way'
fi

done_testing
