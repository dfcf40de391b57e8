#!/bin/sh
# Runs a file of C tests, [DIR/]tests/unit/LAYER/test-NAME.c, with the program of its folder: test-LAYER NAME.
dir=${1%/*}
dir=tests/${dir##*tests/}
name=${1##*/test-}
shift
exec "${GT_BUILDDIR:-.}/$dir/test-${dir##*/}" "${name%.c}" "$@"
