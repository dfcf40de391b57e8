package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// A program that makes a goroutine for each item, and its healthy twin (…-well), which makes one for many.  Ten items come
// each millisecond; they say how long they worked, and how many goroutines there were.

const churnItems = 2000

func init() {
	scenes["plant-churn"] = scene{procs: 2, run: func() { priceItems(1) }, setup: churnBefore}
	scenes["plant-churn-well"] = scene{procs: 2, run: func() { priceItems(100) }, setup: churnBefore}
}

var churnTurns int

func churnBefore() { churnTurns = turnsFor(20 * time.Microsecond) }

type prices struct {
	wg     sync.WaitGroup
	worked int64
	sum    int64
}

//go:noinline
func (p *prices) price(items int) {
	defer p.wg.Done()
	from, sum := time.Now(), 0
	for i := 0; i < items; i++ {
		sum += burn(churnTurns)
	}
	atomic.AddInt64(&p.sum, int64(sum))
	atomic.AddInt64(&p.worked, int64(time.Since(from)))
}

func priceItems(batch int) {
	p := &prices{}
	for done := 0; done < churnItems; done += 10 {
		for i := done; i < done+10; i++ {
			if i%batch == 0 {
				p.wg.Add(1)
				go p.price(batch)
			}
		}
		time.Sleep(time.Millisecond)
	}
	p.wg.Wait()
	report("goroutines", int64(churnItems/batch))
	report("worked_ns", p.worked)
	report("procs", 2)
}
