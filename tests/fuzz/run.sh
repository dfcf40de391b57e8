#!/usr/bin/env bash
# Runs fuzzers, some at a time, each for FUZZ_SECONDS: run.sh SRCDIR BUILDDIR TARGET...  What `make fuzz` runs.
#
# They start from testdata/fuzz/TARGET, extreme numbers in every field, and what earlier runs found, which
# stays in BUILDDIR/tests/fuzz/work/TARGET; so does the input of a finding.  Exit status 1 if there is one.
#
#	FUZZ_SECONDS	for each target (default 60)
#	FUZZ_JOBS	targets at a time (default 2)
#	FUZZ_SEED	the same number, the same inputs in the same order (default: other ones each time)
set -u
srcdir=$(cd "$1" && pwd) builddir=$(cd "$2" && pwd)
shift 2
here=$builddir/tests/fuzz
work=$here/work
seconds=${FUZZ_SECONDS:-60}
export GT_SRCDIR=$srcdir LC_ALL=C.UTF-8
export ASAN_OPTIONS=${ASAN_OPTIONS:-allocator_may_return_null=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}

# Of both formats, with every kind of record between them; what a small trace has is not taken from a large one.
make_seeds() {
	mkdir -p "$work/seeds" && cd "$srcdir/testdata/traces" &&
	"$here/seeds" "$work/seeds" go1.{19,21,22,27}/empty.trace go1.27/{worlds,coro}.trace go1.19/calls.trace \
		go1.{19,27}/{locks,profile}.trace go1.{19,27}/{greedy,annotations}.trace &&
		mkdir -p "$work/largest" && cp "$work"/seeds/*-[789] "$work/largest"
}

# What a target wants besides.
options() {
	case $1 in
	v1|v2) echo -max_len=10500 "$work/seeds" ;;
	order) echo -max_len=4096 "$work/seeds" ;;
	index|reports) echo -max_len=4096 -entropic=0 "$work/largest" ;;
	lies) echo -max_len=400 -entropic=0 ;;
	keys|session) echo -max_len=400 -entropic=0 ;;
	*) echo -max_len=1000 ;;
	esac
}

fuzz() {
	local t=$1 dir=$work/$1

	mkdir -p "$dir"
	"$here/dict" "$t" >"$dir.dict" || return
	# shellcheck disable=SC2046
	"$here/fuzz-$t" -dict="$dir.dict" -seed="${FUZZ_SEED:-0}" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
		-print_final_stats=1 -artifact_prefix="$dir-" "$dir" "$srcdir/testdata/fuzz/$t" $(options "$t") >"$dir.log" 2>&1
	echo $? >"$dir.status"
}

stat_of() {
	sed -n "s/^stat::$2: *//p" "$work/$1.log"
}

rm -rf "$work/seeds" "$work/largest"
(make_seeds) || exit 1
rm -f "$work"/*.status
for t; do
	while [ "$(jobs -pr | wc -l)" -ge "${FUZZ_JOBS:-2}" ]; do
		wait -n
	done
	fuzz "$t" &
done
wait

passed=0 failed=0
for t; do
	printf '%-8s %9s executions, %6s/s\n' "$t" "$(stat_of "$t" number_of_executed_units)" \
		"$(stat_of "$t" average_exec_per_sec)"
	if [ "$(cat "$work/$t.status" 2>/dev/null)" = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		# Each line as .ci/run shows it.
		{
			grep -aE 'ERROR|SUMMARY|runtime error|^ +#[0-9]+ .*/(src|tests)/|Test unit written' "$work/$t.log" |
				grep -avE ' in (fuzzer::|main |_start )' | head -n 12
			find "$work" -maxdepth 1 -newer "$work/$t.dict" -name "$t-*-*" -size -9k -exec base64 -w 0 {} \; \
				-exec echo " is {} by base64" \;
			echo "see $work/$t.log"
		} | sed "s/^/FAIL: fuzz-$t: /"
	fi
done
printf '# PASS: %d\n# FAIL: %d\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
