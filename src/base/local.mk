# Sources of the base layer: one "src_libgt_base_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_base.a
src_libgt_base_a_SOURCES = src/base/compiler.h src/base/banned.h src/base/bisect.h src/base/bytes.h \
	src/base/clock.h src/base/cover.h
src_libgt_base_a_SOURCES += src/base/buf.c src/base/buf.h
src_libgt_base_a_SOURCES += src/base/checksum.c src/base/checksum.h
src_libgt_base_a_SOURCES += src/base/chores.c src/base/chores.h
src_libgt_base_a_SOURCES += src/base/err.c src/base/err.h
src_libgt_base_a_SOURCES += src/base/guess.c src/base/guess.h
src_libgt_base_a_SOURCES += src/base/hash.c src/base/hash.h
src_libgt_base_a_SOURCES += src/base/idset.c src/base/idset.h
src_libgt_base_a_SOURCES += src/base/human.c src/base/human.h
src_libgt_base_a_SOURCES += src/base/lastkept.c src/base/lastkept.h
src_libgt_base_a_SOURCES += src/base/pathmap.c src/base/pathmap.h
src_libgt_base_a_SOURCES += src/base/phrases.c src/base/search.c src/base/utf8.c src/base/utf8.h
src_libgt_base_a_SOURCES += src/base/strtab.c src/base/strtab.h
src_libgt_base_a_SOURCES += src/base/textcache.c src/base/textcache.h
src_libgt_base_a_SOURCES += src/base/thread.c src/base/thread.h
src_libgt_base_a_SOURCES += src/base/varint.c src/base/varint.h
src_libgt_base_a_SOURCES += src/base/sat.h
src_libgt_base_a_SOURCES += src/base/say.c src/base/say.h
src_libgt_base_a_SOURCES += src/base/xalloc.c src/base/xalloc.h

# os: files, their maps, the locale, and what the kernel lets the program do.
src_libgt_base_a_SOURCES += src/base/os/locale.c src/base/os/locale.h
src_libgt_base_a_SOURCES += src/base/os/mapfile.c src/base/os/mapfile.h
src_libgt_base_a_SOURCES += src/base/os/sandbox.c src/base/os/sandbox.h
src_libgt_base_a_SOURCES += src/base/os/tmpfile.c src/base/os/tmpfile.h
