# Sources of the cli layer.
noinst_LIBRARIES += src/libgt_cli.a
src_libgt_cli_a_SOURCES = src/cli/options.c src/cli/options.h src/cli/options.def
src_libgt_cli_a_SOURCES += src/cli/check.c src/cli/optiontable.c
src_libgt_cli_a_SOURCES += src/cli/reading.c src/cli/reading.h src/cli/session.c src/cli/session.h
src_libgt_cli_a_SOURCES += src/cli/sides.c src/cli/sides.h src/cli/walk.c src/cli/walk.h
src_libgt_cli_a_SOURCES += src/cli/many.c src/cli/many.h
src_libgt_cli_a_SOURCES += src/cli/culprit.c src/cli/culprit.h src/cli/failif.c src/cli/failif.h
src_libgt_cli_a_SOURCES += src/cli/failnumber.c src/cli/failnumber.h
src_libgt_cli_a_SOURCES += src/cli/failcompare.c src/cli/failcompare.h
src_libgt_cli_a_SOURCES += src/cli/pager.c src/cli/pager.h src/cli/color.c src/cli/color.h
src_libgt_cli_a_SOURCES += src/cli/args.c src/cli/confine.c src/cli/cmd.c src/cli/cmd.h
src_libgt_cli_a_SOURCES += src/cli/cmd_batch.c src/cli/cmd_config.c
src_libgt_cli_a_SOURCES += src/cli/completion.c src/cli/completion.h src/cli/completion_shared.c
src_libgt_cli_a_SOURCES += src/cli/completion_bash.c src/cli/completion_zsh.c src/cli/completion_fish.c
src_libgt_cli_a_SOURCES += src/cli/cmd_completion.c src/cli/cmd_config.c
src_libgt_cli_a_SOURCES += src/cli/cmd_help.c src/cli/cmd_listing.c src/cli/cmd_profile.c src/cli/cmd_report.c src/cli/cmd_ui.c
src_libgt_cli_a_SOURCES += src/cli/cmd_tables.c src/cli/partition.c src/cli/partition.h
