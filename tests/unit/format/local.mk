# Unit tests of the format layer, one program; it links the layer and those below.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_format = tests/unit/format/test-answers.c tests/unit/format/test-extremes.c \
	tests/unit/format/test-flips.c tests/unit/format/test-jsonw.c tests/unit/format/test-parquet.c \
	tests/unit/format/test-pieces.c tests/unit/format/test-sql.c tests/unit/format/test-tables.c
UNIT_TESTS += $(TESTS_format)
$(TESTS_format:.c=.log): tests/unit/format/test-format$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/format/test-format
tests_unit_format_test_format_SOURCES = $(TESTS_format)
tests_unit_format_test_format_LDADD = $(GT_TEST_format)

# All reports of a trace.
EXTRA_LIBRARIES += tests/unit/format/libreports.a
tests_unit_format_libreports_a_SOURCES = tests/unit/format/reports.c tests/unit/format/reports.h
