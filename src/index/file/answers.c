/* Answers kept beside an index: one small file, read and written as a whole. */
#include "index/file/answers.h"

#include <assert.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "index/store/format.h"
#include "index/store/state.h"

#define MAGIC "GTANSWER"
#define SHARE 100             /* part of the index that the file may be as large as */

/* The file: this, then answers, each at a multiple of 8. */
struct head {
	char magic[8];
	uint64_t build, index;  /* checksums of the program's build id and of the index's header */
	uint64_t sum;           /* of what follows */
};

struct answer {
	char name[GT_ANSWER_NAME];
	uint64_t size, n;       /* of a struct, of structs; they follow */
};

struct gt_answers {
	struct gt_mutex lock;
	char *path;
	struct head head;       /* .sum counts only in the file */
	bool loaded;
	size_t limit;           /* bytes; 0: nothing is kept */
	uint8_t *bytes;         /* of the answers, whole and checked */
	size_t n;
};

struct gt_answers *gt_answers_new(const char *index_path)
{
	struct gt_answers *a = gt_xcalloc(1, sizeof *a);

	gt_mutex_init(&a->lock);
	a->path = gt_xasprintf("%s.answers", index_path);
	return a;
}

void gt_answers_free(struct gt_answers *a)
{
	if (!a)
		return;
	gt_mutex_release(&a->lock);
	free(a->bytes);
	free(a->path);
	free(a);
}

/* ---- what they are for ---- */

/* The linker's note about the program, which comes first; 1 ends the search. */
static int take_build(struct dl_phdr_info *info, size_t size, void *sum)
{
	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		const char *at = (const char *)info->dlpi_addr + p->p_vaddr;
		size_t left = p->p_type == PT_NOTE ? p->p_memsz : 0, name, text;

		for (const ElfW(Nhdr) *note; left > sizeof *note; at += text, left -= text) {
			note = (const ElfW(Nhdr) *)(const void *)at;
			name = sizeof *note + ((note->n_namesz + 3u) & ~3u);
			text = name + ((note->n_descsz + 3u) & ~3u);
			if (text > left)
				break;
			if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(note + 1, "GNU", 4))
				*(uint64_t *)sum = gt_checksum(at + name, note->n_descsz, 0);
		}
	}
	return 1;
}

/* Whether every answer lies inside. */
static bool are_whole(const uint8_t *bytes, size_t n)
{
	struct answer e;
	size_t at = 0;

	for (uint64_t len; at < n; at += (size_t)len) {
		if (n - at < sizeof e)
			return false;
		memcpy(&e, bytes + at, sizeof e);
		if (e.name[GT_ANSWER_NAME - 1] || __builtin_mul_overflow(e.size, e.n, &len) || len > n)
			return false;
		len = sizeof e + ((len + 7) & ~UINT64_C(7));
		if (len > n - at)
			return false;
	}
	return true;
}

static void read_file(struct gt_answers *a)
{
	int fd = open(a->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct head h;
	struct stat st;
	size_t n;

	if (fd < 0)
		return;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && gt_is_private(&st) && (size_t)st.st_size > sizeof h &&
	    (uint64_t)st.st_size <= a->limit && gt_pread_full(fd, &h, sizeof h, 0) == sizeof h &&
	    !memcmp(&h, &a->head, offsetof(struct head, sum))) {
		n = (size_t)st.st_size - sizeof h;
		a->bytes = gt_xcalloc(n, 1);
		if (gt_pread_full(fd, a->bytes, n, sizeof h) == (ssize_t)n && gt_checksum(a->bytes, n, 0) == h.sum &&
		    are_whole(a->bytes, n))
			a->n = n;
	}
	close(fd);
}

/* With the lock held; false: this trace has no answers. */
static bool answers_ready(const struct gt_trace *t)
{
	struct gt_answers *a = t->answers;
	const uint8_t *head;

	if (a->loaded)
		return a->limit > 0;
	a->loaded = true;
	/* Reading does not change the file. */
	head = gt_file_at((struct gt_file *)&t->store.file, 0, GT_HEAD_SIZE);
	if (!head)
		return false;
	memcpy(a->head.magic, MAGIC, sizeof a->head.magic);
	a->head.index = gt_get64(head + GT_HEAD_SUM);
	dl_iterate_phdr(take_build, &a->head.build);
	if (!a->head.build)
		return false;
	a->limit = (size_t)(t->answers_limit ? t->answers_limit : gt_get64(head + GT_HEAD_FILE_SIZE) / SHARE);
	read_file(a);
	return a->limit > 0;
}

bool gt_answers_wanted(const struct gt_trace *t)
{
	return t->answers && t->info.done && !t->info.cancelled && t->store.sealed &&
	       (t->answers_limit || t->info.slices >= GT_ANSWERS_SLICES);
}

/* ---- asking, keeping ---- */

/* Where the answer with a name is, and how long it is with its head; NULL: there is none. */
static uint8_t *find_answer(const struct gt_answers *a, const char *name, struct answer *e, size_t *len)
{
	for (size_t at = 0; at < a->n; at += *len) {
		memcpy(e, a->bytes + at, sizeof *e);
		*len = sizeof *e + (((size_t)(e->size * e->n) + 7) & ~(size_t)7);
		if (!strcmp(e->name, name))
			return a->bytes + at;
	}
	return NULL;
}

void *gt_answer_get(const struct gt_trace *t, const char *name, size_t size, uint64_t *n)
{
	struct answer e = { .n = 0 };
	uint8_t *at = NULL;
	void *items = NULL;
	size_t len;

	if (!gt_answers_wanted(t))
		return NULL;
	gt_mutex_lock(&t->answers->lock);
	if (answers_ready(t))
		at = find_answer(t->answers, name, &e, &len);
	if (at && e.size == size) {
		items = gt_xcalloc((size_t)e.n + 1, size);
		if (e.n)
			memcpy(items, at + sizeof e, (size_t)e.n * size);
		*n = e.n;
	}
	gt_mutex_unlock(&t->answers->lock);
	return items;
}

/* A cache that cannot be written to costs only time. */
static void write_file(struct gt_answers *a)
{
	struct gt_tmpfile tmp;
	struct head h = a->head;

	h.sum = gt_checksum(a->bytes, a->n, 0);
	if (gt_tmpfile_replace(&tmp, a->path, 0600, NULL))
		return;
	if (gt_write_full(tmp.fd, &h, sizeof h) || gt_write_full(tmp.fd, a->bytes, a->n))
		gt_tmpfile_cancel(&tmp);
	else
		gt_tmpfile_commit(&tmp, NULL);
}

static void put_answer(struct gt_answers *a, const struct answer *e, const void *items)
{
	struct answer old;
	size_t bytes = (size_t)(e->size * e->n), len = sizeof *e + ((bytes + 7) & ~(size_t)7), had;
	uint8_t *at = find_answer(a, e->name, &old, &had);

	if (at) {
		memmove(at, at + had, (size_t)(a->bytes + a->n - (at + had)));
		a->n -= had;
	}
	if (sizeof a->head + a->n + len > a->limit)
		return;
	a->bytes = gt_xrealloc(a->bytes, a->n + len, 1);
	memset(a->bytes + a->n, 0, len);
	memcpy(a->bytes + a->n, e, sizeof *e);
	if (bytes)
		memcpy(a->bytes + a->n + sizeof *e, items, bytes);
	a->n += len;
	write_file(a);
}

void gt_answer_keep(const struct gt_trace *t, const char *name, const void *items, size_t size, uint64_t n)
{
	struct answer e = { .size = size, .n = n };
	uint64_t bytes;

	if (!gt_answers_wanted(t) || gt_trace_index_fault(t) || gt_trace_read_fault(t, NULL) ||
	    __builtin_mul_overflow((uint64_t)size, n, &bytes))
		return;
	assert(strlen(name) < sizeof e.name);
	memcpy(e.name, name, strlen(name));
	gt_mutex_lock(&t->answers->lock);
	if (answers_ready(t) && bytes < t->answers->limit)
		put_answer(t->answers, &e, items);
	gt_mutex_unlock(&t->answers->lock);
}
