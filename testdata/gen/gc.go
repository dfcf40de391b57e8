package main

import (
	"runtime"
	"runtime/debug"
)

type leaf struct {
	left, right *leaf
	load        [6]uint64
}

func plant(depth int) *leaf {
	if depth == 0 {
		return &leaf{}
	}
	return &leaf{left: plant(depth - 1), right: plant(depth - 1)}
}

var forest []*leaf

// fillHeap leaves something to mark.
func fillHeap() {
	debug.SetGCPercent(15)
	for i := 0; i < 40; i++ {
		forest = append(forest, plant(10))
	}
	runtime.GC()
}

// collect allocates fast enough that the allocating goroutines have to help with the marking.
func collect() {
	each(4, func(i int) {
		for n := 0; n < 12; n++ {
			forest[i*10+n%10] = plant(10)
			burn(20000)
		}
	})
}
