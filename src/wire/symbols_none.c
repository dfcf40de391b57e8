/* Names for program counters in a build without libdw: there are none. */
#include "wire/symbols.h"

bool gt_symbols_supported(void)
{
	return false;
}

const char *gt_symbols_version(void)
{
	return NULL;
}

int gt_symbols_open(struct gt_symbols **out, const char *path, struct gt_error *err)
{
	*out = NULL;
	return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
			    "built without libdw: the names of functions in %.120s cannot be read", path);
}

void gt_symbols_close(struct gt_symbols *s)
{
	(void)s;
}

const struct gt_source_id *gt_symbols_id(const struct gt_symbols *s)
{
	(void)s;
	return NULL;
}

void gt_symbols_load(struct gt_symbols *s)
{
	(void)s;
}

bool gt_symbols_find(struct gt_symbols *s, uint64_t addr, struct gt_symbol *out)
{
	(void)s;
	(void)addr;
	*out = (struct gt_symbol){ .func = "", .file = "" };
	return false;
}
