# Sources of the wire layer, a list per room; rooms see those above them (tests/lint/check-rooms.sh).
noinst_LIBRARIES += src/libgt_wire.a
src_libgt_wire_a_SOURCES =

# bytes of a file, whatever the format.
src_libgt_wire_a_SOURCES += src/wire/goquote.c src/wire/goquote.h src/wire/gosort.c src/wire/gosort.h \
	src/wire/growth.c src/wire/growth.h src/wire/gunzip.c src/wire/header.c src/wire/header.h src/wire/hint.c \
	src/wire/hint.h src/wire/reader.c src/wire/reader.h src/wire/source.c src/wire/source.h src/wire/spool.c \
	src/wire/spool.h src/wire/stream.c src/wire/stream.h src/wire/textscan.c src/wire/textscan.h src/wire/unpack.c \
	src/wire/unpack.h src/wire/zstdhead.h
if HAVE_ZSTD
src_libgt_wire_a_SOURCES += src/wire/unzstd.c
else
src_libgt_wire_a_SOURCES += src/wire/unzstd_none.c
endif

# v2: Go 1.22 and later.
src_libgt_wire_a_SOURCES += src/wire/v2/batches.h src/wire/v2/open.c src/wire/v2/open.h src/wire/v2/v2check.c \
	src/wire/v2/v2cursor.c src/wire/v2/v2cursor.h src/wire/v2/v2events.c src/wire/v2/v2events.def \
	src/wire/v2/v2events.h src/wire/v2/v2gen.c src/wire/v2/v2gen.h src/wire/v2/v2head.c src/wire/v2/v2print.c \
	src/wire/v2/v2raw.c src/wire/v2/v2raw.h src/wire/v2/v2scan.h src/wire/v2/v2struct.c src/wire/v2/v2table.c \
	src/wire/v2/v2table.h src/wire/v2/v2text.c src/wire/v2/v2text.h src/wire/v2/v2write.c src/wire/v2/v2write.h

# v1: Go 1.5 to 1.21.
src_libgt_wire_a_SOURCES += src/wire/v1/assemble.c src/wire/v1/assemble.h src/wire/v1/v1cursor.c \
	src/wire/v1/v1cursor.h src/wire/v1/v1events.c src/wire/v1/v1events.def src/wire/v1/v1events.h src/wire/v1/v1raw.c \
	src/wire/v1/v1raw.h src/wire/v1/v1scan.c src/wire/v1/v1scan.h src/wire/v1/v1scanner.h src/wire/v1/v1tables.c \
	src/wire/v1/v1text.c
