# Sources of the index layer: one "src_libgt_index_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_index.a
src_libgt_index_a_SOURCES =
