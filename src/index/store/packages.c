/* The packages of functions, by their names. */
#include "index/store/packages.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"

struct gt_package gt_package_of(const char *s, size_t n)
{
	size_t end = 0, from = 0;

	while (end < n && !memchr("([", s[end], 2))
		end++;
	for (size_t i = 0; i < end; i++)
		if (s[i] == '/')
			from = i + 1;
	while (from < end && s[from] != '.')
		from++;
	return (struct gt_package){ s, from < end ? from : 0 };
}

bool gt_package_is(struct gt_package p, const char *path)
{
	return strlen(path) == p.n && !memcmp(path, p.path, p.n);
}

static int compare_path(const void *key, const void *elem)
{
	const struct gt_package *p = key;
	const char *path = *(const char *const *)elem;
	size_t n = strlen(path), most = n < p->n ? n : p->n;
	int order = memcmp(p->path, path, most);

	return order ? order : p->n < n ? -1 : p->n > n;
}

bool gt_package_is_internal(struct gt_package p)
{
	size_t n = strlen("internal");

	for (size_t i = 0; i + n <= p.n; i++)
		if (!memcmp(p.path + i, "internal", n) && (!i || p.path[i - 1] == '/') &&
		    (i + n == p.n || p.path[i + n] == '/'))
			return true;
	return false;
}

bool gt_package_is_standard(struct gt_package p)
{
	static const char *const packages[] = {
#define GT_STD_PACKAGE(path) path,
#include "index/store/stdpackages.def"
#undef GT_STD_PACKAGE
	};
	const char *slash = memchr(p.path, '/', p.n);
	struct gt_package first = { p.path, slash ? (size_t)(slash - p.path) : p.n };

	if (gt_package_is(p, "main") || memchr(first.path, '.', first.n))
		return false;
	if (gt_package_is(first, "internal") || gt_package_is(first, "vendor") ||
	    bsearch(&p, packages, GT_COUNT(packages), sizeof *packages, compare_path))
		return true;
	/* "crypto/internal/fips140", but not "app/internal/db". */
	for (size_t i = 0; i < GT_COUNT(packages); i++)
		if (!strncmp(packages[i], first.path, first.n) &&
		    (!packages[i][first.n] || packages[i][first.n] == '/'))
			return gt_package_is_internal(p);
	return false;
}

bool gt_name_is_wrapper(const char *s, size_t n)
{
	/* Each runs one function of its caller, and no other one, in a goroutine: how their names begin. */
	static const char *const begins[] = {
		"context.(*afterFuncCtx).", "context.AfterFunc", "runtime/pprof.Do", "sync.(*WaitGroup).Go",
		"sync.OnceFunc", "sync.OnceValue", "golang.org/x/sync/errgroup.", "golang.org/x/sync/singleflight.",
		"github.com/oklog/run.(*Group).", "github.com/sourcegraph/conc.", "github.com/sourcegraph/conc/panics.",
		"k8s.io/apimachinery/pkg/util/wait.",
	};
	/* What these make stands in the function where the compiler put it. */
	static const char *const inlined[] = { ".OnceFunc.func", ".OnceValue.func", ".OnceValues.func" };

	for (size_t i = 0; i < GT_COUNT(begins); i++) {
		size_t len = strlen(begins[i]);

		if (n >= len && !memcmp(s, begins[i], len))
			return true;
	}
	for (size_t i = 0; i < GT_COUNT(inlined); i++)
		if (memmem(s, n, inlined[i], strlen(inlined[i])))
			return true;
	return false;
}
