#!/usr/bin/env bash
# The habits of HACKING that a machine can see.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/lint/lib-files.sh"
cd "$GT_SRCDIR" || exit 99

sources=$(list_c)
[ -n "$sources" ] || bail 'no sources found'

each_source() {
	printf '%s\n' "$sources" | xargs "$@"
}

each_source awk 'FNR == 901 { print FILENAME ": over 900 lines" }' | none 'no file over 900 lines'

each_source awk '
	FNR == 1 { purpose = /^\/\* [^ ]/; opened = /^\/\*$/ }
	FNR == 2 && opened { purpose = /^ \* [^ ]/ }
	FNR == 2 && !purpose { print FILENAME }' | none 'every source opens with its purpose'

list_files bootstrap .ci tests | grep -E '(\.sh|bootstrap|\.ci/run|\.ci/nightly)$' |
	xargs awk 'FNR == 1 { seen = 0 } FNR <= 2 && /^# [A-Z"]/ { seen = 1 }
		FNR == 2 && !seen { print FILENAME ": no purpose line" }' | none 'every script opens with its purpose'

each_source awk '
	/^{/ { start = FNR }
	/^}/ && start { if (FNR - start + 1 > 80) print FILENAME ":" start ": " FNR - start + 1 " lines"; start = 0 }' |
	none 'no function over 80 lines'

# A long message may stay on one line, where grep finds it.  awk counts bytes, so expand has the last word.
long_lines() {
	local f
	xargs awk '{ n = split($0, part, "\t"); width = length(part[n])
		for (i = 1; i < n; i++) width += int(length(part[i]) / 8) * 8 + 8
		if (width > 120) print FILENAME }' | sort -u | while read -r f; do
		expand "$f" | grep -nE '^.{121,}' | grep -vE '"[^"]{30,}"' | sed "s|^|$f:|"
	done
}
printf '%s\n' "$sources" | grep -v '\.def$' | long_lines | cut -c 1-100 | none 'no line over 120 columns'

each_source grep -nHE '[[:space:]]+$' | none 'no blanks at the end of a line'

each_source grep -nHE '^ +[^ *]' | none 'indented by tabs'

each_source grep -hoE '^(typedef )?(struct|union|enum) gt_[a-z0-9_]+ \{' | sed 's/^typedef //' | LC_ALL=C sort | uniq -d |
	none 'no struct, union or enum that others see has two definitions'

# One place to find, in a backtrace or by grep: a name that is taken gets its file's name in front.
printf '%s\n' "$sources" | grep '^src/.*\.c$' | xargs awk '/^static [^=;(]*[ *][a-z0-9_]+\(/ {
	sub(/\(.*/, ""); sub(/.*[ *]/, ""); if (!seen[FILENAME, $0]++) print }' | sort | uniq -d |
	none 'no two files have a static function of the same name'

banned='strcpy|strcat|sprintf|vsprintf|strncpy|strncat|strtok|gets|alloca'
printf '%s\n' "$sources" | grep -v '^src/base/banned\.h$' |
	xargs grep -nHE "(^|[^a-zA-Z0-9_.>])($banned)[[:space:]]*\(" | none 'no banned function'

# What an assertion finds when it is said: as many words as places.
each_source grep -lE 'gt_say|gt_as_said|gt_detail_say|GT_SENTENCE' | LC_ALL=C xargs awk '
	function check(name, call,    n, i, c, depth, args, quoted, places) {
		n = name == "gt_detail_say(" ? 3 : name == "gt_say(" ? 2 : 1
		depth = args = 1
		for (i = 1; depth > 0 && (c = substr(call, i, 1)) != ""; i++) {
			if (quoted && c == "\\") i++
			else if (c == "\"") { quoted = !quoted; literal = literal || args == n }
			else if (quoted) places += args == n && substr(call, i, 2) == "{}"
			else if (index("({[", c)) depth++
			else if (index(")}]", c)) depth--
			else if (c == "," && depth == 1) args++
		}
		if (literal && args - n != places)
			print file ": " places " places, " args - n " words: " name substr(call, 1, 60)
		literal = 0
	}
	function check_all(    name) {
		while (match(text, /(gt_say|gt_as_said|gt_detail_say|GT_SENTENCE)\(/)) {
			name = substr(text, RSTART, RLENGTH)
			text = substr(text, RSTART + RLENGTH)
			check(name, text)
		}
		text = ""
	}
	FNR == 1 { check_all(); file = FILENAME }
	{ gsub(/\047"\047/, ""); text = text " " $0 }
	END { check_all() }' | none 'sentences have a word for each place'

# Only what cannot change may live as long as the program; signal handlers have nothing else.
printf '%s\n' "$sources" | grep '^src/' | grep -v '^src/ui/kit/signals\.c$' |
	xargs grep -nHE '^[[:space:]]*static[[:space:]][^(]*(;|=|\[)' |
	grep -vE '[^a-z_](const|_Thread_local)[^a-z_]|static[[:space:]]+inline|_Static_assert' |
	none 'no mutable statics'

awk '{ layer = FILENAME; sub(/local\.mk$/, "", layer)
	for (i = 1; i <= NF; i++) if (index($i, layer) == 1) print $i }' src/*/local.mk |
	grep -vxFf - <(printf '%s\n' "$sources" | grep '^src/[a-z]*/') |
	none 'every source is in its layer'"'"'s local.mk'

# Paths of the machines this was written on; recorded traces hold such paths by nature.
places='/wor''k/|/roo''t/|/hom''e/[a-z]'
if in_git; then
	list_files . | grep -vE '^(testdata/|tests/.*\.(golden|want|out|txt)$)' |
		xargs grep -nHIE "(^|[^a-zA-Z0-9_.}\$-])($places)" | cut -c 1-160 |
		none 'no paths of this machine'
else
	skip 1 'a release: generated files hold such paths'
fi

# make distcheck would find them missing half an hour later, or not at all.
ls tests/ui/*.keys tests/ui/*.txt | grep -vxF -f <(tr -s ' \\\t' '\n' <tests/ui/local.mk) |
	none 'every script of the screen is in the release'
done_testing
