# Tests: TAP from C (UNIT_TESTS) and from shell scripts (SH_TESTS), run by
# automake's driver, so that `make check` counts every single check.
#
# Shell tests source "$GT_SRCDIR/tests/tap/tap.sh" and see
#	GT_SRCDIR, GT_BUILDDIR	absolute tops of the source and build trees
#	GT_EXE			the program under test
# Files a test reads (goldens, scripts) go into TEST_FILES to be distributed.
#
# A file of C tests is an entry of TESTS, too: tests/unit/run.sh runs it with the
# program of its folder, which has all files there.  The log of a test depends on
# the programs that it runs, and only these are built:
#	make check TESTS=tests/unit/base/test-hash.c

UNIT_TESTS =
SH_TESTS =
TEST_FILES =

TESTS = $(UNIT_TESTS) $(SH_TESTS)
EXTRA_DIST += $(SH_TESTS) $(TEST_FILES)
TEST_EXTENSIONS = .sh .c
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(BASH)
C_LOG_DRIVER = $(LOG_DRIVER)
# Every failure is a line of TAP, and the plan is the last one.
AM_C_LOG_DRIVER_FLAGS = --ignore-exit
C_LOG_COMPILER = $(SHELL) $(top_srcdir)/tests/unit/run.sh
AM_TESTS_ENVIRONMENT = \
	GT_SRCDIR='$(abs_top_srcdir)'; export GT_SRCDIR; \
	GT_BUILDDIR='$(abs_top_builddir)'; export GT_BUILDDIR; \
	GT_EXE='$(abs_top_builddir)/gtrace-tui$(EXEEXT)'; export GT_EXE; \
	XDG_CACHE_HOME='$(abs_top_builddir)/tests/cache'; export XDG_CACHE_HOME; \
	XDG_CONFIG_HOME='$(abs_top_builddir)/tests/config'; export XDG_CONFIG_HOME; \
	LC_ALL=C.UTF-8; export LC_ALL; \
	ASAN_OPTIONS="$${ASAN_OPTIONS:-allocator_may_return_null=1}"; export ASAN_OPTIONS; \
	TSAN_OPTIONS="$${TSAN_OPTIONS:-allocator_may_return_null=1}"; export TSAN_OPTIONS;

# What the tests of a layer link: helpers of this layer and those below (GT_HELP_), then these layers (GT_TEST_).
EXTRA_LIBRARIES += tests/tap/libtap.a
tests_tap_libtap_a_SOURCES = tests/tap/manpage.c tests/tap/manpage.h tests/tap/run.c tests/tap/tap.c \
	tests/tap/tap.h
TEST_FILES += tests/tap/tap.sh tests/tap/batch.py tests/tap/batch.sh tests/tap/check.sh tests/unit/run.sh

EXTRA_PROGRAMS += tests/tap/test-tap
tests_tap_test_tap_SOURCES = tests/tap/test-sample.c
tests_tap_test_tap_LDADD = tests/tap/libtap.a
UNIT_TESTS += tests/tap/check.sh
tests/tap/check.log: tests/tap/test-tap$(EXEEXT)

GT_HELP_base = tests/tap/libtap.a
GT_HELP_wire = tests/unit/wire/libbuild.a $(GT_HELP_base)
GT_HELP_order = tests/unit/order/liblist.a $(GT_HELP_wire)
GT_HELP_index = tests/unit/index/libsynth.a $(GT_HELP_order)
GT_HELP_analysis = tests/unit/analysis/libhandmade.a $(GT_HELP_index)
GT_HELP_format = tests/unit/format/libreports.a $(GT_HELP_analysis)
GT_HELP_ui = tests/unit/ui/libdrive.a $(GT_HELP_format)
GT_HELP_cli = $(GT_HELP_ui)

GT_TEST_base = $(GT_HELP_base) $(GT_LIBS_base)
GT_TEST_wire = $(GT_HELP_wire) $(GT_LIBS_wire)
GT_TEST_order = $(GT_HELP_order) $(GT_LIBS_order)
GT_TEST_index = $(GT_HELP_index) $(GT_LIBS_index)
GT_TEST_analysis = $(GT_HELP_analysis) $(GT_LIBS_analysis)
GT_TEST_format = $(GT_HELP_format) $(GT_LIBS_format)
GT_TEST_ui = $(GT_HELP_ui) $(GT_LIBS_ui)
GT_TEST_cli = $(GT_HELP_cli) $(GT_LIBS_cli)

include tests/unit/base/local.mk
include tests/unit/wire/local.mk
include tests/unit/order/local.mk
include tests/unit/index/local.mk
include tests/unit/analysis/local.mk
include tests/unit/format/local.mk
include tests/unit/ui/local.mk
include tests/unit/cli/local.mk
include tests/lint/local.mk
include tests/cli/local.mk
include tests/truth/local.mk
include tests/ui/local.mk
include tests/tty/local.mk
include tests/faults/local.mk
include tests/fuzz/local.mk
include tests/bench/local.mk
include tests/mutation/local.mk

# Builds all programs of tests and measurements, and runs none.
check-programs: all
	$(MAKE) $(AM_MAKEFLAGS) $(EXTRA_PROGRAMS)

# One part of the suite: make check-unit, check-lint, check-cli ...
check-unit:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(UNIT_TESTS)'
check-lint check-cli check-truth check-ui check-tty:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(filter tests/$(@:check-%=%)/%,$(SH_TESTS))'
# Each test once with the sanitizers, but for those that say nothing new there: lints, what compares the program's
# answers with each other or with a recomputation, what is about a usual build or the terminal, and every fault.
PLAIN = tests/lint/% tests/truth/% tests/tty/% tests/faults/% tests/cli/hardening.sh tests/unit/index/test-costs.c \
	tests/cli/sorted.sh tests/cli/equal.sh tests/cli/restrict.sh tests/cli/columns.sh tests/cli/compare.sh \
	tests/cli/jobs.sh tests/cli/stw.sh tests/ui/palette.sh
check-plain:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(filter $(PLAIN),$(TESTS))'
check-sanitized:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(filter-out $(PLAIN),$(TESTS))'
# What several threads take part in, and no more: ThreadSanitizer is slow.
THREADED = tests/ui/scripts.sh tests/cli/formats.sh tests/unit/base/test-thread.c tests/unit/base/test-chores.c \
	tests/unit/analysis/test-sort.c tests/unit/index/test-open.c tests/unit/index/test-rows.c \
	tests/unit/index/test-tracks.c tests/unit/index/test-file.c tests/unit/ui/test-app.c tests/unit/ui/test-timeline.c
check-threads:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(THREADED)'
# The release has the files of git, and can be built; a sample of the tests that read files of it runs.
SAMPLE = $(filter tests/lint/%,$(SH_TESTS)) tests/cli/files.sh tests/ui/help.sh tests/unit/cli/test-options.c
check-release: dist
	$(BASH) $(top_srcdir)/tests/lint/release-files.sh $(top_srcdir) $(distdir).tar.xz
	$(MAKE) $(AM_MAKEFLAGS) distcheck TESTS='$(SAMPLE)'

clean-local:
	rm -rf tests/cache tests/config

.PHONY: check-programs check-unit check-lint check-cli check-truth check-ui check-tty check-plain check-sanitized \
	check-threads check-release
