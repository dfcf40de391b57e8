/* Rows of tables on their way out, for reports and panes: a format's ops for each row. */
#ifndef GT_FORMAT_EXPORT_H
#define GT_FORMAT_EXPORT_H

#include "analysis/table/view.h"
#include "base/textcache.h"
#include "format/ink.h"
#include "format/out.h"

struct gt_export;

/*
 * The version of what JSON, NDJSON and CSV look like: "schema" of a JSON document.  Raised when a report, a key or
 * a column goes away or means something else; what is added (reports, keys, columns, words) does not raise it.
 */
#define GT_SCHEMA 1

/* So many rows one thread makes; the others several may share. */
#define GT_EXPORT_FIRST 4096u

/* A format.  begin and end surround a trace's rows; they and `row` append to e->out, which may change in between. */
struct gt_export_ops {
	const char *name;     /* as --format takes it */
	const char *help;
	bool people;          /* shows only a few columns by default */
	bool places;          /* rows are about lines of source files: those without one are left out */
	bool binary;          /* not for terminals; one thread makes all rows, and a file holds those of one trace */
	void (*begin)(struct gt_export *e);
	void (*row)(struct gt_export *e, uint64_t row);
	void (*end)(struct gt_export *e);
};

/* NULL if there is no such format. */
const struct gt_export_ops *gt_export_find(const char *name);
/* The i-th of them, NULL beyond the last. */
const struct gt_export_ops *gt_export_at(unsigned i);

/* What is made of rows on their way out: of one thread, where several make them. */
struct gt_export_scratch {
	struct gt_buf text;           /* a cell's */
	struct gt_textcache stacks;   /* as the format has them, by stack row */
	bool marked;                  /* text: a row beyond the horizon was there */
};

/* One trace's report on its way out.  The caller owns everything in it but `scratch` and `state`. */
struct gt_export {
	const struct gt_export_ops *ops;
	struct gt_buf *out;
	struct gt_table *table;
	unsigned *columns;    /* numbers of the table's columns, in order */
	unsigned ncolumns;
	const char *file;     /* name of the trace; NULL: not told (what panes export is of one) */
	bool several;         /* text and CSV tell the file, too, which they do not for one trace */
	unsigned index;       /* 0 for the first trace of a run */
	size_t width;         /* text: columns of the terminal, 0: lines are as long as they are */
	bool head;            /* ...: what the report says of its rows as a whole stands above them */
	bool named;           /* ...: the columns were asked for, none may be left out for want of room */
	const struct gt_inks *inks; /* ...: for a terminal with colours; NULL: none */
	const char *const *map_paths; /* places: "OLD=NEW" of source files, NULL-ended; NULL: none */
	bool csv_raw;         /* CSV: cells that a spreadsheet would run stay as they are */
	struct gt_export_scratch scratch;
	void *state;          /* of the format: `row` changes it only in the first GT_EXPORT_FIRST rows */
};

/*
 * Writes the whole view, which several threads make where its rows are many and the table can have twins.  Stops
 * early, and quietly, when the output is closed.
 */
void gt_export_run(struct gt_export *e, struct gt_view *view, struct gt_out *out);

/*
 * The same for rows that the caller picks, some at a time, in the columns that the
 * format shows by default.  gt_export_close ends the document and frees; e may be NULL.
 * GT_ERR_USAGE: no such format.
 */
int gt_export_open(struct gt_export **e, const char *format, struct gt_table *t, struct gt_error *err);
void gt_export_rows(struct gt_export *e, const uint64_t *rows, uint64_t n, struct gt_buf *out);
void gt_export_close(struct gt_export *e, struct gt_buf *out);

/*
 * The columns of this trace (or NULL) that a format shows by default; returns how many.  columns has room for
 * r->ncolumns.
 */
unsigned gt_export_default_columns(const struct gt_report *r, const struct gt_trace *t,
				   const struct gt_export_ops *ops, unsigned *columns);

extern const struct gt_export_ops gt_export_text, gt_export_json, gt_export_ndjson, gt_export_csv, gt_export_parquet,
	gt_export_quickfix, gt_export_github;

/* Whether a row of the report can be about a line of a source file. */
bool gt_export_has_places(const struct gt_report *r);

#endif
