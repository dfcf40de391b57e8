#!/usr/bin/env bash
# Builds gtrace-tui as one file that needs nothing of the machine that it runs on: build-static/gtrace-tui.
#
#	packaging/static.sh	what ./bootstrap static calls, from the top of a checkout
#
# It is linked with musl, for glibc cannot leave out its locales and modules.  The libraries are built from Debian's
# sources, ncurses with descriptions of terminals inside, and kept in build-static for the next time.
set -eu
cd "$(dirname "$0")/.."

top=$PWD
work=$top/build-static
libs=$work/libs
jobs=$(nproc 2>/dev/null || echo 2)
arch=$(gcc -print-multiarch)
terminals=xterm-256color,tmux-256color,screen-256color,linux,vt220,xterm,screen,tmux,vt100,kitty,foot,alacritty
terminals=$terminals,rxvt-unicode-256color,konsole-256color,gnome-256color,st-256color,ansi,cygwin,dumb

say() {
	printf 'static: %s\n' "$*" >&2
}

# The sources that Debian builds these libraries of; apt keeps lists and configuration of its own for that.
fetch() {
	local apt=$work/apt release

	release=$(. /etc/os-release && echo "$VERSION_CODENAME")
	mkdir -p "$apt/lists/partial" "$work/sources"
	echo "deb-src http://deb.debian.org/debian $release main" >"$apt/sources.list"
	set -- -qq -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::lists="$apt/lists" -o APT::Sandbox::User=root
	apt-get "$@" update &&
		(cd "$work/sources" && apt-get "$@" source --download-only zlib ncurses libunistring pcre2 libzstd)
}

# unpack NAME: makes $work/NAME of its newest sources.
unpack() {
	local tar

	tar=$(ls "$work/sources/$1"_*.orig.tar.* | grep -v '\.asc$' | tail -n 1)
	rm -rf "${work:?}/$1" && mkdir -p "$work/$1" && tar -xf "$tar" -C "$work/$1" --strip-components=1
}

# library FILE NAME: makes the library unless it is there, by the function build_NAME in its sources.
library() {
	[ ! -e "$libs/lib/$1" ] || return 0
	say "building $2"
	unpack "$2"
	(cd "$work/$2" && set -e && "build_$2") >"$work/$2.log" 2>&1 || {
		tail -n 20 "$work/$2.log" >&2
		say "$2 cannot be built: $work/$2.log"
		exit 1
	}
}

build_zlib() {
	./configure --static --prefix="$libs"
	make -j"$jobs" libz.a
	install -D -t "$libs/lib" libz.a
	install -D -m 644 -t "$libs/include" zlib.h zconf.h
}

build_ncurses() {
	./configure --prefix="$libs" --enable-widec --disable-database --disable-home-terminfo --disable-stripping \
		--with-fallbacks="$terminals" --with-build-cc=gcc --with-tic-path="$(command -v tic)" \
		--with-infocmp-path="$(command -v infocmp)" --without-ada --without-cxx --without-cxx-binding \
		--without-debug --without-gpm --without-manpages --without-progs --without-shared --without-tests
	make -j"$jobs" -C include
	make -j"$jobs" -C ncurses
	make -C ncurses install.libs
	make -C include install.includes
}

build_libunistring() {
	./configure --prefix="$libs" --disable-shared --disable-dependency-tracking
	make -j"$jobs" -C lib
	make -C lib install
}

build_pcre2() {
	./configure --prefix="$libs" --disable-shared
	make -j"$jobs" libpcre2-8.la
	make install-libLTLIBRARIES install-nodist_includeHEADERS install-pkgconfigDATA lib_LTLIBRARIES=libpcre2-8.la
}

build_libzstd() {
	make -j"$jobs" -C lib libzstd.a
	make -C lib install-static install-includes install-pc PREFIX="$libs"
}

[ -e "$work/sources/.whole" ] || { fetch && touch "$work/sources/.whole"; }
# musl has no headers of the kernel: those of the system come after all others.
export CC=musl-gcc CFLAGS=-O2 CPPFLAGS="-idirafter /usr/include/$arch -idirafter /usr/include"
export CFLAGS="$CFLAGS $CPPFLAGS"
library libz.a zlib
library libncursesw.a ncurses
library libunistring.a libunistring
library libpcre2-8.a pcre2
library libzstd.a libzstd

mkdir -p "$work/build" && cd "$work/build"
if [ ! -e config.status ]; then
	say 'configuring'
	PKG_CONFIG_LIBDIR=$libs/lib/pkgconfig "$top/configure" --quiet --host="$(gcc -dumpmachine)" CC=musl-gcc CFLAGS=-O2 \
		CPPFLAGS="-isystem $libs/include -isystem $libs/include/ncursesw $CPPFLAGS" LDFLAGS="-static -L$libs/lib" \
		NCURSESW_CFLAGS=' ' NCURSESW_LIBS=-lncursesw ZLIB_CFLAGS=' ' ZLIB_LIBS=-lz --without-sqlite
fi
make -j"$jobs" --no-print-directory gtrace-tui >&2
strip -o "$work/gtrace-tui" gtrace-tui
say "build-static/gtrace-tui, $(wc -c <"$work/gtrace-tui") bytes"
