# Calls that fail: a library that is loaded before the C library, and the test that tells it what fails.
#	GT_FAULTS=all tests/faults/test-faults faults [SCENE...]	every call in its turn
UNIT_TESTS += tests/faults/test-faults.c
tests/faults/test-faults.log: tests/faults/test-faults$(EXEEXT)

EXTRA_PROGRAMS += tests/faults/test-faults
tests_faults_test_faults_SOURCES = tests/faults/test-faults.c tests/faults/run.c tests/faults/run.h \
	tests/faults/faults.h
tests_faults_test_faults_LDADD = $(GT_TEST_base)
EXTRA_tests_faults_test_faults_DEPENDENCIES = tests/faults/libfaults.so

# A shared object, and nothing else of the build is one: no reason for libtool.
EXTRA_DIST += tests/faults/faults.c
CLEANFILES += tests/faults/libfaults.so
tests/faults/libfaults.so: $(srcdir)/tests/faults/faults.c $(srcdir)/tests/faults/faults.h config.h
	$(AM_V_CC)$(MKDIR_P) tests/faults && $(CC) $(DEFS) $(DEFAULT_INCLUDES) -I$(top_srcdir)/tests -include config.h \
		$(WARN_CFLAGS) -O2 -fPIC -shared -o $@ $(srcdir)/tests/faults/faults.c -ldl

# Every call, not some: minutes.
check-faults:
	GT_FAULTS=all $(MAKE) $(AM_MAKEFLAGS) check TESTS=tests/faults/test-faults.c

.PHONY: check-faults
