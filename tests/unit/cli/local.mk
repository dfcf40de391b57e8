# Unit tests of the cli layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/cli/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/cli/test-X
#	tests_unit_cli_test_X_LDADD = $(GT_TEST_cli)
