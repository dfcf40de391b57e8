/* The command line: one table of options, parsed into one struct. */
#ifndef GT_CLI_OPTIONS_H
#define GT_CLI_OPTIONS_H

#include "analysis/profiles/profile.h"

enum gt_option_id {
#define GT_OPTION(id, name, alias, arg, group, help) GT_OPT_##id,
#include "cli/options.def"
#undef GT_OPTION
	GT_OPTIONS
};

enum gt_option_group { GT_GROUP_REPORTS, GT_GROUP_LISTINGS, GT_GROUP_SCREEN, GT_GROUP_INDEX, GT_GROUP_GENERAL };

/* --help, the manual and the completion of shells read this. */
struct gt_cli_option {
	const char *name;     /* "report"; also works behind one dash */
	const char *alias;    /* "c" for -c, NULL */
	const char *arg;      /* "NAME", NULL: takes no value */
	enum gt_option_group group;
	const char *help;     /* NULL: shares the line of the next */
};

extern const struct gt_cli_option gt_options[GT_OPTIONS];
const char *gt_option_group_name(enum gt_option_group group);

enum gt_debug { GT_DEBUG_NONE, GT_DEBUG_WIRE, GT_DEBUG_PARSED, GT_DEBUG_FOOTPRINT };

/* What the user asked for; strings are borrowed from argv. */
struct gt_cli {
	bool given[GT_OPTIONS];
	const char *report, *format, *columns, *sort, *from, *to, *filter, *fail_if, *index, *script, *at, *values;
	const char *func, *region, *site, *task;
	char **olds;             /* of --compare, patterns expanded; NULL-ended, NULL: none */
	size_t nolds, olds_cap;
	uint64_t limit, diagreedy, jobs, goroutine, task_id;
	uint64_t unpack_limit;   /* as gt_watch.limit */
	enum gt_slice_group group;     /* --group; GT_SLICES_BY_COUNT: only waits are grouped so, */
	enum gt_crit_group crit_group; /* ... GT_CRIT_BY_COUNT: segments of critical paths are not */
	enum gt_wait_group wait_group; /* ... GT_WAITS_BY_COUNT: only slices are */
	enum gt_payer_group payer_group; /* ... GT_PAYERS_BY_COUNT: those who help the GC are not */
	bool by_name;            /* regions by their names alone */
	const char *group_name;
	unsigned mmu_parts;      /* as those of gt_table_args */
	int64_t mmu_window;
	uint64_t buckets;
	enum gt_debug debug;
	enum gt_profile_kind profile; /* of --pprof, --folded or --profile */
	bool csv_raw;
	unsigned rows, cols;
	size_t width;            /* columns of text; 0: as many as it takes */
	const char **commands;   /* NULL-ended */
	size_t ncommands, commands_cap;
	const char **map_paths;  /* NULL-ended */
	size_t nmap_paths, map_paths_cap;
	const char *session;     /* file, NULL: the usual one */
	const char **traces;
	size_t ntraces;
};

/* GT_ERR_USAGE with one sentence.  Release with gt_cli_release in either case. */
int gt_cli_parse(struct gt_cli *c, int argc, char **argv, struct gt_error *err);
void gt_cli_release(struct gt_cli *c);

/* NULL, or why nothing can be shown on standard output but text. */
const char *gt_cli_no_screen(void);

/*
 * A point in time as users type it: "1.234s", "20ms", a bare integer of ns, "50%" of the duration; since the
 * trace's start.  0, or -1 if it is none of these.
 */
int gt_point_parse(const char *s, int64_t duration, int64_t *ns);

#endif
