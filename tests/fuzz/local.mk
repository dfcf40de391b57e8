# Fuzz targets.  Each defines LLVMFuzzerTestOneInput; with --enable-fuzzing libFuzzer drives them,
# otherwise tests/fuzz/driver.c replays their corpora in `make check`:
#	FUZZERS += tests/fuzz/fuzz-X
#	tests_fuzz_fuzz_X_SOURCES = tests/fuzz/fuzz-X.c $(FUZZ_COMMON)
#	tests_fuzz_fuzz_X_LDADD = $(GT_TEST_wire)
#	tests_fuzz_fuzz_X_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS =
FUZZ_COMMON = tests/fuzz/fuzz.c tests/fuzz/fuzz.h
FUZZ_V2 = tests/fuzz/v2all.c tests/fuzz/v2all.h
FUZZ_SAMPLE = tests/fuzz/sample.c tests/fuzz/sample.h
FUZZ_SCREEN = tests/fuzz/screen.c tests/fuzz/screen.h $(FUZZ_SAMPLE)
# What is exported goes nowhere (screen.c).
FUZZ_NO_FILES = -Wl,--wrap=gt_tmpfile_begin
if ENABLE_FUZZING
# What is binary has a mutator of its own.
FUZZ_BINARY = $(FUZZ_COMMON) tests/fuzz/mutate.c
else
FUZZ_COMMON += tests/fuzz/driver.c
FUZZ_BINARY = $(FUZZ_COMMON)
# Here a target is one of the tests.
TESTS += $(FUZZERS)
endif
EXTRA_DIST += tests/fuzz/driver.c tests/fuzz/mutate.c tests/fuzz/run.sh
EXTRA_PROGRAMS += $(FUZZERS) tests/fuzz/seeds tests/fuzz/dict

# Seeds for the binary ones: tests/fuzz/seeds DIR TRACE...
tests_fuzz_seeds_LDADD = $(GT_TEST_wire)
# Dictionaries: tests/fuzz/dict TARGET
tests_fuzz_dict_LDADD = $(GT_TEST_cli)


FUZZERS += tests/fuzz/fuzz-v1
tests_fuzz_fuzz_v1_SOURCES = tests/fuzz/fuzz-v1.c $(FUZZ_BINARY)
tests_fuzz_fuzz_v1_LDADD = $(GT_TEST_wire)
tests_fuzz_fuzz_v1_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-v2
tests_fuzz_fuzz_v2_SOURCES = tests/fuzz/fuzz-v2.c $(FUZZ_V2) $(FUZZ_BINARY)
tests_fuzz_fuzz_v2_LDADD = $(GT_TEST_wire)
tests_fuzz_fuzz_v2_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-text
tests_fuzz_fuzz_text_SOURCES = tests/fuzz/fuzz-text.c $(FUZZ_V2) $(FUZZ_COMMON)
tests_fuzz_fuzz_text_LDADD = $(GT_TEST_wire)
tests_fuzz_fuzz_text_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-gzip
tests_fuzz_fuzz_gzip_SOURCES = tests/fuzz/fuzz-gzip.c $(FUZZ_COMMON)
tests_fuzz_fuzz_gzip_LDADD = $(GT_TEST_wire)
tests_fuzz_fuzz_gzip_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-order
tests_fuzz_fuzz_order_SOURCES = tests/fuzz/fuzz-order.c $(FUZZ_BINARY)
tests_fuzz_fuzz_order_LDADD = $(GT_TEST_order)
tests_fuzz_fuzz_order_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-index
tests_fuzz_fuzz_index_SOURCES = tests/fuzz/fuzz-index.c $(FUZZ_BINARY)
tests_fuzz_fuzz_index_LDADD = $(GT_TEST_index)
tests_fuzz_fuzz_index_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-lies
tests_fuzz_fuzz_lies_SOURCES = tests/fuzz/fuzz-lies.c $(FUZZ_SAMPLE) $(FUZZ_COMMON)
tests_fuzz_fuzz_lies_LDADD = $(GT_TEST_index)
tests_fuzz_fuzz_lies_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-reports
tests_fuzz_fuzz_reports_SOURCES = tests/fuzz/fuzz-reports.c $(FUZZ_BINARY)
tests_fuzz_fuzz_reports_LDADD = $(GT_TEST_format)
tests_fuzz_fuzz_reports_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-filter
tests_fuzz_fuzz_filter_SOURCES = tests/fuzz/fuzz-filter.c $(FUZZ_SAMPLE) $(FUZZ_COMMON)
tests_fuzz_fuzz_filter_LDADD = $(GT_TEST_cli)
tests_fuzz_fuzz_filter_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-config
tests_fuzz_fuzz_config_SOURCES = tests/fuzz/fuzz-config.c $(FUZZ_SCREEN) $(FUZZ_COMMON)
tests_fuzz_fuzz_config_LDADD = $(GT_TEST_ui)
tests_fuzz_fuzz_config_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS) $(FUZZ_NO_FILES)
FUZZERS += tests/fuzz/fuzz-keys
tests_fuzz_fuzz_keys_SOURCES = tests/fuzz/fuzz-keys.c $(FUZZ_SCREEN) $(FUZZ_COMMON)
tests_fuzz_fuzz_keys_LDADD = $(GT_TEST_ui)
tests_fuzz_fuzz_keys_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS) $(FUZZ_NO_FILES)

FUZZERS += tests/fuzz/fuzz-session
tests_fuzz_fuzz_session_SOURCES = tests/fuzz/fuzz-session.c $(FUZZ_SCREEN) $(FUZZ_COMMON)
tests_fuzz_fuzz_session_LDADD = $(GT_TEST_ui)
tests_fuzz_fuzz_session_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS) $(FUZZ_NO_FILES)

# Every fuzzer for FUZZ_SECONDS; fails on a finding.
fuzz: $(FUZZERS) tests/fuzz/seeds tests/fuzz/dict
if ENABLE_FUZZING
	$(BASH) $(top_srcdir)/tests/fuzz/run.sh $(top_srcdir) $(top_builddir) $(FUZZERS:tests/fuzz/fuzz-%=%)
else
	@echo 'make fuzz needs ./configure CC=clang --enable-fuzzing --enable-asan --enable-ubsan' >&2; exit 1
endif

.PHONY: fuzz
