/* Index files on disk: loading one, starting one, giving it its name. */
#include "index/store/state.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os/mapfile.h"
#include "index/file/indexfile.h"
#include "index/store/block.h"
#include "index/store/format.h"

/* The file as a complete one: all of it is written. */
static int use_file(struct gt_file *f, const char *path, bool named, struct gt_error *err)
{
	struct stat st;

	gt_file_init(f);
	f->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (named ? 0 : O_NOFOLLOW));
	if (f->fd < 0 || fstat(f->fd, &st))
		return gt_error_errno(err, errno, "%s", path);
	if (!S_ISREG(st.st_mode))
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "%s is not a regular file", path);
	if (!named && !gt_is_private(&st))
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "%s is not only yours", path);
	f->size = f->buf_off = (uint64_t)st.st_size;
	return 0;
}

/* Up to this size all checksums are compared at once, which takes a few ms; beyond, each at its first use. */
#define CHECK_MAX (UINT64_C(64) << 20)

int gt_index_load(struct gt_trace *t, const char *path, struct gt_error *err)
{
	struct gt_store *s = &t->store;
	int rc;

	*s = (struct gt_store){ 0 };
	rc = use_file(&s->file, path, t->named, err);
	if (!rc)
		rc = gt_store_attach(s, &t->id, err);
	if (!rc) {
		/* The chunks are all of it that is not in blocks, and small. */
		rc = gt_chunks_verify(&s->file, err);
		for (int i = 0; !rc && i < GT_TABLES; i++) {
			gt_btable_distrust(&s->tables[i]);
			if (s->file.size <= (t->check_max ? t->check_max : CHECK_MAX))
				gt_btable_check(&s->tables[i]);
		}
		if (!rc && atomic_load_explicit(&s->file.damaged, memory_order_relaxed))
			rc = gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged");
		t->info.repaired = rc && !atomic_load_explicit(&s->file.unmapped, memory_order_relaxed);
	}
	if (!rc)
		rc = gt_info_read(&s->file, &t->info, t->counts, err);
	if (!rc && s->ntrace_sums && s->ntrace_sums != gt_source_pieces(t->src))
		rc = gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: the trace's checksums do not fit");
	if (!rc) {
		gt_info_refresh(&t->info, s);
		return 0;
	}
	if (s->file.fd >= 0)
		close(s->file.fd);
	gt_store_release(s);
	return rc;
}

int gt_index_create(struct gt_trace *t, const char *path, struct gt_error *err)
{
	int fd = -1, rc;

	t->tmp = (struct gt_tmpfile){ .fd = -1 };
	if (path) {
		rc = t->named ? gt_tmpfile_begin(&t->tmp, path, 0600, err)
			      : gt_tmpfile_replace(&t->tmp, path, 0600, err);
		fd = t->tmp.fd;
		if (rc)
			return rc;
	} else if (gt_spool_open(&fd, err)) {
		fd = -1;
	}
	gt_store_init(&t->store);
	t->store.file.fd = fd;
	/* A cache without room is no reason not to show a trace; nor is a disk without room. */
	t->store.file.may_move = path && !t->named;
	t->store.file.may_leave_disk = !t->named;
	return fd >= 0 || gt_file_use_memory(&t->store.file) ? 0 : GT_ERR_IO;
}

int gt_index_commit(struct gt_trace *t, struct gt_error *err)
{
	if (t->tmp.fd < 0)
		return 0;
	/* commit closes its descriptor. */
	t->store.file.fd = fcntl(t->tmp.fd, F_DUPFD_CLOEXEC, 0);
	return gt_tmpfile_commit(&t->tmp, err);
}

/*
 * The name goes, the file stays as long as the store uses it: a store that
 * could not be completed needs the descriptor to map what it wrote.
 */
void gt_index_drop(struct gt_trace *t)
{
	int fd = t->tmp.fd;

	if (fd < 0)
		return;
	t->store.file.fd = dup(fd);
	gt_tmpfile_cancel(&t->tmp);
}

bool gt_index_foreign(const char *path)
{
	char magic[8] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	ssize_t n = -1;

	if (fd < 0)
		return false;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		n = gt_pread_full(fd, magic, sizeof magic, 0);
	close(fd);
	return n != 0 && (n != sizeof magic || memcmp(magic, GT_INDEX_MAGIC, sizeof magic) != 0);
}
