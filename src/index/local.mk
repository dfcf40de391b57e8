# Sources of the index layer: one "src_libgt_index_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_index.a
src_libgt_index_a_SOURCES =
src_libgt_index_a_SOURCES += src/index/build.c src/index/build.h src/index/builder.h src/index/build_gen.c
src_libgt_index_a_SOURCES += src/index/build_notes.c src/index/build_sched.c
