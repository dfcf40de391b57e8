package main

import (
	"io"
	"runtime"
	"runtime/pprof"
)

// stopWorlds: what stops the world besides the GC, and GOMAXPROCS up and down.
func stopWorlds() {
	var m runtime.MemStats
	stop := make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				burn(1000000)
				runtime.Gosched()
			}
		}
	}()
	for _, n := range []int{4, 1, 3, 2} {
		runtime.GOMAXPROCS(n)
		runtime.ReadMemStats(&m)
	}
	pprof.Lookup("goroutine").WriteTo(io.Discard, 1)
	buf := make([]byte, 1<<16)
	runtime.Stack(buf, true)
	close(stop)
}
