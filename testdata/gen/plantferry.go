package main

import (
	"sync"
	"time"
)

// A ferry for parcels, and its healthy twin (…-well): it takes one across at a time, or a deck of them, and whoever waits
// for it to be loaded or empty waits for a condition.  It says how often somebody waited, and how long all of it took.

const ferryParcels = 2000

func init() {
	scenes["plant-ferry"] = scene{procs: 1, run: func() { crossRiver(1) }}
	scenes["plant-ferry-well"] = scene{procs: 1, run: func() { crossRiver(250) }}
}

type ferry struct {
	mu     sync.Mutex
	moored *sync.Cond
	deck   []int
	waits  int64
}

// await returns when the deck is loaded, or empty.
//
//go:noinline
func (f *ferry) await(loaded bool) {
	for (f.deck != nil) != loaded {
		f.waits++
		f.moored.Wait()
	}
}

//go:noinline
func (f *ferry) board(parcels []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.await(false)
	f.deck = parcels
	f.moored.Signal()
}

//go:noinline
func (f *ferry) land() (parcels []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.await(true)
	parcels, f.deck = f.deck, nil
	f.moored.Signal()
	return parcels
}

func (f *ferry) send(parcels []int, aboard int) {
	for len(parcels) > 0 {
		f.board(parcels[:aboard])
		parcels = parcels[aboard:]
	}
}

func (f *ferry) collect(parcels int) (weight int) {
	for parcels > 0 {
		landed := f.land()
		for _, w := range landed {
			weight += w
		}
		parcels -= len(landed)
	}
	return weight
}

func crossRiver(aboard int) {
	f := &ferry{}
	f.moored = sync.NewCond(&f.mu)
	var wg sync.WaitGroup
	wg.Add(2)
	from := time.Now()
	go func() {
		defer wg.Done()
		f.send(make([]int, ferryParcels), aboard)
	}()
	go func() {
		defer wg.Done()
		f.collect(ferryParcels)
	}()
	wg.Wait()
	report("waits", f.waits)
	report("crossing_ns", int64(time.Since(from)))
}
