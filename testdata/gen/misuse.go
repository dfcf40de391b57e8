package main

import (
	"context"
	"runtime/trace"
	"time"
)

// misuse uses annotations as people do and should not.  What a reader has to find stands in tests/cli/misused.sh:
// four regions that end before one that began later (three queued, and outer), two ends too many, and two of a task
// that had ended.
func misuse() {
	ctx, task := trace.NewTask(context.Background(), "job")
	outer := trace.StartRegion(ctx, "outer")

	// A region of each request, first in, first out (pingcap/tidb#58364).
	var queue [4]*trace.Region
	var tasks [4]*trace.Task
	for i := range queue {
		var of context.Context
		of, tasks[i] = trace.NewTask(ctx, "request")
		queue[i] = trace.StartRegion(of, "queued")
		time.Sleep(time.Millisecond)
	}
	for i := range queue {
		queue[i].End()
		tasks[i].End()
		time.Sleep(time.Millisecond)
	}

	endTwice(ctx)

	// Ended by another goroutine: it goes on until its own one ends, here with the trace.
	stray := trace.StartRegion(ctx, "stray")
	each(1, func(int) { stray.End() })

	outer.End()
	task.End()
	time.Sleep(time.Millisecond)
	task.End()
	time.Sleep(time.Millisecond)
	task.End()
	time.Sleep(time.Millisecond)
}

func endTwice(ctx context.Context) {
	r := trace.StartRegion(ctx, "twice")
	defer r.End()
	time.Sleep(time.Millisecond)
	r.End()
	time.Sleep(2 * time.Millisecond)
}
