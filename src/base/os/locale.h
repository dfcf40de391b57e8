/* The locale that the environment names, and what is taken where this host lacks it. */
#ifndef GT_BASE_LOCALE_H
#define GT_BASE_LOCALE_H

/* The name in LC_ALL, LC_CTYPE or LANG, the first that is set, as setlocale() looks for it; "": none is set. */
const char *gt_locale_name(void);

/*
 * Sets LC_CTYPE from the environment.  Names of locales travel by ssh to hosts that do not have them: C.UTF-8 takes
 * the place of one that is for UTF-8.
 */
void gt_locale_take(void);

#endif
