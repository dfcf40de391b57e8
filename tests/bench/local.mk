# Measurements for `make bench`; nothing of this runs in `make check`.
EXTRA_DIST += tests/bench/bench.py tests/bench/parts.py tests/bench/measure.py tests/bench/terminal.py
EXTRA_DIST += tests/bench/pairs.py
EXTRA_DIST += tests/bench/traces.py tests/bench/machine.py tests/bench/history.py
EXTRA_DIST += tests/bench/timeline.frames tests/bench/lists.frames tests/bench/repaint.frames
EXTRA_DIST += tests/bench/lanes.frames tests/bench/overview.frames tests/bench/measure.frames \
	tests/bench/slices.frames
EXTRA_PROGRAMS += tests/bench/frames
tests_bench_frames_LDADD = $(GT_LIBS_ui)

BENCH = PYTHONDONTWRITEBYTECODE=1 python3 $(top_srcdir)/tests/bench/bench.py $(abs_builddir)

# Measures; then two lines of the history side by side: make bench-compare A=-2 B=-1
A = -2
B = -1
bench: all
	$(BENCH)
bench-list:
	$(BENCH) --list
bench-compare:
	$(BENCH) --compare "$(A)" "$(B)"


# What a comparison finds in so many pairs of recordings: the head of pairs.py.
PAIRS = 20
pairs: all
	PYTHONDONTWRITEBYTECODE=1 python3 $(top_srcdir)/tests/bench/pairs.py $(abs_builddir) $(PAIRS)

.PHONY: bench bench-list bench-compare pairs
