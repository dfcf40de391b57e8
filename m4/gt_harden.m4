dnl GT_TRY_LDFLAG(VARIABLE, FLAG): appends FLAG to VARIABLE if a position-independent program links with it.
AC_DEFUN([GT_TRY_LDFLAG],
[AS_VAR_PUSHDEF([cache], [gt_cv_ldflag_$2])
AC_CACHE_CHECK([whether $CC links with $2], [cache],
	[gt_save_CFLAGS=$CFLAGS
	gt_save_LDFLAGS=$LDFLAGS
	CFLAGS="$CFLAGS$HARDEN_CFLAGS -Werror"
	LDFLAGS="$LDFLAGS $2"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
		[AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
	CFLAGS=$gt_save_CFLAGS
	LDFLAGS=$gt_save_LDFLAGS])
AS_VAR_IF([cache], [yes], [AS_VAR_APPEND([$1], [" $2"])])
AS_VAR_POPDEF([cache])])

dnl GT_FORTIFY: how far the C library's checks of buffers go, as a macro of config.h and not as a flag, for
dnl only there can be said "if this is compiled with optimization, and nobody else has said it".
AC_DEFUN([GT_FORTIFY],
[gt_fortify=no
AC_MSG_CHECKING([how far the C library checks buffers])
gt_save_CPPFLAGS=$CPPFLAGS
gt_save_CFLAGS=$CFLAGS
for gt_level in 3 2; do
	AS_IF([test "$gt_fortify" = no],
		[CPPFLAGS="$gt_save_CPPFLAGS -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$gt_level"
		CFLAGS="$gt_save_CFLAGS -O2 -Werror"
		AC_COMPILE_IFELSE([AC_LANG_PROGRAM([#include <string.h>], [])], [gt_fortify=$gt_level])])
done
CPPFLAGS=$gt_save_CPPFLAGS
CFLAGS=$gt_save_CFLAGS
AC_MSG_RESULT([$gt_fortify])
AS_IF([test "$gt_fortify" != no],
	[AC_DEFINE_UNQUOTED([GT_FORTIFY_LEVEL], [$gt_fortify], [How far the C library checks buffers.])])
AH_BOTTOM([#if defined GT_FORTIFY_LEVEL && defined __OPTIMIZE__ && !defined _FORTIFY_SOURCE
# define _FORTIFY_SOURCE GT_FORTIFY_LEVEL
#endif])])

dnl GT_HARDEN: what makes a fault harder to use, as far as the compiler has it; HARDEN_CFLAGS (compile),
dnl HARDEN_LDFLAGS (link of programs), HARDENING=yes or no.  After GT_SANITIZE: a sanitizer looks into the
dnl C library's functions itself and would not see the checked variants.
AC_DEFUN([GT_HARDEN],
[AC_ARG_ENABLE([hardening],
	[AS_HELP_STRING([--disable-hardening],
		[no stack protector, checked buffers, random addresses, read-only relocations])],
	[], [enable_hardening=yes])
HARDEN_CFLAGS=
HARDEN_LDFLAGS=
gt_fortify=no
AS_IF([test "$enable_hardening" = yes],
	[m4_foreach_w([flag], [-fstack-protector-strong -fstack-clash-protection -fcf-protection -fPIE],
		[GT_TRY_CFLAG([HARDEN_CFLAGS], flag)])
	GT_TRY_LDFLAG([HARDEN_LDFLAGS], [-pie])
	GT_TRY_LDFLAG([HARDEN_LDFLAGS], [-Wl,-z,relro])
	GT_TRY_LDFLAG([HARDEN_LDFLAGS], [-Wl,-z,now])
	GT_TRY_LDFLAG([HARDEN_LDFLAGS], [-Wl,-z,noexecstack])
	AS_IF([test -z "$SANITIZE_CFLAGS"], [GT_FORTIFY])])
AC_SUBST([HARDEN_CFLAGS])
AC_SUBST([HARDEN_LDFLAGS])
AC_SUBST([HARDENING], [$enable_hardening])
AC_SUBST([FORTIFY], [$gt_fortify])])
