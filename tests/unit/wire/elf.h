/* ELF programs made by hand, in this machine's byte order. */
#ifndef GT_TEST_ELF_H
#define GT_TEST_ELF_H

#include "base/buf.h"

/* How the line table is compressed. */
enum elf_packing { ELF_PLAIN, ELF_SHF, ELF_ZDEBUG };

struct elf_recipe {
	uint16_t type;          /* ET_EXEC … */
	bool symbols, lines;
	enum elf_packing packing;
};

#define ELF_TEXT_ADDR UINT64_C(0x401000)
#define ELF_TEXT_SIZE UINT64_C(0x300)

/*
 * Functions (elf.c has the table) and these lines, as Go 1.5 wrote them:
 *	0x401000 /src/main.go:10   0x401010 /src/main.go:11   main.main
 *	0x401040 /src/run.go:20    0x401050 /src/run.go:19    main.(*T).Run, to 0x40109f
 */
void elf_make(const struct elf_recipe *r, struct gt_buf *out);

#endif
