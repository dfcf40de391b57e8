package main

import (
	"sync/atomic"
	"time"
)

// A program of phases, and its healthy twin (…-well): pages are counted by two goroutines at once; then the counts are
// merged by one of them alone, or by both.  It says how long one merged alone.

func init() {
	scenes["plant-alone"] = scene{procs: 2, run: func() { indexPages(false) }, setup: phaseBefore}
	scenes["plant-alone-well"] = scene{procs: 2, run: func() { indexPages(true) }, setup: phaseBefore}
}

var phaseTurns int

func phaseBefore() { phaseTurns = turnsFor(15 * time.Millisecond) }

type index struct {
	counted [2]int
	merged  int64
}

//go:noinline
func (x *index) count(i int) {
	x.counted[i] += burn(2 * phaseTurns)
}

//go:noinline
func (x *index) merge(turns int) {
	atomic.AddInt64(&x.merged, int64(burn(turns)+x.counted[0]))
}

func indexPages(both bool) {
	var alone int64
	x := &index{}
	for round := 0; round < 3; round++ {
		each(2, x.count)
		if both {
			each(2, func(int) { x.merge(phaseTurns) })
			continue
		}
		from := time.Now()
		x.merge(2 * phaseTurns)
		alone += int64(time.Since(from))
	}
	each(2, x.count)
	report("alone_ns", alone)
}
