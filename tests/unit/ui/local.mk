# Unit tests of the ui layer, one program; it links the layer and those below.
# A new test is a file that is named here, with TAP_TESTs (tests/tap/tap.h).
TESTS_ui = tests/unit/ui/test-align.c tests/unit/ui/test-answer.c tests/unit/ui/test-app-work.c \
	tests/unit/ui/test-app.c tests/unit/ui/test-bytes.c tests/unit/ui/test-canvas.c \
	tests/unit/ui/test-contrast.c tests/unit/ui/test-goroutine-stats.c tests/unit/ui/test-hostile.c \
	tests/unit/ui/test-keymap.c tests/unit/ui/test-lane-sources.c tests/unit/ui/test-layout.c \
	tests/unit/ui/test-links.c tests/unit/ui/test-list.c tests/unit/ui/test-manual.c \
	tests/unit/ui/test-menu.c tests/unit/ui/test-modes.c tests/unit/ui/test-picture.c \
	tests/unit/ui/test-prompt.c tests/unit/ui/test-quitkey.c \
	tests/unit/ui/test-rowset.c tests/unit/ui/test-script.c tests/unit/ui/test-side-names.c \
	tests/unit/ui/test-stop.c tests/unit/ui/test-style.c tests/unit/ui/test-task-lane.c \
	tests/unit/ui/test-timeline-cells.c tests/unit/ui/test-timeline-lanes.c \
	tests/unit/ui/test-timeline-many.c tests/unit/ui/test-timeline-nested.c \
	tests/unit/ui/test-timeline-range.c tests/unit/ui/test-timeline-shares.c \
	tests/unit/ui/test-timeline-waits.c tests/unit/ui/test-timeline-window.c \
	tests/unit/ui/test-timeline.c
UNIT_TESTS += $(TESTS_ui)
$(TESTS_ui:.c=.log): tests/unit/ui/test-ui$(EXEEXT)

EXTRA_PROGRAMS += tests/unit/ui/test-ui
tests_unit_ui_test_ui_SOURCES = $(TESTS_ui)
tests_unit_ui_test_ui_LDADD = $(GT_TEST_ui)

# The application of a demo, and the timeline's pane, as tests drive them; the tables of the manual.
EXTRA_LIBRARIES += tests/unit/ui/libdrive.a
tests_unit_ui_libdrive_a_SOURCES = tests/unit/ui/demo.c tests/unit/ui/demo.h tests/unit/ui/drive.c \
	tests/unit/ui/drive.h tests/unit/ui/manual.c tests/unit/ui/manual.h tests/unit/ui/scene.c \
	tests/unit/ui/scene.h

TEST_FILES += tests/unit/ui/timeline.golden

# The framework on a real terminal, for a scene of tests/tty.
EXTRA_PROGRAMS += tests/unit/ui/ui-demo
tests_unit_ui_ui_demo_LDADD = $(GT_TEST_ui)
