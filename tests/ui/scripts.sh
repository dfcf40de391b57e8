#!/usr/bin/env bash
# Scripted runs of the whole screen, compared with what they showed before.
#
# tests/ui/NAME.keys begins with `# trace: FILE` and, if there is one, `# compare: FILE`, and, if it is not 0,
# `# exit: STATUS`; NAME.txt is what it must dump, as frames.awk writes it.  GENERATE=1 writes it again: read
# the difference.  Arguments are names: only these.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

# A screen must not depend on who looks: no config, a cache of its own.
export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR

# screens LINES [OPTION]...: runs these lines and those of $keys on $trace, in a directory where nothing was
# exported before; $old is there, too, so that its name is the same wherever the sources are.
screens() {
	local status
	rm -rf "$tap_dir/here" "$tap_dir/dumps"
	mkdir "$tap_dir/here" "$tap_dir/dumps"
	[ -z "$old" ] || ln -s "$GT_SRCDIR/$old" "$tap_dir/here"
	awk -v dir="$tap_dir/dumps" '/^dump-[a-z]+$/ { $0 = $0 " \"" dir "/" ++n "\"" } 1' "$keys" |
		cat <(printf '%s' "$1") - >"$tap_dir/$name"
	(cd "$tap_dir/here" && "$GT_EXE" "${@:2}" ${old:+"--compare=${old##*/}"} --script="$tap_dir/$name" "$trace") \
		>"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	awk -v dir="$tap_dir/dumps" -f "$GT_SRCDIR/tests/ui/frames.awk" "$keys" | cat - "$tap_dir/out" >"$tap_dir/got"
	return $status
}

# Every row with its number.
numbered() {
	awk '!/^--- / { y = /^ *[0-9]/ ? $0 + 0 : y + 1; $0 = sprintf("%3d", y) substr($0, 4) } 1' "$1"
}

# A failure shows the name of the first frame that differs, and its rows.
same_screens() {
	ok "$1" cmp "$want" "$tap_dir/got" && return
	diag "$(diff -U 1000000 <(numbered "$want") <(numbered "$tap_dir/got") | awk 'NR > 3 && /^ --- / {
		if (n) exit; frame = $0 } NR > 3 && /^[-+]/ { if (!n++) print frame; print }' | head -n 40)"
}

field() {
	sed -n "s/^# $1: //p" "$2"
}

names=("$@")
[ $# -gt 0 ] || set -- "$GT_SRCDIR"/tests/ui/*.keys
for keys; do
	name=$(basename "$keys" .keys).keys
	keys=$GT_SRCDIR/tests/ui/$name
	want=${keys%.keys}.txt
	trace=$GT_SRCDIR/$(field trace "$keys")
	status=$(field exit "$keys")
	old=$(field compare "$keys")
	screens ''
	is "$?" "${status:-0}" "$name: exit status"
	[ "${status:-0}" -ne 0 ] || is "$(cat "$tap_dir/err")" '' "$name: no complaints"
	[ -z "${GENERATE:-}" ] || cp "$tap_dir/got" "$want"
	same_screens "$name: the screens"
	# The second time from the index.
	screens ''
	same_screens "$name: the same from the index"
	# And as with a large trace, read again: threads and jobs do what was done at once.
	screens "limits small"$'\n'"note-actions \"$tap_dir/actions\""$'\n' --reindex
	same_screens "$name: the same in jobs"
done

# A key of one of them asks for each action of the table that has a key.
if [ ${#names[@]} -eq 0 ]; then
	sed -n 's/^GT_ACTION([A-Z_0-9]*, "\([^"]*\)", "[^"].*/\1/p' "$GT_SRCDIR/src/ui/kit/action.def" | sort >"$tap_dir/all"
	ok 'the table of actions is read' test "$(wc -l <"$tap_dir/all")" -gt 100
	sort -u "$tap_dir/actions" | comm -23 "$tap_dir/all" - >"$tap_dir/never"
	is "$(cat "$tap_dir/never")" '' 'a key of some script asks for each action'
fi

done_testing
