# Unit tests of the order layer, one program; it links the layer and those below.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_order = tests/unit/order/test-damaged.c tests/unit/order/test-horizon.c tests/unit/order/test-replay.c tests/unit/order/test-rules.c \
	tests/unit/order/test-v1.c tests/unit/order/test-v1ties.c tests/unit/order/test-v2ties.c
UNIT_TESTS += $(TESTS_order)
$(TESTS_order:.c=.log): tests/unit/order/test-order$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/order/test-order
tests_unit_order_test_order_SOURCES = $(TESTS_order)
tests_unit_order_test_order_LDADD = $(GT_TEST_order)

# Listings of what is ordered, in one way and in the other, and cases as files.
EXTRA_LIBRARIES += tests/unit/order/liblist.a
tests_unit_order_liblist_a_SOURCES = tests/unit/order/again.c tests/unit/order/again.h \
	tests/unit/order/casefile.c tests/unit/order/casefile.h tests/unit/order/list.c \
	tests/unit/order/list.h tests/unit/order/ties.c tests/unit/order/ties.h tests/unit/order/v2ties.c \
	tests/unit/order/v2ties.h
