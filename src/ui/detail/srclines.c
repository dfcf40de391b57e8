/* The lines of a source file around a frame's line, below the stacks of a detail pane. */
#include "ui/detail/srclines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX (8 << 20)    /* no program was written in one file of this size */
#define TAB_COLS 4
#define LINE_MAX 500          /* bytes of a line that can be shown */

void gt_srclines_release(struct gt_srclines *s)
{
	gt_buf_release(&s->text);
	gt_buf_release(&s->path);
	*s = (struct gt_srclines){ 0 };
}

/* What a trace names as the file of a function may be any file: only what looks like source is opened by itself. */
static bool looks_like_source(const char *path)
{
	static const char *const ends[] = { ".go", ".s", ".S", ".c", ".h", ".cc", ".cpp" };
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < GT_COUNT(ends); i++)
		if (strcmp(dot, ends[i]) == 0)
			return true;
	return false;
}

/* Opens a file; -1: it is not there, no plain file, or too large. */
static int open_source(const char *path, struct stat *st)
{
	/* Nothing that waits for somebody at its other end. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0 || (fstat(fd, st) == 0 && S_ISREG(st->st_mode) && st->st_size <= FILE_MAX))
		return fd;
	close(fd);
	return -1;
}

static bool read_source(int fd, size_t size, struct gt_buf *out)
{
	ssize_t n;

	gt_buf_reserve(out, size);
	do
		n = read(fd, out->data, size);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return false;
	out->len = (size_t)n;
	out->data[n] = 0;
	return true;
}

/* Tabs as blanks: indentation is read, not escaped. */
static void put_line(struct gt_buf *out, const char *line, size_t n)
{
	for (size_t i = 0; i < n && i < LINE_MAX; i++) {
		if (line[i] == '\t')
			gt_buf_fill(out, ' ', TAB_COLS);
		else if (line[i] != '\r')
			gt_buf_putc(out, line[i] ? line[i] : ' ');
	}
	gt_buf_putc(out, '\n');
}

/* `line` and `around` lines before and after it go into `out`; false: the file is shorter than that. */
static bool take_lines(const struct gt_buf *file, uint64_t line, unsigned around, struct gt_buf *out)
{
	const char *p = gt_buf_str(file), *end = p + file->len;
	bool found = false;

	for (uint64_t i = 1; p < end && i <= line + around; i++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t n = (size_t)((nl ? nl : end) - p);

		if (i + around >= line)
			put_line(out, p, n);
		found |= i == line;
		p += n + (nl != NULL);
	}
	return found;
}

/* Reads the lines from an open file; what was read before stays if that fails. */
static bool reload(struct gt_srclines *s, int fd, const struct stat *st, const char *path, uint64_t line,
		   unsigned around)
{
	struct gt_buf file = { 0 }, text = { 0 };
	bool found = read_source(fd, (size_t)st->st_size, &file) && take_lines(&file, line, around, &text);

	gt_buf_release(&file);
	if (!found) {
		gt_buf_release(&text);
		return false;
	}
	gt_buf_release(&s->text);
	gt_buf_reset(&s->path);
	gt_buf_puts(&s->path, path);
	*s = (struct gt_srclines){
		.path = s->path, .text = text, .line = line,
		.first = line > around ? line - around : 1, .around = around, .changed = st->st_mtim,
	};
	return true;
}

bool gt_srclines_load(struct gt_srclines *s, const char *path, uint64_t line, unsigned around)
{
	struct stat st;
	bool found;
	int fd = line > 0 && looks_like_source(path) ? open_source(path, &st) : -1;

	if (fd < 0)
		return false;
	found = s->line == line && s->around == around && s->changed.tv_sec == st.st_mtim.tv_sec &&
		s->changed.tv_nsec == st.st_mtim.tv_nsec && strcmp(gt_buf_str(&s->path), path) == 0;
	if (!found)
		found = reload(s, fd, &st, path, line, around);
	close(fd);
	return found;
}
