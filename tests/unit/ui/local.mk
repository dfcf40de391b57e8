# Unit tests of the ui layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/ui/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/ui/test-X
#	tests_unit_ui_test_X_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-app
tests_unit_ui_test_app_SOURCES = tests/unit/ui/test-app.c tests/unit/ui/demo.c tests/unit/ui/demo.h
tests_unit_ui_test_app_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-canvas
tests_unit_ui_test_canvas_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-goroutine-stats
tests_unit_ui_test_goroutine_stats_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-keymap
tests_unit_ui_test_keymap_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-layout
tests_unit_ui_test_layout_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-links
tests_unit_ui_test_links_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-list
tests_unit_ui_test_list_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-manual
tests_unit_ui_test_manual_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-prompt
tests_unit_ui_test_prompt_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-rowset
tests_unit_ui_test_rowset_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-script
tests_unit_ui_test_script_SOURCES = tests/unit/ui/test-script.c tests/unit/ui/demo.c tests/unit/ui/demo.h
tests_unit_ui_test_script_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-style
tests_unit_ui_test_style_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline
tests_unit_ui_test_timeline_SOURCES = tests/unit/ui/test-timeline.c tests/unit/wire/build.c tests/unit/wire/build.h
tests_unit_ui_test_timeline_LDADD = $(GT_TEST_ui)
TEST_FILES += tests/unit/ui/timeline.golden
UNIT_TESTS += tests/unit/ui/test-timeline-cells
tests_unit_ui_test_timeline_cells_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-lanes
tests_unit_ui_test_timeline_lanes_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-waits
tests_unit_ui_test_timeline_waits_LDADD = tests/unit/index/libsynth.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-window
tests_unit_ui_test_timeline_window_LDADD = $(GT_TEST_ui)

# The framework on a real terminal, for the scenes of tests/tty.
check_PROGRAMS += tests/unit/ui/ui-demo
tests_unit_ui_ui_demo_SOURCES = tests/unit/ui/ui-demo.c tests/unit/ui/demo.c tests/unit/ui/demo.h
tests_unit_ui_ui_demo_LDADD = $(GT_TEST_ui)
