# Unit tests of the analysis layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/analysis/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/analysis/test-X
#	tests_unit_analysis_test_X_LDADD = $(GT_TEST_analysis)

check_LIBRARIES += tests/unit/analysis/libfake.a
tests_unit_analysis_libfake_a_SOURCES = tests/unit/analysis/fake.c tests/unit/analysis/fake.h
UNIT_TESTS += tests/unit/analysis/test-view
tests_unit_analysis_test_view_LDADD = tests/unit/analysis/libfake.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-sort
tests_unit_analysis_test_sort_LDADD = tests/unit/analysis/libfake.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-filter
tests_unit_analysis_test_filter_LDADD = tests/unit/analysis/libfake.a $(GT_TEST_analysis)
# With the source itself: builds with PCRE2 have it not in the library.
UNIT_TESTS += tests/unit/analysis/test-posix
tests_unit_analysis_test_posix_SOURCES = tests/unit/analysis/test-posix.c src/analysis/table/regexp_posix.c
tests_unit_analysis_test_posix_LDADD = $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-values
tests_unit_analysis_test_values_LDADD = tests/unit/analysis/libfake.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-greedy
tests_unit_analysis_test_greedy_SOURCES = tests/unit/analysis/test-greedy.c
tests_unit_analysis_test_greedy_SOURCES += tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h
tests_unit_analysis_test_greedy_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
check_LIBRARIES += tests/unit/analysis/libhandmade.a
tests_unit_analysis_libhandmade_a_SOURCES = tests/unit/analysis/handmade.c tests/unit/analysis/handmade.h
UNIT_TESTS += tests/unit/analysis/test-locks
tests_unit_analysis_test_locks_LDADD = $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-life
tests_unit_analysis_test_life_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-began
tests_unit_analysis_test_began_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-lives
tests_unit_analysis_test_lives_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-rangesum
tests_unit_analysis_test_rangesum_SOURCES = tests/unit/analysis/test-rangesum.c
tests_unit_analysis_test_rangesum_SOURCES += tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h
tests_unit_analysis_test_rangesum_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-blame
tests_unit_analysis_test_blame_SOURCES = tests/unit/analysis/test-blame.c
tests_unit_analysis_test_blame_SOURCES += tests/unit/analysis/stops.c tests/unit/analysis/stops.h
tests_unit_analysis_test_blame_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-tasks
tests_unit_analysis_test_tasks_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-critical
tests_unit_analysis_test_critical_SOURCES = tests/unit/analysis/test-critical.c
tests_unit_analysis_test_critical_SOURCES += tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h
tests_unit_analysis_test_critical_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a \
	tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-path
tests_unit_analysis_test_path_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-ring
tests_unit_analysis_test_ring_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-findings
tests_unit_analysis_test_findings_SOURCES = tests/unit/analysis/test-findings.c
tests_unit_analysis_test_findings_SOURCES += tests/unit/analysis/stops.c tests/unit/analysis/stops.h
tests_unit_analysis_test_findings_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a \
	tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-cut
tests_unit_analysis_test_cut_LDADD = $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-slicegroups
tests_unit_analysis_test_slicegroups_SOURCES = tests/unit/analysis/test-slicegroups.c
tests_unit_analysis_test_slicegroups_SOURCES += tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h
tests_unit_analysis_test_slicegroups_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)

UNIT_TESTS += tests/unit/analysis/test-lengths
tests_unit_analysis_test_lengths_SOURCES = tests/unit/analysis/test-lengths.c
tests_unit_analysis_test_lengths_LDADD = $(GT_TEST_analysis)

UNIT_TESTS += tests/unit/analysis/test-sweep
tests_unit_analysis_test_sweep_SOURCES = tests/unit/analysis/test-sweep.c
tests_unit_analysis_test_sweep_SOURCES += tests/unit/analysis/history.c tests/unit/analysis/history.h
tests_unit_analysis_test_sweep_SOURCES += tests/unit/analysis/stops.c tests/unit/analysis/stops.h
tests_unit_analysis_test_sweep_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-lies
tests_unit_analysis_test_lies_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-bounds
tests_unit_analysis_test_bounds_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-waits
tests_unit_analysis_test_waits_SOURCES = tests/unit/analysis/test-waits.c
tests_unit_analysis_test_waits_SOURCES += tests/unit/analysis/randslices.c tests/unit/analysis/randslices.h
tests_unit_analysis_test_waits_LDADD = tests/unit/index/libsynth.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-mmu
tests_unit_analysis_test_mmu_LDADD = $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-calltree
tests_unit_analysis_test_calltree_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_analysis)
UNIT_TESTS += tests/unit/analysis/test-held
tests_unit_analysis_test_held_SOURCES = tests/unit/analysis/test-held.c
tests_unit_analysis_test_held_SOURCES += tests/unit/analysis/history.c tests/unit/analysis/history.h
tests_unit_analysis_test_held_SOURCES += tests/unit/analysis/stops.c tests/unit/analysis/stops.h
tests_unit_analysis_test_held_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a \
	tests/unit/index/libsynth.a $(GT_TEST_analysis)

UNIT_TESTS += tests/unit/analysis/test-stats
tests_unit_analysis_test_stats_LDADD = $(GT_TEST_analysis)

UNIT_TESTS += tests/unit/analysis/test-madeup
tests_unit_analysis_test_madeup_SOURCES = tests/unit/analysis/test-madeup.c
tests_unit_analysis_test_madeup_SOURCES += tests/unit/analysis/madeup.c tests/unit/analysis/madeup.h
tests_unit_analysis_test_madeup_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a \
	tests/unit/index/libsynth.a $(GT_TEST_analysis)
