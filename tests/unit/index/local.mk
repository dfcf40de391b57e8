# Unit tests of the index layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/index/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/index/test-X
#	tests_unit_index_test_X_LDADD = $(GT_TEST_index)

check_LIBRARIES += tests/unit/index/libsynth.a
tests_unit_index_libsynth_a_SOURCES = tests/unit/index/synth.c tests/unit/index/synth.h
tests_unit_index_libsynth_a_SOURCES += tests/unit/index/ask.c tests/unit/index/ask.h
tests_unit_index_libsynth_a_SOURCES += tests/unit/index/truth.c tests/unit/index/truth.h
UNIT_TESTS += tests/unit/index/test-caps
tests_unit_index_test_caps_LDADD = $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-slices
tests_unit_index_test_slices_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-table
tests_unit_index_test_table_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-rows
tests_unit_index_test_rows_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-events
tests_unit_index_test_events_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-tracks
tests_unit_index_test_tracks_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-threads
tests_unit_index_test_threads_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-counts
tests_unit_index_test_counts_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-file
tests_unit_index_test_file_LDADD = $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-open
tests_unit_index_test_open_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-damage
tests_unit_index_test_damage_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-names
tests_unit_index_test_names_LDADD = tests/unit/wire/libbuild.a $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-manual
tests_unit_index_test_manual_LDADD = $(GT_TEST_index)
UNIT_TESTS += tests/unit/index/test-costs
tests_unit_index_test_costs_LDADD = $(GT_TEST_index)
