# Unit tests of the cli layer, one program; it links the layer and those below.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_cli = tests/unit/cli/test-options.c tests/unit/cli/test-partition.c
UNIT_TESTS += $(TESTS_cli)
$(TESTS_cli:.c=.log): tests/unit/cli/test-cli$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/cli/test-cli
tests_unit_cli_test_cli_SOURCES = $(TESTS_cli)
tests_unit_cli_test_cli_LDADD = $(GT_TEST_cli)
