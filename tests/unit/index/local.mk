# Unit tests of the index layer, one program; it links the layer and those below.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_index = tests/unit/index/test-caps.c tests/unit/index/test-columns.c tests/unit/index/test-costs.c \
	tests/unit/index/test-counts.c tests/unit/index/test-damage.c tests/unit/index/test-events.c \
	tests/unit/index/test-file.c tests/unit/index/test-growing.c tests/unit/index/test-jobs.c \
	tests/unit/index/test-manual.c tests/unit/index/test-names.c tests/unit/index/test-open.c \
	tests/unit/index/test-rows.c tests/unit/index/test-slices.c tests/unit/index/test-table.c \
	tests/unit/index/test-threads.c tests/unit/index/test-tracks.c
UNIT_TESTS += $(TESTS_index)
$(TESTS_index:.c=.log): tests/unit/index/test-index$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/index/test-index
tests_unit_index_test_index_SOURCES = $(TESTS_index)
tests_unit_index_test_index_LDADD = $(GT_TEST_index)

# Made-up indexes, questions to them, and what the events say.
EXTRA_LIBRARIES += tests/unit/index/libsynth.a
tests_unit_index_libsynth_a_SOURCES = tests/unit/index/ask.c tests/unit/index/ask.h tests/unit/index/synth.c \
	tests/unit/index/synth.h tests/unit/index/truth.c tests/unit/index/truth.h
