#!/usr/bin/env bash
# Whether a release has the files that git has, and what autotools made: release-files.sh SRCDIR TARBALL.
set -u
cd "$1" || exit 1
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo 'release-files: no git here, nothing to compare with'; exit 0; }
made='^(Makefile\.in|aclocal\.m4|config\.h\.in|configure|build-aux/.*|m4/(lib|lt).*)$'
here='^(\.gitignore|\.github/.*)$'

[ -e "$OLDPWD/$2" ] || { echo "release-files: $2 is not there"; exit 1; }
wrong=$(comm -3 <(git ls-files | grep -vE "$here" | sort) \
	<(tar -tf "$OLDPWD/$2" | sed 's,^[^/]*/,,' | grep -v '/$' | grep -v '^$' | grep -vE "$made" | sort))
[ -z "$wrong" ] && exit 0
printf 'Left: only in git; right: only in the release (EXTRA_DIST, local.mk):\n'
printf '%s\n' "$wrong" | head -n 40
exit 1
