#!/usr/bin/env bash
# The manual pages are clean for mandoc or, without it, for man.
. "${GT_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
cd "$GT_SRCDIR" || exit 99

if command -v mandoc >/dev/null 2>&1; then
	lint() { mandoc -T lint -W warning "$1" 2>&1; }
elif command -v groff >/dev/null 2>&1 && command -v man >/dev/null 2>&1; then
	lint() { man --warnings -E UTF-8 -l "$1" 2>&1 >/dev/null; }
else
	skip_all 'neither mandoc nor man with groff here'
fi

for page in man/*.[1-9]; do
	found=$(lint "$page")
	is "$found" '' "$page"
done

done_testing
