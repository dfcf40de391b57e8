#!/usr/bin/env bash
# The source of a frame: its lines in the detail pane, and the command line of each editor.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR VISUAL EDITOR
trace=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace
cd "$tap_dir" || exit 1

# shown OPTION... -- LINE...: the screen after these lines of a script, with the slices' detail over all of it.
shown() {
	local options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	{
		printf '%s\n' wait-index 'resize 90x40' greedy 'key Tab' 'key z'
		printf '%s\n' "${@:2}" dump-screen
	} >keys
	"$GT_EXE" --no-config "${options[@]}" --script=keys "$trace" >got 2>&1
}

# has NAME TEXT: a row of what was shown last.
has() {
	ok "$1" grep -qF -e "$2" got
}

# The frame that is opened: as the trace says, "runtime/proc.go:LINE" or the like.
shown -- 'set editor vi' 'key E'
frame=$(sed -n 's/^\([^ ]*\.go\) not found; see `set path-map FROM=TO`.*/\1/p' got)
ok 'the file of a frame that is not here is named' test -n "$frame"
ok 'nothing is shown of it' test "$(grep -c '^Source' got)" = 0

# ---- the lines ----

mkdir -p "real place/$(dirname "$frame")"
file="real place/$frame"
awk 'BEGIN { for (i = 1; i <= 9000; i++) printf "\tline %d \033[31m \xff %s\n", i, i % 2 ? "odd" : "even" }' >"$file"
dir=$(dirname "$frame")
shown "--map-path=$dir=real place/$dir" -- 'set editor vi' 'key E'
line=$(sed -n "s|^vi +\([0-9]*\) real place/$frame *.*|\1|p" got)
ok 'vi gets +LINE FILE' test -n "$line"
has 'the place' "Source      real place/$frame:$line"
has 'the line' ">  $(printf %4d "$line")      line $line \\x1b[31m \\xff"
has 'the one before' "   $(printf %4d $((line - 1)))      line $((line - 1)) "
ok 'as many lines as there is room for' test "$(grep -c 'line [0-9]* \\x1b' got)" -gt 20
ok 'and nothing raw' test "$(grep -c "$(printf '\033')" got)" = 0

# ---- a list with its detail below ----

mkdir own
for i in $(seq 40); do echo "line $i"; done >own/greedy.go
printf '%s\n' wait-index 'resize 80x24' greedy 'set editor vi' 'key E' dump-screen >keys
"$GT_EXE" --no-config --map-path=.=own --script=keys "$trace" >got 2>&1
own=$(sed -n 's|^vi +\([0-9]*\) own/greedy.go.*|\1|p' got)
ok 'the frame whose source is shown, though the first one has none here' test -n "$own"
printf '%s\n' wait-index 'resize 120x36' greedy dump-screen >keys
"$GT_EXE" --no-config --map-path=.=own --script=keys "$trace" >got 2>&1
has 'its line is in sight' ">  $(printf %4d "$own")  line $own"
printf '%s\n' wait-index 'resize 120x36' greedy 'key Tab' 'key j j j j j' 'set editor vi' 'key E' dump-screen >keys
"$GT_EXE" --no-config --map-path=.=own --script=keys "$trace" >got 2>&1
has 'a frame under the cursor is the one that is opened' 'runtime/proc.go not found'

# ---- editors ----

for editor in 'nano|nano +L F' '/usr/bin/vim -R|/usr/bin/vim -R +L F' 'emacsclient -t|emacsclient -t +L F' \
	'code -w|code -w -g F:L' 'hx|hx F:L' '/opt/zed|/opt/zed F:L' 'mate|mate -l L F' 'goland|goland --line L F'; do
	want=${editor#*|}
	want=${want//L/$line}
	want=${want//F/real place/$frame}
	shown "--map-path=$dir=real place/$dir" -- "set editor '${editor%|*}'" 'key E'
	has "${editor%|*}" "$want"
done
# The pairs of the option and of the command line; whole names only; the longest, of those the last.
shown "--map-path=$dir=nowhere" -- "set path-map '$dir=else \"$dir=real place/$dir\" ${dir%?}=bad'" 'set editor vi' 'key E'
has 'the longest, of those the last' "vi +$line real place/$frame"
shown "--map-path=x=y" -- "set path-map ${dir%?}=bad" 'set editor vi' 'key E'
has 'half a name is no name' "$frame not found"

# ---- one of two timelines ----

late=$GT_SRCDIR/testdata/traces/go1.27/plant-late
for i in $(seq 300); do echo "line $i"; done >own/plants.go
printf '%s\n' wait-index 'resize 120x50' 'key 9 Enter' dump-screen 'key S-Tab z' dump-screen >keys
"$GT_EXE" --no-config --map-path=.=own --compare=$late-well.trace --script=keys $late.trace >got 2>&1
has 'both are shown' '  before plant-late-well.trace'
has 'a frame of theirs is found, too' 'Source      own/plants.go:188'

# ---- what is no file ----

rm "$file"
mkfifo "$file"
shown "--map-path=$dir=real place/$dir" -- 'set editor vi' 'key E'
has 'a pipe is not opened' "real place/$frame is no plain file"
ok 'nor shown' test "$(grep -c '^Source' got)" = 0
shown "--map-path=$dir=$(printf 'a\033b')" -- 'set editor vi' 'key E'
has 'control characters are refused' 'has control characters in its name'
for bad in x =x; do
	rc_is 1 "--map-path=$bad" "$GT_EXE" --map-path=$bad "$trace"
done

done_testing
