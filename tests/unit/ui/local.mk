# Unit tests of the ui layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/ui/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/ui/test-X
#	tests_unit_ui_test_X_LDADD = $(GT_TEST_ui)
