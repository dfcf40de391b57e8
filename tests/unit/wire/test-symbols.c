/* Names from ELF files: one made here, cut and damaged in every way, and this program itself. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap/tap.h"
#include "unit/wire/elf.h"
#include "wire/symbols.h"

static const struct elf_recipe whole = { ET_EXEC, true, true, ELF_PLAIN };

/* ---- files ---- */

static char scratch[] = "symbols-XXXXXX";
static char path[64];            /* of a file in memory: thousands of versions are written */
static int fd;

static void write_bytes(const void *bytes, size_t n)
{
	if (ftruncate(fd, 0) || pwrite(fd, bytes, n, 0) != (ssize_t)n)
		tap_bail("cannot write: %s", strerror(errno));
}

static struct gt_symbols *open_recipe(const struct elf_recipe *r, struct gt_error *err)
{
	struct gt_symbols *s;
	struct gt_buf elf = { 0 };

	elf_make(r, &elf);
	write_bytes(elf.data, elf.len);
	gt_buf_release(&elf);
	err->text[0] = '\0';
	gt_symbols_open(&s, path, err);
	return s;
}

/* ---- what is found ---- */

static void is_symbol(struct gt_symbols *s, uint64_t addr, const char *want)
{
	struct gt_symbol sym;
	struct gt_buf got = { 0 };
	bool found = gt_symbols_find(s, addr, &sym);

	gt_buf_printf(&got, "%s %s:%d", sym.func, sym.file, (int)sym.line);
	tap_is_str(gt_buf_str(&got), want, "%#llx", (unsigned long long)addr);
	tap_is_int(found, strcmp(want, " :0") != 0, "%#llx: found or not", (unsigned long long)addr);
	gt_buf_release(&got);
}

static void test_find(void)
{
	struct gt_error err = { 0 };
	struct gt_symbols *s = open_recipe(&whole, &err);

	if (!tap_ok(s, "opens a program"))
		tap_bail("%s", err.text);
	is_symbol(s, 0x401000, "main.main /src/main.go:10");
	is_symbol(s, 0x40100f, "main.main /src/main.go:10");
	is_symbol(s, 0x401010, "main.main /src/main.go:11");
	is_symbol(s, 0x40103f, "main.main /src/main.go:11");
	is_symbol(s, 0x401040, "main.(*T).Run /src/run.go:20");
	is_symbol(s, 0x40109f, "main.(*T).Run /src/run.go:19");
	is_symbol(s, 0x4010a0, "runtime.asm :0");
	is_symbol(s, 0x4010ff, "runtime.asm :0");
	is_symbol(s, 0x401100, "main.gr\303\274\303\237e :0");
	is_symbol(s, 0x401110, "inner :0");
	is_symbol(s, 0x401118, "main.gr\303\274\303\237e :0");
	is_symbol(s, 0x401140, " :0");
	is_symbol(s, 0x401150, " :0");
	is_symbol(s, 0x40118f, "alias.first :0");
	is_symbol(s, 0x401190, " :0");
	is_symbol(s, 0x401200, "runtime.last :0");
	is_symbol(s, 0x4012ff, "runtime.last :0");
	is_symbol(s, 0x401300, " :0");
	is_symbol(s, 0x401400, " :0");
	is_symbol(s, 0x400fff, " :0");
	is_symbol(s, 0, " :0");
	is_symbol(s, UINT64_MAX, " :0");
	gt_symbols_close(s);
}

static void test_parts(void)
{
	static const struct elf_recipe no_lines = { ET_EXEC, true, false, ELF_PLAIN };
	static const struct elf_recipe no_symbols = { ET_EXEC, false, true, ELF_PLAIN };
	static const struct elf_recipe packed[] = {
		{ ET_EXEC, true, true, ELF_SHF }, { ET_EXEC, true, true, ELF_ZDEBUG } };
	struct gt_error err = { 0 };
	struct gt_symbols *s = open_recipe(&no_lines, &err);

	if (tap_ok(s, "a program without lines"))
		is_symbol(s, 0x401040, "main.(*T).Run :0");
	gt_symbols_close(s);
	s = open_recipe(&no_symbols, &err);
	if (tap_ok(s, "a program without symbols"))
		is_symbol(s, 0x401040, " /src/run.go:20");
	gt_symbols_close(s);
	for (size_t i = 0; i < GT_COUNT(packed); i++) {
		s = open_recipe(&packed[i], &err);
		if (tap_ok(s, "compressed lines %zu", i))
			is_symbol(s, 0x401011, "main.main /src/main.go:11");
		gt_symbols_close(s);
	}
}

/* ---- what is refused ---- */

static void refuses(const struct elf_recipe *r, const char *want)
{
	struct gt_error err = { 0 };
	struct gt_symbols *s = open_recipe(r, &err);

	tap_ok(!s && err.code == GT_ERR_USAGE, "refused: %s", want);
	if (!tap_ok(strstr(err.text, want) && strstr(err.text, path), "says so"))
		tap_diag("%s", err.text);
	gt_symbols_close(s);
}

static void test_refused(void)
{
	static const struct elf_recipe pie = { ET_DYN, true, true, ELF_PLAIN };
	static const struct elf_recipe object = { ET_REL, true, true, ELF_PLAIN };
	static const struct elf_recipe stripped = { ET_EXEC, false, false, ELF_PLAIN };
	struct gt_error err = { 0 };
	struct gt_symbols *s;

	refuses(&pie, "position-independent");
	refuses(&object, "not a linked program");
	refuses(&stripped, "stripped");
	write_bytes("#!/bin/sh\n", 10);
	tap_is_int(gt_symbols_open(&s, path, &err), GT_ERR_USAGE, "a script");
	tap_ok(strstr(err.text, "not an ELF program"), "says so");
	write_bytes("\177ELF", 4);
	tap_is_int(gt_symbols_open(&s, path, &err), GT_ERR_USAGE, "nothing but the magic");
	tap_ok(strstr(err.text, "damaged"), "says so");
	tap_is_int(gt_symbols_open(&s, scratch, &err), GT_ERR_USAGE, "a directory");
	rmdir(scratch);
	tap_is_int(gt_symbols_open(&s, scratch, &err), GT_ERR_IO, "no file");
	tap_ok(strstr(err.text, strerror(ENOENT)) && !s, "says so");
}

/* A change of one byte must not go unnoticed by the cache of indexes. */
static void test_identity(void)
{
	struct gt_error err = { 0 };
	struct gt_symbols *s = open_recipe(&whole, &err), *o;
	struct gt_source_id a, b;
	struct gt_buf elf = { 0 };

	a = *gt_symbols_id(s);
	elf_make(&whole, &elf);
	tap_is_u64(a.size, elf.len, "identified by its size");
	elf.data[elf.len / 2] ^= 1;
	write_bytes(elf.data, elf.len);
	if (!gt_symbols_open(&o, path, &err)) {
		b = *gt_symbols_id(o);
		tap_ok(a.fingerprint != b.fingerprint && a.fingerprint, "and its content");
		gt_symbols_close(o);
	} else {
		tap_fail("and its content");
	}
	gt_buf_release(&elf);
	gt_symbols_close(s);
}

/* ---- damage ---- */

static void ask_all(const void *bytes, size_t n)
{
	struct gt_symbols *s;
	struct gt_symbol sym;

	write_bytes(bytes, n);
	if (gt_symbols_open(&s, path, NULL))
		return;
	for (uint64_t addr = ELF_TEXT_ADDR - 8; addr < ELF_TEXT_ADDR + ELF_TEXT_SIZE; addr += 24)
		gt_symbols_find(s, addr, &sym);
	gt_symbols_close(s);
}

static void test_damage(void)
{
	static const uint8_t with[] = { 0x00, 0xff, 0x80 };
	struct gt_buf elf = { 0 };
	uint8_t old;

	elf_make(&whole, &elf);
	for (size_t n = 0; n < elf.len; n++)
		ask_all(elf.data, n);
	tap_pass("every cut is survived");
	for (size_t i = 0; i < elf.len; i++) {
		old = (uint8_t)elf.data[i];
		for (size_t k = 0; k < GT_COUNT(with); k++) {
			elf.data[i] = (char)(k == 2 ? old ^ with[k] : with[k]);
			ask_all(elf.data, elf.len);
		}
		elf.data[i] = (char)old;
	}
	tap_pass("every damaged byte is survived");
	gt_buf_release(&elf);
}

/* ---- this program ---- */

enum { HERE = __LINE__ + 1 };
static __attribute__((noinline)) int here(int x)
{
	return x * 2 + 1;
}

static void test_self(void)
{
	struct gt_symbols *s;
	struct gt_symbol sym;
	struct gt_error err;

	if (gt_symbols_open(&s, "/proc/self/exe", &err)) {
		tap_skip(3, "%s", err.text);
		return;
	}
	gt_symbols_find(s, (uint64_t)(uintptr_t)here, &sym);
	tap_is_str(sym.func, "here", "a function of this program");
	tap_ok(strstr(sym.file, "test-symbols.c"), "its file: %s", sym.file);
	/* The first instruction belongs to the head or, optimised, to the body. */
	tap_ok(sym.line >= HERE && sym.line <= HERE + 3, "its line: %d", (int)sym.line);
	tap_is_int(here(1), 3, "and it is there");
	gt_symbols_close(s);
}

/* ---- without libdw, too ---- */

static void test_recognised(void)
{
	struct gt_buf elf = { 0 };

	elf_make(&whole, &elf);
	write_bytes(elf.data, elf.len);
	tap_ok(gt_symbols_is_program(path), "an ELF file is a program");
	write_bytes(elf.data, 3);
	tap_ok(!gt_symbols_is_program(path), "not if it is too short");
	tap_ok(!gt_symbols_is_program(scratch), "a directory is none");
	rmdir(scratch);
	tap_ok(!gt_symbols_is_program(scratch), "nor what is not there");
	tap_is_int(mkfifo(scratch, 0600), 0, "a pipe");
	tap_ok(!gt_symbols_is_program(scratch), "is not looked into");
	unlink(scratch);
	mkdir(scratch, 0700);
	gt_buf_release(&elf);
}

static void test_unsupported(void)
{
	struct gt_error err = { 0 };
	struct gt_symbols *s = open_recipe(&whole, &err);

	tap_ok(!s && err.code == GT_ERR_USAGE && strstr(err.text, "built without libdw"), "says what is missing");
	tap_ok(!gt_symbols_version(), "no version");
	tap_skip(1, "built without libdw");
}

#ifdef HAVE_LIBDW
static const bool configured = true;
#else
static const bool configured = false;
#endif

TAP_TEST(programs)
{
	if (!mkdtemp(scratch))
		tap_bail("mkdtemp: %s", strerror(errno));
	fd = memfd_create("program", MFD_CLOEXEC);
	if (fd < 0)
		tap_skip_all("no files in memory: %s", strerror(errno));
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	test_recognised();
	tap_is_int(gt_symbols_supported(), configured, "supported if configured so");
	if (gt_symbols_supported()) {
		tap_ok(gt_symbols_version(), "libdw has a version");
		test_find();
		test_parts();
		test_refused();
		test_identity();
		test_damage();
		test_self();
	} else {
		test_unsupported();
	}
	close(fd);
	rmdir(scratch);
}
