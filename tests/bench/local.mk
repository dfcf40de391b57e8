# Measurements for `make bench`; nothing of this runs in `make check`.
EXTRA_DIST += tests/bench/run.sh tests/bench/timeline.frames tests/bench/lists.frames
EXTRA_DIST += tests/bench/lanes.frames tests/bench/overview.frames tests/bench/measure.frames
EXTRA_PROGRAMS = tests/bench/frames
CLEANFILES += tests/bench/frames
tests_bench_frames_LDADD = $(GT_LIBS_ui)
