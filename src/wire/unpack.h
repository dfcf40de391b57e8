/* Unpacking gzip and zstd streams, as far as somebody wants to read. */
#ifndef GT_WIRE_UNPACK_H
#define GT_WIRE_UNPACK_H

#include "wire/stream.h"

/* The members, or frames, that some bytes and the rest of a stream make up, one after the other. */
struct gt_unpacker {
	const struct gt_packing *of;
	struct gt_stream *in;
	uint64_t consumed;       /* packed bytes read from in so far */
	bool eof;                /* of in */
	bool done;               /* nothing more comes out */
	uint8_t *in_buf;
};

/* A way to pack.  Its struct begins with struct gt_unpacker; `size` bytes of it are all 0 before open. */
struct gt_packing {
	const char *name;        /* "gzip" */
	size_t size;
	/* Whether bytes are the start of such a stream. */
	bool (*detect)(const uint8_t *head, size_t n);
	/* n bytes in u->in_buf come first.  After an error nothing is left but the struct. */
	int (*open)(struct gt_unpacker *u, size_t n, struct gt_error *err);
	void (*close)(struct gt_unpacker *u);
	/* As gt_unpack_read. */
	ssize_t (*read)(struct gt_unpacker *u, void *out, size_t n, struct gt_error *damage, struct gt_error *err);
	/* As gt_unpack_taken. */
	uint64_t (*taken)(const struct gt_unpacker *u);
};
extern const struct gt_packing gt_packing_gzip, gt_packing_zstd;

/* `head` was already read from in.  Memory is constant: some 100 KiB for gzip, up to 130 MiB for zstd. */
int gt_unpack_open(struct gt_unpacker **out, const struct gt_packing *of, struct gt_stream *in, const void *head,
		   size_t n, struct gt_error *err);
void gt_unpack_close(struct gt_unpacker *u);     /* may be NULL */

/*
 * Unpacks the next n bytes: their number, fewer only at the end; if the stream is cut or corrupt there, *damage
 * says so.  Negative: reading failed.
 */
ssize_t gt_unpack_read(struct gt_unpacker *u, void *out, size_t n, struct gt_error *damage, struct gt_error *err);

/* How many packed bytes were taken for what was unpacked so far. */
uint64_t gt_unpack_taken(const struct gt_unpacker *u);

/* ---- for the ways to pack ---- */

/* More bytes into in_buf: their number, 0 at the end; or negative. */
ssize_t gt_unpack_fill(struct gt_unpacker *u, struct gt_error *err);
/* What is said of damage: the same for all. */
void gt_unpack_cut(const struct gt_unpacker *u, struct gt_error *damage);
void gt_unpack_corrupt(const struct gt_unpacker *u, const char *why, struct gt_error *damage);
void gt_unpack_other_data(const struct gt_unpacker *u, struct gt_error *damage);
int gt_unpack_no_memory(const struct gt_unpacker *u, struct gt_error *err);

#endif
