package main

import (
	"os"
	"strconv"
	"sync"
	"time"
)

// bigLoad: for measurements.  Pairs that play ping-pong make most of the
// events; some goroutines allocate, contend and start short-lived others.
// BIG_SECONDS says how long (10: about 100 MB on two cores).
func bigLoad() {
	seconds, err := strconv.ParseFloat(os.Getenv("BIG_SECONDS"), 64)
	if err != nil {
		seconds = 10
	}
	fillHeap()
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	going := func() bool { return time.Now().Before(end) }
	var mu sync.Mutex
	each(106, func(i int) {
		switch {
		case i < 100:
			pingPong(20000+i, going)
		case i < 102:
			for going() {
				forest[i%len(forest)] = plant(8)
				time.Sleep(time.Millisecond)
			}
		default:
			for going() {
				each(20, func(int) {
					mu.Lock()
					burn(500)
					mu.Unlock()
				})
				time.Sleep(50 * time.Microsecond)
			}
		}
	})
}

func pingPong(work int, going func() bool) {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			burn(v)
			pong <- v
		}
		close(pong)
	}()
	for going() {
		ping <- work
		<-pong
	}
	close(ping)
}
