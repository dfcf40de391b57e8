dnl GT_PKG_CONFIG: pkg-config itself; without it the libraries that need it cannot be judged.
m4_ifndef([PKG_PROG_PKG_CONFIG],
	[m4_fatal([pkg.m4 is missing: install pkg-config (Debian package pkg-config)])])
AC_DEFUN([GT_PKG_CONFIG],
[PKG_PROG_PKG_CONFIG
AS_IF([test -z "$PKG_CONFIG"], [AS_VAR_APPEND([gt_missing], [" pkg-config"])])])

dnl GT_PKG_LIB(PREFIX, MODULE, DEBIAN-PACKAGE): PREFIX_CFLAGS and PREFIX_LIBS of a
dnl pkg-config module; a missing one joins $gt_missing by its Debian name.
AC_DEFUN([GT_PKG_LIB],
[AS_IF([test -n "$PKG_CONFIG" || test -n "$$1_LIBS"],
	[PKG_CHECK_MODULES([$1], [$2], [], [AS_VAR_APPEND([gt_missing], [" $3"])])],
	[AS_VAR_APPEND([gt_missing], [" $3"])])
AC_SUBST([$1_CFLAGS])
AC_SUBST([$1_LIBS])])

dnl GT_LIB_UNISTRING: libunistring has no pkg-config file; looked for in the
dnl compiler's own paths or under --with-libunistring-prefix.  1.0 is the first
dnl with the emoji properties.
AC_DEFUN([GT_LIB_UNISTRING],
[AC_ARG_WITH([libunistring-prefix],
	[AS_HELP_STRING([--with-libunistring-prefix=DIR], [look for libunistring in DIR/include and DIR/lib])],
	[], [with_libunistring_prefix=no])
UNISTRING_CFLAGS=
UNISTRING_LIBS=-lunistring
AS_CASE([$with_libunistring_prefix],
	[no|yes|''], [],
	[UNISTRING_CFLAGS="-I$with_libunistring_prefix/include"
	UNISTRING_LIBS="-L$with_libunistring_prefix/lib -lunistring"])
AC_CACHE_CHECK([for libunistring 1.0 or later], [gt_cv_lib_unistring],
	[gt_save_CPPFLAGS=$CPPFLAGS
	gt_save_LIBS=$LIBS
	CPPFLAGS="$CPPFLAGS $UNISTRING_CFLAGS"
	LIBS="$UNISTRING_LIBS $LIBS"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([
#include <uniwidth.h>
#include <unigbrk.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>],
		[return uc_width('a', "UTF-8") + u8_grapheme_next(0, 0) != 0
			|| uc_is_property_extended_pictographic('a');])],
		[gt_cv_lib_unistring=yes], [gt_cv_lib_unistring=no])
	CPPFLAGS=$gt_save_CPPFLAGS
	LIBS=$gt_save_LIBS])
AS_IF([test "$gt_cv_lib_unistring" = no], [AS_VAR_APPEND([gt_missing], [" libunistring-dev"])])
AC_SUBST([UNISTRING_CFLAGS])
AC_SUBST([UNISTRING_LIBS])])

dnl GT_LIB_PCRE2: pcre2, used if it is there and asked for by --with-pcre2.  HAVE_PCRE2 for C and automake,
dnl PCRE2_CFLAGS, PCRE2_LIBS.
AC_DEFUN([GT_LIB_PCRE2],
[AC_ARG_WITH([pcre2],
	[AS_HELP_STRING([--without-pcre2], [use the C library for regular expressions])],
	[], [with_pcre2=check])
gt_have_pcre2=no
AS_IF([test "$with_pcre2" != no],
	[PKG_CHECK_MODULES([PCRE2], [libpcre2-8 >= 10.34], [gt_have_pcre2=yes],
		[AS_IF([test "$with_pcre2" != check], [AS_VAR_APPEND([gt_missing], [" libpcre2-dev"])])])])
AS_IF([test "$gt_have_pcre2" = yes], [],
	[PCRE2_CFLAGS=
	PCRE2_LIBS=])
AM_CONDITIONAL([HAVE_PCRE2], [test "$gt_have_pcre2" = yes])])

dnl GT_LIB_ZSTD: libzstd, used if it is there and asked for by --with-zstd.  HAVE_ZSTD for automake, ZSTD_CFLAGS,
dnl ZSTD_LIBS.  1.4 is the first in which the limit of the window is no experiment.
AC_DEFUN([GT_LIB_ZSTD],
[AC_ARG_WITH([zstd],
	[AS_HELP_STRING([--without-zstd], [no traces packed with zstd, and Parquet files with gzip])],
	[], [with_zstd=check])
gt_have_zstd=no
AS_IF([test "$with_zstd" != no],
	[PKG_CHECK_MODULES([ZSTD], [libzstd >= 1.4.0], [gt_have_zstd=yes],
		[AS_IF([test "$with_zstd" != check], [AS_VAR_APPEND([gt_missing], [" libzstd-dev"])])])])
AS_IF([test "$gt_have_zstd" = yes], [],
	[ZSTD_CFLAGS=
	ZSTD_LIBS=])
AM_CONDITIONAL([HAVE_ZSTD], [test "$gt_have_zstd" = yes])])

dnl GT_LIB_SQLITE: SQLite, used if it is there and asked for by --with-sqlite.  HAVE_SQLITE for C and automake,
dnl SQLITE_CFLAGS, SQLITE_LIBS.  3.38 is the first that says where in a statement an error is.
AC_DEFUN([GT_LIB_SQLITE],
[AC_ARG_WITH([sqlite],
	[AS_HELP_STRING([--without-sqlite], [leave out --sql])],
	[], [with_sqlite=check])
gt_have_sqlite=no
AS_IF([test "$with_sqlite" != no],
	[PKG_CHECK_MODULES([SQLITE], [sqlite3 >= 3.38], [gt_have_sqlite=yes],
		[AS_IF([test "$with_sqlite" != check], [AS_VAR_APPEND([gt_missing], [" libsqlite3-dev"])])])])
AS_IF([test "$gt_have_sqlite" = yes], [],
	[SQLITE_CFLAGS=
	SQLITE_LIBS=])
AM_CONDITIONAL([HAVE_SQLITE], [test "$gt_have_sqlite" = yes])])
