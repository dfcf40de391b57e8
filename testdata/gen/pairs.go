package main

import (
	"sync"
	"time"
)

// What tests/bench/pairs.py records and compares: four clerks that parse and store, and one that draws.  pair is
// recorded twice, which must not differ; the others have one cause more: pair-slices: each picture takes a tenth
// longer; pair-lock: storing needs a lock; pair-loop: a loop of 20 ms, ten times a second.  They say what that came to.
// All of them work by the clock, so that what else the machine does makes no piece of work longer; storing is waiting.

func init() {
	for name, p := range map[string]pairPlant{
		"pair":        {drawing: pairDrawing},
		"pair-slices": {drawing: pairDrawing * 11 / 10},
		"pair-lock":   {drawing: pairDrawing, lock: true},
		"pair-loop":   {drawing: pairDrawing, loop: true},
	} {
		scenes[name] = scene{procs: 2, run: p.run}
	}
}

type pairPlant struct {
	drawing    time.Duration
	lock, loop bool
}

const (
	pairTime    = 2 * time.Second
	pairParsing = 300 * time.Microsecond
	pairStoring = 1500 * time.Microsecond
	pairDrawing = time.Millisecond
	pairLooping = 20 * time.Millisecond
)

// ledger is where the clerks store, under a lock if it is one.
type ledger struct {
	sync.Mutex
	shared bool
	calls  lockCalls
}

//go:noinline
func (l *ledger) store(clerk int) {
	if l.shared {
		from := time.Now()
		l.Lock()
		l.calls.add(clerk, from)
		defer l.Unlock()
	}
	time.Sleep(pairStoring)
}

// pairClerk rests two to four milliseconds after each piece of work, by chance: clerks in step would meet at the lock
// for a while, and then not for a while.
//
//go:noinline
func pairClerk(l *ledger, clerk int, end time.Time, done *sync.WaitGroup) {
	for chance := uint32(clerk); time.Now().Before(end); {
		spin(pairParsing)
		l.store(clerk)
		chance = chance*1664525 + 1013904223
		time.Sleep(2*time.Millisecond + time.Duration(chance>>8)%(2*time.Millisecond))
	}
	done.Done()
}

//go:noinline
func pairDraw(takes time.Duration, end time.Time, done *sync.WaitGroup) {
	for time.Now().Before(end) {
		spin(takes)
		time.Sleep(3 * time.Millisecond)
	}
	done.Done()
}

//go:noinline
func pairLoop(end time.Time, took *time.Duration, done *sync.WaitGroup) {
	for next := time.Now(); next.Before(end); next = next.Add(100 * time.Millisecond) {
		time.Sleep(time.Until(next))
		from := time.Now()
		spin(pairLooping)
		*took += time.Since(from)
	}
	done.Done()
}

func (p pairPlant) run() {
	l := ledger{shared: p.lock}
	begin := time.Now()
	end := begin.Add(pairTime)
	var loop time.Duration
	var done sync.WaitGroup
	for i := 0; i < 4; i++ {
		done.Add(1)
		go pairClerk(&l, i, end, &done)
	}
	done.Add(1)
	go pairDraw(p.drawing, end, &done)
	if p.loop {
		done.Add(1)
		go pairLoop(end, &loop, &done)
	}
	done.Wait()
	l.calls.report()
	report("loop_ns", int64(loop))
	report("time_ns", int64(time.Since(begin)))
}
