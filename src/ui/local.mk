# Sources of the ui layer: one "src_libgt_ui_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_ui.a
src_libgt_ui_a_SOURCES =
src_libgt_ui_a_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
