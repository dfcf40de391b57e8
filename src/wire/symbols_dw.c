/* Names for program counters, read with libelf and libdw. */
#include "wire/symbols.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/xalloc.h"

/*
 * libelf reads with pread here and not through a map, which a program that is
 * being rebuilt would turn into SIGBUS.  libdwfl is not used: it looks for separate debug
 * files, on the network if so configured, and Go never writes any.
 */

/* Symbols may lie inside each other; so many before the nearest are looked at. */
#define LOOK_BACK 8

/* What [lo, hi) belongs to. */
struct span {
	uint64_t lo, hi;
	uint64_t what;           /* functions: the name's offset; units: the offset of the unit's DIE */
	bool open;               /* hi is only a limit */
};

struct spans {
	struct span *v;          /* by lo */
	size_t n, cap;
};

struct gt_symbols {
	int fd;
	Elf *elf;
	Dwarf *dwarf;            /* NULL: no line table */
	Elf_Scn *symtab;         /* NULL: none */
	size_t names;            /* section of the names of symtab */
	struct gt_source_id id;
	bool loaded;
	struct spans funcs, units;
};

bool gt_symbols_supported(void)
{
	return true;
}

const char *gt_symbols_version(void)
{
	return dwfl_version(NULL);
}

/* ---- spans ---- */

/* Of those that begin together the shortest is the last, of equal ones the first in the file. */
static int by_place(const void *va, const void *vb)
{
	const struct span *a = va, *b = vb;

	if (a->lo != b->lo)
		return a->lo < b->lo ? -1 : 1;
	if (a->hi != b->hi)
		return a->hi > b->hi ? -1 : 1;
	return (a->what < b->what) - (a->what > b->what);
}

static void add_span(struct spans *s, struct span v)
{
	GT_GROW(s->v, s->cap, s->n + 1);
	s->v[s->n++] = v;
}

/* By place; the open ones end where the next one begins. */
static void settle_spans(struct spans *s)
{
	uint64_t next = UINT64_MAX;

	if (s->n)
		qsort(s->v, s->n, sizeof *s->v, by_place);
	for (size_t i = s->n; i-- > 0;) {
		struct span *v = &s->v[i];

		if (i + 1 < s->n && v[1].lo > v->lo)
			next = v[1].lo;
		if (v->open && next < v->hi)
			v->hi = next;
	}
}

/* The innermost span around an address, or NULL. */
static const struct span *find_span(const struct spans *s, uint64_t addr)
{
	size_t lo = GT_BISECT(i, (size_t)0, s->n, s->v[i].lo <= addr);

	for (size_t i = lo; i > 0 && lo - i < LOOK_BACK; i--)
		if (addr < s->v[i - 1].hi)
			return &s->v[i - 1];
	return NULL;
}

/* ---- opening ---- */

static int refuse(struct gt_error *err, const char *path, const char *why)
{
	return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "no names from %.100s: %s", path, why);
}

static int open_elf(struct gt_symbols *s, const char *path, struct gt_error *err)
{
	Elf_Scn *scn = NULL;
	Dwarf_CU *cu = NULL;
	GElf_Ehdr ehdr;
	GElf_Shdr shdr;

	elf_version(EV_CURRENT);
	s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (s->fd < 0)
		return gt_error_errno(err, errno, "cannot open %.100s", path);
	s->elf = elf_begin(s->fd, ELF_C_READ, NULL);
	if (!s->elf || elf_kind(s->elf) != ELF_K_ELF || !gelf_getehdr(s->elf, &ehdr))
		return refuse(err, path, "its ELF header is damaged");
	if (ehdr.e_type == ET_DYN)
		return refuse(err, path, "it is position-independent, and the trace does not tell where it was loaded");
	if (ehdr.e_type != ET_EXEC)
		return refuse(err, path, "it is not a linked program");
	while (!s->symtab && (scn = elf_nextscn(s->elf, scn)) != NULL) {
		if (gelf_getshdr(scn, &shdr) && shdr.sh_type == SHT_SYMTAB) {
			s->symtab = scn;
			s->names = shdr.sh_link;
		}
	}
	s->dwarf = dwarf_begin_elf(s->elf, DWARF_C_READ, NULL);
	/* A unit at least: an ELF file without DWARF may be opened, too. */
	if (!s->symtab && (!s->dwarf || dwarf_get_units(s->dwarf, NULL, &cu, NULL, NULL, NULL, NULL) != 0))
		return refuse(err, path, "it was stripped, its symbols are gone");
	return 0;
}

int gt_symbols_open(struct gt_symbols **out, const char *path, struct gt_error *err)
{
	struct gt_source *src;
	struct gt_symbols *s;
	int rc;

	*out = NULL;
	if (access(path, R_OK))
		return gt_error_errno(err, errno, "cannot open %.100s", path);
	if (!gt_symbols_is_program(path))
		return refuse(err, path, "it is not an ELF program");
	s = gt_xcalloc(1, sizeof *s);
	s->fd = -1;
	/* As every file is identified for the cache. */
	rc = gt_source_open(&src, path, err);
	if (!rc) {
		if (!gt_source_identify(src, &s->id))
			rc = gt_error_errno(err, errno, "cannot read %.100s", path);
		gt_source_close(src);
	}
	if (!rc)
		rc = open_elf(s, path, err);
	if (rc) {
		gt_symbols_close(s);
		return rc;
	}
	*out = s;
	return 0;
}

void gt_symbols_close(struct gt_symbols *s)
{
	if (!s)
		return;
	dwarf_end(s->dwarf);
	elf_end(s->elf);
	if (s->fd >= 0)
		close(s->fd);
	free(s->funcs.v);
	free(s->units.v);
	free(s);
}

const struct gt_source_id *gt_symbols_id(const struct gt_symbols *s)
{
	return &s->id;
}

/* ---- functions ---- */

static void add_func(struct gt_symbols *s, const GElf_Sym *sym)
{
	Elf_Scn *scn = sym->st_shndx < SHN_LORESERVE ? elf_getscn(s->elf, sym->st_shndx) : NULL;
	struct span f = { .lo = sym->st_value, .what = sym->st_name };
	uint64_t end = 0;
	GElf_Shdr shdr;

	/* Nothing reaches over the end of the section that it is defined in. */
	if (sym->st_shndx != SHN_UNDEF && scn && gelf_getshdr(scn, &shdr))
		end = f.hi = shdr.sh_addr + shdr.sh_size;
	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC || !sym->st_name || f.lo >= end)
		return;
	/* Functions in assembler may have no size. */
	f.open = sym->st_size == 0;
	if (!f.open && sym->st_size < end - f.lo)
		f.hi = f.lo + sym->st_size;
	add_span(&s->funcs, f);
}

/* ---- lines ---- */

/* Where the code of a unit is, and its line table.  budget: ranges that may still be read. */
static void load_unit(struct gt_symbols *s, Dwarf_Die *die, uint64_t *budget)
{
	struct span u = { .what = dwarf_dieoffset(die) };
	Dwarf_Addr base;
	Dwarf_Lines *lines;
	ptrdiff_t at = 0;
	size_t n;

	/* The table is kept with the unit: dwarf_getsrc_die finds it there. */
	if (dwarf_getsrclines(die, &lines, &n))
		return;
	while (*budget > 0 && (at = dwarf_ranges(die, at, &base, &u.lo, &u.hi)) > 0) {
		--*budget;
		if (u.lo < u.hi)
			add_span(&s->units, u);
	}
}

void gt_symbols_load(struct gt_symbols *s)
{
	/* Hostile units may share one list of ranges; no honest file has more of them than bytes. */
	uint64_t budget = s->id.size;
	Elf_Data *data = NULL;
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;
	GElf_Sym sym;
	uint8_t type;

	if (s->loaded)
		return;
	s->loaded = true;
	while (s->symtab && (data = elf_getdata(s->symtab, data)) != NULL)
		for (int i = 0; gelf_getsym(data, i, &sym); i++)
			add_func(s, &sym);
	settle_spans(&s->funcs);
	while (s->dwarf && budget > 0 && dwarf_get_units(s->dwarf, cu, &cu, NULL, &type, &die, NULL) == 0)
		if (type == DW_UT_compile)
			load_unit(s, &die, &budget);
	settle_spans(&s->units);
}

/* ---- asking ---- */

static void find_line(struct gt_symbols *s, uint64_t addr, struct gt_symbol *out)
{
	const struct span *unit = find_span(&s->units, addr);
	Dwarf_Line *line;
	Dwarf_Die die;
	const char *file, *slash;
	int n;

	if (!unit || !dwarf_offdie(s->dwarf, unit->what, &die))
		return;
	line = dwarf_getsrc_die(&die, addr);
	file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	if (!file || dwarf_lineno(line, &n))
		return;
	/* Go's "<autogenerated>" is no file in the directory of the build, which libdw puts before it. */
	slash = strrchr(file, '/');
	out->file = slash && slash[1] == '<' ? slash + 1 : file;
	out->line = n > 0 ? (uint64_t)n : 0;
}

bool gt_symbols_find(struct gt_symbols *s, uint64_t addr, struct gt_symbol *out)
{
	const struct span *func;
	const char *name = NULL;

	*out = (struct gt_symbol){ .func = "", .file = "" };
	gt_symbols_load(s);
	func = find_span(&s->funcs, addr);
	if (func)
		name = elf_strptr(s->elf, s->names, (size_t)func->what);
	if (name)
		out->func = name;
	find_line(s, addr, out);
	return *out->func || *out->file;
}
