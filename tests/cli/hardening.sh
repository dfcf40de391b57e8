# The program as it was built: what configure promises (--disable-hardening: nothing) is in the file.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

# made_with NAME: the value of a variable of the top Makefile.
made_with() {
	sed -n "s/^$1 = *//p" "$GT_BUILDDIR/Makefile"
}

flags=" $(made_with HARDEN_CFLAGS) $(made_with HARDEN_LDFLAGS) "
has_flag() {
	case $flags in *" $1 "*) ;; *) return 1 ;; esac
}

command -v readelf >/dev/null || skip_all "readelf is missing"
[ "$(made_with HARDENING)" = yes ] || skip_all "built with --disable-hardening"
[ -r "$GT_EXE" ] && readelf -hldW "$GT_EXE" >"$tap_dir/elf" 2>/dev/null && readelf -sW "$GT_EXE" >"$tap_dir/symbols" ||
	skip_all "not an ELF file"

# shows FLAG PATTERN NAME [FILE]: FLAG was used, so the file shows it.
shows() {
	if has_flag "$1"; then
		ok "$3" grep -qE "$2" "$tap_dir/${4:-elf}"
	else
		skip 1 "no $1 here"
	fi
}

shows -pie '^ *Type: *DYN' "it is loaded at a random address"
shows -Wl,-z,relro '^ *GNU_RELRO' "what is relocated becomes read-only"
shows -Wl,-z,now 'BIND_NOW|\(FLAGS_1\).*NOW' "all is bound at the start"
shows -Wl,-z,noexecstack '^ *GNU_STACK.* RW ' "the stack cannot be executed"
shows -fstack-protector-strong '__stack_chk_fail' "functions with buffers check their frames" symbols
case $(made_with FORTIFY) in
no) skip 1 "buffers are not checked in this build" ;;
*) case $(made_with CFLAGS) in
	*-O[1-9s]*) ok "calls of the C library check their buffers" grep -qE '__(memcpy|snprintf|vsnprintf|pread|read)(64)?_chk' "$tap_dir/symbols" ;;
	*) skip 1 "compiled without optimization" ;;
	esac ;;
esac

# The flags that every gcc and clang of these days has on this machine: their absence would be our fault.
case $(uname -m)-$(uname -s) in
x86_64-Linux | aarch64-Linux)
	for flag in -pie -fPIE -fstack-protector-strong -Wl,-z,relro -Wl,-z,now; do
		ok "configure found $flag" has_flag "$flag"
	done ;;
*) skip 5 "not known which flags $(uname -m) has" ;;
esac

done_testing
