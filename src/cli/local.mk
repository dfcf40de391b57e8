# Sources of the cli layer: one "src_libgt_cli_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_cli.a
src_libgt_cli_a_SOURCES = src/cli/options.c src/cli/options.h src/cli/options.def
src_libgt_cli_a_SOURCES += src/cli/point.c src/cli/point.h
src_libgt_cli_a_SOURCES += src/cli/session.c src/cli/session.h
src_libgt_cli_a_SOURCES += src/cli/failif.c src/cli/failif.h
src_libgt_cli_a_SOURCES += src/cli/cmd.c src/cli/cmd.h src/cli/cmd_help.c src/cli/cmd_report.c
src_libgt_cli_a_SOURCES += src/cli/cmd_listing.c src/cli/cmd_debug.c src/cli/cmd_ui.c
