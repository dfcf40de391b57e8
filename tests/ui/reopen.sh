#!/usr/bin/env bash
# Whatever is on the screen when the program ends, the next one begins in that view, or in the one that led there.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
unset NO_COLOR
cd "$tap_dir" || exit 1
trace=$GT_SRCDIR/testdata/traces/go1.27/annotations.trace
old=$GT_SRCDIR/testdata/traces/go1.19/annotations.trace

# run LINE...: these lines of a script, with the session in the file `kept`.
run() {
	printf '%s\n' wait-index 'resize 120x30' "$@" >keys
	"$GT_EXE" --compare="$old" --session=kept --script=keys "$trace" >got 2>err
}

# modes VIEW: what its command `show` knows, or nothing.
modes() {
	rm -f kept
	run "key $1" 'show nothing'
	sed -n 's/.*this view shows //p' err | tr -d ,
}

# The key of the view on the N-th screen that was dumped.
tab() {
	sed -n 's/^.*\[\([0-9VW]\)\][A-Z].*$/\1/p' got | sed -n "$1p"
}

# reopens NAME LINE...: a session that ends there is taken up, in the view with the key of the second line.
reopens() {
	local name=$1 view=${3#key } status

	shift
	rm -f kept kept~
	run "${@:2}" dump-screen
	status=$?
	is "$status $(cat err)" '0 ' "$name"
	run dump-screen 'key Backspace' dump-screen messages dump-screen
	status=$?
	is "$status $(cat err)" '0 ' "$name: opened again, and back"
	is "$(tab 1)" "$view" "$name: the same view"
	ok "$name: the session was used" grep -q 'last session restored' got
}

for view in 1 2 3 4 5 6 7 8 9; do
	shown=$(modes $view)
	# A page of a goroutine and of a task has to be opened first.
	for mode in ${shown:--}; do
		lines=("key $view")
		case $view$mode in
		4states | 4slices | 4children | 4ranges | 4regions | 4tasks | 4logs) lines+=('key Enter') ;;
		8task) lines+=('show tasks' 'key Enter') ;;
		esac
		[ "$mode" = - ] || [ "$mode" = task ] || lines+=("show $mode")
		for key in 'V Enter' W Z 'W V Enter'; do
			reopens "view $view $mode, $key" - "${lines[@]}" "key $key"
		done
	done
done
for by in function stack goroutine; do
	reopens "slices by $by" - 'key 3' "show by-$by" 'key V Enter'
done
reopens 'the help over values' - 'key 8' 'key V Enter' 'key ?'

# What is marked there leads to the same view, too.
rm -f kept
run 'key 3' 'key V Enter' 'bookmark v' 'key 4' 'key W' 'bookmark w'
run 'goto-bookmark v' dump-screen 'goto-bookmark w' dump-screen
is "$(tab 1) $(tab 2)" '3 4' 'bookmarks of values and of a chain'

# The views that are empty until they are asked for something: any list, its columns and order.
for view in 3 5 8; do
	rm -f kept
	run "key $view" 'key V Enter' 'columns value count' 'sort count asc' 'filter count>0' 'key Backspace' dump-screen
	is "$? $(cat err) $(tab 1)" "0  $view" "view $view: columns of its values, and back"
	run "key $view" 'key V Enter' dump-screen
	is "$? $(cat err)" '0 ' "view $view: values again"
done

done_testing
