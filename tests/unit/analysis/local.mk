# Unit tests of the analysis layer, one program; it links the layer and those below.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_analysis = tests/unit/analysis/test-alone.c tests/unit/analysis/test-began.c tests/unit/analysis/test-blame.c \
	tests/unit/analysis/test-bounds.c tests/unit/analysis/test-calltree.c tests/unit/analysis/test-critical.c \
	tests/unit/analysis/test-cut.c tests/unit/analysis/test-filter.c tests/unit/analysis/test-findings.c \
	tests/unit/analysis/test-fleet.c tests/unit/analysis/test-goals.c tests/unit/analysis/test-greedy.c \
	tests/unit/analysis/test-held.c tests/unit/analysis/test-lengths.c tests/unit/analysis/test-lies.c \
	tests/unit/analysis/test-life.c tests/unit/analysis/test-lives.c tests/unit/analysis/test-locks.c \
	tests/unit/analysis/test-madeup.c tests/unit/analysis/test-mmu.c tests/unit/analysis/test-path.c \
	tests/unit/analysis/test-posix.c tests/unit/analysis/test-queues.c tests/unit/analysis/test-quiet.c \
	tests/unit/analysis/test-rangesum.c tests/unit/analysis/test-ring.c tests/unit/analysis/test-slicegroups.c \
	tests/unit/analysis/test-sort.c tests/unit/analysis/test-spins.c tests/unit/analysis/test-stats.c \
	tests/unit/analysis/test-sweep.c tests/unit/analysis/test-tasks.c tests/unit/analysis/test-ticks.c \
	tests/unit/analysis/test-values.c tests/unit/analysis/test-view.c tests/unit/analysis/test-waits.c \
	tests/unit/analysis/test-where.c tests/unit/analysis/test-wording.c
UNIT_TESTS += $(TESTS_analysis)
$(TESTS_analysis:.c=.log): tests/unit/analysis/test-analysis$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/analysis/test-analysis
tests_unit_analysis_test_analysis_SOURCES = $(TESTS_analysis)
tests_unit_analysis_test_analysis_LDADD = $(GT_TEST_analysis)

# Tables, traces and histories that are made up.
EXTRA_LIBRARIES += tests/unit/analysis/libhandmade.a
tests_unit_analysis_libhandmade_a_SOURCES = tests/unit/analysis/fake.c tests/unit/analysis/fake.h \
	tests/unit/analysis/handmade.c tests/unit/analysis/handmade.h tests/unit/analysis/history.c \
	tests/unit/analysis/history.h tests/unit/analysis/madeup.c tests/unit/analysis/madeup.h \
	tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h tests/unit/analysis/stops.c \
	tests/unit/analysis/stops.h
