# Unit tests of the wire layer, one program; it links the layer and those below.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_wire = tests/unit/wire/test-corpus.c tests/unit/wire/test-goquote.c tests/unit/wire/test-gosort.c \
	tests/unit/wire/test-growth.c tests/unit/wire/test-header.c tests/unit/wire/test-source.c \
	tests/unit/wire/test-v1scan.c tests/unit/wire/test-v2errors.c tests/unit/wire/test-v2events.c \
	tests/unit/wire/test-v2gen.c tests/unit/wire/test-v2table.c tests/unit/wire/test-v2text.c \
	tests/unit/wire/test-v2write.c
UNIT_TESTS += $(TESTS_wire)
$(TESTS_wire:.c=.log): tests/unit/wire/test-wire$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/wire/test-wire
tests_unit_wire_test_wire_SOURCES = $(TESTS_wire)
tests_unit_wire_test_wire_LDADD = $(GT_TEST_wire)

# Notation for small traces, numbers.
EXTRA_LIBRARIES += tests/unit/wire/libbuild.a
tests_unit_wire_libbuild_a_SOURCES = tests/unit/wire/build.c tests/unit/wire/build.h tests/unit/wire/numbers.c \
	tests/unit/wire/numbers.h
