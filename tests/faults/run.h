/* Runs the program with a fault, and says how it went. */
#ifndef GT_TEST_FAULTS_RUN_H
#define GT_TEST_FAULTS_RUN_H

#include <stdbool.h>
#include <termios.h>

#include "base/buf.h"
#include "faults/faults.h"

/* What is started, the same in every run but for the fault. */
struct scene {
	const char *const *args;  /* of the program, without its name; NULL ends them */
	const char *input;        /* a file whose bytes come through a pipe, or NULL */
	const char *keys;         /* typed into a terminal once the screen is there; NULL: no terminal */
};

struct outcome {
	int status;               /* exit status, or 256 and the signal that ended it */
	bool stuck;               /* it had to be killed */
	bool modes_same;          /* of the terminal, before and after */
	struct gt_buf out, err;   /* what it wrote; all that came to the terminal is in out */
	uint64_t fired, in_curses;
	uint64_t seen[FAULT_KINDS];
};

/* A place to run it in: files below a directory that is removed at the end. */
struct stage {
	char *dir, *cache, *home, *tmp;
	char *exe, *library;
	struct fault_plan *plan;
	char *plan_name;
};

void stage_open(struct stage *s, const char *exe, const char *library);
void stage_close(struct stage *s);

/* A name in the stage's directory; free it. */
char *stage_name(const struct stage *s, const char *name);

/* Runs the scene with the calls of `kind` failing `as` (0: none) from number `at`, `all` that follow or one. */
void stage_run(struct stage *s, const struct scene *scene, enum fault_kind kind, int as, uint64_t at, bool all,
	       struct outcome *to);
void outcome_release(struct outcome *o);

/* The bytes of a file, or false. */
bool read_file(const char *name, struct gt_buf *to);

#endif
