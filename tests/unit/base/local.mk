# Unit tests of the base layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/base/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/base/test-X
#	tests_unit_base_test_X_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-varint
tests_unit_base_test_varint_LDADD = $(GT_TEST_base)
