#!/usr/bin/env bash
# The help of each view lists the keys that do something there, and no others.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 TZ=UTC
trace=$GT_SRCDIR/testdata/traces/go1.27/gc.trace

# The lines of a script, shown in a view with something selected.
in_view() {
	local view=$1
	shift
	{
		printf '%s\n' wait-index 'resize 160x180' goroutines 'key j'
		printf '%s\n' "$view" 'key j' "$@" dump-screen
	} >"$tap_dir/script"
	"$GT_EXE" --script="$tap_dir/script" "$trace" 2>&1
}

has() {
	grep -qxF -e "$1" <<<"$listed" && echo yes || echo no
}

# Actions that only some views have.
some=$(sed -n 's/^GT_ACTION([A-Z_]*, "\([a-z-]*\)", .*SOME.*/\1/p' "$GT_SRCDIR/src/ui/kit/action.def")
some="$some sort reverse filter-add filters"
some="$some instants whole zoom-in"

# What an action says where it has nothing to do.
useless='nothing to do here|go from anomaly to anomaly|the clock of the timeline|nothing to unfold|nothing to fold'
useless="$useless|view lists only this|only slices can be|only call trees can be|rows cannot be sorted|has no filters"

for view in overview timeline greedy goroutines events gc path; do
	in_view $view help help >"$tap_dir/help"
	# The column of names.
	listed=$(awk '/^Up k / { at = index($0, " up ") + 1 } /^Commands/ { exit } { line[NR] = $0 }
		END { for (i = 1; i <= NR; i++) { split(substr(line[i], at), word, " "); print word[1] } }' "$tap_dir/help")
	wrong=
	for action in $some; do
		works=yes
		case $action in
		# These say so only while there is something to act upon, or need the mouse.
		measure) works=$([ $view = timeline ] && echo yes || echo no) ;;
		reverse) works=$(has sort) ;;
		filters) works=$(has filter-add) ;;
		*) in_view $view "$action" | tail -2 | grep -Eq "$useless" && works=no ;;
		esac
		[ "$(has "$action")" = $works ] || wrong="$wrong $action: listed $(has "$action"), works $works;"
	done
	is "$wrong" '' "$view: the help lists the keys that do something"
	same=$(sed -n '/^Timeline$/p' "$tap_dir/help" | wc -l)
	is "$same" "$([ $view = timeline ] && echo 2 || echo 0)" "$view: the keys of the timeline are the timeline's"
done

done_testing
