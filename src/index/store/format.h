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
#define GT_INDEX_VERSION 8
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
	GT_HEAD_PROGRAM_SIZE = 72,       /* 24: size, mtime and fingerprint of the program that the names were taken
	                                  * from (traces of Go 1.5 and 1.6); 0: from none */
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
 * Block of a table with c columns (of a table of bytes: the bytes themselves):
 *	     0   8c  the columns' bases
 *	    8c    c  their widths in bits: 0 … 56, or 64
 *	    9c       column after column, each from a byte of its own: the rows'
 *	             differences to the base, `width` bits each, lowest bits first
 *	     …    8  0
 */
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
