package main

import (
	"sync"
	"time"
)

// blockForever leaves goroutines that nothing will ever wake.
func blockForever() {
	go func() { select {} }()
	go func() { var c chan int; <-c }()
	go func() { var c chan int; c <- 1 }()
	go lostLock()
	go orphan(make(chan string))
	time.Sleep(time.Millisecond)
}

//go:noinline
func lostLock() {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

//go:noinline
func orphan(reply chan string) {
	reply <- "nobody listens"
}
