/* Replays a fuzzer's corpus without libFuzzer: fuzz-NAME reads testdata/fuzz/NAME. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "fuzz/fuzz.h"
#include "tap/tap.h"

/* A target may have one, as for libFuzzer. */
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

const size_t fuzz_prefixes __attribute__((weak)) = 50;

/* In memory of exactly its size, so that a sanitizer sees every byte too far. */
static void replay(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes = NULL;
	size_t n = 0, got;
	uint8_t block[4096];

	if (!tap_ok(f != NULL, "%s can be read", path))
		return;
	while ((got = fread(block, 1, sizeof block, f)) > 0) {
		bytes = gt_xrealloc(bytes, n + got, 1);
		memcpy(bytes + n, block, got);
		n += got;
	}
	fclose(f);
	/* Prefixes too: they are the cheapest of all mutations. */
	for (size_t i = 0; i < n; i += n / fuzz_prefixes + 1) {
		uint8_t *prefix = gt_xmalloc(i);

		if (i)
			memcpy(prefix, bytes, i);
		LLVMFuzzerTestOneInput(prefix, i);
		free(prefix);
	}
	LLVMFuzzerTestOneInput(bytes, n);
	tap_pass("%s and its prefixes", path);
	free(bytes);
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static void replay_dir(const char *dir)
{
	struct dirent **names;
	int n = scandir(dir, &names, visible, alphasort);

	if (!tap_ok(n > 0, "there are inputs in %s", dir))
		return;
	for (int i = 0; i < n; i++) {
		char *path = gt_xasprintf("%s/%s", dir, names[i]->d_name);

		replay(path);
		free(path);
		free(names[i]);
	}
	free(names);
}

int main(int argc, char **argv)
{
	const char *top = getenv("GT_SRCDIR"), *name = strrchr(argv[0], '/');
	char *dir;

	if (LLVMFuzzerInitialize)
		LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	if (argc > 1)
		return tap_done();
	name = name ? name + 1 : argv[0];
	if (strncmp(name, "fuzz-", 5) != 0)
		tap_bail("%s is not fuzz-NAME", name);
	dir = gt_xasprintf("%s/testdata/fuzz/%s", top ? top : ".", name + 5);
	replay_dir(dir);
	free(dir);
	return tap_done();
}
