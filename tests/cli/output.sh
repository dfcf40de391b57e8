#!/usr/bin/env bash
# What --output writes: a file as a whole or not at all, and never the trace that is read.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

export XDG_CONFIG_HOME=$tap_dir/config XDG_CACHE_HOME=$tap_dir/cache LC_ALL=C.UTF-8
cd "$tap_dir" || exit 1
trace=$GT_SRCDIR/testdata/traces/go1.27/annotations.trace

"$GT_EXE" --report=summary "$trace" >want
ok 'a report goes into a file' "$GT_EXE" --report=summary -o got "$trace"
same_file got want 'and is the same there'
"$GT_EXE" --report=summary --columns=nothing --output=got "$trace" 2>/dev/null
same_file got want 'after an error it is as it was'
ok 'a device is written to' "$GT_EXE" --report=summary --output=/dev/null "$trace"
"$GT_EXE" --report=summary --output=missing/file "$trace" 2>err
is $? 1 'a folder that is not there'
ok '... is named' grep -q 'missing/file' err
cp "$trace" own
ln -s own link
"$GT_EXE" --report=summary --output=link own 2>err
is $? 1 'the trace is not replaced'
ok '... says why' grep -qF 'is the trace that is read' err
"$GT_EXE" --compare=own --output=own "$trace" 2>err
is $? 1 'nor one that is compared with'
same_file own "$trace" 'and both are as they were'

done_testing
