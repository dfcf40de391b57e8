# Unit tests of the wire layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/wire/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/wire/test-X
#	tests_unit_wire_test_X_LDADD = $(GT_TEST_wire)
# Notation for small traces, shared by some of the tests.
check_LIBRARIES += tests/unit/wire/libbuild.a
tests_unit_wire_libbuild_a_SOURCES = tests/unit/wire/build.c tests/unit/wire/build.h
tests_unit_wire_libbuild_a_SOURCES += tests/unit/wire/elf.c tests/unit/wire/elf.h
tests_unit_wire_libbuild_a_SOURCES += tests/unit/wire/numbers.c tests/unit/wire/numbers.h
UNIT_TESTS += tests/unit/wire/test-v2errors
tests_unit_wire_test_v2errors_LDADD = tests/unit/wire/libbuild.a $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-v2events
tests_unit_wire_test_v2events_LDADD = $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-v2table
tests_unit_wire_test_v2table_LDADD = $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-v2gen
tests_unit_wire_test_v2gen_LDADD = tests/unit/wire/libbuild.a $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-v2text
tests_unit_wire_test_v2text_LDADD = tests/unit/wire/libbuild.a $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-goquote
tests_unit_wire_test_goquote_LDADD = $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-source
tests_unit_wire_test_source_LDADD = $(GT_TEST_wire)
# It looks itself up: with lines, and at the addresses that it was linked for.
UNIT_TESTS += tests/unit/wire/test-symbols
tests_unit_wire_test_symbols_CFLAGS = $(AM_CFLAGS) -g -fno-pie
tests_unit_wire_test_symbols_LDFLAGS = $(AM_LDFLAGS) -no-pie
tests_unit_wire_test_symbols_LDADD = tests/unit/wire/libbuild.a $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-header
tests_unit_wire_test_header_LDADD = $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-corpus
tests_unit_wire_test_corpus_LDADD = $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-gosort
tests_unit_wire_test_gosort_LDADD = $(GT_TEST_wire)
UNIT_TESTS += tests/unit/wire/test-v1scan
tests_unit_wire_test_v1scan_LDADD = tests/unit/wire/libbuild.a $(GT_TEST_wire)
