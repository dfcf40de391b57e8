package main

import (
	"sync"
	"time"
)

// contend: every reason to wait for another goroutine.
func contend() {
	each(6, func(i int) {
		switch i {
		case 0:
			mutexes()
		case 1:
			readers()
		case 2:
			pipeline()
		case 3:
			selects()
		case 4:
			ring()
		case 5:
			once()
		}
	})
}

func mutexes() {
	var mu sync.Mutex
	each(4, func(i int) {
		for n := 0; n < 12; n++ {
			mu.Lock()
			burn(4000)
			if n == 5 {
				time.Sleep(200 * time.Microsecond)
			}
			mu.Unlock()
		}
	})
}

func readers() {
	var mu sync.RWMutex
	each(4, func(i int) {
		for n := 0; n < 10; n++ {
			if i == 0 {
				mu.Lock()
				burn(20000)
				mu.Unlock()
			} else {
				mu.RLock()
				burn(5000)
				mu.RUnlock()
			}
		}
	})
}

// pipeline: an unbuffered channel, then a buffered one, closed at the end.
func pipeline() {
	raw, cooked := make(chan int), make(chan int, 3)
	go func() {
		for i := 0; i < 30; i++ {
			raw <- i
		}
		close(raw)
	}()
	go func() {
		for v := range raw {
			burn(3000)
			cooked <- v
		}
		close(cooked)
	}()
	for range cooked {
		burn(6000)
	}
}

func selects() {
	work, quit := make(chan int), make(chan struct{})
	var never chan int
	go func() {
		for i := 0; i < 15; i++ {
			select {
			case work <- i:
			case <-time.After(100 * time.Microsecond):
			}
		}
		close(quit)
	}()
	for {
		select {
		case <-work:
			burn(30000)
		case <-never:
		case <-quit:
			return
		}
	}
}

// ring: goroutines that pass a turn around with a condition variable.
func ring() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	turn := 0
	each(3, func(i int) {
		mu.Lock()
		defer mu.Unlock()
		for n := 0; n < 5; n++ {
			for turn%3 != i {
				cond.Wait()
			}
			turn++
			cond.Broadcast()
		}
	})
}

func once() {
	var o sync.Once
	each(3, func(i int) { o.Do(func() { time.Sleep(300 * time.Microsecond) }) })
}
