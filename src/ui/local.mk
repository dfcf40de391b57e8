# Sources of the ui layer, a list per room; rooms see those above them (tests/lint/check-rooms.sh).
noinst_LIBRARIES += src/libgt_ui.a
src_libgt_ui_a_SOURCES =
src_libgt_ui_a_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)

# kit: canvas, terminal, keys, lists, prompts: knows no trace.
src_libgt_ui_a_SOURCES += src/ui/kit/action.c src/ui/kit/action.def src/ui/kit/action.h src/ui/kit/answer.c \
	src/ui/kit/answer.h src/ui/kit/canvas.c \
	src/ui/kit/canvas.h src/ui/kit/canvas_dump.c src/ui/kit/canvas_shape.c src/ui/kit/chart.c \
	src/ui/kit/chart.h src/ui/kit/exporting.h \
	src/ui/kit/glyph.c src/ui/kit/glyph.h src/ui/kit/key.c src/ui/kit/key.h src/ui/kit/keymap.c \
	src/ui/kit/keymap.h src/ui/kit/layout.c src/ui/kit/layout.h src/ui/kit/list_draw.c src/ui/kit/list_export.c \
	src/ui/kit/listview.c src/ui/kit/listview.h src/ui/kit/menu.c src/ui/kit/menu.h \
	src/ui/kit/picture.c src/ui/kit/picture.h src/ui/kit/prompt.c src/ui/kit/prompt.h src/ui/kit/role.def src/ui/kit/signals.c \
	src/ui/kit/signals.h src/ui/kit/style.c src/ui/kit/style.h src/ui/kit/term.h src/ui/kit/term_curses.c \
	src/ui/kit/term_curses.h src/ui/kit/term_curses_input.c src/ui/kit/term_mem.c src/ui/kit/themes.c \
	src/ui/kit/words.c src/ui/kit/words.h

# app: state and services that panes use.
src_libgt_ui_a_SOURCES += src/ui/app/app.c src/ui/app/app.h src/ui/app/app_edit.c src/ui/app/app_filter.c \
	src/ui/app/app_move.c src/ui/app/app_option.c src/ui/app/app_output.c src/ui/app/app_search.c \
	src/ui/app/app_state.h src/ui/app/app_table.c src/ui/app/ask.c src/ui/app/inner.c \
	src/ui/app/inner.h src/ui/app/job.c src/ui/app/job.h \
	src/ui/app/jumps.c src/ui/app/jumps.h src/ui/app/limits.h src/ui/app/option.c src/ui/app/option.h src/ui/app/others.c src/ui/app/roster.c src/ui/app/roster.h \
	src/ui/app/others.h \
	src/ui/app/pane.c src/ui/app/pane.h src/ui/app/program.c src/ui/app/program.h src/ui/app/quitkey.c \
	src/ui/app/quitkey.h src/ui/app/select.c src/ui/app/select.h src/ui/app/starter.c src/ui/app/starter.h \
	src/ui/app/threadjob.c src/ui/app/threadjob.h

# table: a list pane over a report; one over a call tree.
src_libgt_ui_a_SOURCES += src/ui/table/columns.c src/ui/table/flame.c \
	src/ui/table/modes.c src/ui/table/modes.h \
	src/ui/table/pane_table.c src/ui/table/pane_table.h src/ui/table/resort.c \
	src/ui/table/rows_export.c src/ui/table/rowset.c src/ui/table/rowset.h src/ui/table/spentbar.c \
	src/ui/table/spentbar.h src/ui/table/table_own.h \
	src/ui/table/tree_export.c src/ui/table/treenav.c \
	src/ui/table/treenav.h src/ui/table/view.c

# detail: blocks of detail panes.
src_libgt_ui_a_SOURCES += src/ui/detail/detail.c src/ui/detail/detail.h src/ui/detail/detail_event.c \
	src/ui/detail/detail_goroutine.c src/ui/detail/detail_slice.c src/ui/detail/detail_stop.c \
	src/ui/detail/detail_wait.c src/ui/detail/eventtext.c src/ui/detail/eventtext.h src/ui/detail/links.c \
	src/ui/detail/profileof.c src/ui/detail/profileof.h \
	src/ui/detail/srclines.c src/ui/detail/srclines.h src/ui/detail/wakees.c \
	src/ui/detail/wakees.h

# panes: what panes with lists share; below it, a room for each view but the timeline.
src_libgt_ui_a_SOURCES += src/ui/panes/panes.h src/ui/panes/rows.c src/ui/panes/rows.h

# panes/events: every event, filters of them.
src_libgt_ui_a_SOURCES += src/ui/panes/events/events.c src/ui/panes/events/evfilter.c \
	src/ui/panes/events/evfilter.h

# panes/goroutines: goroutines and groups of them, the page of one.
src_libgt_ui_a_SOURCES += src/ui/panes/goroutines/goroutine_page.c src/ui/panes/goroutines/goroutine_page.h \
	src/ui/panes/goroutines/goroutine_stats.c src/ui/panes/goroutines/goroutine_stats.h \
	src/ui/panes/goroutines/goroutines.c

# panes/slices: greediest slices.
src_libgt_ui_a_SOURCES += src/ui/panes/slices/greedy.c src/ui/panes/slices/greedy.h \
	src/ui/panes/slices/greedy_head.c

# panes/paths: wake-up chains and critical paths.
src_libgt_ui_a_SOURCES += src/ui/panes/paths/path.c src/ui/panes/paths/path_window.c \
	src/ui/panes/paths/path_window.h

# panes/profiles: waits, locks, call trees.
src_libgt_ui_a_SOURCES += src/ui/panes/profiles/profile_locks.c src/ui/panes/profiles/profile_queues.c \
	src/ui/panes/profiles/profile_waits.c src/ui/panes/profiles/profiles.c src/ui/panes/profiles/profiles.h \
	src/ui/panes/profiles/waits.c

# panes/gc: GC cycles and their cost, pauses.
src_libgt_ui_a_SOURCES += src/ui/panes/gc/gc.c src/ui/panes/gc/gc_cost.c src/ui/panes/gc/gc_mmu.c \
	src/ui/panes/gc/gc_own.h

# panes/tasks: user tasks, regions and requests.
src_libgt_ui_a_SOURCES += src/ui/panes/tasks/tasks.c src/ui/panes/tasks/tasks_requests.c src/ui/panes/tasks/tasks_tables.c \
	src/ui/panes/tasks/tasks_tables.h

# panes/overview: the Overview.
src_libgt_ui_a_SOURCES += src/ui/panes/overview/overview.c src/ui/panes/overview/overview.h \
	src/ui/panes/overview/overview_boxes.c src/ui/panes/overview/overview_charts.c \
	src/ui/panes/overview/overview_draw.c src/ui/panes/overview/overview_facts.c

# lanes: what each kind of lane shows.
src_libgt_ui_a_SOURCES += src/ui/lanes/cache.c src/ui/lanes/cells.c src/ui/lanes/cells.h \
	src/ui/lanes/counts.c src/ui/lanes/counts.h src/ui/lanes/critlane.c src/ui/lanes/critlane.h \
	src/ui/lanes/goroutine.c src/ui/lanes/instants.c src/ui/lanes/instants.h src/ui/lanes/lane.def \
	src/ui/lanes/lane.h src/ui/lanes/lane_common.c src/ui/lanes/lane_counts.c src/ui/lanes/lane_goroutine.c \
	src/ui/lanes/lane_header.c src/ui/lanes/lane_heap.c src/ui/lanes/lane_kinds.c src/ui/lanes/lane_path.c \
	src/ui/lanes/lane_pressure.c src/ui/lanes/lane_proc.c src/ui/lanes/lane_ranges.c src/ui/lanes/lane_task.c \
	src/ui/lanes/lane_thread.c src/ui/lanes/lane_wakes.c src/ui/lanes/lanes.c src/ui/lanes/lanes.h \
	src/ui/lanes/lanes_view.c src/ui/lanes/nested.c src/ui/lanes/nested.h src/ui/lanes/proc.c \
	src/ui/lanes/slices.c src/ui/lanes/spans.c src/ui/lanes/spans.h src/ui/lanes/tasklane.c \
	src/ui/lanes/tasklane.h src/ui/lanes/thread.c src/ui/lanes/track.c src/ui/lanes/track.h src/ui/lanes/view.h \
	src/ui/lanes/window.c src/ui/lanes/window.h

# timeline: the timeline.
src_libgt_ui_a_SOURCES += src/ui/timeline/act.h src/ui/timeline/anomaly.c src/ui/timeline/axis.c \
	src/ui/timeline/axis.h src/ui/timeline/beside.c src/ui/timeline/beside.h \
	src/ui/timeline/busiest.c src/ui/timeline/busiest.h \
	src/ui/timeline/choose.c src/ui/timeline/clock.c src/ui/timeline/clock.h \
	src/ui/timeline/detail.c src/ui/timeline/draw.c src/ui/timeline/draw.h src/ui/timeline/export.c \
	src/ui/timeline/find.c src/ui/timeline/follow.c src/ui/timeline/go.c src/ui/timeline/map.c src/ui/timeline/map.h \
	src/ui/timeline/measure.c src/ui/timeline/measure.h src/ui/timeline/members.c src/ui/timeline/members.h \
	src/ui/timeline/move.c src/ui/timeline/overlay.c src/ui/timeline/pane.c src/ui/timeline/pane.h \
	src/ui/timeline/pick.c src/ui/timeline/pick.h src/ui/timeline/related.c src/ui/timeline/related.h \
	src/ui/timeline/timeline.h src/ui/timeline/waits.c src/ui/timeline/waits.h

# compare: what differs from another trace, and both side by side.
src_libgt_ui_a_SOURCES += src/ui/compare/align.c src/ui/compare/align.h src/ui/compare/anchors.c \
	src/ui/compare/anchors.h src/ui/compare/difference.c src/ui/compare/list.c \
	src/ui/compare/list_own.h src/ui/compare/names.c src/ui/compare/names.h \
	src/ui/compare/sides.c src/ui/compare/sides_draw.c src/ui/compare/sides_own.h \
	src/ui/compare/trees.c

# fleet: the list of several traces.
src_libgt_ui_a_SOURCES += src/ui/fleet/traces.c

# shell: dispatch: keys, commands, mouse, the frame, the loop.
src_libgt_ui_a_SOURCES += src/ui/shell/act.c src/ui/shell/command.c src/ui/shell/command.h src/ui/shell/complete.c \
	src/ui/shell/config.c src/ui/shell/config.h src/ui/shell/cutting.c src/ui/shell/cutting.h src/ui/shell/dispatch.c \
	src/ui/shell/dispatch.h src/ui/shell/frame.c src/ui/shell/frame.h src/ui/shell/frame_bars.c \
	src/ui/shell/frame_modes.c src/ui/shell/frame_pending.c src/ui/shell/help.c src/ui/shell/input.c \
	src/ui/shell/listed.c src/ui/shell/listed.h src/ui/shell/live.c src/ui/shell/live.h src/ui/shell/loop.c \
	src/ui/shell/loop.h src/ui/shell/main.c src/ui/shell/main.h src/ui/shell/mouse.c src/ui/shell/palette.c \
	src/ui/shell/preset.c src/ui/shell/preset.h src/ui/shell/rc.c src/ui/shell/rc.h src/ui/shell/resume.c \
	src/ui/shell/resume.h src/ui/shell/resume_read.c src/ui/shell/run.c src/ui/shell/run.h src/ui/shell/script.c \
	src/ui/shell/script.h src/ui/shell/show.c src/ui/shell/tour.c src/ui/shell/values.c src/ui/shell/values.h
