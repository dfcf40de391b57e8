/* Temporary files, spools, maps, whole reads and writes, directories. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "tap/tap.h"

/* A path in the test's directory; the caller frees it. */
static char *in(const char *dir, const char *name)
{
	return gt_xasprintf("%s/%s", dir, name);
}

static unsigned int entries(const char *dir)
{
	DIR *d = opendir(dir);
	unsigned int n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n < 2 ? 0 : n - 2;
}

static void check_content(const char *path, const char *want, const char *name)
{
	struct gt_mapfile m;
	struct gt_error err;

	if (gt_mapfile_open(&m, path, &err) < 0) {
		tap_fail("%s: %s", name, err.text);
		return;
	}
	if (tap_is_u64(m.size, strlen(want), "%s: size", name))
		tap_is_mem(m.data, want, m.size, "%s: bytes", name);
	gt_mapfile_close(&m);
}

static void test_rename(const char *dir)
{
	char *path = in(dir, "out");
	struct gt_tmpfile t;
	struct stat st;

	tap_is_int(gt_tmpfile_begin(&t, path, 0644, NULL), 0, "begin");
	tap_ok(access(path, F_OK) < 0, "the target is not there yet");
	tap_is_int(gt_write_full(t.fd, "one", 3), 0, "write");
	tap_is_int(gt_tmpfile_commit(&t, NULL), 0, "commit");
	check_content(path, "one", "committed");
	chmod(path, 0600);
	gt_tmpfile_begin(&t, path, 0644, NULL);
	gt_write_full(t.fd, "two", 3);
	check_content(path, "one", "the old file until commit");
	gt_tmpfile_cancel(&t);
	gt_tmpfile_cancel(&t);
	check_content(path, "one", "the old file after cancel");
	tap_is_u64(entries(dir), 1, "cancel leaves no temporary");
	gt_tmpfile_begin(&t, path, 0644, NULL);
	gt_write_full(t.fd, "two", 3);
	gt_tmpfile_commit(&t, NULL);
	check_content(path, "two", "the new file after commit");
	tap_ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600, "a replaced file keeps its permissions");
	tap_is_u64(entries(dir), 1, "commit leaves no temporary");
	unlink(path);
	free(path);
}

/* A program that is killed leaves no temporary, where the system has files without names. */
static void test_killed(const char *dir)
{
	char *path = in(dir, "out");
	int fd = open(dir, O_TMPFILE | O_RDWR, 0600), status;
	struct gt_tmpfile t;
	pid_t child;

	if (fd < 0) {
		tap_skip(1, "no files without names here");
		free(path);
		return;
	}
	close(fd);
	child = fork();
	if (child == 0) {
		gt_tmpfile_begin(&t, path, 0644, NULL);
		gt_write_full(t.fd, "one", 3);
		kill(getpid(), SIGKILL);
	}
	waitpid(child, &status, 0);
	tap_ok(WIFSIGNALED(status) && entries(dir) == 0, "killed: nothing stays");
	free(path);
}

static void test_odd_targets(const char *dir)
{
	char *path = in(dir, "real"), *link = in(dir, "link"), *none = in(dir, "no/such/dir");
	struct gt_tmpfile t;
	struct gt_error err;
	struct stat st;

	tap_is_int(gt_tmpfile_begin(&t, none, 0644, &err), GT_ERR_IO, "no directory: refused");
	tap_ok(strstr(err.text, "No such file") != NULL, "and why");
	gt_tmpfile_cancel(&t);
	tap_is_int(gt_tmpfile_begin(&t, dir, 0644, &err), GT_ERR_IO, "a directory: refused");
	gt_tmpfile_begin(&t, path, 0644, NULL);
	gt_tmpfile_commit(&t, NULL);
	tap_is_int(symlink("real", link), 0, "a symbolic link");
	gt_tmpfile_begin(&t, link, 0644, NULL);
	gt_write_full(t.fd, "via", 3);
	gt_tmpfile_commit(&t, NULL);
	tap_ok(lstat(link, &st) == 0 && S_ISLNK(st.st_mode), "stays a link");
	check_content(path, "via", "and its file is replaced");
	tap_is_int(gt_tmpfile_begin(&t, "/dev/null", 0644, &err), 0, "a device is written to");
	gt_write_full(t.fd, "x", 1);
	tap_is_int(gt_tmpfile_commit(&t, &err), 0, "as it is");
	tap_ok(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode), "and not replaced");
	unlink(path);
	unlink(link);
	free(path);
	free(link);
	free(none);
}

static void test_long_name(const char *dir)
{
	char name[256], *path;
	struct gt_tmpfile t;
	struct gt_error err = { 0 };

	memset(name, 'n', 255);
	name[255] = '\0';
	path = in(dir, name);
	tap_is_int(gt_tmpfile_begin(&t, path, 0644, &err), 0, "a name of 255 bytes%s", err.text);
	tap_is_int(gt_tmpfile_commit(&t, &err), 0, "is committed");
	tap_is_int(unlink(path), 0, "under its name");
	free(path);
}

TAP_TEST(spool)
{
	char back[16] = "";
	struct gt_error err;
	int fd = -1;

	tap_is_int(gt_spool_open(&fd, &err), 0, "spool");
	tap_is_int(gt_pwrite_full(fd, "hello", 5, 100), 0, "write at an offset");
	tap_is_int(gt_pread_full(fd, back, 5, 100), 5, "read it back");
	tap_is_str(back, "hello", "the same");
	tap_is_int(gt_pread_full(fd, back, sizeof back, 103), 2, "short at the end");
	tap_is_int(gt_pread_full(fd, back, sizeof back, 1000), 0, "nothing behind the end");
	close(fd);
	tap_is_int(gt_pread_full(fd, back, 1, 0), -1, "an error is an error");
	setenv("TMPDIR", "/no/such/dir", 1);
	tap_is_int(gt_spool_open(&fd, &err), GT_ERR_IO, "no directory for a spool");
	tap_ok(strstr(err.text, "/no/such/dir") != NULL, "is named");
	unsetenv("TMPDIR");
}

TAP_TEST(pipe)
{
	char back[6] = "";
	int fd[2];

	tap_is_int(pipe(fd), 0, "pipe");
	gt_write_full(fd[1], "ab", 2);
	gt_write_full(fd[1], "cde", 3);
	close(fd[1]);
	tap_is_int(read(fd[0], back, sizeof back), 5, "written to a pipe");
	tap_is_str(back, "abcde", "all of it");
	close(fd[0]);
}

static void test_map(const char *dir)
{
	char *path = in(dir, "empty");
	struct gt_mapfile m;
	struct gt_error err;

	close(open(path, O_CREAT | O_WRONLY, 0600));
	tap_is_int(gt_mapfile_open(&m, path, &err), 0, "an empty file is mapped");
	tap_ok(!m.data && m.size == 0, "as nothing");
	gt_mapfile_close(&m);
	unlink(path);
	tap_is_int(gt_mapfile_open(&m, path, &err), GT_ERR_IO, "a missing file is not");
	tap_is_int(mkfifo(path, 0600), 0, "a FIFO");
	tap_is_int(gt_mapfile_open(&m, path, &err), GT_ERR_IO, "is refused and does not hang");
	tap_is_int(gt_mapfile_open(&m, dir, &err), GT_ERR_IO, "a directory is refused");
	tap_ok(strstr(err.text, "not a regular file") != NULL, "by name");
	unlink(path);
	free(path);
}

static void test_mkdir(const char *dir)
{
	char *path = in(dir, "a/b/c"), *file = in(dir, "f"), *below = in(dir, "f/g");
	struct gt_error err;
	struct stat st;

	tap_is_int(gt_mkdir_parents(path, &err), 0, "mkdir -p");
	tap_ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0700, "made, for the user alone");
	tap_is_int(gt_mkdir_parents(path, &err), 0, "again is fine");
	close(open(file, O_CREAT | O_WRONLY, 0600));
	tap_is_int(gt_mkdir_parents(below, &err), GT_ERR_IO, "a file in the way");
	tap_is_int(gt_mkdir_parents(file, &err), GT_ERR_IO, "a file at the end");
	unlink(file);
	rmdir(path);
	path[strlen(path) - 2] = '\0';
	rmdir(path);
	path[strlen(path) - 2] = '\0';
	rmdir(path);
	free(path);
	free(file);
	free(below);
}

TAP_TEST(directory)
{
	char *dir = gt_xstrdup("test-files.XXXXXX");

	if (!mkdtemp(dir))
		tap_bail("no directory to test in");
	test_rename(dir);
	test_killed(dir);
	test_odd_targets(dir);
	test_long_name(dir);
	test_map(dir);
	test_mkdir(dir);
	tap_is_int(rmdir(dir), 0, "nothing is left over");
	free(dir);
}
