// Three readers and a writer of one sync.RWMutex: readers FILE.
package main

import (
	"os"
	"runtime"
	"runtime/trace"
	"sync"
	"time"
)

var rw sync.RWMutex

//go:noinline
func readRW() {
	rw.RLock()
	time.Sleep(300 * time.Microsecond)
	rw.RUnlock()
}

//go:noinline
func writeRW() {
	rw.Lock()
	time.Sleep(300 * time.Microsecond)
	rw.Unlock()
}

func main() {
	runtime.GOMAXPROCS(2)
	f, _ := os.Create(os.Args[1])
	trace.Start(f)
	var wg sync.WaitGroup
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			for n := 0; n < 25; n++ {
				if i == 0 {
					writeRW()
				} else {
					readRW()
				}
				time.Sleep(100 * time.Microsecond)
			}
		}(i)
	}
	wg.Wait()
	trace.Stop()
	f.Close()
}
