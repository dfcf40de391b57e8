dnl GT_SANITIZE: --enable-asan, --enable-ubsan, --enable-tsan and --enable-fuzzing; flags in SANITIZE_CFLAGS
dnl (compile and link) and FUZZ_LDFLAGS (link of the fuzz targets alone).
AC_DEFUN([GT_SANITIZE],
[AC_ARG_ENABLE([asan],
	[AS_HELP_STRING([--enable-asan], [build with AddressSanitizer])], [], [enable_asan=no])
AC_ARG_ENABLE([ubsan],
	[AS_HELP_STRING([--enable-ubsan], [build with UndefinedBehaviorSanitizer])], [], [enable_ubsan=no])
AC_ARG_ENABLE([tsan],
	[AS_HELP_STRING([--enable-tsan], [build with ThreadSanitizer (not together with asan)])],
	[], [enable_tsan=no])
AC_ARG_ENABLE([fuzzing],
	[AS_HELP_STRING([--enable-fuzzing], [build the fuzz targets with libFuzzer (clang)])],
	[], [enable_fuzzing=no])
SANITIZE_CFLAGS=
FUZZ_LDFLAGS=
AS_IF([test "$enable_asan" = yes],
	[AS_VAR_APPEND([SANITIZE_CFLAGS], [" -fsanitize=address"])])
AS_IF([test "$enable_ubsan" = yes],
	[AS_VAR_APPEND([SANITIZE_CFLAGS], [" -fsanitize=undefined -fno-sanitize-recover=undefined"])])
AS_IF([test "$enable_tsan" = yes],
	[AS_VAR_APPEND([SANITIZE_CFLAGS], [" -fsanitize=thread"])])
AS_IF([test "$enable_fuzzing" = yes],
	[# To follow every comparison takes half of the time; the dictionaries have what is compared with.
	AS_VAR_APPEND([SANITIZE_CFLAGS], [" -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp"])
	FUZZ_LDFLAGS="-fsanitize=fuzzer"])
AS_IF([test -n "$SANITIZE_CFLAGS"],
	[AS_VAR_APPEND([SANITIZE_CFLAGS], [" -fno-omit-frame-pointer"])
	AC_MSG_CHECKING([whether $CC links with$SANITIZE_CFLAGS])
	gt_save_CFLAGS=$CFLAGS
	CFLAGS="$CFLAGS $SANITIZE_CFLAGS"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [AC_MSG_RESULT([yes])],
		[AC_MSG_RESULT([no])
		AC_MSG_ERROR([$CC cannot build with$SANITIZE_CFLAGS (fuzzing needs clang: try CC=clang)])])
	CFLAGS=$gt_save_CFLAGS])
AC_SUBST([SANITIZE_CFLAGS])
AC_SUBST([FUZZ_LDFLAGS])
AM_CONDITIONAL([ENABLE_FUZZING], [test "$enable_fuzzing" = yes])])
