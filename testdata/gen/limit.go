package main

import (
	"runtime/debug"
	"time"
)

var limited [][]byte
var litterbag []byte

// limit has GOGC=off and a memory limit that the live heap nearly fills: a GC follows the other, and Go 1.27 records 0
// as the heap's goal (golang/go#63864).
func limitBefore() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(12 << 20)
	for i := 0; i < 9; i++ {
		limited = append(limited, make([]byte, 1<<20))
	}
}

func limit() {
	for t0 := time.Now(); time.Since(t0) < 40*time.Millisecond; {
		litterbag = make([]byte, 256<<10)
	}
}
