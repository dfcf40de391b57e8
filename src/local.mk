# The layers, lowest first; each fragment lists its sources.
#
# GT_LIBS_<layer> is a layer's library with everything below it, in link order.

GT_LIBS_base = src/libgt_base.a $(UNISTRING_LIBS) $(ZLIB_LIBS) $(PTHREAD_LIBS)
GT_LIBS_wire = src/libgt_wire.a $(ZSTD_LIBS) $(GT_LIBS_base)
GT_LIBS_order = src/libgt_order.a $(GT_LIBS_wire)
GT_LIBS_index = src/libgt_index.a $(GT_LIBS_order)
GT_LIBS_analysis = src/libgt_analysis.a $(PCRE2_LIBS) $(GT_LIBS_index) $(MATH_LIBS)
GT_LIBS_format = src/libgt_format.a $(SQLITE_LIBS) $(GT_LIBS_analysis)
GT_LIBS_ui = src/libgt_ui.a $(GT_LIBS_format) $(NCURSESW_LIBS)
GT_LIBS_cli = src/libgt_cli.a $(GT_LIBS_ui)

include src/base/local.mk
include src/wire/local.mk
include src/order/local.mk
include src/index/local.mk
include src/analysis/local.mk
include src/format/local.mk
include src/ui/local.mk
include src/cli/local.mk

gtrace_tui_SOURCES = src/main.c
gtrace_tui_LDADD = $(GT_LIBS_cli)
