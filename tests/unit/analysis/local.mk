# Unit tests of the analysis layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/analysis/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/analysis/test-X
#	tests_unit_analysis_test_X_LDADD = $(GT_TEST_analysis)
