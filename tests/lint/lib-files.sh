# Which files the lints read: the tracked ones in a git checkout, all of them in a release.

# `list | none` must count in this shell, not in a subshell.
shopt -s lastpipe

# in_git: true in a checkout; a release has generated files among the others.
in_git() {
	[ -e "$GT_SRCDIR/.git" ] && git -C "$GT_SRCDIR" ls-files >/dev/null 2>&1
}

# list_files PATH... : names below $GT_SRCDIR that exist, one per line.
list_files() {
	cd "$GT_SRCDIR" || exit 99
	if in_git; then
		git ls-files -- "$@"
	else
		find "$@" -type f ! -path '*/.git/*' 2>/dev/null
	fi | while read -r f; do
		[ -f "$f" ] && printf '%s\n' "$f"
	done | LC_ALL=C sort
}

# list_c: the C sources of the program and its tests.
list_c() {
	list_files src tests | grep -E '\.(c|h|def)$'
}

# none NAME: passes if standard input is empty; else fails and shows it.
none() {
	local found
	found=$(cat)
	[ -z "$found" ]
	_tap_result $? "$1" || diag "$found"
}
