package main

import (
	"sync"
	"time"
)

// A depot where couriers wait for parcels, and its healthy twin (…-well): whoever brings a parcel calls all of them, or one.
// The way of a parcel may be short; in the twin of that one there is a parcel for each courier.  It says how often a courier
// was called for nothing.

const (
	couriers = 24
	parcels  = 150
)

func init() {
	scenes["plant-herd"] = scene{procs: 4, run: func() { deliver(true, 1, 300*time.Microsecond) }}
	scenes["plant-herd-well"] = scene{procs: 4, run: func() { deliver(false, 1, 300*time.Microsecond) }}
	scenes["plant-crowd"] = scene{procs: 4, run: func() { deliver(true, 1, 10*time.Microsecond) }}
	scenes["plant-crowd-well"] = scene{procs: 4, run: func() { deliver(true, couriers, 4*time.Microsecond) }}
}

type depot struct {
	sync.Mutex
	change   *sync.Cond
	shelves  []int // parcels: on one for all, or on one for each
	closed   bool
	in, vain int64
	called   time.Time
	last     time.Duration // after it was called for the last time, somebody found nothing
	herding  time.Duration
}

//go:noinline
func (d *depot) take(shelf int) bool {
	d.Lock()
	defer d.Unlock()
	for d.shelves[shelf] == 0 && !d.closed {
		d.change.Wait()
		if d.shelves[shelf] == 0 && !d.closed {
			d.vain++
			d.last = time.Since(d.called)
		}
	}
	if d.shelves[shelf] == 0 {
		return false
	}
	d.shelves[shelf]--
	return true
}

//go:noinline
func (d *depot) bring(all bool) {
	d.Lock()
	for shelf := range d.shelves {
		d.shelves[shelf]++
	}
	d.in++
	d.herding += d.last
	d.last, d.called = 0, time.Now()
	d.Unlock()
	if all {
		d.change.Broadcast()
	} else {
		d.change.Signal()
	}
}

func deliver(all bool, shelves int, way time.Duration) {
	d := &depot{shelves: make([]int, shelves)}
	d.change = sync.NewCond(d)
	go func() {
		for i := 0; i < parcels; i++ {
			time.Sleep(time.Millisecond)
			d.bring(all)
		}
		d.Lock()
		d.closed = true
		d.Unlock()
		d.change.Broadcast()
	}()
	each(couriers, func(i int) {
		for d.take(i % shelves) {
			spin(way)
		}
	})
	report("brought", d.in)
	report("vain", d.vain)
	report("herding_ns", int64(d.herding))
}
