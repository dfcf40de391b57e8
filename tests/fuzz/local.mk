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
