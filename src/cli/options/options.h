/* The command line: one table of options, parsed into one struct. */
#ifndef GT_CLI_OPTIONS_H
#define GT_CLI_OPTIONS_H

#include "analysis/profiles/profile.h"
#include "wire/stream.h"

enum gt_option_id {
#define GT_OPTION(id, name, alias, arg, group, help) GT_OPT_##id,
#define GT_REPORT_OPTION(id, name, arg, help, one) GT_OPT_##id,
#include "cli/options/options.def"
#undef GT_OPTION
#undef GT_REPORT_OPTION
	GT_OPTIONS
};

enum gt_option_group { GT_GROUP_REPORTS, GT_GROUP_LISTINGS, GT_GROUP_SCREEN, GT_GROUP_INDEX, GT_GROUP_GENERAL };

/* --help, the manual and the completion of shells read this. */
struct gt_cli_option {
	const char *name;     /* "report"; also works behind one dash */
	const char *alias;    /* "c" for -c, NULL */
	const char *arg;      /* "NAME", "[=NAME]": may have a value, NULL: takes none */
	enum gt_option_group group;
	const char *help;     /* NULL: shares the line of the next */
	const char *one;      /* the same for one report; NULL: `help` */
	uint32_t takes;       /* the bit of gt_report.takes; 0: this is no option of reports */
};

extern const struct gt_cli_option gt_options[GT_OPTIONS];
const char *gt_option_group_name(enum gt_option_group group);
/* Whether the argument in the table is the words themselves that may be given: "raw|safe". */
bool gt_option_has_words(enum gt_option_id id);

enum gt_debug { GT_DEBUG_NONE, GT_DEBUG_WIRE, GT_DEBUG_PARSED, GT_DEBUG_FOOTPRINT };

/* What the user asked for; strings are borrowed from argv. */
struct gt_cli {
	int argc;                        /* what was parsed */
	char **argv;
	int batch_at;                    /* where --batch stands in it */
	bool given[GT_OPTIONS];
	const char *value[GT_OPTIONS];   /* the last one; NULL: none was given */
	enum gt_option_id list;          /* the option that was given as NAME=list; GT_OPTIONS: none */
	const char *report, *format, *columns, *sort, *from, *to, *filter, *fail_if, *index, *script, *at, *values;
	char **olds;             /* of --compare, patterns expanded; NULL-ended, NULL: none */
	size_t nolds, olds_cap;
	uint64_t limit, diagreedy, jobs, goroutine, task_id;
	struct gt_watch how;     /* limit, part and as */
	enum gt_debug debug;
	enum gt_profile_kind profile; /* of --pprof or --folded */
	bool csv_raw;
	bool colors;             /* of text: set by gt_pager_begin */
	bool tables;             /* --export=tables */
	const char *output;      /* its directory */
	unsigned rows, cols;
	size_t width;            /* columns of text; 0: as many as it takes */
	const char **commands;   /* NULL-ended */
	size_t ncommands, commands_cap;
	const char **map_paths;  /* NULL-ended */
	size_t nmap_paths, map_paths_cap;
	const char *session;     /* file, NULL: the usual one */
	const char **traces;
	size_t ntraces;
	bool many;               /* directories were walked: traces are files, and it is about all of them together */
	const size_t *inside;    /* by trace: found in a directory, as in struct gt_walk; NULL: all were named */
	int walked;              /* what the status is because of files that were not found, enum gt_exit */
};

/* GT_ERR_USAGE with one sentence.  Release with gt_cli_release in either case. */
int gt_cli_parse(struct gt_cli *c, int argc, char **argv, struct gt_error *err);
void gt_cli_release(struct gt_cli *c);

/* check.c: whether the options go together; GT_ERR_USAGE. */
int gt_cli_check(const struct gt_cli *c, struct gt_error *err);
/* Whether a script, or a picture, is the only one who sees the screen. */
bool gt_cli_has_no_terminal(const struct gt_cli *c);
/* Whether a part of a trace is asked for as a trace. */
bool gt_cli_cuts(const struct gt_cli *c);
/* Whether a listing, a statement or a script is asked for: neither a report nor the screen. */
bool gt_cli_lists(const struct gt_cli *c);
/* Whether it is about a list of traces, so that directories are walked for more (walk.h). */
bool gt_cli_is_of_many(const struct gt_cli *c);

/* Whether a statement of SQL is asked for. */
bool gt_cli_selects(const struct gt_cli *c);
/* Whether it is a word like .tables, which needs no trace. */
bool gt_cli_sql_word(const struct gt_cli *c);
/* Whether a statement of the configuration is asked for, by --sql=@NAME or --fail-if=sql:NAME. */
bool gt_cli_names_statement(const struct gt_cli *c);

/* Words of a sentence, each once: "a, b or c". */
struct gt_cli_words {
	const char *v[64];
	size_t n;
};
void gt_cli_words_add(struct gt_cli_words *w, const char *word);
void gt_cli_words_text(struct gt_buf *out, const struct gt_cli_words *w);

/* NULL, or why nothing can be shown on standard output but text. */
const char *gt_cli_no_screen(void);

/*
 * A point in time as users type it: "1.234s", "20ms", a bare integer of ns, "50%" of the duration; since the
 * trace's start.  0, or -1 if it is none of these.
 */
int gt_point_parse(const char *s, int64_t duration, int64_t *ns);

#endif
