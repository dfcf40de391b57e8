package main

import (
	"sync"
	"time"
)

// A depot where couriers wait for parcels, and its healthy twin (…-well): whoever brings a parcel calls all of them, or one.
// It says how often a courier was called for nothing.

const (
	couriers = 24
	parcels  = 150
)

func init() {
	scenes["plant-herd"] = scene{procs: 4, run: func() { deliver(true) }}
	scenes["plant-herd-well"] = scene{procs: 4, run: func() { deliver(false) }}
}

type depot struct {
	sync.Mutex
	change   *sync.Cond
	parcels  int
	closed   bool
	in, vain int64
	called   time.Time
	last     time.Duration // after it was called for the last time, somebody found nothing
	herding  time.Duration
}

//go:noinline
func (d *depot) take() bool {
	d.Lock()
	defer d.Unlock()
	for d.parcels == 0 && !d.closed {
		d.change.Wait()
		if d.parcels == 0 && !d.closed {
			d.vain++
			d.last = time.Since(d.called)
		}
	}
	if d.parcels == 0 {
		return false
	}
	d.parcels--
	return true
}

//go:noinline
func (d *depot) bring(all bool) {
	d.Lock()
	d.parcels++
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

func deliver(all bool) {
	d := &depot{}
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
	each(couriers, func(int) {
		for d.take() {
			spin(300 * time.Microsecond)
		}
	})
	report("brought", d.in)
	report("vain", d.vain)
	report("herding_ns", int64(d.herding))
}
