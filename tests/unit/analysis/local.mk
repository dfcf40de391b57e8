# Unit tests of the analysis layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/analysis/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/analysis/test-X
#	tests_unit_analysis_test_X_LDADD = $(GT_TEST_analysis)

check_LIBRARIES += tests/unit/analysis/libfake.a
tests_unit_analysis_libfake_a_SOURCES = tests/unit/analysis/fake.c tests/unit/analysis/fake.h
UNIT_TESTS += tests/unit/analysis/test-view
tests_unit_analysis_test_view_LDADD = tests/unit/analysis/libfake.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-filter
tests_unit_analysis_test_filter_LDADD = tests/unit/analysis/libfake.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-greedy
tests_unit_analysis_test_greedy_SOURCES = tests/unit/analysis/test-greedy.c
tests_unit_analysis_test_greedy_SOURCES += tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h
tests_unit_analysis_test_greedy_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
check_LIBRARIES += tests/unit/analysis/libhandmade.a
tests_unit_analysis_libhandmade_a_SOURCES = tests/unit/analysis/handmade.c tests/unit/analysis/handmade.h
UNIT_TESTS += tests/unit/analysis/test-life
tests_unit_analysis_test_life_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-lives
tests_unit_analysis_test_lives_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-rangesum
tests_unit_analysis_test_rangesum_SOURCES = tests/unit/analysis/test-rangesum.c
tests_unit_analysis_test_rangesum_SOURCES += tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h
tests_unit_analysis_test_rangesum_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-blame
tests_unit_analysis_test_blame_SOURCES = tests/unit/analysis/test-blame.c
tests_unit_analysis_test_blame_SOURCES += tests/unit/analysis/stops.c tests/unit/analysis/stops.h
tests_unit_analysis_test_blame_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-path
tests_unit_analysis_test_path_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-findings
tests_unit_analysis_test_findings_SOURCES = tests/unit/analysis/test-findings.c
tests_unit_analysis_test_findings_SOURCES += tests/unit/analysis/stops.c tests/unit/analysis/stops.h
tests_unit_analysis_test_findings_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-cut
tests_unit_analysis_test_cut_LDADD = $(GT_TEST_analysis)
