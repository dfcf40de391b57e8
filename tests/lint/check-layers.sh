#!/usr/bin/env bash
# A file includes its own layer and the ones below, nothing above; one module knows curses.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/lint/lib-files.sh"
cd "$GT_SRCDIR" || exit 99

layers='base wire order index analysis format ui cli'

# What each layer may include.
below() {
	case $1 in
	main) echo "$layers" ;;
	*) echo "${layers%%"$1"*}$1" ;;
	esac
}

# bad_includes LAYER FILE... : includes of project headers that the layer must not see.
bad_includes() {
	local allowed
	allowed=$(below "$1" | tr ' ' '|')
	shift
	grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$@" /dev/null |
		grep -vE "\"($allowed)/([a-z0-9]+/)*[a-z0-9_]+\.(h|def)\""
}

files=$(list_files src | grep -E '\.(c|h|def)$')

for layer in $layers; do
	mine=$(printf '%s\n' "$files" | grep "^src/$layer/")
	[ -n "$mine" ] || continue
	# shellcheck disable=SC2086
	bad_includes "$layer" $mine | none "$layer includes only itself and what is below"
done
bad_includes main src/main.c | none "main includes layers by their full names"

printf '%s\n' "$files" | grep -vE '^src/ui/kit/term_curses(\.[ch]|_input\.c)$' |
	xargs grep -nHE '#[[:space:]]*include[[:space:]]*[<"](n?curses|term|ncursesw/.*)\.h[>"]' /dev/null |
	none "only term_curses* include curses"

printf '%s\n' "$files" | xargs grep -nHE '#[[:space:]]*include[[:space:]]*[<"]config\.h' /dev/null |
	none "config.h is forced by the build, never included"

# The same rule once more where the linker sees it: unit tests link no layer above their own.
for layer in $layers; do
	mk=tests/unit/$layer/local.mk
	allowed=$(below "$layer" | tr ' ' '|')
	grep -nHoE '^[^#]*(GT_TEST_|GT_LIBS_|libgt_)[a-z]+' "$mk" |
		grep -vE "(GT_TEST_|GT_LIBS_|libgt_)($allowed)\$" |
		none "unit tests of $layer link it and the layers below"
done

done_testing
