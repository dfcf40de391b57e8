# Sources of the wire layer: one "src_libgt_wire_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_wire.a
src_libgt_wire_a_SOURCES =
src_libgt_wire_a_SOURCES += src/wire/v2events.c src/wire/v2events.h src/wire/v2events.def
src_libgt_wire_a_SOURCES += src/wire/source.c src/wire/source.h src/wire/gunzip.c src/wire/gunzip.h
src_libgt_wire_a_SOURCES += src/wire/stream.c src/wire/stream.h src/wire/spool.c src/wire/spool.h
src_libgt_wire_a_SOURCES += src/wire/header.c src/wire/header.h
src_libgt_wire_a_SOURCES += src/wire/symbols.c src/wire/symbols.h
if HAVE_LIBDW
src_libgt_wire_a_SOURCES += src/wire/symbols_dw.c
else
src_libgt_wire_a_SOURCES += src/wire/symbols_none.c
endif
src_libgt_wire_a_SOURCES += src/wire/grow.h src/wire/gosort.c src/wire/gosort.h
src_libgt_wire_a_SOURCES += src/wire/v2gen.c src/wire/v2gen.h src/wire/v2scan.h
src_libgt_wire_a_SOURCES += src/wire/v2head.c src/wire/v2struct.c src/wire/v2check.c
src_libgt_wire_a_SOURCES += src/wire/v2table.c src/wire/v2table.h
src_libgt_wire_a_SOURCES += src/wire/v2cursor.c src/wire/v2cursor.h
src_libgt_wire_a_SOURCES += src/wire/v2raw.c src/wire/v2raw.h
src_libgt_wire_a_SOURCES += src/wire/v2text.c src/wire/v2text.h src/wire/v2print.c
src_libgt_wire_a_SOURCES += src/wire/textscan.c src/wire/textscan.h src/wire/goquote.c src/wire/goquote.h
src_libgt_wire_a_SOURCES += src/wire/v1events.c src/wire/v1events.h src/wire/v1events.def
src_libgt_wire_a_SOURCES += src/wire/v1scan.c src/wire/v1scan.h src/wire/v1cursor.c src/wire/v1cursor.h
src_libgt_wire_a_SOURCES += src/wire/v1raw.c src/wire/v1raw.h
