package main

import (
	"bytes"
	"runtime"
	"runtime/pprof"
	"time"
)

// profiled: a CPU profile runs during the trace, so the trace gets its samples.
func profiled() {
	var sink bytes.Buffer
	runtime.SetCPUProfileRate(1000)
	must(pprof.StartCPUProfile(&sink)) // complains about the rate, keeps it
	each(2, func(i int) {
		end := time.Now().Add(60 * time.Millisecond)
		for time.Now().Before(end) {
			if i == 0 {
				hotLoop()
			} else {
				hotter(8)
			}
		}
	})
	pprof.StopCPUProfile()
}

//go:noinline
func hotLoop() { burn(200000) }

//go:noinline
func hotter(depth int) {
	if depth > 0 {
		hotter(depth - 1)
		return
	}
	burn(300000)
}
