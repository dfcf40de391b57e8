/* Finding text in text: case folding and normalisation (libunistring). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include "base/utf8.h"

static bool search_is_ascii(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] >= 0x80)
			return false;
	return true;
}

static bool has_capitals(const char *s, size_t n)
{
	ucs4_t uc;

	for (size_t i = 0; i < n;) {
		i += (size_t)u8_mbtouc(&uc, (const uint8_t *)s + i, n - i);
		if (uc_is_general_category_withtable(uc, UC_CATEGORY_MASK_Lu | UC_CATEGORY_MASK_Lt))
			return true;
	}
	return false;
}

/* needle has no capitals. */
static bool contains_ascii_nocase(const char *hay, size_t n, const char *needle, size_t m)
{
	size_t i, j;

	for (i = 0; i + m <= n; i++) {
		for (j = 0; j < m; j++) {
			char c = hay[i + j];

			if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != needle[j])
				break;
		}
		if (j == m)
			return true;
	}
	return false;
}

/* NFC of s, case-folded if fold; NULL if s is not UTF-8.  The caller frees it. */
static uint8_t *canonical(const char *s, size_t n, bool fold, size_t *len)
{
	const uint8_t *u = (const uint8_t *)s;

	if (fold)
		return u8_casefold(u, n, NULL, UNINORM_NFC, NULL, len);
	return u8_normalize(UNINORM_NFC, u, n, NULL, len);
}

static bool contains_unicode(const char *hay, size_t n, const char *needle, size_t m, bool fold)
{
	size_t hay_len, needle_len;
	uint8_t *h = canonical(hay, n, fold, &hay_len), *t = canonical(needle, m, fold, &needle_len);
	bool found;

	if (h && t)
		found = memmem(h, hay_len, t, needle_len) != NULL;
	else if (fold)
		found = contains_ascii_nocase(hay, n, needle, m);
	else
		found = memmem(hay, n, needle, m) != NULL;
	free(h);
	free(t);
	return found;
}

bool gt_text_contains(const char *hay, size_t n, const char *needle, size_t m)
{
	bool fold = !has_capitals(needle, m);

	if (m == 0)
		return true;
	if (!search_is_ascii(needle, m) || !search_is_ascii(hay, n))
		return contains_unicode(hay, n, needle, m, fold);
	if (fold)
		return contains_ascii_nocase(hay, n, needle, m);
	return memmem(hay, n, needle, m) != NULL;
}

bool gt_text_is_title(const char *title, const char *name, size_t n)
{
	size_t i = 0;

	for (; *title || i < n;) {
		if (*title == ' ') {
			title++;
		} else if (i < n && strchr(" -_", name[i])) {
			i++;
		} else if (i < n && tolower((unsigned char)*title) == tolower((unsigned char)name[i])) {
			title++;
			i++;
		} else {
			return false;
		}
	}
	return n > 0;
}
