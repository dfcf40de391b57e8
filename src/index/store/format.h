/* The index file: what is at which byte (gtrace-index(5)). */
#ifndef GT_INDEX_FORMAT_H
#define GT_INDEX_FORMAT_H

#include "base/bytes.h"

/*
 * Everything is little-endian; checksums are gt_checksum with seed 0.  A file
 * is a header, then blocks, descriptor pages and chunks in any order (each at
 * a multiple of 64), then the table of chunks.
 *
 * Header:
 *	OFFSET SIZE
 *	     0    8  "GTINDEX\n"
 *	     8    4  format version
 *	    12    4  bytes of the header, 128
 *	    16    8  size of the trace's file
 *	    24    8  its mtime, ns since 1970
 *	    32    8  fingerprint of its content (gt_source_identify)
 *	    40    8  bytes of the index file
 *	    48    8  offset of the table of chunks
 *	    56    4  entries in it
 *	    60    4  0
 *	    64    8  checksum of the table of chunks
 *	    72   24  size, mtime and fingerprint of the program that the names were
 *	             taken from (traces of Go 1.5 and 1.6); 0: from none
 *	    96   24  0
 *	   120    8  checksum of bytes 0 … 119
 */
#define GT_INDEX_MAGIC "GTINDEX\n"
#define GT_INDEX_VERSION 8
#define GT_INDEX_ALIGN 64

enum gt_head_at {
	GT_HEAD_MAGIC = 0, GT_HEAD_VERSION = 8, GT_HEAD_BYTES = 12, GT_HEAD_TRACE_SIZE = 16, GT_HEAD_TRACE_MTIME = 24,
	GT_HEAD_FINGERPRINT = 32, GT_HEAD_FILE_SIZE = 40, GT_HEAD_TOC = 48, GT_HEAD_TOC_COUNT = 56,
	GT_HEAD_TOC_SUM = 64, GT_HEAD_PROGRAM_SIZE = 72, GT_HEAD_SUM = 120, GT_HEAD_SIZE = 128
};

/*
 * Entry of the table of chunks, in ascending order of ids:
 *	OFFSET SIZE
 *	     0    4  id
 *	     4    4  width: bytes of a row
 *	     8    8  offset, a multiple of 64
 *	    16    8  rows
 *	    24    8  checksum of its rows * width bytes
 */
enum gt_toc_at {
	GT_TOC_ID = 0, GT_TOC_WIDTH = 4, GT_TOC_OFF = 8, GT_TOC_ROWS = 16, GT_TOC_SUM = 24, GT_TOC_SIZE = 32
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
 *
 * Entry of PAGES:
 *	     0    8  offset of the page, a multiple of 64
 *	     8    8  its checksum
 */
enum gt_tables_at {
	GT_TABLES_PAGES = 0, GT_TABLES_PARTS = 16, GT_TABLES_LISTS = 32, GT_TABLES_LEVELS = 48, GT_TABLES_SIZE = 64
};
enum gt_pages_at { GT_PAGES_OFF = 0, GT_PAGES_SUM = 8, GT_PAGES_SIZE = 16 };

/*
 * Block descriptor:
 *	OFFSET SIZE
 *	     0    8  offset of the block, a multiple of 64
 *	     8    4  bytes
 *	    12    4  rows, 1 … 512 (a table of bytes: 65536)
 *	    16    4  partition
 *	    20    4  goroutine with the largest sum of weights (mostly durations: gt_schema) in the block
 *	    24    8  that sum
 *	    32    8  rows of the partition before this block
 *	    40    8  sum of the durations in the partition before this block
 *	    48    8  largest weight
 *	    56    2  place of the longest row
 *	    58    2  0
 *	    60    4  low half of the checksum of the block's bytes
 *
 * Block of a table with c columns:
 *	     0   8c  the columns' bases
 *	    8c    c  their widths in bits: 0 … 56, or 64
 *	    9c       column after column, each from a byte of its own: the rows'
 *	             differences to the base, `width` bits each, lowest bits first
 *	     …    8  0
 * A block of a table of bytes is the bytes themselves.
 */
enum gt_desc_at {
	GT_DESC_OFF = 0, GT_DESC_BYTES = 8, GT_DESC_COUNT = 12, GT_DESC_PART = 16, GT_DESC_WHO = 20,
	GT_DESC_WHO_SUM = 24, GT_DESC_FIRST = 32, GT_DESC_SUM_BEFORE = 40, GT_DESC_MAX = 48,
	GT_DESC_MAX_PLACE = 56, GT_DESC_CHECK = 60, GT_DESC_SIZE = 64
};
#define GT_BLOCK_PAD 8               /* a value is read as 8 bytes */
#define GT_PAGE_BLOCKS 512
#define GT_PAGE_SHIFT 9
#define GT_PAGE_SIZE (GT_PAGE_BLOCKS * GT_DESC_SIZE)

/*
 * Partition:
 *	     0    8  rows
 *	     8    8  sum of all durations
 *	    16    8  its first entry in LISTS
 *	    24    8  its first entry in LEVELS: floor(blocks / 64) of 64 blocks, then floor(blocks / 64^2) …
 *	    32    4  blocks
 *	    36    4  0
 */
enum gt_part_at {
	GT_PART_ROWS = 0, GT_PART_SUM = 8, GT_PART_LIST = 16, GT_PART_LEVEL = 24, GT_PART_BLOCKS = 32, GT_PART_SIZE = 40
};

/*
 * Entry of LISTS:
 *	     0    8  largest end up to the block's last row
 *	     8    4  block
 *	    12    4  0
 */
enum gt_list_at { GT_LIST_LAST = 0, GT_LIST_BLOCK = 8, GT_LIST_SIZE = 16 };

/*
 * Entry of LEVELS, of 64 blocks or 64 entries of the level below:
 *	     0    8  largest weight
 *	     8    8  largest sum of weights of a goroutine, counting only the one goroutine that leads below
 *	    16    4  that goroutine
 *	    20    4  id of the longest row
 */
enum gt_level_at { GT_LEVEL_MAX = 0, GT_LEVEL_WHO_SUM = 8, GT_LEVEL_WHO = 16, GT_LEVEL_ID = 20, GT_LEVEL_SIZE = 24 };

#endif
