# TAP for shell tests (bash): source it first.
#
#	ok NAME COMMAND [ARG...]	passes if the command does
#	is GOT WANT NAME		compares two strings, shows the first lines that differ
#	same_file GOT WANT NAME		compares two files, shows that and the difference
#	rc_is WANT NAME COMMAND...	compares an exit status; output in $tap_dir/out and err
#	skip N WHY   skip_all WHY   diag TEXT   bail WHY
#	done_testing			prints the plan; the last line of every script
#
# $tap_dir is a private directory, removed at exit; the variables of
# tests/local.mk get their defaults here so that a script also runs by hand.

: "${GT_SRCDIR:=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
: "${GT_BUILDDIR:=$GT_SRCDIR/build}"
: "${GT_EXE:=$GT_BUILDDIR/gtrace-tui}"
export GT_SRCDIR GT_BUILDDIR GT_EXE
# Who exports it means reports that are shown to people.
unset COLUMNS

tap_run=0
tap_failed=0
tap_dir=$(mktemp -d "${TMPDIR:-/tmp}/gt-test.XXXXXX") || exit 99
trap 'rm -rf "$tap_dir"' EXIT

diag() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

# Text that a terminal may be shown: controls are question marks, everything else stays readable.
_tap_plain() {
	tr '\000-\010\013-\037\177' '?'
}

# _tap_result STATUS NAME
_tap_result() {
	tap_run=$((tap_run + 1))
	if [ "$1" -eq 0 ]; then
		printf 'ok %d - %s\n' "$tap_run" "$2"
		return 0
	fi
	tap_failed=$((tap_failed + 1))
	printf 'not ok %d - %s\n' "$tap_run" "$2"
	diag "at ${BASH_SOURCE[2]##*/}:${BASH_LINENO[1]}"
	return 1
}

ok() {
	local name=$1 status
	shift
	"$@" >"$tap_dir/ok.out" 2>&1
	status=$?
	_tap_result "$status" "$name" && return 0
	diag "status $status: $*"
	diag "$(_tap_plain <"$tap_dir/ok.out")"
	return 1
}

# Of the files GOT WANT the first lines that differ, or what stands around the difference in a long one.
_tap_difference() {
	awk 'function part(there, s) {
			return !there ? "nothing" : (from > 1 ? "..." : "") substr(s, from, 160) (length(s) < from + 160 ? "" : "...")
		}
		BEGIN {
			do {
				line++
				g = (getline got <ARGV[1]) > 0
				w = (getline want <ARGV[2]) > 0
			} while (g && w && got == want)
			if (!g && !w) {
				print "only the end of the last line differs"
				exit
			}
			for (at = 1; at <= length(got) && substr(got, at, 1) == substr(want, at, 1); at++) ;
			from = at > 60 ? at - 60 : 1
			before = substr(got, 1, at - 1)
			gsub(/[\200-\277]/, "", before)
			print "line " line ", column " length(before) + 1 "\n got: " part(g, got) "\nwant: " part(w, want)
		}' "$1" "$2" 2>&1 | _tap_plain
}

is() {
	[ "$1" = "$2" ]
	_tap_result $? "$3" && return 0
	diag "$(_tap_difference <(printf '%s\n' "$1") <(printf '%s\n' "$2"))"
	return 1
}

same_file() {
	cmp -s "$1" "$2"
	_tap_result $? "$3" && return 0
	diag "$(_tap_difference "$1" "$2")"
	diag "$(diff -u "$2" "$1" 2>&1 | head -n 40 | cut -c 1-200 | _tap_plain)"
	return 1
}

rc_is() {
	local want=$1 name=$2 status
	shift 2
	"$@" >"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	[ "$status" -eq "$want" ]
	_tap_result $? "$name" && return 0
	diag "status $status, want $want: $*"
	diag "$(head -n 20 "$tap_dir/err" | _tap_plain)"
	return 1
}

skip() {
	local n=$1
	while [ "$n" -gt 0 ]; do
		tap_run=$((tap_run + 1))
		n=$((n - 1))
		printf 'ok %d # SKIP %s\n' "$tap_run" "$2"
	done
}

skip_all() {
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

bail() {
	printf 'Bail out! %s\n' "$1"
	exit 1
}

done_testing() {
	printf '1..%d\n' "$tap_run"
	[ "$tap_failed" -eq 0 ]
	exit
}

# For awk: share(v), a share of 1 as the screen and reports write it, without its percent sign.
as_share='function share(v, s) {
	v *= 100
	if (v > 0 && v < 0.005) return "<0.01"
	if (v >= 99.95 && v < 99.9999999) return "99.9"
	s = sprintf(v < 9.995 ? "%.2f" : v < 99.95 ? "%.1f" : "%.0f", v)
	if (s ~ /[.]/) sub(/[.]?0*$/, "", s)
	return s
}'
