/* The index file: what is at which byte (gtrace-index(5)). */
#ifndef GT_INDEX_FORMAT_H
#define GT_INDEX_FORMAT_H

#include "base/bytes.h"

/*
 * Everything is little-endian; checksums are gt_checksum with seed 0.  A file
 * is a header, then blocks, descriptor pages and chunks in any order (each at
 * a multiple of 64), then the table of chunks.
 */
#define GT_INDEX_MAGIC "GTINDEX\n"
#define GT_INDEX_VERSION 16
#define GT_INDEX_ALIGN 64

/* The header: where each field is, and its bytes; those that are not named are 0. */
enum gt_head_at {
	GT_HEAD_MAGIC = 0,               /* 8: "GTINDEX\n" */
	GT_HEAD_VERSION = 8,             /* 4 */
	GT_HEAD_BYTES = 12,              /* 4: of the header */
	GT_HEAD_TRACE_SIZE = 16,         /* 8: size of the trace's file */
	GT_HEAD_TRACE_MTIME = 24,        /* 8: ns since 1970 */
	GT_HEAD_FINGERPRINT = 32,        /* 8: of its content (gt_source_identify) */
	GT_HEAD_FILE_SIZE = 40,          /* 8: of the index file */
	GT_HEAD_TOC = 48,                /* 8: offset of the table of chunks */
	GT_HEAD_TOC_COUNT = 56,          /* 4: entries in it */
	GT_HEAD_TOC_SUM = 64,            /* 8: its checksum */
	GT_HEAD_OLD_PROGRAM = 72,        /* 8: 0; names were once taken from a program of this size */
	GT_HEAD_SUM = 120,               /* 8: checksum of all before */
	GT_HEAD_SIZE = 128
};

/* Entry of the table of chunks, in ascending order of ids. */
enum gt_toc_at {
	GT_TOC_ID = 0,                   /* 4 */
	GT_TOC_WIDTH = 4,                /* 4: bytes of a row */
	GT_TOC_OFF = 8,                  /* 8: a multiple of 64 */
	GT_TOC_ROWS = 16,                /* 8 */
	GT_TOC_SUM = 24,                 /* 8: checksum of its rows * width bytes */
	GT_TOC_SIZE = 32
};

enum gt_chunk_id {
	GT_CHUNK_INFO = 1,         /* counts and damage, see enum gt_info_at (info.c) */
	GT_CHUNK_EVENT_COUNTS,     /* type u64, number of events u64: those that occur */
	GT_CHUNK_PROCS,            /* id u64, first mention i64 */
	GT_CHUNK_PROC_ORDER,       /* u32: Ps (rows of PROCS) by ascending id */
	GT_CHUNK_STRING_STARTS,    /* u64: where in STRING_BYTES; one more than there are strings */
	GT_CHUNK_STRING_BYTES,     /* u8 */
	GT_CHUNK_FRAMES,           /* pc u64, line u64, function u32, file u32 (string rows) */
	GT_CHUNK_STACK_STARTS,     /* u64: where in STACK_FRAMES; one more than there are stacks */
	GT_CHUNK_STACK_FRAMES,     /* u32: rows of FRAMES, innermost first */
	/* of all tables, one after the other in the order of enum gt_table_id */
	GT_CHUNK_TABLES,           /* where in the next four chunks each table's rows are */
	GT_CHUNK_PAGES,            /* pages of 512 block descriptors */
	GT_CHUNK_PARTS,            /* partitions */
	GT_CHUNK_LISTS,            /* blocks of each partition in order */
	GT_CHUNK_LEVELS,           /* summaries of 64 blocks, of 64 * 64 blocks … of each partition */
	GT_CHUNK_THREADS,          /* id u64, first mention i64 */
	GT_CHUNK_THREAD_ORDER,     /* u32: threads (rows of THREADS) by ascending id */
	GT_CHUNK_COUNT_BASE,       /* i64: by enum gt_count, what existed before the trace */
	GT_CHUNK_TRACE_SUMS,       /* u64: checksum of each GT_SOURCE_PIECE bytes of the trace, or none */
};

#define GT_FRAME_SIZE 24             /* of FRAMES */

/*
 * Entry of TABLES: eight u64, first row and number of rows in PAGES, PARTS,
 * LISTS and LEVELS.
 * Entry of PAGES: the page's offset, a multiple of 64, and its checksum, eight bytes each.
 */
enum gt_tables_at {
	GT_TABLES_PAGES = 0, GT_TABLES_PARTS = 16, GT_TABLES_LISTS = 32, GT_TABLES_LEVELS = 48, GT_TABLES_SIZE = 64
};
enum gt_pages_at { GT_PAGES_OFF = 0, GT_PAGES_SUM = 8, GT_PAGES_SIZE = 16 };

/* Block descriptor: where each field is, and its bytes. */
enum gt_desc_at {
	GT_DESC_OFF = 0,                 /* 8: offset of the block, a multiple of 64 */
	GT_DESC_BYTES = 8,               /* 4 */
	GT_DESC_COUNT = 12,              /* 4: rows, 1 … 512 (a table of bytes: 65536) */
	GT_DESC_PART = 16,               /* 4: partition */
	GT_DESC_WHO = 20,                /* 4: goroutine with the largest sum of weights (gt_schema) */
	GT_DESC_WHO_SUM = 24,            /* 8: that sum */
	GT_DESC_FIRST = 32,              /* 8: rows of the partition before this block */
	GT_DESC_SUM_BEFORE = 40,         /* 8: sum of the durations in the partition before this block */
	GT_DESC_MAX = 48,                /* 8: largest weight */
	GT_DESC_MAX_PLACE = 56,          /* 2: place of that row; 2: 0 */
	GT_DESC_CHECK = 60,              /* 4: low half of the checksum of the block's bytes */
	GT_DESC_SIZE = 64
};

/*
 * Block of a table with c columns (of a table of bytes: the bytes themselves): c heads of 12 bytes, then
 * column after column, each at a multiple of 4, then 8 bytes of 0.
 *
 * A plain column (kind 0) has a number of `bits` bits for each row, lowest bits first: the difference to the
 * base.  Of kind GT_KIND_WORDS: eight bytes for each.
 *
 * A column in strips has the differences to a base of 32 rows each, with as many bits as these need.  First, for
 * each strip, its width, where it is and its base, then the rows.  With GT_KIND_LINE there is one more base, and
 * what is stored of row j of strip i is the difference to bases[i] + ((bases[i + 1] - bases[i]) * j >> 5), plus
 * half of what the strip's bits can say, so that it may be below; all of 32 bits.  The last strip is as long as the
 * others.  With GT_KIND_TICKS the column begins with
 * eight bytes more, and its numbers n are ticks of a clock and a rest:
 * base + ((n >> low) * scale + phase >> 32) + (n & mask of low bits).
 *
 * A column of few different values (GT_KIND_VALUES) begins with enum gt_values_at; then comes the list of the values,
 * and somewhere in the block, for each row, the place of its value in the list, both as the numbers of a plain column
 * are.  These places can be those of another such column, or the rows of a plain one, which then imply the values.
 */
enum gt_column_at {
	GT_COLUMN_BASE = 0,              /* 8 */
	GT_COLUMN_AT = 8,                /* 2: where the column is, in 4 bytes from the start of the block */
	GT_COLUMN_BITS = 10,             /* 1: 0 ... 56 of a plain column, else 0 */
	GT_COLUMN_KIND = 11,             /* 1 */
	GT_COLUMN_SIZE = 12
};
enum gt_column_kind {
	GT_KIND_WORDS = 1, GT_KIND_STRIPS = 2, GT_KIND_LINE = 4, GT_KIND_TICKS = 8, GT_KIND_VALUES = 16,
	GT_KIND_OPEN = 128               /* not in the file: gt_open_heads */
};

/* Of a strip: bits from the lowest of 48 on. */
enum gt_strip_at {
	GT_STRIP_BITS = 0,               /* 6: width */
	GT_STRIP_AT = 6,                 /* 10: where it is, in 4 bytes from the first strip's head */
	GT_STRIP_BASE = 16,              /* 32 */
	GT_STRIP_SIZE = 6                /* bytes */
};
#define GT_STRIP_SHIFT 5
#define GT_STRIP_ROWS 32u

enum gt_ticks_at {                   /* bits of 64 */
	GT_TICKS_LOW = 0,                /* 8: bits of the rest */
	GT_TICKS_PHASE = 8,              /* 8: the highest of 32 */
	GT_TICKS_SCALE = 16              /* 48: ns of a tick, 32 of them behind the point */
};

enum gt_values_at {                  /* bits of 32 */
	GT_VALUES_PLACES = 0,            /* 16: where the places are, in 4 bytes from the start of the block */
	GT_VALUES_BITS = 16,             /* 6: of a value, the difference to the base */
	GT_VALUES_PLACE_BITS = 22,       /* 4: of a place */
	GT_VALUES_SIZE = 4               /* bytes; the list follows */
};
#define GT_MAX_TICK 15               /* bits of the ns of a tick */
#define GT_BLOCK_PAD 8               /* a value is read as 8 bytes */
#define GT_PAGE_BLOCKS 512
#define GT_PAGE_SHIFT 9
#define GT_PAGE_SIZE (GT_PAGE_BLOCKS * GT_DESC_SIZE)

enum gt_part_at {
	GT_PART_ROWS = 0,                /* 8 */
	GT_PART_SUM = 8,                 /* 8: of all durations */
	GT_PART_LIST = 16,               /* 8: its first entry in LISTS */
	GT_PART_LEVEL = 24,              /* 8: in LEVELS: floor(blocks / 64) of 64 blocks, floor(blocks / 64^2) … */
	GT_PART_BLOCKS = 32,             /* 4; 4: 0 */
	GT_PART_SIZE = 40
};

enum gt_list_at {
	GT_LIST_LAST = 0,                /* 8: largest end up to the block's last row */
	GT_LIST_BLOCK = 8,               /* 4: block; 4: 0 */
	GT_LIST_SIZE = 16
};

/* Entry of LEVELS, of 64 blocks or 64 entries of the level below. */
enum gt_level_at {
	GT_LEVEL_MAX = 0,                /* 8: largest weight */
	GT_LEVEL_WHO_SUM = 8,            /* 8: largest sum of a goroutine, of those that lead below */
	GT_LEVEL_WHO = 16,               /* 4: that goroutine */
	GT_LEVEL_ID = 20,                /* 4: id of the longest row */
	GT_LEVEL_SIZE = 24
};

#endif
