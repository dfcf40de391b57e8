# Sources of the index layer, a list per room; rooms see those above them (tests/lint/check-rooms.sh).
noinst_LIBRARIES += src/libgt_index.a
src_libgt_index_a_SOURCES =

# what other layers see, and the trace that ties the rooms.
src_libgt_index_a_SOURCES += src/index/caps.h src/index/model.h src/index/trace.h

# store: rows in packed blocks, in memory and in the file.
src_libgt_index_a_SOURCES += src/index/store/add.c src/index/store/anchors.c src/index/store/anchors.h \
	src/index/store/append.c src/index/store/append.h src/index/store/block.c src/index/store/block.h \
	src/index/store/chunk.c src/index/store/chunk.h src/index/store/column.c src/index/store/column.h \
	src/index/store/counting.h src/index/store/file.c src/index/store/file.h src/index/store/format.h \
	src/index/store/ids.c src/index/store/ids.h src/index/store/ints.c src/index/store/ints.h \
	src/index/store/pack.c src/index/store/pack.h src/index/store/packages.c src/index/store/packages.h \
	src/index/store/rows.c src/index/store/rows.def \
	src/index/store/rows.h src/index/store/seal.c src/index/store/seal.h src/index/store/state.c \
	src/index/store/state.h src/index/store/stdpackages.def src/index/store/store.h src/index/store/store_counts.c \
	src/index/store/strips.c \
	src/index/store/strips.h src/index/store/symtab.c src/index/store/symtab.h \
	src/index/store/table.h src/index/store/top_sum.h src/index/store/values.c src/index/store/values.h

# query: questions to the rows.
src_libgt_index_a_SOURCES += src/index/query/begins.c src/index/query/begins.h src/index/query/collect.c src/index/query/collect.h src/index/query/eventinfo.c \
	src/index/query/events.c src/index/query/events.h src/index/query/gens.c src/index/query/gens.h \
	src/index/query/link.c src/index/query/link_v1.c src/index/query/link_v1.h src/index/query/links.c \
	src/index/query/links.h src/index/query/procs.c src/index/query/procs.h \
	src/index/query/query_busiest.c src/index/query/query_busy.c src/index/query/query_counts.c \
	src/index/query/query_goroutine_busy.c src/index/query/query_goroutines.c src/index/query/query_instants.c \
	src/index/query/query_rows.c src/index/query/query_slices.c src/index/query/span.c src/index/query/span.h \
	src/index/query/walltime.c src/index/query/walltime.h \
	src/index/query/tracks.h

# build: events to rows.
src_libgt_index_a_SOURCES += src/index/build/build.c src/index/build/build_counts.c \
	src/index/build/build_gen.c src/index/build/build_instants.c src/index/build/build_notes.c \
	src/index/build/build_regions.c src/index/build/build_sched.c src/index/build/build_short.c src/index/build/build_v1.c \
	src/index/build/build_v1short.c src/index/build/builder.c src/index/build/builder.h src/index/build/pipe.c \
	src/index/build/pipe.h src/index/build/worker.h

# file: the index file as a whole: written, opened, checked.
src_libgt_index_a_SOURCES += src/index/file/answers.c src/index/file/answers.h src/index/file/attach.c \
	src/index/file/cache.c src/index/file/finish.c src/index/file/indexfile.h src/index/file/info.c \
	src/index/file/open.c src/index/file/trace.c src/index/file/verify.c
