# Unit tests of the export layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/export/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/export/test-X
#	tests_unit_export_test_X_LDADD = $(GT_TEST_export)

UNIT_TESTS += tests/unit/export/test-jsonw
tests_unit_export_test_jsonw_LDADD = $(GT_TEST_export)
