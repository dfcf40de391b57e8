#!/usr/bin/env bash
# A trace that comes through a pipe, and a file that is written, in a terminal.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tty/lib-tmux.sh"

command -v python3 >/dev/null || skip_all 'no python3'
trace=$GT_SRCDIR/testdata/traces/go1.27/gens.trace
replay="python3 $GT_SRCDIR/tests/cli/replay.py"
mapfile -t borders < <($replay "$trace" borders)
export XDG_CACHE_HOME=$tap_dir/cache
export XDG_CONFIG_HOME=$tap_dir/config
trap '' PIPE

mkfifo "$tap_dir/steps"
screen_start 100x30 sh -c "$replay $trace steps <$tap_dir/steps | '$GT_EXE' --no-config --index=none -c timeline"
exec 7>"$tap_dir/steps"
echo >&7
screen_shows 'the first generation, before the rest has come' 'LIVE, '
screen_shows 'its events' '116 events'
screen_shows 'at its end' 'at the newest end'
screen_keys a
screen_lacks 'a move ends that' 'at the newest end'
screen_keys F
screen_shows 'F follows it again' 'the window follows the newest end, until a move'
screen_keys C-s
screen_shows 'the picture is held' 'LIVE, held'
echo >&7
screen_keys j
screen_shows 'while more comes' ' 116 events'
screen_keys C-s
screen_lacks 'then it is shown' '116 events'
screen_shows 'LIVE again' 'behind'
for _ in "${borders[@]:2}"; do
	echo >&7
done
exec 7>&-
screen_lacks 'the end' 'LIVE'
screen_shows 'all of it' '471 events'
screen_keys Q
screen_wait_end
is "$screen_status" 0 'its status'

# q while the next generation is waited for.
screen_start 100x30 sh -c "$replay $trace steps <$tap_dir/steps | '$GT_EXE' --no-config --index=none -c timeline"
exec 7>"$tap_dir/steps"
echo >&7
screen_shows 'a stream that goes on' 'LIVE, '
screen_keys Q
screen_lacks 'is left at once' 'LIVE, '
exec 7>&-
screen_wait_end

# A whole file whose writer goes on: F follows it from there.
head -c "${borders[1]}" "$trace" >"$tap_dir/grows"
screen_start 100x30 "$GT_EXE" --no-config --index=none -c timeline "$tap_dir/grows"
screen_shows 'a file' 'grows  go1.26'
exec 6>>"$tap_dir/grows"
screen_keys F
screen_shows 'F: it is followed' 'LIVE, '
tail -c "+$((borders[1] + 1))" "$trace" >&6
screen_shows 'what is written is shown' '471 events'
exec 6>&-
screen_lacks 'closed: it is over' 'LIVE, '
screen_keys Q
screen_wait_end
is "$screen_status" 0 'its status'
done_testing
