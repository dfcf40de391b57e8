/* The sandbox: a child enters it and tries what it gave up. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#ifdef __linux__
# include <linux/filter.h>
# include <linux/seccomp.h>
# include <sys/prctl.h>
#endif

#include "base/os/sandbox.h"
#include "base/os/tmpfile.h"
#include "tap/tap.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
# define SANITIZED true
#elif defined __has_feature
# if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#  define SANITIZED true
# endif
#endif
#ifndef SANITIZED
# define SANITIZED false
#endif

static bool landlock, seccomp;

/* What a child does behind the sandbox: 0 if it could, else errno. */
typedef int attempt(void);
static bool local_sockets;

static int opened(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static int read_allowed(void)  { return opened("allowed", O_RDONLY); }
static int write_allowed(void) { return opened("allowed", O_WRONLY); }
static int read_other(void)    { return opened("other", O_RDONLY); }
static int write_other(void)   { return opened("other", O_WRONLY); }
static int make_other(void)    { return opened("new", O_WRONLY | O_CREAT); }
static int list(void)          { return opened(".", O_RDONLY | O_DIRECTORY); }
static int list_store(void)    { return opened("store", O_RDONLY | O_DIRECTORY); }
static int make_in_spool(void) { return opened("spool/new", O_RDWR | O_CREAT); }
static int list_spool(void)    { return opened("spool", O_RDONLY | O_DIRECTORY); }
static int remove_other(void)  { return unlink("other") ? errno : 0; }
static int make_fifo(void)     { return mkfifo("fifo", 0600) ? errno : 0; }

static int use_store(void)
{
	struct gt_error err = { 0 };
	struct gt_tmpfile t;

	if (gt_tmpfile_replace(&t, "store/index", 0600, &err) || gt_tmpfile_commit(&t, &err))
		return EIO;
	return unlink("store/index") ? errno : 0;
}

static int use_open_file(void)
{
	return write(STDERR_FILENO, "", 0) ? EIO : 0;
}

static int run_program(void)
{
	execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL);
	return errno;
}

static int make_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? errno : 0;
}

static int make_network_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0;
}

static int trace_parent(void)
{
	return ptrace(PTRACE_SEIZE, getppid(), 0, 0) ? errno : 0;
}

/* On what is no terminal it is another error (ENOTTY) that is not a denial. */
static int type_for_user(void)
{
	return ioctl(STDERR_FILENO, TIOCSTI, "Z") ? errno : 0;
}

/* The kernel looks at the lower half of a request only. */
static int type_for_user_by_other_number(void)
{
	return syscall(SYS_ioctl, STDERR_FILENO, UINT64_C(1) << 32 | TIOCSTI, "Z") ? errno : 0;
}

static int type_into_console(void)
{
	return ioctl(STDERR_FILENO, TIOCLINUX, "\3") ? errno : 0;
}

/* What curses does on a terminal of its own. */
static int use_terminal(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);
	struct termios mode;
	struct winsize size;

	if (fd < 0)
		return 0;
	if (tcgetattr(fd, &mode) || tcsetattr(fd, TCSADRAIN, &mode) || ioctl(fd, TIOCGWINSZ, &size) || !isatty(fd) ||
	    tcflush(fd, TCIFLUSH))
		return errno;
	return 0;
}

static int signal_parent(void) { return kill(getppid(), SIGURG) ? errno : 0; }
static int look_for_parent(void) { return kill(getppid(), 0) ? errno : 0; }
static int signal_ourselves(void) { return raise(SIGURG) || kill(0, SIGURG) ? errno : 0; }

/* Set: the kernel has rules for files, but refuses to add one, as a container's own filter may. */
static bool no_rules;

static void refuse_rules(void)
{
#ifdef __linux__
	static struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 445 /* landlock_add_rule */, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { .len = GT_COUNT(code), .filter = code };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
#endif
}

/* The child's answer; the sandbox allows what the tests of `kind` name. */
static int behind(enum gt_sandbox_kind kind, attempt *try)
{
	int status;
	pid_t child = fork();

	if (child < 0)
		tap_bail("fork");
	if (child == 0) {
		struct gt_sandbox s;

		if (no_rules)
			refuse_rules();
		gt_sandbox_init(&s, kind);
		s.local_sockets = local_sockets;
		gt_sandbox_allow(&s, "allowed", GT_SANDBOX_READ);
		gt_sandbox_allow(&s, "missing", GT_SANDBOX_READ);
		gt_sandbox_allow(&s, "store", GT_SANDBOX_STORE);
		gt_sandbox_allow(&s, "spool", GT_SANDBOX_SPOOL);
		gt_sandbox_enter(&s);
		_exit(try());
	}
	if (waitpid(child, &status, 0) != child)
		tap_bail("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void can(enum gt_sandbox_kind kind, attempt *try, const char *what)
{
	tap_is_int(behind(kind, try), 0, "%s: can %s", kind == GT_SANDBOX_REPORT ? "report" : "screen", what);
}

static void cannot(enum gt_sandbox_kind kind, attempt *try, bool enforced, const char *what)
{
	int got;

	if (!enforced) {
		tap_skip(1, "nothing here forbids to %s", what);
		return;
	}
	got = behind(kind, try);
	tap_ok(got == EACCES || got == EPERM, "%s: cannot %s (%s)", kind == GT_SANDBOX_REPORT ? "report" : "screen",
	       what, strerror(got));
}

static void test_report(void)
{
	can(GT_SANDBOX_REPORT, read_allowed, "read what was allowed");
	can(GT_SANDBOX_REPORT, use_store, "make, name and remove files where that was allowed");
	can(GT_SANDBOX_REPORT, list_store, "list these");
	can(GT_SANDBOX_REPORT, make_in_spool, "make files in a temporary directory");
	can(GT_SANDBOX_REPORT, use_open_file, "write to what is open");
	cannot(GT_SANDBOX_REPORT, write_allowed, landlock, "write to it");
	cannot(GT_SANDBOX_REPORT, read_other, landlock && !SANITIZED, "read another file");
	cannot(GT_SANDBOX_REPORT, write_other, landlock, "write to another file");
	cannot(GT_SANDBOX_REPORT, make_other, landlock, "make a file elsewhere");
	cannot(GT_SANDBOX_REPORT, remove_other, landlock, "remove a file elsewhere");
	cannot(GT_SANDBOX_REPORT, list, landlock && !SANITIZED, "list a directory");
	cannot(GT_SANDBOX_REPORT, list_spool, landlock && !SANITIZED, "list the temporary directory");
	cannot(GT_SANDBOX_REPORT, run_program, (landlock && !SANITIZED) || seccomp, "run a program");
	cannot(GT_SANDBOX_REPORT, make_socket, seccomp, "make a socket");
	cannot(GT_SANDBOX_REPORT, trace_parent, seccomp || landlock, "trace its parent");
	cannot(GT_SANDBOX_REPORT, type_for_user, seccomp, "type into the terminal");
	cannot(GT_SANDBOX_REPORT, type_for_user_by_other_number, seccomp, "type into it by another number");
	cannot(GT_SANDBOX_REPORT, type_into_console, seccomp, "paste into the console");
	no_rules = true;
	can(GT_SANDBOX_REPORT, read_allowed, "read what was allowed where rules are refused");
	cannot(GT_SANDBOX_REPORT, run_program, seccomp, "run a program there");
	no_rules = false;
}

static void test_screen(void)
{
	can(GT_SANDBOX_SCREEN, read_other, "read any file");
	can(GT_SANDBOX_SCREEN, write_other, "write any file");
	can(GT_SANDBOX_SCREEN, make_other, "make files");
	can(GT_SANDBOX_SCREEN, list, "list directories");
	can(GT_SANDBOX_SCREEN, use_store, "replace files");
	cannot(GT_SANDBOX_SCREEN, make_fifo, landlock, "make a FIFO");
	cannot(GT_SANDBOX_SCREEN, run_program, (landlock && !SANITIZED) || seccomp, "run a program");
	cannot(GT_SANDBOX_SCREEN, make_socket, seccomp, "make a socket");
	cannot(GT_SANDBOX_SCREEN, type_for_user, seccomp, "type into the terminal");
	cannot(GT_SANDBOX_SCREEN, type_into_console, seccomp, "paste into the console");
	cannot(GT_SANDBOX_SCREEN, signal_parent, seccomp, "send a signal to another process");
	can(GT_SANDBOX_SCREEN, look_for_parent, "see that it is there");
	can(GT_SANDBOX_SCREEN, signal_ourselves, "send signals to itself and its group");
	can(GT_SANDBOX_SCREEN, use_terminal, "set up a terminal and ask for its size");
	local_sockets = true;
	can(GT_SANDBOX_SCREEN, make_socket, "make a local socket if that is allowed");
	cannot(GT_SANDBOX_SCREEN, make_network_socket, seccomp, "make another one");
}

static void make_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0)
		tap_bail("cannot make %s", path);
	close(fd);
}

TAP_TEST(processes)
{
	static const char *const files[] = { "allowed", "other", "new", "spool/new" };
	char dir[] = "/tmp/gt-sandbox-XXXXXX";
	struct gt_buf force = { 0 };

	if (!mkdtemp(dir) || chdir(dir) || mkdir("store", 0700) || mkdir("spool", 0700))
		tap_bail("no scratch directory");
	make_file("allowed");
	make_file("other");
	gt_sandbox_describe(&force);
	tap_diag("sandbox: %s", gt_buf_str(&force));
	landlock = strstr(gt_buf_str(&force), "landlock") != NULL;
	seccomp = strstr(gt_buf_str(&force), "seccomp") != NULL;
	gt_buf_release(&force);
	test_report();
	test_screen();
	for (size_t i = 0; i < GT_COUNT(files); i++)
		unlink(files[i]);
	if (rmdir("store") || rmdir("spool") || chdir("/") || rmdir(dir))
		tap_diag("%s stays", dir);
}
