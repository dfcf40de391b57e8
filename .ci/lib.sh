# What .ci/run and .ci/nightly share: steps with their logs, sums of what the tests printed, the last line.
#
#	$top	the checkout	$work	where the builds of this run are; $top/build is bootstrap's
#	$jobs	processes at a time
set -u
export CI=true LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
exec </dev/null

top=$PWD
work=$top/build-ci
jobs=$(nproc 2>/dev/null || echo 2)
passed=0
failed=0
wanted_steps=$(printf '%s\n' "$@")
took=()

# wanted STEP: false if others were asked for.
wanted() {
	[ -z "$wanted_steps" ] || printf '%s\n' "$wanted_steps" | grep -qxF -e "$1"
}

# note_failure WHAT: a step that failed without a test saying so.
note_failure() {
	failed=$((failed + 1))
	printf 'FAILED: %s\n' "$*"
}

# What the tests said that failed since the step began: their "not ok" lines with what explains them;
# of one that ended without any, its last lines.
explain() {
	local trs log

	find "$top/build" "$work" -name '*.trs' -newer "$work/step" 2>/dev/null | sort | while read -r trs; do
		grep -qE '^:test-result: (FAIL|ERROR|XPASS)' "$trs" || continue
		log=${trs%.trs}.log
		printf -- '--- %s\n' "${log#"$top/"}"
		awk '/^(not ok|Bail out!)/ && !/# (TODO|SKIP)/ { told = on = 1; print; next }
			/^(ok|[0-9]+\.\.[0-9]+)/ { on = 0 }
			/^#/ && on { print; next }
			{ tail[NR % 20] = $0 }
			END {
				if (!told)
					for (i = NR + 1; i <= NR + 20; i++)
						if (i % 20 in tail) print tail[i % 20]
			}' "$log" | cut -c 1-200
	done | head -n 60
}

# sum_log LABEL LOG STATUS: adds the totals that automake printed into LOG.
sum_log() {
	local label=$1 log=$2 status=$3 p f

	p=$(awk '$1 == "#" && $2 == "PASS:" { n += $3 } END { print n + 0 }' "$log")
	f=$(awk '$1 == "#" && ($2 == "FAIL:" || $2 == "ERROR:" || $2 == "XPASS:") { n += $3 }
		END { print n + 0 }' "$log")
	passed=$((passed + p))
	failed=$((failed + f))
	grep -E '^(FAIL|ERROR|XPASS): ' "$log" | sort -u | head -n 40
	[ "$f" -eq 0 ] || explain
	printf '%s: %d passed, %d failed, status %d\n' "$label" "$p" "$f" "$status"
	if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
		# With `make -k` what was wrong may stand far above the end.
		grep -A 3 -E ': (fatal )?error: ' "$log" | head -n 40
		tail -n 40 "$log"
		note_failure "$label"
	elif [ "$p" -eq 0 ]; then
		note_failure "$label ran no test"
	fi
}

# step LABEL COMMAND... : a step whose output goes to a log and is summed.  It begins at $top, wherever the one before
# it ended.
step() {
	local label=$1 log status begun=$SECONDS

	wanted "$label" || return 0
	shift
	printf '\n=== %s (%ds)\n' "$label" "$SECONDS"
	touch "$work/step"
	log=$work/$(printf '%s' "$label" | tr -c 'a-z0-9\n' -).log
	(cd "$top" && "$@") >"$log" 2>&1
	status=$?
	# As automake has it: what cannot be done here.
	if [ "$status" -eq 77 ]; then
		tail -n 3 "$log"
		printf '%s: skipped\n' "$label"
	else
		sum_log "$label" "$log" "$status"
	fi
	took+=("$(printf '%6d s  %s' "$((SECONDS - begun))" "$label")")
}

# tap COMMAND...: TAP, as automake would sum it up.
tap() {
	local out=$work/tap.out status

	"$@" >"$out" 2>&1
	status=$?
	grep -A 6 -E '^not ok ' "$out" | grep -vE '^(ok |--)' | head -n 60 | sed 's/^not ok /FAIL: /'
	printf '# PASS: %d\n# FAIL: %d\n' "$(grep -cE '^ok ' "$out")" "$(grep -cE '^not ok ' "$out")"
	[ "$status" -eq 0 ] || tail -n 20 "$out"
	return "$status"
}

# need COMMAND PACKAGE...: installs the packages if the command is not here.
need() {
	local prefix=

	command -v "$1" >/dev/null 2>&1 && return 0
	shift
	[ "$(id -u)" -eq 0 ] || prefix='sudo -n'
	$prefix env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" \
		>>"$work/install.log" 2>&1
}

# build NAME [CONFIGURE-ARG...]: a build of its own in $work/NAME, where the shell then is.
build() {
	mkdir -p "$work/$1" && cd "$work/$1" || return 1
	[ -x "$top/configure" ] || (cd "$top" && autoreconf -i) || return 1
	shift
	"$top/configure" --quiet --enable-werror "$@" && make -j"$jobs"
}

# begin: an empty $work; a release that was being tested is read-only.
begin() {
	[ ! -e "$work" ] || chmod -R u+w "$work"
	# Not what a run that was killed has mounted there.
	rm -rf --one-file-system "$work"
	mkdir -p "$work" || exit 1
}

# finish: how long each step took, and the last line; the exit status says the same.
finish() {
	printf '\n'
	[ ${#took[@]} -eq 0 ] || printf '%s\n' "${took[@]}"
	printf '%6d s  all\n' "$SECONDS"
	printf '%d passed, %d failed\n' "$passed" "$failed"
	[ "$failed" -eq 0 ]
}

# ---- what both do ----

# release: the files of the release are those of git, and what is made from it builds and passes a sample of tests.
release() {
	cd "$top/build" && make -j"$jobs" check-release
}

# analyze FILE...: gcc's analyzer over these sources of src/, in the build $work/analyzer.
analyze() {
	(
		mkdir -p "$work/analyzer" && cd "$work/analyzer" &&
			"$top/configure" --quiet CC=gcc CFLAGS='-O1 -fanalyzer' --enable-werror || exit 1
		printf '%s\n' "$@" >wanted
		# An object's name follows from its source's, but for the prefix of its library.
		make -pn gtrace-tui 2>/dev/null | awk '
			FNR == NR { sub(/\.c$/, ""); want[$0]; next }
			/^src\/.*\.o:/ { o = $1; sub(/:$/, "", o); s = o; sub(/\.o$/, "", s); sub(/[^\/]*-/, "", s)
				if (s in want) print o }' wanted - | sort -u >objects
		[ -s objects ] && xargs make -k -j"$jobs" <objects
	) && echo '# PASS: 1'
}

# check_sources PATH...: cppcheck; .ci/cppcheck-known lists what it is wrong about.
check_sources() {
	need cppcheck cppcheck && cppcheck --version &&
		cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
			--suppressions-list=.ci/cppcheck-known -I src -I "$top/build" -j "$jobs" "$@" && echo '# PASS: 1'
}

# oracle PART: the answers of Go's own parsers, beside the checkout.
oracle() {
	GT_ORACLE=all GT_SRCDIR=$top GT_BUILDDIR=$top/build tap bash "$top/tests/cli/oracle.sh" &&
		GT_ORACLE=all GT_SRCDIR=$top GT_BUILDDIR=$top/build tap bash "$top/tests/cli/mmu-go.sh"
}

# truth BYTES: the analyses of traces up to this size, recomputed from the events.
truth() {
	tap python3 "$top/tests/truth/check.py" "$top/build/gtrace-tui" --corpus "$top/../shared/corpus" --max-bytes "$1"
}

# bare RELEASE [NAME=VALUE...]: both commands of README in a new root of this Debian release, where nothing is installed,
# with these in the environment.  It needs root and the network.
bare() {
	local root=$work/root-$1 release=$1 status

	shift
	need debootstrap debootstrap && debootstrap --variant=minbase "$release" "$root" || return 77
	mount -t proc proc "$root/proc" || return 77
	mount --rbind /dev "$root/dev" || {
		umount "$root/proc"
		return 77
	}
	mkdir "$root/src" && git -C "$top" archive HEAD | tar -x -C "$root/src"
	chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm-kitty "$@" bash -c '
		cd /src && ./bootstrap demo </dev/null && echo "# PASS: 1" && ./bootstrap check </dev/null'
	status=$?
	umount -R "$root/dev" "$root/proc"
	rm -rf --one-file-system "$root"
	return "$status"
}
