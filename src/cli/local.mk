# Sources of the cli layer.
noinst_LIBRARIES += src/libgt_cli.a

# options: their table, the command line, and what shells complete.
src_libgt_cli_a_SOURCES = src/cli/options/check.c src/cli/options/completion.c src/cli/options/completion.h \
	src/cli/options/completion_bash.c src/cli/options/completion_fish.c src/cli/options/completion_shared.c \
	src/cli/options/completion_zsh.c src/cli/options/options.c src/cli/options/options.def \
	src/cli/options/options.h src/cli/options/optiontable.c

# fail: what --fail-if measures.
src_libgt_cli_a_SOURCES += src/cli/fail/culprit.c src/cli/fail/culprit.h src/cli/fail/failcompare.c \
	src/cli/fail/failcompare.h src/cli/fail/failnumber.c src/cli/fail/failnumber.h

# A command for each kind of work, and what several of them share.
src_libgt_cli_a_SOURCES += src/cli/args.c src/cli/cmd.c src/cli/cmd.h src/cli/cmd_assemble.c src/cli/cmd_batch.c \
	src/cli/cmd_completion.c src/cli/cmd_config.c src/cli/cmd_cut.c src/cli/cmd_help.c src/cli/cmd_listing.c \
	src/cli/cmd_profile.c src/cli/cmd_report.c src/cli/cmd_tables.c src/cli/cmd_ui.c src/cli/color.c \
	src/cli/color.h src/cli/confine.c src/cli/failif.c src/cli/failif.h src/cli/failsql.c src/cli/failsql.h \
	src/cli/many.c src/cli/many.h src/cli/output.c src/cli/output.h src/cli/pager.c src/cli/pager.h \
	src/cli/partition.c src/cli/partition.h src/cli/reading.c src/cli/reading.h src/cli/session.c \
	src/cli/session.h src/cli/sides.c src/cli/sides.h src/cli/sqlargs.c src/cli/sqlargs.h src/cli/walk.c \
	src/cli/walk.h
