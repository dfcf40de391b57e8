# Unit tests of the base layer; they link it alone.
# Two lines per test (its source is tests/unit/base/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/base/test-X
#	tests_unit_base_test_X_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-chores
tests_unit_base_test_chores_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-files
tests_unit_base_test_files_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-guess
tests_unit_base_test_guess_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-hash
tests_unit_base_test_hash_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-human
tests_unit_base_test_human_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-memory
tests_unit_base_test_memory_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-sandbox
tests_unit_base_test_sandbox_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-thread
tests_unit_base_test_thread_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-utf8
tests_unit_base_test_utf8_LDADD = $(GT_TEST_base)
UNIT_TESTS += tests/unit/base/test-varint
tests_unit_base_test_varint_LDADD = $(GT_TEST_base)
