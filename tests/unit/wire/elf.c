/* ELF programs made by hand, in this machine's byte order. */
#include "unit/wire/elf.h"

#include <elf.h>
#include <string.h>
#include <zlib.h>

#include "base/bytes.h"
#include "tap/tap.h"

enum section { S_NULL, S_TEXT, S_SYMTAB, S_STRTAB, S_ABBREV, S_INFO, S_LINE, S_NAMES, SECTIONS };

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
static void pack(struct gt_buf *b, enum elf_packing packing)
{
	struct gt_buf out = { 0 };
	Bytef bytes[4096];
	uLongf n = sizeof bytes;

	if (packing == ELF_PLAIN)
		return;
	if (compress(bytes, &n, (const Bytef *)b->data, b->len) != Z_OK)
		tap_bail("compress");
	if (packing == ELF_SHF) {
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

static void fill_sections(const struct elf_recipe *r, struct gt_buf *s, Elf64_Shdr *h)
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
		const char *name = i == S_LINE && r->packing == ELF_ZDEBUG ? ".zdebug_line" : names[i];

		h[i].sh_name = add_name(&s[S_NAMES], name);
		h[i].sh_type = i == S_SYMTAB && !r->symbols ? SHT_PROGBITS : types[i];
		h[i].sh_size = s[i].len;
		h[i].sh_addralign = i ? 1 : 0;
	}
	h[S_NAMES].sh_size = s[S_NAMES].len;
	h[S_TEXT].sh_addr = ELF_TEXT_ADDR;
	h[S_TEXT].sh_size = ELF_TEXT_SIZE;
	h[S_TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	h[S_SYMTAB].sh_link = S_STRTAB;
	h[S_SYMTAB].sh_entsize = sizeof(Elf64_Sym);
	h[S_SYMTAB].sh_info = GT_COUNT(symbols) + 1;
	if (r->lines && r->packing == ELF_SHF)
		h[S_LINE].sh_flags = SHF_COMPRESSED;
}

void elf_make(const struct elf_recipe *r, struct gt_buf *out)
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
