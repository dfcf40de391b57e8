# Unit tests of the order layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/order/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/order/test-X
#	tests_unit_order_test_X_LDADD = $(GT_TEST_order)

check_LIBRARIES += tests/unit/order/liblist.a
tests_unit_order_liblist_a_SOURCES = tests/unit/order/list.c tests/unit/order/list.h
tests_unit_order_liblist_a_SOURCES += tests/unit/order/again.c tests/unit/order/again.h
tests_unit_order_liblist_a_SOURCES += tests/unit/order/casefile.c tests/unit/order/casefile.h
UNIT_TESTS += tests/unit/order/test-rules
tests_unit_order_test_rules_LDADD = tests/unit/order/liblist.a tests/unit/wire/libbuild.a $(GT_TEST_order)
UNIT_TESTS += tests/unit/order/test-replay
tests_unit_order_test_replay_LDADD = tests/unit/order/liblist.a $(GT_TEST_order)
UNIT_TESTS += tests/unit/order/test-v1
tests_unit_order_test_v1_LDADD = tests/unit/order/liblist.a tests/unit/wire/libbuild.a $(GT_TEST_order)
UNIT_TESTS += tests/unit/order/test-horizon
tests_unit_order_test_horizon_LDADD = tests/unit/order/liblist.a tests/unit/wire/libbuild.a $(GT_TEST_order)
UNIT_TESTS += tests/unit/order/test-v1ties
tests_unit_order_test_v1ties_SOURCES = tests/unit/order/test-v1ties.c tests/unit/order/ties.c tests/unit/order/ties.h
tests_unit_order_test_v1ties_LDADD = tests/unit/order/liblist.a $(GT_TEST_order)
UNIT_TESTS += tests/unit/order/test-v2ties
tests_unit_order_test_v2ties_SOURCES = tests/unit/order/test-v2ties.c tests/unit/order/v2ties.c tests/unit/order/v2ties.h
tests_unit_order_test_v2ties_LDADD = tests/unit/order/liblist.a $(GT_TEST_order)
