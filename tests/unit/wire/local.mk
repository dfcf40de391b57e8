# Unit tests of the wire layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/wire/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/wire/test-X
#	tests_unit_wire_test_X_LDADD = $(GT_TEST_wire)
