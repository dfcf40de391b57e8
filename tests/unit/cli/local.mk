# Unit tests of the cli layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/cli/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/cli/test-X
#	tests_unit_cli_test_X_LDADD = $(GT_TEST_cli)

UNIT_TESTS += tests/unit/cli/test-options
tests_unit_cli_test_options_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_cli)
