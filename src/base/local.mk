# Sources of the base layer: one "src_libgt_base_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_base.a
src_libgt_base_a_SOURCES = src/base/compiler.h src/base/banned.h
src_libgt_base_a_SOURCES += src/base/err.c src/base/err.h
src_libgt_base_a_SOURCES += src/base/xalloc.c src/base/xalloc.h
src_libgt_base_a_SOURCES += src/base/buf.c src/base/buf.h
src_libgt_base_a_SOURCES += src/base/varint.c src/base/varint.h
