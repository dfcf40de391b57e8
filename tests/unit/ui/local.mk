# Unit tests of the ui layer; they link it and the layers below, nothing above.
# Two lines per test (its source is tests/unit/ui/test-X.c, unless _SOURCES says more):
#	UNIT_TESTS += tests/unit/ui/test-X
#	tests_unit_ui_test_X_LDADD = $(GT_TEST_ui)

# The application of a demo, and the timeline's pane, as tests drive them.
check_LIBRARIES += tests/unit/ui/libdrive.a
tests_unit_ui_libdrive_a_SOURCES = tests/unit/ui/drive.c tests/unit/ui/drive.h tests/unit/ui/demo.c tests/unit/ui/demo.h
tests_unit_ui_libdrive_a_SOURCES += tests/unit/ui/scene.c tests/unit/ui/scene.h
UNIT_TESTS += tests/unit/ui/test-align
tests_unit_ui_test_align_LDADD = tests/unit/ui/libdrive.a tests/unit/analysis/libhandmade.a \
	tests/unit/wire/libbuild.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-answer
tests_unit_ui_test_answer_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-app
tests_unit_ui_test_app_LDADD = tests/unit/ui/libdrive.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-app-work
tests_unit_ui_test_app_work_LDADD = tests/unit/ui/libdrive.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-bytes
tests_unit_ui_test_bytes_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-canvas
tests_unit_ui_test_canvas_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-contrast
tests_unit_ui_test_contrast_LDADD = $(GT_TEST_ui) $(MATH_LIBS)
UNIT_TESTS += tests/unit/ui/test-goroutine-stats
tests_unit_ui_test_goroutine_stats_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-hostile
tests_unit_ui_test_hostile_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-keymap
tests_unit_ui_test_keymap_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-lane-sources
tests_unit_ui_test_lane_sources_LDADD = tests/unit/index/libsynth.a tests/unit/wire/libbuild.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-layout
tests_unit_ui_test_layout_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-links
tests_unit_ui_test_links_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-list
tests_unit_ui_test_list_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-manual
tests_unit_ui_test_manual_SOURCES = tests/unit/ui/test-manual.c tests/unit/ui/manual.c tests/unit/ui/manual.h
tests_unit_ui_test_manual_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-menu
tests_unit_ui_test_menu_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-prompt
tests_unit_ui_test_prompt_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-quitkey
tests_unit_ui_test_quitkey_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-rowset
tests_unit_ui_test_rowset_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-script
tests_unit_ui_test_script_LDADD = tests/unit/ui/libdrive.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-side-names
tests_unit_ui_test_side_names_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-style
tests_unit_ui_test_style_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline
tests_unit_ui_test_timeline_LDADD = tests/unit/ui/libdrive.a tests/unit/analysis/libhandmade.a \
	tests/unit/wire/libbuild.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-range
tests_unit_ui_test_timeline_range_LDADD = tests/unit/ui/libdrive.a tests/unit/analysis/libhandmade.a \
	tests/unit/wire/libbuild.a $(GT_TEST_ui)
TEST_FILES += tests/unit/ui/timeline.golden
UNIT_TESTS += tests/unit/ui/test-timeline-cells
tests_unit_ui_test_timeline_cells_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-lanes
tests_unit_ui_test_timeline_lanes_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-task-lane
tests_unit_ui_test_task_lane_LDADD = tests/unit/analysis/libhandmade.a tests/unit/wire/libbuild.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-nested
tests_unit_ui_test_timeline_nested_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-many
tests_unit_ui_test_timeline_many_LDADD = tests/unit/ui/libdrive.a tests/unit/analysis/libhandmade.a \
	tests/unit/wire/libbuild.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-waits
tests_unit_ui_test_timeline_waits_LDADD = tests/unit/index/libsynth.a $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-shares
tests_unit_ui_test_timeline_shares_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-timeline-window
tests_unit_ui_test_timeline_window_LDADD = $(GT_TEST_ui)
UNIT_TESTS += tests/unit/ui/test-stop
tests_unit_ui_test_stop_SOURCES = tests/unit/ui/test-stop.c
tests_unit_ui_test_stop_SOURCES += tests/unit/analysis/stops.c tests/unit/analysis/stops.h
tests_unit_ui_test_stop_LDADD = tests/unit/index/libsynth.a $(GT_TEST_ui)

# The framework on a real terminal, for the scenes of tests/tty.
check_PROGRAMS += tests/unit/ui/ui-demo
tests_unit_ui_ui_demo_LDADD = tests/unit/ui/libdrive.a $(GT_TEST_ui)
