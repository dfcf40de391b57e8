package main

import (
	"sync"
	"time"
)

// A ledger that is kept by eight clerks, each for some accounts, and its healthy twin (…-well).  Nearly all entries are of
// accounts that one clerk has.  It says how long the desk waited for that one to take the next entry.

const (
	clerks  = 8
	entries = 140
)

func init() {
	scenes["plant-shard"] = scene{procs: 2, run: func() { keepLedger(6) }, setup: shardBefore}
	scenes["plant-shard-well"] = scene{procs: 2, run: func() { keepLedger(1) }, setup: shardBefore}
}

var shardTurns int

func shardBefore() { shardTurns = turnsFor(100 * time.Microsecond) }

type entry struct{ account, sum int }

type clerk struct {
	in  chan entry
	sum int
}

//go:noinline
func (c *clerk) post(e entry) {
	c.sum += e.sum + burn(shardTurns)
	time.Sleep(3 * time.Millisecond)
}

//go:noinline
func (c *clerk) work() {
	for e := range c.in {
		c.post(e)
	}
}

type accounts struct {
	desks  [clerks]clerk
	waited [clerks]time.Duration
}

//go:noinline
func (l *accounts) enter(e entry) {
	at := e.account % clerks
	from := time.Now()
	l.desks[at].in <- e
	l.waited[at] += time.Since(from)
}

// Six of seven accounts have numbers that the eight clerks come out even with, or one of seven.
func keepLedger(busy int) {
	l := &accounts{}
	var wg sync.WaitGroup
	for i := range l.desks {
		l.desks[i].in = make(chan entry, 2)
		wg.Add(1)
		go func(c *clerk) {
			defer wg.Done()
			c.work()
		}(&l.desks[i])
	}
	for i := 0; i < entries; i++ {
		e := entry{account: i, sum: i}
		if busy > 1 && i%7 < busy {
			e.account = i * clerks
		}
		l.enter(e)
	}
	from := time.Now()
	for i := range l.desks {
		close(l.desks[i].in)
	}
	wg.Wait()
	report("hot_ns", int64(l.waited[0]))
	report("end_ns", int64(time.Since(from)))
}
