/* What each type of v1 event moves (format/v1.md 8, 10.2). */
#include "order/v1moves.h"

#define BLOCKS { V1_LEAVES, K_CONTEXT, S_ANY, V1_RUNNING, V1_WAITING, false }
#define YIELDS { V1_LEAVES, K_CONTEXT, S_ANY, V1_RUNNING, V1_RUNNABLE, false }
#define ENDS { V1_LEAVES, K_NONE, S_ANY, 0, 0, false }
#define OF_NOBODY { V1_NOBODY, K_NONE, S_ANY, 0, 0, false }

const struct v1_type v1_types[64] = {
	[GT_V1_GoCreate] = { V1_STAYS, K_ARG, S_0, V1_DEAD, V1_RUNNABLE, true },
	[GT_V1_GoWaiting] = { V1_OTHER, K_ARG, S_1, V1_RUNNABLE, V1_WAITING, true },
	[GT_V1_GoInSyscall] = { V1_OTHER, K_ARG, S_1, V1_RUNNABLE, V1_WAITING, true },
	[GT_V1_GoStart] = { V1_STARTS, K_ARG, S_ARG1, V1_RUNNABLE, V1_RUNNING, true },
	[GT_V1_GoStartLabel] = { V1_STARTS, K_ARG, S_ARG1, V1_RUNNABLE, V1_RUNNING, true },
	[GT_V1_GoStartLocal] = { V1_STARTS, K_ARG, S_ANY, V1_RUNNABLE, V1_RUNNING, true },
	[GT_V1_GoEnd] = ENDS,
	[GT_V1_GoStop] = ENDS,
	[GT_V1_GoSched] = YIELDS,
	[GT_V1_GoPreempt] = YIELDS,
	[GT_V1_GoSleep] = BLOCKS,
	[GT_V1_GoBlock] = BLOCKS,
	[GT_V1_GoBlockSend] = BLOCKS,
	[GT_V1_GoBlockRecv] = BLOCKS,
	[GT_V1_GoBlockSelect] = BLOCKS,
	[GT_V1_GoBlockSync] = BLOCKS,
	[GT_V1_GoBlockCond] = BLOCKS,
	[GT_V1_GoBlockNet] = BLOCKS,
	[GT_V1_GoBlockGC] = BLOCKS,
	[GT_V1_GoSysBlock] = BLOCKS,
	[GT_V1_GoUnblock] = { V1_STAYS, K_ARG, S_ARG1, V1_WAITING, V1_RUNNABLE, true },
	[GT_V1_GoSysExit] = { V1_OTHER, K_ARG, S_ARG1, V1_WAITING, V1_RUNNABLE, true },
	[GT_V1_GoUnblockLocal] = { V1_STAYS, K_ARG, S_ANY, V1_WAITING, V1_RUNNABLE, true },
	[GT_V1_GoSysExitLocal] = { V1_OTHER, K_ARG, S_ANY, V1_WAITING, V1_RUNNABLE, true },
	[GT_V1_GCStart] = { V1_NOBODY, K_GC, S_ARG0, V1_DEAD, V1_DEAD, true },
	[GT_V1_GCDone] = OF_NOBODY,
	[GT_V1_STWStart] = OF_NOBODY,
	[GT_V1_STWDone] = OF_NOBODY,
};
