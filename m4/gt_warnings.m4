dnl GT_TRY_CFLAG(VARIABLE, FLAG): appends FLAG to VARIABLE if the compiler takes it without a word.
AC_DEFUN([GT_TRY_CFLAG],
[AS_VAR_PUSHDEF([cache], [gt_cv_cflag_$2])
AC_CACHE_CHECK([whether $CC accepts $2], [cache],
	[gt_save_CFLAGS=$CFLAGS
	CFLAGS="$CFLAGS -Werror $2"
	AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
		[AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
	CFLAGS=$gt_save_CFLAGS])
AS_VAR_IF([cache], [yes], [AS_VAR_APPEND([$1], [" $2"])])
AS_VAR_POPDEF([cache])])

dnl GT_WARNINGS: the language and the warnings in WARN_CFLAGS; --enable-werror makes them errors.
dnl Enumerations are mixed on purpose: a style is a role and attributes, and both formats have types of events.
AC_DEFUN([GT_WARNINGS],
[AC_ARG_ENABLE([werror],
	[AS_HELP_STRING([--enable-werror], [treat compiler warnings as errors])], [], [enable_werror=no])
WARN_CFLAGS=
m4_foreach_w([flag],
	[-std=gnu17 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
	-Wpointer-arith -Wwrite-strings -Wvla -Wformat=2 -Wundef -Wconversion -Wno-sign-conversion
	-Wno-enum-enum-conversion -Wno-enum-compare-conditional],
	[GT_TRY_CFLAG([WARN_CFLAGS], flag)])
AS_IF([test "$enable_werror" = yes], [AS_VAR_APPEND([WARN_CFLAGS], [" -Werror"])])
AC_SUBST([WARN_CFLAGS])])
