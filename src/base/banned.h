/* Functions that must not be used: any call of one fails to compile; gt_buf does their work. */
#ifndef GT_BASE_BANNED_H
#define GT_BASE_BANNED_H

/* The headers that declare them come first, or the macros would break the declarations. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GT_BANNED(func) gt_banned_##func##_see_base_banned_h

#undef strcpy
#define strcpy(...) GT_BANNED(strcpy)
#undef strcat
#define strcat(...) GT_BANNED(strcat)
#undef strncpy
#define strncpy(...) GT_BANNED(strncpy)
#undef strncat
#define strncat(...) GT_BANNED(strncat)
#undef strtok
#define strtok(...) GT_BANNED(strtok)
#undef sprintf
#define sprintf(...) GT_BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) GT_BANNED(vsprintf)
#undef gets
#define gets(...) GT_BANNED(gets)
#undef alloca
#define alloca(...) GT_BANNED(alloca)

#endif
