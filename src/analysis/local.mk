# Sources of the analysis layer, a list per room; rooms see those above them (tests/lint/check-rooms.sh).
noinst_LIBRARIES += src/libgt_analysis.a
src_libgt_analysis_a_SOURCES =

# stacks: frames as text, where a stack is, what it waits for and in which queue.
src_libgt_analysis_a_SOURCES += src/analysis/stacks/queuesites.c src/analysis/stacks/queuesites.h \
	src/analysis/stacks/reasons.c src/analysis/stacks/reasons.h \
	src/analysis/stacks/stackset.c src/analysis/stacks/stackset.h src/analysis/stacks/stacktext.c \
	src/analysis/stacks/stacktext.h src/analysis/stacks/where.c \
	src/analysis/stacks/where.h

# table: what every report is: columns, rows, order, filters, cells.
src_libgt_analysis_a_SOURCES += src/analysis/table/celltext.c src/analysis/table/celltext.h \
	src/analysis/table/wording.c src/analysis/table/wording.h src/analysis/table/wording.def \
	src/analysis/table/filter.c src/analysis/table/filter.h src/analysis/table/lengths.c \
	src/analysis/table/lengths.h src/analysis/table/lexer.c src/analysis/table/lexer.h \
	src/analysis/table/matcher.c src/analysis/table/matcher.h \
	src/analysis/table/measure.c src/analysis/table/measure.h src/analysis/table/percentile.c \
	src/analysis/table/percentile.h src/analysis/table/radix.c src/analysis/table/radix.h \
	src/analysis/table/ranks.c src/analysis/table/ranks.h src/analysis/table/options.def \
	src/analysis/table/regexp.h src/analysis/table/reports.def src/analysis/table/reports.h \
	src/analysis/table/scratch.c src/analysis/table/scratch.h src/analysis/table/sort.c \
	src/analysis/table/sort.h src/analysis/table/sortkeys.c src/analysis/table/sortkeys.h \
	src/analysis/table/table.c \
	src/analysis/table/table.h src/analysis/table/top.c src/analysis/table/top.h src/analysis/table/types.h \
	src/analysis/table/valueclass.c src/analysis/table/valueclass.h src/analysis/table/values.c \
	src/analysis/table/values.h \
	src/analysis/table/view.c src/analysis/table/view.h
if HAVE_PCRE2
src_libgt_analysis_a_SOURCES += src/analysis/table/regexp_pcre.c
else
src_libgt_analysis_a_SOURCES += src/analysis/table/regexp_posix.c
endif

# events: events and changes of counters, as they were recorded.
src_libgt_analysis_a_SOURCES += src/analysis/events/counters.c src/analysis/events/evtable.c

# goroutines: lives, owners, sums, states.
src_libgt_analysis_a_SOURCES += src/analysis/goroutines/gassists.c src/analysis/goroutines/gassists.h \
	src/analysis/goroutines/gcache.c src/analysis/goroutines/ginfo.c src/analysis/goroutines/ginfo.h \
	src/analysis/goroutines/goroutines.c src/analysis/goroutines/goroutines.h src/analysis/goroutines/granges.c \
	src/analysis/goroutines/granges.h src/analysis/goroutines/groups.c src/analysis/goroutines/gscan.c \
	src/analysis/goroutines/gscan.h src/analysis/goroutines/gsums.c src/analysis/goroutines/gtable.h \
	src/analysis/goroutines/life.c src/analysis/goroutines/owner.c src/analysis/goroutines/owner.h \
	src/analysis/goroutines/waking.c

# tasks: user tasks, regions and logs.
src_libgt_analysis_a_SOURCES += src/analysis/tasks/histogram.c src/analysis/tasks/histogram.h \
	src/analysis/tasks/logs.c src/analysis/tasks/members.c src/analysis/tasks/members.h \
	src/analysis/tasks/regions.c src/analysis/tasks/regionspans.c src/analysis/tasks/regionspans.h src/analysis/tasks/splits.c \
	src/analysis/tasks/splits.h src/analysis/tasks/taskevents.c src/analysis/tasks/tasklist.c \
	src/analysis/tasks/tasklist.h src/analysis/tasks/taskrows.h src/analysis/tasks/tasks.c \
	src/analysis/tasks/types.c

# stw: stop-the-world pauses and who is to blame.
src_libgt_analysis_a_SOURCES += src/analysis/stw/blame.c src/analysis/stw/blame.h \
	src/analysis/stw/blame_index.c src/analysis/stw/blame_index.h src/analysis/stw/stalls.c \
	src/analysis/stw/stalls.h src/analysis/stw/stw.c src/analysis/stw/stw.h \
	src/analysis/stw/stwtotal.c

# gc: cycles and what they cost, ranges.
src_libgt_analysis_a_SOURCES += src/analysis/gc/gc.c src/analysis/gc/gccost.c src/analysis/gc/gccost.h \
	src/analysis/gc/gccycles.c src/analysis/gc/gccycles.h src/analysis/gc/gcheap.c src/analysis/gc/gcheap.h \
	src/analysis/gc/gcparts.c src/analysis/gc/gcparts.h src/analysis/gc/gcpaygroups.c \
	src/analysis/gc/gcpaygroups.h src/analysis/gc/gcworkers.c src/analysis/gc/gcworkers.h \
	src/analysis/gc/heapgoals.c src/analysis/gc/heapgoals.h src/analysis/gc/mmu.c src/analysis/gc/mmu.h \
	src/analysis/gc/mmutable.c src/analysis/gc/mmutable.h src/analysis/gc/mutil.c src/analysis/gc/mutil.h \
	src/analysis/gc/mutil_fns.c src/analysis/gc/mutil_own.h src/analysis/gc/ranges.c

# waits: waits of goroutines, what they have in common; what went on meanwhile.
src_libgt_analysis_a_SOURCES += src/analysis/waits/callrows.c src/analysis/waits/callscan.c \
	src/analysis/waits/callscan.h src/analysis/waits/schedwait.c src/analysis/waits/schedwait.h \
	src/analysis/waits/sweep.c src/analysis/waits/sweep.h src/analysis/waits/sweep_own.h \
	src/analysis/waits/sweepkept.c src/analysis/waits/sweeplist.c src/analysis/waits/sweepscan.c \
	src/analysis/waits/sweepstate.c src/analysis/waits/waitblock.c src/analysis/waits/waitblock.h \
	src/analysis/waits/waitgather.c src/analysis/waits/waitgather.h \
	src/analysis/waits/waitkeys.c src/analysis/waits/waitkeys.h src/analysis/waits/waitrows.c src/analysis/waits/waitrows.h \
	src/analysis/waits/waitscan.c src/analysis/waits/waitscan.h src/analysis/waits/wakers.c \
	src/analysis/waits/wakers.h src/analysis/waits/wakings.c src/analysis/waits/wakings.h

# locks: who waited for locks, who held them, convoys.
src_libgt_analysis_a_SOURCES += src/analysis/locks/holders.c src/analysis/locks/lock.h src/analysis/locks/locklook.c \
	src/analysis/locks/locklook.h src/analysis/locks/locks.c src/analysis/locks/locks.h \
	src/analysis/locks/lockover.c src/analysis/locks/locks_own.h src/analysis/locks/locksites.c src/analysis/locks/locksites.h \
	src/analysis/locks/locksums.c src/analysis/locks/locktable.c

# pressure: what processors did while goroutines waited for one.
src_libgt_analysis_a_SOURCES += src/analysis/pressure/shortage.c src/analysis/pressure/shortage.h \
	src/analysis/pressure/shortjoin.c \
	src/analysis/pressure/shortkept.c
src_libgt_analysis_a_SOURCES += src/analysis/pressure/alone.c src/analysis/pressure/harm.c src/analysis/pressure/harm.h \
	src/analysis/pressure/held.c src/analysis/pressure/held.h \
	src/analysis/pressure/held_each.c src/analysis/pressure/held_own.h src/analysis/pressure/held_procs.c \
	src/analysis/pressure/held_ran.c src/analysis/pressure/held_waits.c \
	src/analysis/pressure/held_walk.c src/analysis/pressure/instead.c src/analysis/pressure/pressgrid.c \
	src/analysis/pressure/pressgrid.h src/analysis/pressure/pressure.c src/analysis/pressure/ranby.c \
	src/analysis/pressure/ranby.h src/analysis/pressure/sched.c src/analysis/pressure/sched.h

# waitlist: every wait, and waits in groups; also by who held their locks and who ran instead.
src_libgt_analysis_a_SOURCES += src/analysis/waitlist/schedinstead.c src/analysis/waitlist/schedinstead.h \
	src/analysis/waitlist/waitgroups.c src/analysis/waitlist/waitgroups.h \
	src/analysis/waitlist/waitgroups_own.h src/analysis/waitlist/waitgroupscan.c \
	src/analysis/waitlist/waits.c src/analysis/waitlist/waits.h

# slices: what ran on processors, greediest slices.
src_libgt_analysis_a_SOURCES += src/analysis/slices/chain.c src/analysis/slices/chain.h \
	src/analysis/slices/greedy.c src/analysis/slices/greedy.h src/analysis/slices/greedyfacts.c \
	src/analysis/slices/greedygroups.c src/analysis/slices/greedygroups.h src/analysis/slices/greedykeys.c \
	src/analysis/slices/greedyrows.c src/analysis/slices/greedyrows.h src/analysis/slices/greedytop.c \
	src/analysis/slices/procs.c src/analysis/slices/queues.c src/analysis/slices/queues.h \
	src/analysis/slices/slicegroups.c src/analysis/slices/slicegroups.h

# paths: wake-up chains.
src_libgt_analysis_a_SOURCES += src/analysis/paths/critby.c src/analysis/paths/critby.h \
	src/analysis/paths/critgroups.c src/analysis/paths/critical.c \
	src/analysis/paths/critical.h src/analysis/paths/critlist.c src/analysis/paths/critlist.h \
	src/analysis/paths/critsums.c src/analysis/paths/critsums.h src/analysis/paths/crittable.c \
	src/analysis/paths/crittable.h src/analysis/paths/critwindows.c src/analysis/paths/path.c \
	src/analysis/paths/path.h src/analysis/paths/pathtable.c src/analysis/paths/states.c \
	src/analysis/paths/states.h

# requests: requests of servers, inferred from stacks.
src_libgt_analysis_a_SOURCES += src/analysis/requests/inarow.c src/analysis/requests/inarow.h \
	src/analysis/requests/inarow_own.h src/analysis/requests/inarow_stack.c \
	src/analysis/requests/inarow_walk.c src/analysis/requests/requestgroups.c src/analysis/requests/requestrows.c \
	src/analysis/requests/requestrows.h src/analysis/requests/requests.c src/analysis/requests/requests.h \
	src/analysis/requests/requestsums.c src/analysis/requests/requestsums.h src/analysis/requests/reqwalk.c \
	src/analysis/requests/requestqueues.c src/analysis/requests/requestqueues.h \
	src/analysis/requests/reqwalk.h src/analysis/requests/servers.c \
	src/analysis/requests/servers.h

# queues: who waited for channels and conditions, who woke them: limits, room, work.
src_libgt_analysis_a_SOURCES += src/analysis/queues/queue.h src/analysis/queues/queueing.c \
	src/analysis/queues/queueing.h src/analysis/queues/queueing_own.h src/analysis/queues/queuelook.c \
	src/analysis/queues/queuelook.h src/analysis/queues/queuepools.c src/analysis/queues/queuesums.c \
	src/analysis/queues/queuetable.c src/analysis/queues/queuewoken.c src/analysis/queues/queuewoken.h

# profiles: waits and samples by stack.
src_libgt_analysis_a_SOURCES += src/analysis/profiles/calls.c src/analysis/profiles/calltree.c \
	src/analysis/profiles/calltree.h src/analysis/profiles/critprofile.c src/analysis/profiles/kept.c \
	src/analysis/profiles/kept.h src/analysis/profiles/making.h src/analysis/profiles/profile.c \
	src/analysis/profiles/profile.h src/analysis/profiles/profilereport.c src/analysis/profiles/scope.c \
	src/analysis/profiles/scope.h src/analysis/profiles/tallies.c src/analysis/profiles/treetable.c \
	src/analysis/profiles/waited.c

# findings: what stands out.
src_libgt_analysis_a_SOURCES += src/analysis/findings/because.c src/analysis/findings/find_alone.c \
	src/analysis/findings/find_calls.c src/analysis/findings/find_churn.c \
	src/analysis/findings/find_gc.c src/analysis/findings/find_dials.c src/analysis/findings/find_inarow.c src/analysis/findings/find_locks.c src/analysis/findings/find_none.c \
	src/analysis/findings/find_queues.c src/analysis/findings/find_short.c \
	src/analysis/findings/find_slices.c src/analysis/findings/find_spins.c src/analysis/findings/find_stays.c src/analysis/findings/find_stops.c \
	src/analysis/findings/find_storms.c src/analysis/findings/find_tracer.c \
	src/analysis/findings/find_waits.c src/analysis/findings/findadd.c \
	src/analysis/findings/find_handovers.c src/analysis/findings/handovers.c src/analysis/findings/handovers.h \
	src/analysis/findings/find_herds.c src/analysis/findings/herds.c src/analysis/findings/herds.h \
	src/analysis/findings/busyplaces.c src/analysis/findings/busyplaces.h \
	src/analysis/findings/find_shards.c src/analysis/findings/shards.c src/analysis/findings/shards.h \
	src/analysis/findings/find_ticks.c src/analysis/findings/tickfit.c src/analysis/findings/tickloops.c \
	src/analysis/findings/tickloops.h src/analysis/findings/tickloops_own.h \
	src/analysis/findings/findings.c src/analysis/findings/findings.h src/analysis/findings/findkind.h \
	src/analysis/findings/findkinds.def src/analysis/findings/findlist.c src/analysis/findings/findreport.c \
	src/analysis/findings/rangesum.c src/analysis/findings/rangesum.h

# compare: what two traces differ by.
src_libgt_analysis_a_SOURCES += src/analysis/compare/cmpkept.c \
	src/analysis/compare/cmpkept.h src/analysis/compare/compare.c src/analysis/compare/compare.h \
	src/analysis/compare/comparereport.c src/analysis/compare/comparereport.h \
	src/analysis/compare/difftree.c src/analysis/compare/difftree.h src/analysis/compare/facts.c \
	src/analysis/compare/joined.c src/analysis/compare/joined.h \
	src/analysis/compare/judge.c src/analysis/compare/keyed.c src/analysis/compare/keyed.h \
	src/analysis/compare/kinds.c src/analysis/compare/kinds.def src/analysis/compare/kinds.h \
	src/analysis/compare/stats.c src/analysis/compare/stats.h src/analysis/compare/work.c

# fleet: many traces as rows, and which of them stands apart.
src_libgt_analysis_a_SOURCES += src/analysis/fleet/fleet.c src/analysis/fleet/fleet.h \
	src/analysis/fleet/fleethost.c src/analysis/fleet/fleetreport.c src/analysis/fleet/fleetrow.c \
	src/analysis/fleet/fleetwhy.c src/analysis/fleet/outliers.c

# reports: summaries of a trace, series of its values, and the list of all reports.
src_libgt_analysis_a_SOURCES += src/analysis/reports/brief.c src/analysis/reports/notetext.c \
	src/analysis/reports/notetext.h src/analysis/reports/registry.c src/analysis/reports/registry.h \
	src/analysis/reports/series.c src/analysis/reports/series.def src/analysis/reports/series.h \
	src/analysis/reports/seriesreport.c src/analysis/reports/summary.c src/analysis/reports/summary.h
