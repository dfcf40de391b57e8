# Sources of the cli layer: one "src_libgt_cli_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_cli.a
src_libgt_cli_a_SOURCES =
