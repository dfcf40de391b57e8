# The pictures in README.md are what the program shows of the demo.  GENERATE=1 makes them again: look at them.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
unset NO_COLOR
keys_overview=''
keys_timeline='key Enter'

for picture in overview timeline; do
	keys=keys_$picture
	printf '%s\n' wait-index "${!keys:-overview}" dump-picture >"$tap_dir/keys"
	rc_is 0 "$picture" "$GT_EXE" --index=none --no-session --script="$tap_dir/keys" --size=36x120 \
		"$GT_SRCDIR/testdata/demo.trace"
	[ -z "$GENERATE" ] || cp "$tap_dir/out" "$GT_SRCDIR/doc/$picture.svg"
	ok "doc/$picture.svg shows it" cmp "$GT_SRCDIR/doc/$picture.svg" "$tap_dir/out"
	ok "README.md shows that" grep -qF "(doc/$picture.svg)" "$GT_SRCDIR/README.md"
done
done_testing
