package main

import (
	"runtime"
	"sync/atomic"
	"time"
)

// A program that looks for its letters again and again, and its healthy twin (…-well), which waits for them.  It says how
// often it looked in vain, and how long that took.

const letters = 20

func init() {
	scenes["plant-spin"] = scene{procs: 2, run: func() { readLetters(false) }, setup: spinBefore}
	scenes["plant-spin-well"] = scene{procs: 2, run: func() { readLetters(true) }, setup: spinBefore}
}

var spinTurns int

func spinBefore() { spinTurns = turnsFor(20 * time.Microsecond) }

type mailbox struct {
	sent    int32
	arrived chan bool
	sum     int
	looks   int64
	looked  time.Duration
}

//go:noinline
func (m *mailbox) poll(n int) {
	for atomic.LoadInt32(&m.sent) <= int32(n) {
		from := time.Now()
		m.sum += burn(spinTurns)
		m.looks++
		m.looked += time.Since(from)
		runtime.Gosched()
	}
}

func readLetters(wait bool) {
	m := &mailbox{arrived: make(chan bool)}
	each(2, func(i int) {
		for n := 0; n < letters; n++ {
			switch {
			case i == 0 && wait:
				time.Sleep(5 * time.Millisecond)
				m.arrived <- true
			case i == 0:
				time.Sleep(5 * time.Millisecond)
				atomic.AddInt32(&m.sent, 1)
			case wait:
				<-m.arrived
			default:
				m.poll(n)
			}
		}
	})
	report("looks", m.looks)
	report("looked_ns", int64(m.looked))
	report("procs", 2)
}
