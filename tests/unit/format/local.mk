# Unit tests of the format layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/format/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/format/test-X
#	tests_unit_format_test_X_LDADD = $(GT_TEST_format)

UNIT_TESTS += tests/unit/format/test-jsonw
tests_unit_format_test_jsonw_LDADD = $(GT_TEST_format)
UNIT_TESTS += tests/unit/format/test-pieces
tests_unit_format_test_pieces_LDADD = $(GT_TEST_format)
UNIT_TESTS += tests/unit/format/test-extremes
tests_unit_format_test_extremes_SOURCES = tests/unit/format/test-extremes.c
tests_unit_format_test_extremes_SOURCES += tests/unit/format/reports.c tests/unit/format/reports.h
tests_unit_format_test_extremes_LDADD = tests/unit/index/libsynth.a tests/unit/wire/libbuild.a $(GT_TEST_format)
UNIT_TESTS += tests/unit/format/test-answers
tests_unit_format_test_answers_LDADD = $(GT_TEST_format)
UNIT_TESTS += tests/unit/format/test-flips
tests_unit_format_test_flips_LDADD = $(GT_TEST_format)
