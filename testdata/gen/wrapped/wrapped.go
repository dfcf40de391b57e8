// Wrapped records goroutines that other functions start for the program.  Its argument is the file to write.
package main

import (
	"context"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

//go:noinline
func fetch() error {
	time.Sleep(time.Millisecond)
	return nil
}

//go:noinline
func store(context.Context) { runtime.Gosched() }

//go:noinline
func setUp() { time.Sleep(time.Millisecond) }

// No event shows its stack.
func nothing() error { return nil }

//go:noinline
func startNothing(g *errgroup.Group) { g.Go(nothing) }

func main() {
	runtime.GOMAXPROCS(2)
	f, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	trace.Start(f)
	var g errgroup.Group
	for i := 0; i < 3; i++ {
		g.Go(fetch)
	}
	startNothing(&g)
	go pprof.Do(context.Background(), pprof.Labels("step", "store"), store)
	go sync.OnceFunc(setUp)()
	g.Wait()
	time.Sleep(5 * time.Millisecond)
	trace.Stop()
	f.Close()
}
