/* Names from ELF files: one made here, cut and damaged in every way, and this program itself. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "tap/tap.h"
#include "wire/symbols.h"

/* ---- an ELF file in this machine's byte order ---- */

enum section { S_NULL, S_TEXT, S_SYMTAB, S_STRTAB, S_ABBREV, S_INFO, S_LINE, S_NAMES, SECTIONS };

enum packing { PLAIN, SHF, ZDEBUG };

struct recipe {
	uint16_t type;
	bool symbols, lines;
	enum packing packing;
};

static const struct recipe whole = { ET_EXEC, true, true, PLAIN };

#define TEXT_ADDR UINT64_C(0x401000)
#define TEXT_SIZE UINT64_C(0x300)

static const struct {
	const char *name;
	uint64_t addr, size;
	unsigned type;
} symbols[] = {
	{ "main.go", 0, 0, STT_FILE },
	{ "runtime.last", 0x401200, 0, STT_FUNC },      /* not in order */
	{ "main.main", 0x401000, 0x40, STT_FUNC },
	{ "main.(*T).Run", 0x401040, 0x60, STT_FUNC },
	{ "runtime.asm", 0x4010a0, 0, STT_FUNC },
	{ "main.gr\303\274\303\237e", 0x401100, 0x40, STT_FUNC },
	{ "inner", 0x401110, 8, STT_FUNC },
	{ "main.table", 0x401150, 0x10, STT_OBJECT },
	{ "alias.first", 0x401180, 0x10, STT_FUNC },
	{ "alias.second", 0x401180, 0x10, STT_FUNC },
	{ "beyond", 0x401400, 0x10, STT_FUNC },         /* its section ends before */
};

static void put(struct gt_buf *b, const void *v, size_t n)
{
	gt_buf_add(b, v, n);
}

static void put8(struct gt_buf *b, unsigned v)
{
	gt_buf_putc(b, (char)v);
}

static void put16(struct gt_buf *b, unsigned v)
{
	uint16_t n = (uint16_t)v;

	put(b, &n, sizeof n);
}

static void put32(struct gt_buf *b, uint64_t v)
{
	uint32_t n = (uint32_t)v;

	put(b, &n, sizeof n);
}

static void put64(struct gt_buf *b, uint64_t v)
{
	put(b, &v, sizeof v);
}

static void put_string(struct gt_buf *b, const char *s)
{
	put(b, s, strlen(s) + 1);
}

static void make_symbols(struct gt_buf *symtab, struct gt_buf *strtab)
{
	Elf64_Sym sym = { 0 };

	put8(strtab, 0);
	put(symtab, &sym, sizeof sym);
	for (size_t i = 0; i < GT_COUNT(symbols); i++) {
		sym = (Elf64_Sym){
			.st_name = (Elf64_Word)strtab->len, .st_info = ELF64_ST_INFO(STB_LOCAL, symbols[i].type),
			.st_shndx = symbols[i].addr ? S_TEXT : SHN_ABS, .st_value = symbols[i].addr,
			.st_size = symbols[i].size,
		};
		put(symtab, &sym, sizeof sym);
		put_string(strtab, symbols[i].name);
	}
}

/* One unit of DWARF 2 for the whole program, as Go 1.5 wrote it. */
static void make_unit(struct gt_buf *abbrev, struct gt_buf *info)
{
	static const uint8_t form[] = {
		1, 0x11, 0,             /* compile_unit without children */
		0x03, 0x08, 0x10, 0x06, /* name: string; stmt_list: data4 */
		0x11, 0x01, 0x12, 0x01, /* low_pc, high_pc: addr */
		0, 0, 0,
	};
	size_t start;

	put(abbrev, form, sizeof form);
	put32(info, 0);
	start = info->len;
	put16(info, 2);
	put32(info, 0);
	put8(info, 8);
	put8(info, 1);
	put_string(info, "main");
	put32(info, 0);
	put64(info, 0x401000);
	put64(info, 0x401300);
	memcpy(info->data, &(uint32_t){ (uint32_t)(info->len - start) }, 4);
}

/* A row of the line table; `line` counts from the row before. */
static void put_row(struct gt_buf *b, unsigned file, int line, uint64_t addr)
{
	put8(b, 0);
	put8(b, 9);
	put8(b, 2);          /* set_address */
	put64(b, addr);
	put8(b, 4);          /* set_file */
	put8(b, file);
	put8(b, 3);          /* advance_line */
	put8(b, (unsigned)line & 0x7f);
	put8(b, 1);          /* copy */
}

static void make_lines(struct gt_buf *b)
{
	static const uint8_t lengths[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1 };
	size_t start, header;

	put32(b, 0);
	start = b->len;
	put16(b, 2);
	put32(b, 0);
	header = b->len;
	put8(b, 1);                 /* bytes of an instruction */
	put8(b, 1);                 /* is_stmt */
	put8(b, (unsigned)-3 & 0xff);
	put8(b, 12);
	put8(b, 10);                /* special opcodes begin */
	put(b, lengths, sizeof lengths);
	put8(b, 0);                 /* no directories */
	put_string(b, "/src/main.go");
	put(b, "\0\0", 3);
	put_string(b, "/src/run.go");
	put(b, "\0\0", 3);
	put8(b, 0);
	memcpy(b->data + start + 2, &(uint32_t){ (uint32_t)(b->len - header) }, 4);
	put_row(b, 1, 9, 0x401000);         /* main.go:10 */
	put_row(b, 1, 1, 0x401010);         /* main.go:11 */
	put_row(b, 2, 9, 0x401040);         /* run.go:20 */
	put_row(b, 2, -1, 0x401050);        /* run.go:19 */
	put(b, "\x02\x50\0\1\1", 5);        /* advance_pc 0x50, end_sequence at 0x4010a0 */
	memcpy(b->data, &(uint32_t){ (uint32_t)(b->len - start) }, 4);
}

/* Compresses a section's bytes in place, in one of the two ways there are. */
static void pack(struct gt_buf *b, enum packing packing)
{
	struct gt_buf out = { 0 };
	Bytef bytes[4096];
	uLongf n = sizeof bytes;

	if (packing == PLAIN)
		return;
	if (compress(bytes, &n, (const Bytef *)b->data, b->len) != Z_OK)
		tap_bail("compress");
	if (packing == SHF) {
		Elf64_Chdr head = { .ch_type = ELFCOMPRESS_ZLIB, .ch_size = b->len, .ch_addralign = 1 };

		put(&out, &head, sizeof head);
	} else {
		put(&out, "ZLIB", 4);
		for (int shift = 56; shift >= 0; shift -= 8)
			put8(&out, (unsigned)(b->len >> shift) & 0xff);
	}
	put(&out, bytes, n);
	gt_buf_release(b);
	*b = out;
}

static uint32_t add_name(struct gt_buf *names, const char *name)
{
	uint32_t at = (uint32_t)names->len;

	put_string(names, name);
	return at;
}

static void fill_sections(const struct recipe *r, struct gt_buf *s, Elf64_Shdr *h)
{
	static const char *const names[SECTIONS] = {
		"", ".text", ".symtab", ".strtab", ".debug_abbrev", ".debug_info", ".debug_line", ".shstrtab" };
	static const uint32_t types[SECTIONS] = {
		SHT_NULL, SHT_NOBITS, SHT_SYMTAB, SHT_STRTAB, SHT_PROGBITS, SHT_PROGBITS, SHT_PROGBITS, SHT_STRTAB };

	if (r->symbols)
		make_symbols(&s[S_SYMTAB], &s[S_STRTAB]);
	if (r->lines) {
		make_unit(&s[S_ABBREV], &s[S_INFO]);
		make_lines(&s[S_LINE]);
		pack(&s[S_LINE], r->packing);
	}
	for (int i = 0; i < SECTIONS; i++) {
		const char *name = i == S_LINE && r->packing == ZDEBUG ? ".zdebug_line" : names[i];

		h[i].sh_name = add_name(&s[S_NAMES], name);
		h[i].sh_type = i == S_SYMTAB && !r->symbols ? SHT_PROGBITS : types[i];
		h[i].sh_size = s[i].len;
		h[i].sh_addralign = i ? 1 : 0;
	}
	h[S_NAMES].sh_size = s[S_NAMES].len;
	h[S_TEXT].sh_addr = TEXT_ADDR;
	h[S_TEXT].sh_size = TEXT_SIZE;
	h[S_TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	h[S_SYMTAB].sh_link = S_STRTAB;
	h[S_SYMTAB].sh_entsize = sizeof(Elf64_Sym);
	h[S_SYMTAB].sh_info = GT_COUNT(symbols) + 1;
	if (r->lines && r->packing == SHF)
		h[S_LINE].sh_flags = SHF_COMPRESSED;
}

static void make_elf(const struct recipe *r, struct gt_buf *out)
{
	struct gt_buf s[SECTIONS] = { 0 };
	Elf64_Shdr h[SECTIONS] = { 0 };
	Elf64_Ehdr e = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			     __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ELFDATA2MSB : ELFDATA2LSB, EV_CURRENT },
		.e_type = r->type, .e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_ehsize = sizeof e,
		.e_shentsize = sizeof *h, .e_shnum = SECTIONS, .e_shstrndx = S_NAMES,
	};
	uint64_t at = sizeof e;

	fill_sections(r, s, h);
	for (int i = 0; i < SECTIONS; i++) {
		h[i].sh_offset = at;
		at += s[i].len;
	}
	e.e_shoff = gt_align_up(at, 8);
	put(out, &e, sizeof e);
	for (int i = 0; i < SECTIONS; i++)
		put(out, gt_buf_str(&s[i]), s[i].len);
	gt_buf_fill(out, '\0', e.e_shoff - at);
	put(out, h, sizeof h);
	for (int i = 0; i < SECTIONS; i++)
		gt_buf_release(&s[i]);
}

/* ---- files ---- */

static char scratch[] = "symbols-XXXXXX";
static char path[64];            /* of a file in memory: thousands of versions are written */
static int fd;

static void write_bytes(const void *bytes, size_t n)
{
	if (ftruncate(fd, 0) || pwrite(fd, bytes, n, 0) != (ssize_t)n)
		tap_bail("cannot write: %s", strerror(errno));
}

static struct gt_symbols *open_recipe(const struct recipe *r, struct gt_error *err)
{
	struct gt_symbols *s;
	struct gt_buf elf = { 0 };

	make_elf(r, &elf);
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
	static const struct recipe no_lines = { ET_EXEC, true, false, PLAIN }, no_symbols = { ET_EXEC, false, true, PLAIN },
				   packed[] = { { ET_EXEC, true, true, SHF }, { ET_EXEC, true, true, ZDEBUG } };
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

static void refuses(const struct recipe *r, const char *want)
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
	static const struct recipe pie = { ET_DYN, true, true, PLAIN }, object = { ET_REL, true, true, PLAIN },
				   stripped = { ET_EXEC, false, false, PLAIN };
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
	make_elf(&whole, &elf);
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
	for (uint64_t addr = TEXT_ADDR - 8; addr < TEXT_ADDR + TEXT_SIZE; addr += 24)
		gt_symbols_find(s, addr, &sym);
	gt_symbols_close(s);
}

static void test_damage(void)
{
	static const uint8_t with[] = { 0x00, 0xff, 0x80 };
	struct gt_buf elf = { 0 };
	uint8_t old;

	make_elf(&whole, &elf);
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

	make_elf(&whole, &elf);
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

int main(void)
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
	return tap_done();
}
