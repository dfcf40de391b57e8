package main

import "time"

// A program that samples its gauges at each tick, and its healthy twin (…-well), the ticks of which are further apart.
// Every third time it rolls the history up, too, which takes longer than from one tick to the next.  It says how often a
// turn took longer than that, and how much longer.

func init() {
	scenes["plant-tick"] = scene{procs: 2, run: func() { sampleGauges(10 * time.Millisecond) }, setup: tickBefore}
	scenes["plant-tick-well"] = scene{procs: 2, run: func() { sampleGauges(80 * time.Millisecond) }, setup: tickBefore}
}

var tickTurns int

func tickBefore() { tickTurns = turnsFor(time.Millisecond) }

type gauges struct {
	history    int
	samples    int
	done       chan bool
	over, lost int64
}

//go:noinline
func (g *gauges) sum(n int) {
	g.history += burn(n * tickTurns)
}

//go:noinline
func (g *gauges) rollUp() {
	for part := 0; part < 8; part++ {
		g.sum(3)
	}
}

//go:noinline
func (g *gauges) sample() {
	g.sum(1)
	if g.samples++; g.samples%3 == 0 {
		g.rollUp()
	}
}

//go:noinline
func (g *gauges) watch(every time.Duration) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for g.samples < 47 {
		select {
		case <-ticks.C:
			from := time.Now()
			g.sample()
			if took := time.Since(from); took > every {
				g.over++
				g.lost += int64(took - every)
			}
		case <-g.done:
			return
		}
	}
}

func sampleGauges(every time.Duration) {
	g := &gauges{done: make(chan bool)}
	g.watch(every)
	report("over", g.over)
	report("over_ns", g.lost)
}
