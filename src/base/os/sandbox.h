/* Giving up what the rest of the run does not need, before a byte of a trace is read. */
#ifndef GT_BASE_SANDBOX_H
#define GT_BASE_SANDBOX_H

#include "base/buf.h"

/*
 * A trace may be made to take over its reader.  What it then could do is bounded here, by the kernel and
 * for good: landlock says which files can be opened, seccomp which system calls there are.  Descriptors that
 * are open already are not touched.  Where the kernel has neither, nothing is lost; there is no error.
 *
 *	struct gt_sandbox s;
 *
 *	gt_sandbox_init(&s, GT_SANDBOX_REPORT);
 *	gt_sandbox_allow(&s, path, GT_SANDBOX_READ);
 *	gt_sandbox_enter(&s);
 *
 * To be called while there is only one thread: those that come later inherit it.
 */
enum gt_sandbox_kind {
	GT_SANDBOX_REPORT,       /* opens only what was allowed, runs no program, has no network */
	/*
	 * A user may export to any place, and complete any path: files are read and written.  It runs no program,
	 * has no network, makes no devices, sockets, FIFOs and symbolic links, and removes no directories.
	 */
	GT_SANDBOX_SCREEN,
};

enum gt_sandbox_use {
	GT_SANDBOX_READ,         /* a file, or a directory by itself (to find out that it is one) */
	GT_SANDBOX_STORE,        /* a directory: files in it are listed, read, made, written, replaced, removed */
	GT_SANDBOX_SPOOL,        /* a directory: the same, but not listed */
	GT_SANDBOX_TREE,         /* a directory: as GT_SANDBOX_STORE, and directories in it are made and removed */
};

struct gt_sandbox {
	enum gt_sandbox_kind kind;
	bool local_sockets;      /* may be made and connected; false after init */
	int rules;               /* a descriptor, or -1: no landlock */
	int version;             /* of landlock, 0: none */
};

void gt_sandbox_init(struct gt_sandbox *s, enum gt_sandbox_kind kind);

/* path may be missing: then there is nothing to allow. */
void gt_sandbox_allow(struct gt_sandbox *s, const char *path, enum gt_sandbox_use use);

/* From now on; *s is released. */
void gt_sandbox_enter(struct gt_sandbox *s);

/* What this kernel would enforce: "landlock 7, seccomp", or "none". */
void gt_sandbox_describe(struct gt_buf *out);

#endif
