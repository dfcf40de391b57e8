#!/usr/bin/env bash
# Scripted runs of the whole screen, compared with what they showed before.
#
# tests/ui/NAME.keys begins with `# trace: FILE` and, if there is one, `# compare: FILE`, and, if it is not 0,
# `# exit: STATUS`; NAME.txt is what it must print.  GENERATE=1 writes it again: read it.
# Arguments are names: only these.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

# A screen must not depend on who looks: no config, a cache of its own.
export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR

# screens KEYS TRACE [OPTION]...: what a script shows, in a directory where nothing was exported before.
# $old is there, too, so that its name is the same wherever the sources are.
screens() {
	rm -rf "$tap_dir/here"
	mkdir "$tap_dir/here"
	[ -z "$old" ] || ln -s "$GT_SRCDIR/$old" "$tap_dir/here"
	(cd "$tap_dir/here" && "$GT_EXE" "${@:3}" --script="$1" "$2") >"$tap_dir/got" 2>"$tap_dir/err"
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
	options=(${old:+"--compare=$(basename "$old")"})
	screens "$keys" "$trace" "${options[@]}"
	is "$?" "${status:-0}" "$name: exit status"
	[ "${status:-0}" -ne 0 ] || is "$(cat "$tap_dir/err")" '' "$name: no complaints"
	[ -z "${GENERATE:-}" ] || cp "$tap_dir/got" "$want"
	same_file "$tap_dir/got" "$want" "$name: the screens"
	# The second time from the index.
	screens "$keys" "$trace" "${options[@]}"
	same_file "$tap_dir/got" "$want" "$name: the same from the index"
	# And as with a large trace, read again: threads and jobs do what was done at once.
	printf 'limits small\nnote-actions "%s/actions"\n' "$tap_dir" | cat - "$keys" >"$tap_dir/$name"
	screens "$tap_dir/$name" "$trace" --reindex "${options[@]}"
	same_file "$tap_dir/got" "$want" "$name: the same in jobs"
done

# A key of one of them asks for each action of the table that has a key.
if [ ${#names[@]} -eq 0 ]; then
	sed -n 's/^GT_ACTION([A-Z_0-9]*, "\([^"]*\)", "[^"].*/\1/p' "$GT_SRCDIR/src/ui/kit/action.def" | sort >"$tap_dir/all"
	ok 'the table of actions is read' test "$(wc -l <"$tap_dir/all")" -gt 100
	sort -u "$tap_dir/actions" | comm -23 "$tap_dir/all" - >"$tap_dir/never"
	is "$(cat "$tap_dir/never")" '' 'a key of some script asks for each action'
fi

done_testing
