# Sources of the format layer: one "src_libgt_format_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_format.a
src_libgt_format_a_SOURCES = src/format/out.c src/format/out.h
src_libgt_format_a_SOURCES += src/format/jsonw.c src/format/jsonw.h
src_libgt_format_a_SOURCES += src/format/export.c src/format/export.h src/format/ink.c src/format/ink.h
src_libgt_format_a_SOURCES += src/format/names.c src/format/names.h
src_libgt_format_a_SOURCES += src/format/json.c src/format/json.h src/format/text.c src/format/csv.c src/format/csv.h
src_libgt_format_a_SOURCES += src/format/places.c
src_libgt_format_a_SOURCES += src/format/evtext.c src/format/evtext.h
src_libgt_format_a_SOURCES += src/format/diagreedy.c src/format/dump.c src/format/listing.h
src_libgt_format_a_SOURCES += src/format/pathtext.c src/format/comparetext.c
src_libgt_format_a_SOURCES += src/format/parquet/pack.c src/format/parquet/pack.h
src_libgt_format_a_SOURCES += src/format/parquet/thrift.c src/format/parquet/thrift.h src/format/parquet/encode.c src/format/parquet/encode.h
src_libgt_format_a_SOURCES += src/format/parquet/column.c src/format/parquet/column.h src/format/parquet/parquet.c src/format/parquet/parquet.h
src_libgt_format_a_SOURCES += src/format/parquet/pagepack.h
src_libgt_format_a_SOURCES += src/format/pqcells.c src/format/pqcells.h src/format/parquet.c
src_libgt_format_a_SOURCES += src/format/profile.h src/format/pprof.c src/format/folded.c
src_libgt_format_a_SOURCES += src/format/wiredump.c src/format/wiredump.h src/format/wiredump_v1.c src/format/parsed.c src/format/parsed.h src/format/parsed_v1.c
src_libgt_format_a_SOURCES += src/format/chrome.c src/format/chrome.h src/format/chromew.c src/format/chromew.h
src_libgt_format_a_SOURCES += src/format/chrome_procs.c src/format/chrome_gos.c src/format/chrome_spans.c
src_libgt_format_a_SOURCES += src/format/tables/tables.def src/format/tables/tables.h src/format/tables/tables.c
src_libgt_format_a_SOURCES += src/format/tables/names.c src/format/tables/names.h src/format/tables/rows.c
if HAVE_ZSTD
src_libgt_format_a_SOURCES += src/format/parquet/pagepack_zstd.c
else
src_libgt_format_a_SOURCES += src/format/parquet/pagepack_gzip.c
endif
# A part of a trace as a trace.
src_libgt_format_a_SOURCES += src/format/cut/cut.c src/format/cut/cut.h src/format/cut/cutown.h src/format/cut/cutcopy.c
src_libgt_format_a_SOURCES += src/format/cut/cutids.c src/format/cut/cutstart.c src/format/cut/cutwait.c

# sql: reports as tables of SQLite, and what a statement selects as a table like any other.
src_libgt_format_a_SOURCES += src/format/sql/schema.c src/format/sql/schema.h src/format/sql/sql.h
if HAVE_SQLITE
src_libgt_format_a_SOURCES += src/format/sql/functions.c src/format/sql/functions.h src/format/sql/plan.c src/format/sql/plan.h \
	src/format/sql/result.c src/format/sql/result.h src/format/sql/sql.c \
	src/format/sql/virtual.c src/format/sql/virtual.h
else
src_libgt_format_a_SOURCES += src/format/sql/nosql.c
endif
