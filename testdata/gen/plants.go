package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sort"
	"sync"
	"syscall"
	"time"
)

// Programs with a planted cause, and their healthy twins (…-well), which do the same work without it.  Each says on
// standard output what the cause cost it: GENERATE keeps that beside the trace as SCENE.log.

// plantFor is how long a planted program runs.
const plantFor = 400 * time.Millisecond

func report(name string, value int64) { fmt.Println(name, value) }

// interval is a time in which something was lost.
type interval struct{ from, to time.Time }

type intervals struct {
	sync.Mutex
	v []interval
}

func (l *intervals) add(from, to time.Time) {
	l.Lock()
	l.v = append(l.v, interval{from, to})
	l.Unlock()
}

// union is the time in which at least one of those of a length went on.
func (l *intervals) union(least time.Duration) (sum time.Duration, n int64) {
	sort.Slice(l.v, func(i, j int) bool { return l.v[i].from.Before(l.v[j].from) })
	var until time.Time
	for _, i := range l.v {
		if i.to.Sub(i.from) < least {
			continue
		}
		n++
		if i.from.Before(until) {
			i.from = until
		}
		if i.to.After(i.from) {
			sum += i.to.Sub(i.from)
			until = i.to
		}
	}
	return sum, n
}

// spin keeps a P busy for a time.
//
//go:noinline
func spin(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

// ---- a hog: a loop of 20 ms on the only P, while another goroutine is ready (recorded without preemption) ----

var hogged intervals

// turnsFor is about how many turns of burn take a time.
func turnsFor(d time.Duration) int {
	best := time.Hour
	for i := 0; i < 5; i++ {
		from := time.Now()
		burn(1000000)
		if took := time.Since(from); took < best {
			best = took
		}
	}
	return int(1000000 * d / best)
}

//go:noinline
func hogP(ready chan<- bool, pieces, turns int) {
	for end := time.Now().Add(plantFor); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		ready <- true
		from := time.Now()
		for i := 0; i < pieces; i++ {
			burn(turns)
			if pieces > 1 {
				runtime.Gosched()
			}
		}
		hogged.add(from, time.Now())
	}
	close(ready)
}

var hogTurns int

func hogWith(pieces int) {
	ready := make(chan bool, 1)
	go hogP(ready, pieces, hogTurns/pieces)
	for range ready {
		spin(50 * time.Microsecond)
	}
	sum, n := hogged.union(0)
	report("loops", n)
	report("loops_ns", int64(sum))
}

// ---- a GC that runs 60 times a second, for a heap of some megabytes that hardly grows ----

func seconds(name string) int64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return int64(s[0].Value.Float64() * 1e9)
}

var trash []byte

// litter allocates at an even pace, about 240 MB a second.
//
//go:noinline
func litter() {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	mark := seconds("/cpu/classes/gc/mark/dedicated:cpu-seconds")
	assist := seconds("/cpu/classes/gc/mark/assist:cpu-seconds")
	begin := time.Now()
	for n := 0; ; n++ {
		due := time.Duration(n) * time.Millisecond
		if due >= plantFor {
			break
		}
		time.Sleep(due - time.Since(begin))
		for i := 0; i < 8; i++ {
			trash = make([]byte, 30000)
		}
	}
	for i := 0; i < 2; i++ { // what was going on is counted when it ends
		runtime.Gosched()
	}
	runtime.ReadMemStats(&after)
	report("cycles", int64(after.NumGC-before.NumGC))
	report("mark_ns", seconds("/cpu/classes/gc/mark/dedicated:cpu-seconds")-mark)
	report("assist_ns", seconds("/cpu/classes/gc/mark/assist:cpu-seconds")-assist)
	report("procs", int64(runtime.GOMAXPROCS(0)))
	report("run_ns", int64(time.Since(begin)))
}

func grow(percent int) {
	for i := 0; i < 16; i++ {
		forest = append(forest, plant(14))
	}
	debug.SetGCPercent(percent)
	runtime.GC()
}

// ---- slow system calls ----

var called intervals

//go:noinline
func slowCalls(length time.Duration) {
	for end := time.Now().Add(plantFor); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		ts := syscall.NsecToTimespec(int64(length))
		from := time.Now()
		syscall.Nanosleep(&ts, nil)
		called.add(from, time.Now())
	}
}

func callWith(length time.Duration) {
	each(2, func(int) { slowCalls(length) })
	sum, n := called.union(0)
	report("calls", n)
	report("calls_ns", int64(sum))
}

// ---- goroutines that leak: each waits for an answer that nobody takes ----

//go:noinline
func askForIt(answer chan<- int) { answer <- 1 }

func leakWith(room int) {
	left := 0
	for end := time.Now().Add(plantFor); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		answer := make(chan int, room)
		go askForIt(answer)
		left += 1 - room
	}
	report("left", int64(left))
}

// ---- timers that fire while all Ps are busy ----

var late intervals

// alarm wakes at fixed times and works: many of them at the same time get in each other's way.
//
//go:noinline
func alarm(begin time.Time, work time.Duration) {
	for due := begin.Add(20 * time.Millisecond); due.Before(begin.Add(plantFor)); due = due.Add(40 * time.Millisecond) {
		time.Sleep(time.Until(due))
		late.add(due, time.Now())
		spin(work)
	}
}

func ringWith(work time.Duration) {
	begin := time.Now()
	each(8, func(int) { alarm(begin, work) })
	sum, n := late.union(time.Millisecond)
	report("late", n)
	report("late_ns", int64(sum))
}
