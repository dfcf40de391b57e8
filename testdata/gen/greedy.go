package main

import (
	"runtime"
	"time"
)

// greedy: two loops that hold a P for about half a millisecond at a time, one
// that yields at once, and a ticker that has to wait for all of them.
func greedy() {
	go hog(500000)
	go hog(700000)
	go polite()
	go tick()
	time.Sleep(5 * time.Millisecond)
}

//go:noinline
func hog(turns int) {
	for {
		burn(turns)
		runtime.Gosched()
	}
}

//go:noinline
func polite() {
	for {
		burn(1000)
		runtime.Gosched()
	}
}

//go:noinline
func tick() {
	for {
		time.Sleep(time.Millisecond)
		go burn(5000)
	}
}
