# The other views.
src_libgt_ui_a_SOURCES += src/ui/panes/events.c
src_libgt_ui_a_SOURCES += src/ui/panes/evfilter.c src/ui/panes/evfilter.h
src_libgt_ui_a_SOURCES += src/ui/panes/gc.c
src_libgt_ui_a_SOURCES += src/ui/panes/gc_tables.c src/ui/panes/gc_tables.h
src_libgt_ui_a_SOURCES += src/ui/panes/goroutine_draw.c
src_libgt_ui_a_SOURCES += src/ui/panes/goroutine_page.c src/ui/panes/goroutine_page.h
src_libgt_ui_a_SOURCES += src/ui/panes/goroutine_stats.c src/ui/panes/goroutine_stats.h
src_libgt_ui_a_SOURCES += src/ui/panes/goroutines.c
src_libgt_ui_a_SOURCES += src/ui/panes/greedy.c
src_libgt_ui_a_SOURCES += src/ui/panes/greedy_groups.c src/ui/panes/greedy_groups.h
src_libgt_ui_a_SOURCES += src/ui/panes/greedy_head.c src/ui/panes/greedy_head.h
src_libgt_ui_a_SOURCES += src/ui/panes/overview.c src/ui/panes/overview.h
src_libgt_ui_a_SOURCES += src/ui/panes/overview_charts.c
src_libgt_ui_a_SOURCES += src/ui/panes/overview_facts.c
src_libgt_ui_a_SOURCES += src/ui/panes/path.c
