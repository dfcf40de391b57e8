/* Points in time as users type them. */
#include "cli/point.h"

#include <stdlib.h>
#include <string.h>

#include "base/human.h"

int gt_point_parse(const char *s, int64_t duration, int64_t *ns)
{
	size_t n = strlen(s);
	char *end;
	double percent;

	if (!n || s[n - 1] != '%')
		return gt_parse_dur(s, ns);
	percent = strtod(s, &end);
	if (end != s + n - 1 || end == s || !(percent >= 0 && percent <= 100))
		return -1;
	*ns = (int64_t)((double)duration * percent / 100);
	return 0;
}
