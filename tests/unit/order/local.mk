# Unit tests of the order layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/order/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/order/test-X
#	tests_unit_order_test_X_LDADD = $(GT_TEST_order)

UNIT_TESTS += tests/unit/order/test-gosort
tests_unit_order_test_gosort_LDADD = $(GT_TEST_order)
