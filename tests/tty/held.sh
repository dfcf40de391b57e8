#!/usr/bin/env bash
# Frames are held back until they are complete (mode 2026) in terminals that can, and in no others.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

command -v python3 >/dev/null || skip_all 'no python3'
export XDG_CACHE_HOME=$tap_dir/cache XDG_CONFIG_HOME=$tap_dir/config XDG_STATE_HOME=$tap_dir/state LC_ALL=C.UTF-8
export PYTHONDONTWRITEBYTECODE=1
trace=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace

held() {
	python3 "$GT_SRCDIR/tests/tty/held.py" "$1" "$GT_EXE" "$trace" 2>&1
}

is "$(held yes)" 'held let go each status 0' 'a terminal that can hold frames back is told where they begin and end'
is "$(held no)" 'never held let go each status 0' 'another is not'

done_testing
