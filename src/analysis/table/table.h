/* Tables: typed columns over rows that are computed when asked for, never stored. */
#ifndef GT_ANALYSIS_TABLE_H
#define GT_ANALYSIS_TABLE_H

#include <stddef.h>
#include <string.h>

#include "base/buf.h"
#include "base/guess.h"
#include "base/textcache.h"
#include "index/trace.h"

/*
 * Reports, exports and panes all read the same tables:
 *
 *	struct gt_table *t;
 *	gt_table_open(&t, &gt_report_greedy, trace, &args, &err);
 *	for (row = 0; row < t->rows; row++)
 *		gt_table_cell(t, row, col, &cell);
 *	gt_table_close(t);
 *
 * A table is a snapshot: it covers the rows that the trace had when it was
 * opened.  While a worker indexes, hold the trace's lock around every call and
 * open it again for newer rows.  A table belongs to one thread.  Order, filters
 * and limits are a view's (analysis/table/view.h); text for people is analysis/table/celltext.h.
 */

/* What a column holds; says how it is stored in a cell, and how it is shown and sorted. */
enum gt_kind {
	GT_KIND_COUNT,   /* u: how many */
	GT_KIND_ID,      /* u: the number of a G, P, M, task …; GT_P_OUTSIDE is shown as -1 */
	GT_KIND_BYTES,   /* u */
	GT_KIND_INT,     /* i: a whole number that may be below 0 */
	GT_KIND_REAL,    /* r: a number with decimals */
	GT_KIND_SHARE,   /* r: a part of 1, which people read in percent */
	GT_KIND_DUR,     /* i: ns */
	GT_KIND_TIME,    /* i: ns since the trace's start; the last number (gt_kind_is_number) */
	GT_KIND_BOOL,    /* b */
	GT_KIND_STRING,  /* s, n: bytes as the trace has them: hostile */
	GT_KIND_STACK,   /* stack: a stack row */
	GT_KIND_LIST,    /* items without keys */
	GT_KIND_MAP,     /* items with keys */
};

struct gt_item;
struct gt_table;

/*
 * One value.  Pointers in it live until the next call for the same table;
 * those of strings of the trace as long as the trace.
 */
struct gt_cell {
	enum gt_kind kind;
	bool null;            /* absent: "null", nothing else counts */
	const char *absent;   /* if it is: what people read there, NULL: nothing */
	size_t n;             /* bytes of s, or number of items */
	union {
		uint64_t u;
		int64_t i;
		double r;
		bool b;
		uint32_t stack;
		const char *s;
		const struct gt_item *items;
	};
};

struct gt_item {
	const char *key;      /* NULL in a list */
	size_t nkey;
	struct gt_cell value; /* no list, map */
};

enum gt_column_flag {
	GT_COL_DESC = 1 << 0,    /* the first sort on it puts the largest first */
	GT_COL_MORE = 1 << 1,    /* text tables and panes do not show it by default */
	GT_COL_FUNC = 1 << 2,    /* a function name: clip it with gt_func_fit */
	GT_COL_ASKED = 1 << 3,   /* shown only if --columns names it, in JSON, too */
	GT_COL_TOP = 1 << 4,     /* the top of a stack: an absent cell is shown as "no stack recorded" */
	GT_COL_LIFE = 1 << 5,    /* text tables and panes show it by default only if ids have several lives */
	GT_COL_BEGIN = 1 << 6,   /* the time from which a row lasts, for --from and --to */
	GT_COL_END = 1 << 7,     /* ... and until when; no such columns: rows are sums */
	GT_COL_MEASURE = 1 << 8, /* the duration that --fail-if measures unless it names a column */
	GT_COL_BULK = 1 << 9,    /* gt_table_ops.keys can read it */
	GT_COL_SPARK = 1 << 10,  /* a list of sums of equal parts of the range: people see a line of eighths */
	GT_COL_WHOLE = 1 << 11,  /* known of all rows at once: panes open the table anew for it (gt_table_args.asked) */
	GT_COL_LEAF = 1 << 12,   /* says how, beside a column that says where: panes show it in grey */
};

/* True if cells of the kind have `i`. */
GT_INLINE bool gt_kind_is_signed(enum gt_kind kind)
{
	return kind == GT_KIND_INT || kind == GT_KIND_DUR || kind == GT_KIND_TIME;
}

GT_INLINE bool gt_kind_is_real(enum gt_kind kind)
{
	return kind == GT_KIND_REAL || kind == GT_KIND_SHARE;
}

/* True if cells of the kind have an order: all but stacks, lists and maps. */
GT_INLINE bool gt_kind_has_order(enum gt_kind kind)
{
	return kind != GT_KIND_STACK && kind != GT_KIND_LIST && kind != GT_KIND_MAP;
}

/* True if cells of the kind are numbers that --fail-if can compare. */
GT_INLINE bool gt_kind_is_measured(enum gt_kind kind)
{
	return kind == GT_KIND_COUNT || kind == GT_KIND_BYTES || gt_kind_is_signed(kind) || gt_kind_is_real(kind);
}

struct gt_column;
/* Fills *out, whose kind is set and null is true, with the cell of row t->at in column t->column. */
typedef void gt_cell_fn(struct gt_table *t, struct gt_cell *out);

/* JSON, CSV and --columns use `key`; panes and text use `title`.  Numbers align right, the others left. */
struct gt_column {
	const char *key;      /* "dur_ns": the suffix says that JSON has nanoseconds */
	const char *title;    /* "Duration" */
	enum gt_kind kind;
	uint16_t flags;       /* enum gt_column_flag */
	uint8_t width;        /* columns that suit it on a screen */
	const char *help;     /* a short sentence without its full stop */
	gt_cell_fn *cell;
	uint16_t at, arg;     /* for the cell function: GT_FIELD and the like set them */
	/* Whose member it is, if not the row's: t->at for the cell function; NULL: the cell is absent. */
	const void *(*of)(struct gt_table *t);
	/* Instead of `cell`: appends the text of a string to *out; the cell is absent if that stays empty. */
	void (*text)(struct gt_table *t, struct gt_buf *out);
};

/* The last part of a column whose cell function takes a number, in t->column->at ... */
#define GT_CELL_ARG(fn, n) .cell = (fn), .at = (n)
/* ... or whose cell is a member of the row's struct, read as its kind says ... */
#define GT_FIELD(type, member) GT_FIELD_AS(gt_cell_field, type, member)
/* ... or as one of the functions below says. */
#define GT_FIELD_AS(fn, type, member) \
	.cell = (fn), .at = offsetof(type, member), .arg = sizeof(((type *)0)->member)
/* The duration between two times of the row's struct; absent if one of them is. */
#define GT_FIELD_SPAN(type, begin, end) \
	.cell = gt_cell_span, .at = offsetof(type, begin), .arg = offsetof(type, end)

/*
 * The columns of a struct gt_report.  Those that a pane names have an enumerator, which is their place in
 * the array; a new column goes to the end of it and needs none.
 */
#define GT_REPORT_COLUMNS(array) .columns = (array), .ncolumns = GT_COUNT(array)

gt_cell_fn gt_cell_field, gt_cell_span;
/* Of a string row: a name that is there even if it is empty; a start function, absent with GT_NO_NAME. */
gt_cell_fn gt_cell_field_name, gt_cell_field_func;
/* Of a goroutine row: its id, which of its id's lives it is, its start function.  Of a P's row: its number. */
gt_cell_fn gt_cell_field_g, gt_cell_field_life, gt_cell_field_g_func, gt_cell_field_p;
/* Of a stack row: where it is, its leaf (gt_cell_where, gt_cell_leaf).  Of a uint8_t: the event type's name. */
gt_cell_fn gt_cell_field_where, gt_cell_field_leaf, gt_cell_field_event_type;

/* Beside a column with where a stack is; a cell of gt_cell_leaf follows. */
#define GT_COLUMN_LEAF(key, flags) key, "Leaf", GT_KIND_STRING, GT_COL_FUNC | GT_COL_LEAF | (flags), 20, \
	"innermost frame there, or the one that was interrupted: how it got there"

/* Beside a column with the id of a goroutine; ends with what finds the cell. */
#define GT_COLUMN_LIFE "life", "Life", GT_KIND_COUNT, GT_COL_LIFE, 4, \
	"which life of this id it is, from 1: C threads reuse ids"

#define GT_NO_COLUMN (-1)
#define GT_SORT_KEYS 4

struct gt_sort_key {
	int col;
	bool desc;
};

/* The options of reports: bits of gt_report.takes. */
enum gt_takes_place {
#define GT_REPORT_OPTION(id, name, arg, help, one) GT_TAKES_PLACE_##id,
#include "analysis/table/options.def"
#undef GT_REPORT_OPTION
};
enum gt_takes {
#define GT_REPORT_OPTION(id, name, arg, help, one) GT_TAKES_##id = 1 << GT_TAKES_PLACE_##id,
#include "analysis/table/options.def"
#undef GT_REPORT_OPTION
	GT_TAKES_PART = GT_TAKES_FUNC | GT_TAKES_REGION | GT_TAKES_TASK | GT_TAKES_SITE,
	GT_TAKES_RANGE = GT_TAKES_FROM | GT_TAKES_TO,
	/* What all reports take, as it is about a table, whatever its rows are. */
	GT_TAKES_ALWAYS = GT_TAKES_FORMAT | GT_TAKES_CSV | GT_TAKES_WIDTH | GT_TAKES_COLUMNS | GT_TAKES_SORT |
			  GT_TAKES_LIMIT | GT_TAKES_RANGE | GT_TAKES_FILTER | GT_TAKES_VALUES,
};

struct gt_sides;
struct gt_fleet;

/*
 * What the reports of one family read and no others: a struct of the family's header (GT_OWN_ARGS).  Its bytes are
 * here because arguments are copied: into jobs, whose threads read them while the pane goes on, into the view of
 * values, into what a table remembers.  So those who copy need not know what it is, and nobody has to free it.
 * Its name is here because arguments are passed on, too, from the list of one family to the report of another,
 * which must not take these bytes for its own.
 */
struct gt_own_args {
	const char *of;       /* the struct's name; NULL: there is none */
	_Alignas(8) unsigned char room[264];
};

/* What to open: all 0 means everything. */
struct gt_table_args {
	bool limited;         /* from and to count: sums cover only what lies in [from, until) */
	int64_t from, to;
	int64_t until;        /* set by gt_table_open: `to`, but not beyond the trace's horizon */
	bool quick;           /* sums that take long are absent */
	bool browsed;         /* any row may be asked for, none may take long: the sums are made at once */
	bool filtered;        /* rows will be filtered: none may be folded away */
	bool program;         /* profiles: not of goroutines that are the runtime's own */
	unsigned group;       /* what rows are groups by: that of one of gt_report.groups */
	bool has_key;         /* restricts the rows to one group: `key` is its number among the groups by `group` */
	uint64_t key;
	/*
	 * Of goroutine row g (lives: and of the other lives of its id); path: at a time, without at its last.
	 * Without a goroutine: gt_report.about.
	 */
	bool has_g, has_time, lives;
	uint32_t g;
	int64_t time;
	bool has_task;        /* of the task with this id */
	uint64_t task;
	/*
	 * Of goroutines with a start function, in regions with a name, in those that begin at a site
	 * (gt_site_text), of tasks with a name; NULL: any.
	 */
	const char *func, *region, *site, *task_name;
	uint64_t asked;       /* bits of columns that will be asked for, as far as that is known before */
	/*
	 * The traces of a comparison (analysis/compare/compare.h); NULL: the halves of one.  Both reports of
	 * comparisons read them, and one of the two has the arguments of call trees as its own.
	 */
	const struct gt_sides *sides;
	struct gt_fleet *fleet; /* of a list of traces (analysis/fleet/fleet.h): all of them; NULL: the trace itself */
	/* Called now and then while a table is opened that reads all rows; false stops it (GT_ERR_CANCELLED). */
	bool (*progress)(void *arg, uint64_t done, uint64_t total);
	void *progress_arg;
	struct gt_own_args own;
};

GT_INLINE bool gt_own_is(const struct gt_table_args *args, const char *name)
{
	return args->own.of && !strcmp(args->own.of, name);
}
GT_INLINE void *gt_own_become(struct gt_table_args *args, const char *name)
{
	if (!gt_own_is(args, name))
		args->own = (struct gt_own_args){ .of = name };
	return args->own.room;
}

/*
 * For struct NAME of a family's header: NAME_of(args) to read it, all 0 where args are of another family, and
 * NAME_in(args) to write it, which makes args this family's.
 */
#define GT_OWN_ARGS(name) \
	_Static_assert(sizeof(struct name) <= sizeof ((struct gt_own_args *)0)->room && \
		       _Alignof(struct name) <= 8, "struct gt_own_args has no room for struct " #name); \
	GT_INLINE const struct name *name##_of(const struct gt_table_args *args) \
	{ \
		static const struct name none; \
		return gt_own_is(args, #name) ? (const struct name *)(const void *)args->own.room : &none; \
	} \
	GT_INLINE struct name *name##_in(struct gt_table_args *args) \
	{ \
		return gt_own_become(args, #name); \
	}

/* A frame of a stack of a trace. */
struct gt_source_place {
	const struct gt_trace *trace;
	uint32_t stack, frame;        /* stack: 0: there is none; frame: 0 = innermost */
};

/* What a report implements. */
struct gt_table_ops {
	size_t size;          /* of its own struct, which begins with struct gt_table and is all 0 at first */
	size_t rows;          /* without `open`: where in gt_trace_info their number is, a uint64_t */
	/* Sets t->rows and what its rows need.  After an error `close` is called, too. */
	int (*open)(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err);
	/*
	 * What the cell functions read, until another row is asked for; NULL: all cells of the row are absent.
	 * Without it, rows are the items of an array: GT_ROWS.
	 */
	const void *(*row)(struct gt_table *t, uint64_t row);
	size_t array, step;   /* where the pointer to that is in the own struct, and the size of an item */
	/* Optional: releases what the struct owns, not the struct. */
	void (*close)(struct gt_table *t);
	/*
	 * Optional, for the speed of sorting: the keys of rows row ... row + n - 1 in a column with
	 * GT_COL_BULK, signed kinds as their two's complement; absent[i] is 1 where there is no cell.
	 * Of a string column any numbers that two rows share only if their texts
	 * are equal.  How many it did, at most n; 0: this table cannot be read so.
	 */
	uint32_t (*keys)(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys, uint8_t *absent);
	/*
	 * Optional, for the speed of limits: in any order the n rows with the largest values in a column and all
	 * that are as large as the last of these, n < rows.  How many; 0: that is not known, or there is no `room`.
	 */
	size_t (*largest)(struct gt_table *t, unsigned col, size_t n, uint32_t *rows, size_t room);
	/* Optional, for the speed of sorting: the cells of all rows in a column will be asked for. */
	void (*prepare)(struct gt_table *t, unsigned col);
	/* Optional: true if every row touches the range that the table was opened with. */
	bool (*inside)(struct gt_table *t);
	/* Optional: the row does not count: it only says that there is nothing, or what another row brings about. */
	bool (*nothing)(struct gt_table *t, uint64_t row);
	/*
	 * Optional, for the speed of listings: opens `t` on the rows of `of`, from which it may borrow what reading
	 * rows does not change.  After an error `close` is called, too.
	 */
	int (*twin)(struct gt_table *t, struct gt_table *of);
	/*
	 * Optional: where in a program's source a row is.  Without it the row's own stacks say that (format/places.c).
	 */
	struct gt_source_place (*place)(struct gt_table *t, uint64_t row);
	/* Optional: what is to be said of the table as a whole, how many items.  JSON has them in `trace`. */
	size_t (*totals)(struct gt_table *t, const struct gt_item **items);
	/* Optional: the same in sentences, a line each (hostile), for people: text has them above the rows. */
	void (*headline)(struct gt_table *t, struct gt_buf *out);
};
#define GT_KEYS_STEP 512      /* the largest n */
/* A pointer, no array in the struct itself. */
#define GT_ROWS(type, pointer) .step = sizeof *((type *)0)->pointer, .array = offsetof(type, pointer) + \
	0 * sizeof(char[sizeof ((type *)0)->pointer == sizeof(void *) ? 1 : -1])

/* A word that --group takes. */
struct gt_group_word {
	const char *word;
	unsigned group;       /* gt_table_args.group */
	const char *help;
};

/* Whom a report is about where no goroutine is named. */
enum gt_about {
	GT_ABOUT_ALL,
	GT_ABOUT_LIFE,        /* a life of the goroutine with the longest slice (--at: then), which rows name */
	GT_ABOUT_LONGEST,     /* all lives of it, and rows do not name it */
};

/* A kind of table.  analysis/table/reports.def names them all. */
struct gt_report {
	const char *name;     /* "greedy" */
	const char *row;      /* "a slice, longest first" */
	const struct gt_column *columns;
	unsigned ncolumns;
	const char *order[GT_SORT_KEYS]; /* keys of the columns of its default order; NULL: as the rows come */
	bool sums;            /* what a row measures are sums, which end at the horizon though the row may not */
	bool by_owner;        /* what it says of all depends on whose goroutines are (analysis/goroutines/owner.h) */
	bool whole;           /* --from and --to do not apply to it */
	enum gt_about about;
	uint32_t takes;       /* GT_TAKES_...: options besides --group and those that all reports take */
	const struct gt_group_word *groups; /* what --group takes, until a word is NULL; NULL: no groups */
	const struct gt_report *groups_of;  /* for which --group shows this one; NULL: there is none */
	/*
	 * Puts an option that only its family knows into the arguments: NULL, or what the option takes ("a number
	 * from 1 on").  First called with 0, for what is not 0 unless an option says so.  NULL: it knows none.
	 */
	const char *(*take)(struct gt_table_args *args, enum gt_takes option, const char *value);
	struct gt_table_ops ops;
};

/* The head of every table; implementations embed it first. */
struct gt_table {
	const struct gt_report *report;
	struct gt_trace *trace;
	uint64_t rows;
	struct gt_error fault;  /* code != 0: rows that cannot be read any more have absent cells */

	/* For cell functions. */
	const struct gt_column *column;
	const void *at;         /* what ops.row returned ... */
	uint64_t row;           /* ... for this row ... */
	bool loaded;            /* ... and whether that still holds */
	struct gt_buf text;     /* a cell's text, until the next cell */
	struct gt_textcache wheres; /* where stacks are, by stack row */
};

/* Column by its key; the suffix "_ns" may be left out.  GT_NO_COLUMN if there is none. */
int gt_report_column(const struct gt_report *r, const char *key, size_t n);
/* As a user names it in a filter: by key, else by its title (gt_text_is_title). */
int gt_report_named_column(const struct gt_report *r, const char *name, size_t n);
/* Of a key that no column has: gt_guess_hint over all of them, with and without "_ns". */
const char *gt_report_column_hint(struct gt_guess *g, const struct gt_report *r, const char *key, size_t n,
				  const char *otherwise);
/* The first column with a flag, GT_NO_COLUMN if none has it. */
int gt_report_flagged(const struct gt_report *r, enum gt_column_flag flag);
/* The report's own order: how many keys, each in the direction of its column's first sort. */
unsigned gt_report_order(const struct gt_report *r, struct gt_sort_key keys[GT_SORT_KEYS]);

/* args may be NULL.  The caller owns *out. */
int gt_table_open(struct gt_table **out, const struct gt_report *r, struct gt_trace *t,
		  const struct gt_table_args *args, struct gt_error *err);
void gt_table_close(struct gt_table *t);
/*
 * A second table of the same rows for another thread, of which only columns may be asked for that were asked of `of`
 * before, and which is to be closed before that.  NULL: the report has none, or there is no room.
 */
struct gt_table *gt_table_twin(struct gt_table *of);
void gt_table_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out);

/* Whether rows of the table can be beyond the horizon: the trace lacks something, and they have a time. */
bool gt_table_has_beyond(const struct gt_table *t);
/*
 * Whether a row ends beyond the trace's horizon, or has no end; of one whose columns
 * are sums: whether it begins there.  It may be wrong; nothing counts it.
 */
bool gt_table_beyond(struct gt_table *t, uint64_t row);

/* For implementations: what a cell function stores. */
GT_INLINE void gt_cell_u(struct gt_cell *c, uint64_t v)
{
	c->u = v;
	c->null = v == GT_NONE;
}
GT_INLINE void gt_cell_i(struct gt_cell *c, int64_t v)
{
	c->i = v;
	c->null = v == GT_NO_TIME;
}
GT_INLINE void gt_cell_r(struct gt_cell *c, double v)
{
	c->r = v;
	c->null = false;
}
GT_INLINE void gt_cell_b(struct gt_cell *c, bool v)
{
	c->b = v;
	c->null = false;
}
GT_INLINE void gt_cell_stack(struct gt_cell *c, uint32_t stack)
{
	c->stack = stack;
	c->null = false;
}
GT_INLINE void gt_cell_s(struct gt_cell *c, const char *s, size_t n)
{
	c->s = s;
	c->n = n;
	c->null = !s;
}
/* A text that lives longer than the table; NULL: absent. */
GT_INLINE void gt_cell_word(struct gt_cell *c, const char *s)
{
	gt_cell_s(c, s, s ? strlen(s) : 0);
}
GT_INLINE void gt_cell_items(struct gt_cell *c, const struct gt_item *items, size_t n)
{
	c->items = items;
	c->n = n;
	c->null = false;
}
/* A string row; row 0 (the empty string) is null. */
void gt_cell_string(struct gt_cell *c, const struct gt_trace *t, uint32_t row);

/*
 * The start function of goroutines that are there, and what a goroutine waits for: people read why it is
 * absent.  In a sentence a function is "a function without a name".
 */
#define GT_NO_NAME "no name recorded"
#define GT_NO_REASON "reason not recorded"
void gt_cell_func(struct gt_cell *c, const struct gt_trace *t, uint32_t row);
void gt_cell_reason(struct gt_cell *c, const struct gt_trace *t, uint32_t row);
/* A string row that is there even if it is empty. */
void gt_cell_name(struct gt_cell *c, const struct gt_trace *t, uint32_t row);
/* Items with keys that are literals: a count, and ns (GT_NO_TIME: absent). */
void gt_item_u(struct gt_item *item, const char *key, uint64_t v);
void gt_item_ns(struct gt_item *item, const char *key, int64_t v);
/* The name of an event type; 0: absent. */
void gt_cell_event_type(struct gt_cell *c, const struct gt_trace *t, unsigned type);
/* Of a stack row: its frame of the program (stacks/where.h), and its innermost one (gt_stack_leaf), which says how. */
void gt_cell_where(struct gt_cell *c, struct gt_table *t, uint32_t stack);
void gt_cell_leaf(struct gt_cell *c, struct gt_table *t, uint32_t stack);
/* The name of a queue (stacks/queuesites.h), as every report has it; NULL: absent. */
struct gt_queue_site;
void gt_cell_queue(struct gt_cell *c, struct gt_table *t, const struct gt_queue_site *site);
/* Of the table's present row, which is the same one of the list; of an empty list where it is, alone. */
struct gt_wheres;
void gt_cell_one_of_wheres(struct gt_cell *c, struct gt_table *t, const struct gt_wheres *w, uint32_t stack);
/* What a goroutine row or a P's row is shown as: see gt_cell_field_g and the like. */
void gt_cell_goroutine(struct gt_cell *c, const struct gt_trace *t, uint32_t row);
void gt_cell_life(struct gt_cell *c, const struct gt_trace *t, uint32_t row);
void gt_cell_g_func(struct gt_cell *c, const struct gt_trace *t, uint32_t row);
void gt_cell_proc(struct gt_cell *c, const struct gt_trace *t, uint32_t proc_row);

#endif
