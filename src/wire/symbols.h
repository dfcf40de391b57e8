/* Names for program counters: functions and lines of the program that wrote a trace. */
#ifndef GT_WIRE_SYMBOLS_H
#define GT_WIRE_SYMBOLS_H

#include "wire/source.h"

/*
 * Traces of Go 1.5 and 1.6 hold program counters only (format/v1.md 15).
 * The names are in the program's ELF file: functions in its symbol table, files
 * and lines in its DWARF line table.  libdw reads both; a build without
 * it has the same functions, and gt_symbols_open tells why it fails.
 *
 *	gt_symbols_open    looks at the file's headers
 *	gt_symbols_load    reads the tables: some 100 ms for a large program
 *	gt_symbols_find    as often as wanted, in one thread
 *	gt_symbols_close
 */
struct gt_symbols;

/* Strings are bytes of the program (hostile!), valid until gt_symbols_close; "" and 0: not known. */
struct gt_symbol {
	const char *func;
	const char *file;
	uint64_t line;
};

/* False in a build without libdw.  Costs nothing to ask. */
bool gt_symbols_supported(void);

/* libdw's version, "0.188", for --version; NULL: there is none. */
const char *gt_symbols_version(void);

/* True if path is a regular file that begins like an ELF file, whatever is in it. */
bool gt_symbols_is_program(const char *path);

/*
 * GT_ERR_IO, or GT_ERR_USAGE and a sentence why the file is of no use: not
 * an ELF program, position-independent, stripped; or a build without libdw.
 */
int gt_symbols_open(struct gt_symbols **out, const char *path, struct gt_error *err);
void gt_symbols_close(struct gt_symbols *s);

/* What identifies the program's content. */
const struct gt_source_id *gt_symbols_id(const struct gt_symbols *s);

/* Reads the tables now, so that gt_symbols_find is quick from the first one on.  Damaged ones give fewer names. */
void gt_symbols_load(struct gt_symbols *s);

/*
 * The function and the line of the instruction at an address; false if
 * neither is known.  A PC from a stack is a return address: ask for the byte before it.
 */
bool gt_symbols_find(struct gt_symbols *s, uint64_t addr, struct gt_symbol *out);

#endif
