# Unit tests of the base layer, one program; it links the layer and nothing else.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_base = tests/unit/base/test-chores.c tests/unit/base/test-files.c tests/unit/base/test-guess.c \
	tests/unit/base/test-hash.c tests/unit/base/test-human.c tests/unit/base/test-lastkept.c \
	tests/unit/base/test-memory.c \
	tests/unit/base/test-sandbox.c tests/unit/base/test-say.c tests/unit/base/test-thread.c \
	tests/unit/base/test-utf8.c tests/unit/base/test-varint.c
UNIT_TESTS += $(TESTS_base)
$(TESTS_base:.c=.log): tests/unit/base/test-base$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/base/test-base
tests_unit_base_test_base_SOURCES = $(TESTS_base)
tests_unit_base_test_base_LDADD = $(GT_TEST_base)
