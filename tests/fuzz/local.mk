# Fuzz targets.  Each defines LLVMFuzzerTestOneInput; with --enable-fuzzing libFuzzer drives them,
# otherwise tests/fuzz/driver.c replays their corpora in `make check`:
#	check_PROGRAMS += tests/fuzz/fuzz-X
#	tests_fuzz_fuzz_X_SOURCES = tests/fuzz/fuzz-X.c $(FUZZ_DRIVER)
#	tests_fuzz_fuzz_X_LDADD = $(GT_LIBS_wire)
#	tests_fuzz_fuzz_X_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
if ENABLE_FUZZING
FUZZ_DRIVER =
else
FUZZ_DRIVER = tests/fuzz/driver.c
endif
EXTRA_DIST += tests/fuzz/driver.c
if !ENABLE_FUZZING
# Here a target is one of the tests.
TESTS += $(FUZZERS)
endif

# A fuzzer by hand: tests/fuzz/fuzz-wire -max_len=4096 NEW_INPUTS_DIR testdata/fuzz/wire
FUZZERS = tests/fuzz/fuzz-wire
check_PROGRAMS += $(FUZZERS)
tests_fuzz_fuzz_wire_SOURCES = tests/fuzz/fuzz-wire.c tests/fuzz/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_fuzz_wire_LDADD = $(GT_TEST_wire)
tests_fuzz_fuzz_wire_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-order
tests_fuzz_fuzz_order_SOURCES = tests/fuzz/fuzz-order.c tests/fuzz/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_fuzz_order_LDADD = tests/unit/order/liblist.a $(GT_TEST_order)
tests_fuzz_fuzz_order_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
FUZZERS += tests/fuzz/fuzz-index
tests_fuzz_fuzz_index_SOURCES = tests/fuzz/fuzz-index.c tests/fuzz/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_fuzz_index_LDADD = tests/unit/index/libsynth.a $(GT_TEST_index)
tests_fuzz_fuzz_index_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)
