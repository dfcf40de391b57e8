/* landlock and seccomp, by the kernel's own numbers: the headers of a system are often older than its kernel. */
#include "base/os/sandbox.h"

#if defined __linux__ && !defined GT_NO_SANDBOX

#include <asm/termbits.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- landlock: linux/landlock.h ---- */

/* The same on every architecture that has them. */
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define ASK_VERSION 1
#define RULE_PATH_BENEATH 1

#define FS_EXECUTE     (UINT64_C(1) << 0)
#define FS_WRITE_FILE  (UINT64_C(1) << 1)
#define FS_READ_FILE   (UINT64_C(1) << 2)
#define FS_READ_DIR    (UINT64_C(1) << 3)
#define FS_REMOVE_DIR  (UINT64_C(1) << 4)
#define FS_REMOVE_FILE (UINT64_C(1) << 5)
#define FS_MAKE_CHAR   (UINT64_C(1) << 6)
#define FS_MAKE_DIR    (UINT64_C(1) << 7)
#define FS_MAKE_REG    (UINT64_C(1) << 8)
#define FS_MAKE_SOCK   (UINT64_C(1) << 9)
#define FS_MAKE_FIFO   (UINT64_C(1) << 10)
#define FS_MAKE_BLOCK  (UINT64_C(1) << 11)
#define FS_MAKE_SYM    (UINT64_C(1) << 12)
#define FS_TRUNCATE    (UINT64_C(1) << 14)
#define NET_TCP        UINT64_C(3)          /* bind, connect */
#define SCOPE_SOCKETS  UINT64_C(1)          /* abstract ones of others */
#define SCOPE_SIGNALS  UINT64_C(2)          /* to others */

struct ruleset {
	uint64_t fs, net, scoped;    /* what is forbidden unless a rule allows it */
};

struct path_rule {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

static struct ruleset forbidden(enum gt_sandbox_kind kind, int version)
{
	const uint64_t of_screen = FS_EXECUTE | FS_REMOVE_DIR | FS_MAKE_CHAR | FS_MAKE_SOCK | FS_MAKE_FIFO |
				   FS_MAKE_BLOCK | FS_MAKE_SYM;
	/* All there is about files in a version. */
	static const unsigned bits[] = { 0, 13, 14, 15, 15, 16 };
	struct ruleset r = { .fs = (UINT64_C(1) << bits[version < 5 ? version : 5]) - 1 };

	if (kind == GT_SANDBOX_SCREEN)
		r.fs &= of_screen;
	if (version >= 4)
		r.net = NET_TCP;
	/* Ctrl-Z stops all of a pipeline, by a signal of ours. */
	if (version >= 6)
		r.scoped = SCOPE_SOCKETS | (kind == GT_SANDBOX_REPORT ? SCOPE_SIGNALS : 0);
	return r;
}

static int landlock_version(void)
{
	long v = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);

	return v > 0 ? (int)v : 0;
}

void gt_sandbox_init(struct gt_sandbox *s, enum gt_sandbox_kind kind)
{
	struct ruleset r;

	*s = (struct gt_sandbox){ .kind = kind, .rules = -1, .version = landlock_version() };
	if (!s->version)
		return;
	r = forbidden(kind, s->version);
	s->rules = (int)syscall(CREATE_RULESET, &r, s->version < 4 ? 8 : s->version < 6 ? 16 : 24, 0);
}

/* Rules that lack one would shut out what the user named: then there are none, and seccomp alone. */
static void drop_rules(struct gt_sandbox *s)
{
	close(s->rules);
	s->rules = -1;
}

static void allow_fs(struct gt_sandbox *s, int fd, uint64_t what)
{
	struct path_rule rule = { .allowed = what & forbidden(s->kind, s->version).fs, .parent = fd };

	if (!rule.allowed || syscall(ADD_RULE, s->rules, RULE_PATH_BENEATH, &rule, 0) == 0)
		return;
	/* Pipes need no rule; a file that stands where a directory was named is found out later. */
	if (errno != EBADFD && errno != EBADR && errno != EINVAL)
		drop_rules(s);
}

void gt_sandbox_allow(struct gt_sandbox *s, const char *path, enum gt_sandbox_use use)
{
	static const uint64_t files = FS_READ_FILE | FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG | FS_REMOVE_FILE;
	static const uint64_t uses[] = {
		[GT_SANDBOX_STORE] = files | FS_READ_DIR,
		[GT_SANDBOX_SPOOL] = files,
		[GT_SANDBOX_TREE] = files | FS_READ_DIR | FS_MAKE_DIR | FS_REMOVE_DIR,
	};
	int fd = s->rules < 0 ? -1 : open(path, O_PATH | O_CLOEXEC);
	struct stat st;

	if (fd < 0) {
		if (s->rules >= 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM))
			drop_rules(s);
		return;
	}
	if (use == GT_SANDBOX_READ)
		allow_fs(s, fd, !fstat(fd, &st) && S_ISDIR(st.st_mode) ? FS_READ_DIR : FS_READ_FILE);
	else
		allow_fs(s, fd, uses[use]);
	close(fd);
}

/* ---- sanitizers ---- */

/* They read /proc, start a symbolizer, and trace themselves to look for leaks. */
#if defined __has_feature
# if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#  define SANITIZED
# endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
# define SANITIZED
#endif

/* ---- seccomp ---- */

#if defined SANITIZED
# define ARCH 0
#elif defined __x86_64__ && !defined __ILP32__
# define ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__ && !defined __AARCH64EB__
# define ARCH AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
# define ARCH AUDIT_ARCH_RISCV64
#else
# define ARCH 0
#endif

#if ARCH

/* What neither a report nor the screen has any use for. */
static const int denied[] = {
	/* other programs, other processes */
	SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
	SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, 424 /* pidfd_send_signal */,
	/* the network and other services; SYS_socket is looked at by itself */
	SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
	/* the system */
	SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, SYS_swapon, SYS_swapoff,
	SYS_reboot, SYS_sethostname, SYS_settimeofday, SYS_clock_settime, SYS_init_module, SYS_finit_module,
	SYS_delete_module, SYS_kexec_load, SYS_mknodat, SYS_open_by_handle_at, SYS_acct, SYS_quotactl,
	/* parts of the kernel where faults were found often */
	SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_personality,
	425 /* io_uring_setup */, 426, 427,
#ifdef __x86_64__
	SYS_mknod, SYS_modify_ldt, SYS_iopl, SYS_ioperm,
#endif
};

/*
 * All that the screen and isatty() ask of a terminal.  A list of what is allowed, because some of the others act for
 * the user: TIOCSTI and TIOCLINUX type into the shell that reads the terminal next.
 */
static const uint32_t ioctls[] = {
	TCGETS, TCSETS, TCSETSW, TCSETSF, TCFLSH, TCSBRK, TCSBRKP, TCXONC, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO,
	FIOCLEX, FIONCLEX,
#ifdef TCGETS2 /* musl has and needs none of these */
	TCGETS2, TCSETS2, TCSETSW2, TCSETSF2,
#endif
};

#define DENIED GT_COUNT(denied)
#define IOCTLS GT_COUNT(ioctls)
/* x32: the same calls by other numbers. */
#define OTHER_NUMBERS 0x40000000
#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))

/* The last two instructions; what is not decided before is denied. */
enum { LENGTH = DENIED + IOCTLS + 19, DENY = LENGTH - 2, ALLOW = LENGTH - 1 };

struct filter {
	struct sock_filter code[LENGTH];
	unsigned n;
};

static void add_load(struct filter *f, uint32_t field)
{
	f->code[f->n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, field);
}

/* Goes to the instruction `then` if what was loaded compares so with k, else to `otherwise`. */
static void add_test(struct filter *f, unsigned compare, uint32_t k, unsigned then, unsigned otherwise)
{
	unsigned next = f->n + 1;

	assert(then >= next && then - next <= UINT8_MAX && otherwise >= next && otherwise - next <= UINT8_MAX);
	f->code[f->n++] = (struct sock_filter)BPF_JUMP((uint16_t)(BPF_JMP | compare | BPF_K), k,
						       (uint8_t)(then - next), (uint8_t)(otherwise - next));
}

static void base_sandbox_filter_calls(bool local_sockets)
{
	struct filter f = { .n = 0 };
	struct sock_fprog prog = { .len = LENGTH, .filter = f.code };

	add_load(&f, FIELD(arch));
	add_test(&f, BPF_JEQ, ARCH, f.n + 1, DENY);
	add_load(&f, FIELD(nr));
	add_test(&f, BPF_JGE, OTHER_NUMBERS, DENY, f.n + 1);
	for (size_t i = 0; i < DENIED; i++)
		add_test(&f, BPF_JEQ, (uint32_t)denied[i], DENY, f.n + 1);
	add_test(&f, BPF_JEQ, SYS_socket, f.n + 1, f.n + 3);
	add_load(&f, FIELD(args[0]));
	add_test(&f, BPF_JEQ, local_sockets ? AF_UNIX : UINT32_MAX, ALLOW, DENY);
	/* Signals: to ourselves; to our process group (Ctrl-Z); none, to see whether a process is there. */
	add_test(&f, BPF_JEQ, SYS_tgkill, f.n + 1, f.n + 3);
	add_load(&f, FIELD(args[0]));
	add_test(&f, BPF_JEQ, (uint32_t)getpid(), ALLOW, DENY);
	add_test(&f, BPF_JEQ, SYS_kill, f.n + 1, f.n + 5);
	add_load(&f, FIELD(args[1]));
	add_test(&f, BPF_JEQ, 0, ALLOW, f.n + 1);
	add_load(&f, FIELD(args[0]));
	add_test(&f, BPF_JEQ, 0, ALLOW, DENY);
	add_test(&f, BPF_JEQ, SYS_ioctl, f.n + 1, ALLOW);
	/* The lower half: the kernel ignores the other one, too. */
	add_load(&f, FIELD(args[1]));
	for (size_t i = 0; i < IOCTLS; i++)
		add_test(&f, BPF_JEQ, ioctls[i], ALLOW, f.n + 1);
	f.code[f.n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */);
	f.code[f.n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	assert(f.n == LENGTH);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

static bool base_sandbox_can_filter(void)
{
	uint32_t action = SECCOMP_RET_ERRNO;

	return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

#else

static void base_sandbox_filter_calls(bool local_sockets)
{
	(void)local_sockets;
}

static bool base_sandbox_can_filter(void)
{
	return false;
}

#endif

/* ---- both ---- */

void gt_sandbox_enter(struct gt_sandbox *s)
{
#ifdef SANITIZED
	int root = s->rules < 0 ? -1 : open("/", O_PATH | O_CLOEXEC);

	if (root >= 0) {
		allow_fs(s, root, FS_READ_FILE | FS_READ_DIR | FS_EXECUTE);
		close(root);
	}
#endif
	/* Without it only root could enter: what is started could get more rights than it is given here. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
		if (s->rules >= 0)
			syscall(RESTRICT_SELF, s->rules, 0);
		base_sandbox_filter_calls(s->local_sockets);
	}
	if (s->rules >= 0)
		close(s->rules);
	s->rules = -1;
}

void gt_sandbox_describe(struct gt_buf *out)
{
	int version = landlock_version();

	if (version)
		gt_buf_printf(out, "landlock %d%s", version, base_sandbox_can_filter() ? ", " : "");
	if (base_sandbox_can_filter())
		gt_buf_puts(out, "seccomp");
	else if (!version)
		gt_buf_puts(out, "none");
}

#else

void gt_sandbox_init(struct gt_sandbox *s, enum gt_sandbox_kind kind)
{
	*s = (struct gt_sandbox){ .kind = kind, .rules = -1 };
}

void gt_sandbox_allow(struct gt_sandbox *s, const char *path, enum gt_sandbox_use use)
{
	(void)s, (void)path, (void)use;
}

void gt_sandbox_enter(struct gt_sandbox *s)
{
	(void)s;
}

void gt_sandbox_describe(struct gt_buf *out)
{
	gt_buf_puts(out, "none");
}

#endif
