/* Fuzzes the unpacking of gzip and zstd, as far as 1 MiB. */
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "wire/spool.h"

#define BLOCKS 256      /* of 4 KiB */

static void unpack(const struct gt_packing *of, const uint8_t *bytes, size_t n)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	struct gt_stream in = { .fd = fd };
	struct gt_error err = { 0 }, damage = { 0 };
	struct gt_unpacker *u;
	uint8_t block[4096];
	ssize_t got = 0;

	if (fd < 0)
		return;
	/* A pipe end that is at its end: everything is in the head. */
	if (gt_unpack_open(&u, of, &in, bytes, n, &err) == 0) {
		for (unsigned i = 0; i < BLOCKS; i++)
			if ((got = gt_unpack_read(u, block, sizeof block, &damage, &err)) <= 0)
				break;
		if (got < 0)
			fuzz_check_error((int)got, &err);
		gt_unpack_close(u);
	}
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	const struct gt_packing *of = gt_packing_of(bytes, n);

	if (of)
		unpack(of, bytes, n);
	return 0;
}
