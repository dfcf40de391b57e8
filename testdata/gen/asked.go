package main

import (
	"runtime"
	"time"
)

var (
	pageIndex []*int
	indexed   = new(int)
)

// asked has an index that each collection marks, and a program that asks for a collection after each page that it
// archives.
func askedBefore() {
	pageIndex = make([]*int, 1<<18)
	for i := range pageIndex {
		pageIndex[i] = indexed
	}
	runtime.GC()
}

//go:noinline
func archive() {
	for i := 0; i < 6; i++ {
		litterbag = make([]byte, 50000)
		releasePage()
		time.Sleep(200 * time.Microsecond)
	}
}

//go:noinline
func releasePage() {
	runtime.GC()
}
