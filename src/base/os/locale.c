/* The locale that the environment names, and what is taken where this host lacks it. */
#include "base/os/locale.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"

const char *gt_locale_name(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *s = NULL;

	for (size_t i = 0; i < GT_COUNT(names) && !(s && *s); i++)
		s = getenv(names[i]);
	return s ? s : "";
}

void gt_locale_take(void)
{
	const char *name = gt_locale_name();

	if (!setlocale(LC_CTYPE, "") && (strcasestr(name, "utf-8") || strcasestr(name, "utf8")))
		setlocale(LC_CTYPE, "C.UTF-8");
}
