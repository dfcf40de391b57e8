// Gen records one small trace for the tests:
//
//	gen SCENE OUT.trace
//
// The scenes are the files beside this one.  They avoid whatever Go 1.19 does
// not have; what is newer is left out by GENERATE.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/trace"
	"sort"
	"sync"
	"time"
)

type scene struct {
	procs int    // GOMAXPROCS
	run   func() // between the start and the stop of the trace
	setup func() // before the start; may be nil

	// After the stop: writes what the program knows of what it did; may be nil.
	log func(name string, begin, end time.Time)
}

var scenes = map[string]scene{
	"annotations":     {procs: 2, run: annotate, setup: annotateBefore},
	"big":             {procs: 16, run: bigLoad},
	"asked":           {procs: 2, run: archive, setup: askedBefore},
	"calls":           {procs: 2, run: systemCalls},
	"empty":           {procs: 2, run: func() {}},
	"forever":         {procs: 2, run: blockForever},
	"gc":              {procs: 4, run: collect, setup: fillHeap},
	"gens":            {procs: 2, run: generations, setup: generationsBefore},
	"greedy":          {procs: 2, run: func() { time.Sleep(40 * time.Millisecond) }, setup: greedy},
	"limit":           {procs: 2, run: limit, setup: limitBefore},
	"locks":           {procs: 4, run: contend},
	"many":            {procs: 2, run: manyGoroutines},
	"misuse":          {procs: 2, run: misuse},
	"plant-hog":       {procs: 1, run: func() { hogWith(1) }, setup: func() { hogTurns = turnsFor(20 * time.Millisecond) }},
	"plant-hog-well":  {procs: 1, run: func() { hogWith(100) }, setup: func() { hogTurns = turnsFor(20 * time.Millisecond) }},
	"plant-gcs":       {procs: 4, run: litter, setup: func() { grow(12) }},
	"plant-gcs-well":  {procs: 4, run: litter, setup: func() { grow(400) }},
	"plant-slow":      {procs: 2, run: func() { callWith(30 * time.Millisecond) }},
	"plant-slow-well": {procs: 2, run: func() { callWith(100 * time.Microsecond) }},
	"plant-leak":      {procs: 2, run: func() { leakWith(0) }},
	"plant-leak-well": {procs: 2, run: func() { leakWith(1) }},
	"plant-late":      {procs: 1, run: func() { ringWith(3 * time.Millisecond) }},
	"plant-late-well": {procs: 1, run: func() { ringWith(20 * time.Microsecond) }},
	"profile":         {procs: 2, run: profiled},
	"requests":        {procs: 2, run: requests, setup: requestsBefore, log: requestsLog},
	"stutter":         {procs: 4, run: stutter, setup: stutterBefore},
	"timers":          {procs: 2, run: timers},
	"worlds":          {procs: 2, run: stopWorlds},
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func usage() {
	var names []string
	for name := range scenes {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(os.Stderr, "usage: gen SCENE OUT.trace; scenes:", names)
	os.Exit(2)
}

// each runs work(0) … work(n-1) in goroutines of their own and waits for them.
func each(n int, work func(i int)) {
	var wg sync.WaitGroup
	wg.Add(n)
	for i := 0; i < n; i++ {
		go func(i int) {
			defer wg.Done()
			work(i)
		}(i)
	}
	wg.Wait()
}

// burn keeps a P busy for a number of turns, about a nanosecond each.
//
//go:noinline
func burn(turns int) (sum int) {
	for i := 0; i < turns; i++ {
		sum = sum*31 ^ i
	}
	return sum
}

func main() {
	if len(os.Args) != 3 {
		usage()
	}
	s, ok := scenes[os.Args[1]]
	if !ok {
		usage()
	}
	runtime.GOMAXPROCS(s.procs)
	f, err := os.Create(os.Args[2])
	must(err)
	buf := bufio.NewWriterSize(f, 1<<20)
	debug.SetGCPercent(-1) // whoever wants a collection says so
	if s.setup != nil {
		s.setup()
	}
	must(trace.Start(buf))
	begin := time.Now()
	s.run()
	end := time.Now()
	trace.Stop()
	must(buf.Flush())
	must(f.Close())
	if s.log != nil {
		s.log(os.Args[2]+".log", begin, end)
	}
	os.Exit(0) // some scenes leave goroutines behind
}
