package main

import (
	"fmt"
	"sort"
	"sync"
	"time"
)

// Programs whose planted cause is a lock, and their healthy twins (…-well).  Each measures how long its calls of Lock
// took, and says on standard output how many waited, for how long together, and in how much of the time at least one did.

func init() {
	scenes["plant-convoy"] = scene{procs: 4, run: func() { passBooks(1) }}
	scenes["plant-convoy-well"] = scene{procs: 4, run: func() { passBooks(100) }}
	scenes["plant-pool"] = scene{procs: 4, run: func() { ask(1) }}
	scenes["plant-pool-well"] = scene{procs: 4, run: func() { ask(4) }}
}

// lockTime is how long these programs run; lockLeast the shortest call of Lock that waited.
const (
	lockTime  = 200 * time.Millisecond
	lockLeast = 5 * time.Microsecond
)

// lockCall is one of Lock.
type lockCall struct{ from, to time.Time }

// lockCalls, a list per goroutine: what measures a lock takes none.
type lockCalls [8][]lockCall

func (c *lockCalls) add(i int, from time.Time) {
	if to := time.Now(); to.Sub(from) >= lockLeast {
		c[i] = append(c[i], lockCall{from, to})
	}
}

func (c *lockCalls) report() {
	var all []lockCall
	var sum, some time.Duration
	var until time.Time
	for _, own := range c {
		all = append(all, own...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].from.Before(all[j].from) })
	for _, i := range all {
		sum += i.to.Sub(i.from)
		if i.from.Before(until) {
			i.from = until
		}
		if i.to.After(i.from) {
			some += i.to.Sub(i.from)
			until = i.to
		}
	}
	fmt.Println("waits", len(all))
	fmt.Println("lost_ns", int64(sum))
	fmt.Println("some_ns", int64(some))
}

// ---- a convoy: six clerks, one book; each writes for half a millisecond, or for a hundredth of it and does the rest outside ----

type book struct {
	sync.Mutex
	sum   int
	calls lockCalls
}

// write holds the lock for one part of the work.
//
//go:noinline
func (b *book) write(clerk, turns int) {
	from := time.Now()
	b.Lock() // the convoy
	b.calls.add(clerk, from)
	b.sum += burn(turns)
	b.Unlock() // the convoy's end
}

// passBooks: of `parts` equal parts of the work one is done under the lock.
func passBooks(parts int) {
	var b book
	end := time.Now().Add(lockTime)
	each(6, func(i int) {
		for time.Now().Before(end) {
			b.write(i, 500000/parts)
			if parts > 1 {
				time.Sleep(2 * time.Millisecond)
			}
		}
	})
	b.calls.report()
}

// ---- a pool of one connection: four clients, each asks for 2 ms ----

type conn struct {
	sync.Mutex
	calls *lockCalls
}

//go:noinline
func (c *conn) query(client int) {
	from := time.Now()
	c.Lock() // the pool
	c.calls.add(client, from)
	time.Sleep(2 * time.Millisecond) // the way there and back
	c.Unlock()                       // the pool's end
}

// ask: so many connections.
func ask(n int) {
	var c lockCalls
	pool := make([]conn, n)
	for i := range pool {
		pool[i].calls = &c
	}
	end := time.Now().Add(lockTime)
	each(4, func(i int) {
		for time.Now().Before(end) {
			pool[i%n].query(i)
		}
	})
	c.report()
}
