# Unit tests of the index layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/index/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/index/test-X
#	tests_unit_index_test_X_LDADD = $(GT_TEST_index)
