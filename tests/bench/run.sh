#!/usr/bin/env bash
# Measures the numbers of the design and prints them as one table: run.sh BUILDDIR
#
# `make bench` runs it.  Nothing here passes or fails: times belong to the
# machine, what counts is the ratio to Go's own reader in the same run.
#
#	BENCH_DIR	where the traces are kept, *.trace (default: BUILDDIR/bench)
#	BENCH_RUNS	how often each thing is measured (default 5); medians are printed
#	BENCH_SECONDS	length of the recording (default 10: about 100 MB)
#	GODIR		toolchains as GODIR/go-1.NN/bin/go, and GODIR/bin/drain2, a Go program
#			that reads a trace with internal/trace to its end and does
#			nothing else (default: ~/.cache/gtrace-go)
#
# Without traces in BENCH_DIR one is recorded with the newest toolchain.
set -eu

build=${1:?usage: run.sh BUILDDIR}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
godir=${GODIR:-$HOME/.cache/gtrace-go}
dir=${BENCH_DIR:-$build/bench}
runs=${BENCH_RUNS:-5}
exe=$build/gtrace-tui
drain=$godir/bin/drain2

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="$tmp/cache" XDG_CONFIG_HOME="$tmp/config" LC_ALL=C.UTF-8

die() {
	echo "bench: $*" >&2
	exit 1
}

# ---- a trace to measure with ----

newest_go() {
	local go
	go=$(printf '%s\n' "$godir"/go-1.*/bin/go | sort -V | tail -n 1)
	[ -x "$go" ] && echo "$go"
}

# The mixed load of the shared corpus if it lies beside the checkout, else our own.
record() {
	local go shared="$top/../shared/corpus/programs"
	go=$(newest_go) || die "no *.trace in $dir, and no Go toolchain under $godir to record one (see GODIR)"
	export GOTOOLCHAIN=local GO111MODULE=off GOFLAGS=-trimpath CGO_ENABLED=0
	export GOCACHE="$tmp/gocache" GOPATH="$tmp/gopath"
	mkdir -p "$dir"
	echo "bench: recording ${BENCH_SECONDS:-10} s with $go" >&2
	if [ -r "$shared/big.go" ]; then
		(cd "$shared" && "$go" build -o "$tmp/big" common.go big.go)
		"$tmp/big" -size 4000 -max "${BENCH_SECONDS:-10}" -spin 20000 -g 100 -procs 16 "$dir/big.trace" >&2
	else
		(cd "$top/testdata/gen" && "$go" build -o "$tmp/big" ./*.go)
		BIG_SECONDS=${BENCH_SECONDS:-10} "$tmp/big" big "$dir/big.trace"
	fi
}

# ---- measuring ----

# clocked COMMAND...: wall and CPU seconds of a command, which may end with status 3 (damaged trace).
clocked() {
	local TIMEFORMAT='%R %U %S' status=0
	{ time "$@" > /dev/null 2> "$tmp/stderr" || status=$?; } 2> "$tmp/clock"
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ] || die "$* failed: $(head -n 1 "$tmp/stderr")"
	awk '{ print $1, $2 + $3 }' "$tmp/clock"
}

# median FIELD, best FIELD: of the lines of standard input.
median() {
	awk -v f="$1" '{ print $f }' | sort -g |
		awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

best() {
	awk -v f="$1" '{ print $f }' | sort -g | head -n 1
}

calc() {
	awk "BEGIN { printf \"$1\", $2 }"
}

# peak COMMAND...: largest private (RssAnon) and total (VmHWM) memory in kB while it runs, looked at every 5 ms.
peak() {
	local pid anon=0 total=0 key value pause
	exec {pause}<> <(:)
	"$@" > /dev/null 2>&1 &
	pid=$!
	while kill -0 "$pid" 2>/dev/null; do
		while read -r key value _; do
			case $key in
			RssAnon:) [ "$value" -gt "$anon" ] && anon=$value ;;
			VmHWM:) [ "$value" -gt "$total" ] && total=$value ;;
			esac
		done 2>/dev/null < "/proc/$pid/status" || true
		read -r -t 0.005 -u "$pause" || true
	done
	wait "$pid" || [ $? -eq 3 ] || true
	exec {pause}<&-
	echo "$anon $total"
}

# Real commands, not functions: peak looks at the process it starts.
index_trace=("$exe" --index="$tmp/index" --reindex --report=summary --format=json)
reopen_trace=("$exe" --index="$tmp/index" --report=summary --format=json)

# ---- the table ----

row() { # WHAT VALUE GOAL
	printf '  %-44s %16s   %s\n' "$@"
}

# Turn by turn, so that both sides meet the same disturbances; the best runs say
# most on a machine that has other work to do.
bench_indexing() { # TRACE BYTES
	local n
	: > "$tmp/ours"
	: > "$tmp/go"
	for ((n = 0; n < runs; n++)); do
		[ ! -x "$drain" ] || clocked "$drain" "$1" >> "$tmp/go"
		clocked "${index_trace[@]}" "$1" >> "$tmp/ours"
	done
	speeds "indexing" "$2" < "$tmp/ours"
	if [ -s "$tmp/go" ]; then
		speeds "Go's reader only (drain2)" "$2" < "$tmp/go"
		row "indexing, times as fast as Go's reader" "$(ratio median 1)" ">= 4"
		row "  in the best runs" "$(ratio best 1)" ""
		row "  in CPU time" "$(ratio best 2)" ""
	else
		row "Go's reader only (drain2)" "-" "no $drain"
	fi
}

speeds() { # WHAT BYTES < RUNS
	local all
	all=$(cat)
	row "$1, s (best)" "$(calc '%.3f (%.3f)' "$(median 1 <<< "$all"), $(best 1 <<< "$all")")" ""
	row "$1, MB/s (best)" \
		"$(calc '%.1f (%.1f)' "$2 / 1e6 / $(median 1 <<< "$all"), $2 / 1e6 / $(best 1 <<< "$all")")" ""
	row "$1, CPU s" "$(calc %.3f "$(median 2 <<< "$all")")" ""
}

ratio() { # median|best FIELD
	calc %.2f "$("$1" "$2" < "$tmp/go") / $("$1" "$2" < "$tmp/ours")"
}

bench_memory() { # TRACE
	local anon total
	read -r anon total <<< "$(peak "${index_trace[@]}" "$1")"
	row "indexing, private memory (RssAnon), MiB" "$(calc %.1f "$anon / 1024")" "< 64 + goroutines, stacks"
	row "indexing, resident with the mapping, MiB" "$(calc %.1f "$total / 1024")" ""
}

bench_index() { # TRACE BYTES
	local n
	"${index_trace[@]}" "$1" > /dev/null 2>&1 || true
	row "index / trace, bytes" "$(calc %.3f "$(wc -c < "$tmp/index") / $2")" "<= 2"
	for ((n = 0; n < runs; n++)); do clocked "${reopen_trace[@]}" "$1"; done > "$tmp/reopen"
	row "reopen and summary, ms" "$(calc %.1f "$(median 1 < "$tmp/reopen") * 1000")" "< 50"
}

# Times of single frames on a screen of 200x60: tests/bench/frames, which nothing else builds.
bench_frames() { # TRACE
	local script
	make -s -C "$build" tests/bench/frames > "$tmp/make" 2>&1 || {
		row "frames" "-" "tests/bench/frames cannot be built"
		return 0
	}
	for script in "$here"/*.frames; do
		[ -r "$script" ] || continue
		row "frames: $(basename "$script" .frames), p50 / p99 / max, ms" \
			"$("$build/tests/bench/frames" "$tmp/index" "$1" "$script")" "p99 < 16"
	done
}

bench() { # TRACE
	local bytes
	bytes=$(wc -c < "$1")
	printf '%s: %s MB\n' "$(basename "$1")" "$(calc %.1f "$bytes / 1e6")"
	bench_indexing "$1" "$bytes"
	bench_memory "$1"
	bench_index "$1" "$bytes"
	bench_frames "$1"
}

[ -x "$exe" ] || die "no $exe: build first"
ls "$dir"/*.trace > /dev/null 2>&1 || record
for trace in "$dir"/*.trace; do
	bench "$trace"
done
