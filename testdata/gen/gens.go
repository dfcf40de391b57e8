package main

import (
	"context"
	"runtime/trace"
	"syscall"
	"time"
)

var gens struct {
	ctx  context.Context
	task *trace.Task
}

func generationsBefore() {
	go hog(2000000)
	go func() { // always in a system call
		for {
			ts := syscall.NsecToTimespec(7e6)
			syscall.Nanosleep(&ts, nil)
		}
	}()
	go func() { select {} }()
}

// generations: tasks, calls and waits that reach over the bounds of
// generations; record it with GODEBUG=traceadvanceperiod=15000000 (ns).
func generations() {
	gens.ctx, gens.task = trace.NewTask(context.Background(), "over all generations")
	region := trace.StartRegion(gens.ctx, "long region")
	for i := 0; i < 10; i++ {
		_, t := trace.NewTask(gens.ctx, "step")
		time.Sleep(6 * time.Millisecond)
		burn(200000)
		trace.Logf(gens.ctx, "step", "%d", i)
		t.End()
	}
	region.End()
	gens.task.End()
}
