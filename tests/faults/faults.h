/* What the library that makes calls fail (faults.c) and the test that asks it to (run.c) share. */
#ifndef GT_TEST_FAULTS_H
#define GT_TEST_FAULTS_H

#include <stdatomic.h>
#include <stdint.h>

/* The environment's variable with the name of a file that holds a struct fault_plan. */
#define FAULT_ENV "GT_FAULT_PLAN"

/* Calls that fail in the same way. */
enum fault_kind {
	FAULT_MEMORY,    /* malloc, calloc, realloc, reallocarray */
	FAULT_READ,      /* read, pread */
	FAULT_WRITE,     /* write, pwrite; to a terminal only as FAULT_SHORT and EINTR */
	FAULT_MAP,       /* mmap */
	FAULT_OPEN,      /* open, fopen, fdopen, opendir, mkostemp */
	FAULT_STAT,      /* stat and its family, lseek, realpath, access */
	FAULT_ROOM,      /* posix_fallocate, ftruncate, fsync, fchmod */
	FAULT_CLOSE,     /* close: it closes, and fails */
	FAULT_NAME,      /* rename, linkat, mkdir */
	FAULT_DUP,       /* dup, dup3, fcntl to duplicate, pipe2, socketpair */
	FAULT_START,     /* pthread_create, fork */
	FAULT_WAIT,      /* poll */
	FAULT_KINDS,
};

/* In place of an errno: one byte of those that were asked for. */
#define FAULT_SHORT (-1)

/* Mapped by both sides, so that what happened is known however the program ends. */
struct fault_plan {
	int32_t kind;            /* whose calls fail, */
	int32_t as;              /* and how: an errno or FAULT_SHORT; 0: nothing fails, calls are counted */
	uint64_t at;             /* the first that does, from 1 */
	uint32_t all;            /* and all that follow */
	_Atomic uint32_t loaded; /* the library is there */
	_Atomic uint64_t fired;
	_Atomic uint64_t in_curses; /* those of memory that curses had asked for */
	_Atomic uint64_t seen[FAULT_KINDS];
};

#endif
