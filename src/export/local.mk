# Sources of the export layer: one "src_libgt_export_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_export.a
src_libgt_export_a_SOURCES =
