// Two locks, of which the first or the second is held for long, in one of several ways: moved FILE NS NS WAY [MS].
package main

import (
	"os"
	"runtime"
	"runtime/trace"
	"strconv"
	"sync"
	"time"
)

var muA, muB sync.Mutex
var x int

//go:noinline
func spin(d time.Duration) {
	for t := time.Now(); time.Since(t) < d; {
		x++
	}
}

//go:noinline
func lockA(d time.Duration) {
	muA.Lock()
	time.Sleep(d)
	muA.Unlock()
}

//go:noinline
func lockB(d time.Duration) {
	muB.Lock()
	time.Sleep(d)
	muB.Unlock()
}

func main() {
	runtime.GOMAXPROCS(2)
	a, _ := strconv.Atoi(os.Args[2])
	b, _ := strconv.Atoi(os.Args[3])
	burst := len(os.Args) > 4 && os.Args[4] == "burst"
	ms := 500
	if len(os.Args) > 5 {
		ms, _ = strconv.Atoi(os.Args[5])
	}
	f, _ := os.Create(os.Args[1])
	trace.Start(f)
	begin := time.Now()
	end := begin.Add(time.Duration(ms) * time.Millisecond)
	var wg sync.WaitGroup
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			chance := uint32(i + os.Getpid())
			for n := 0; time.Now().Before(end); n++ {
				da, db := time.Duration(a), time.Duration(b)
				chance = chance*1664525 + 1013904223
				if burst {
					// 3 to 8 times as long for some 20 of 60 ms
					if time.Since(begin)/(20*time.Millisecond)%3 == 0 {
						da, db = da*time.Duration(3+(chance>>8)%6), db*time.Duration(3+(chance>>8)%6)
					} else {
						da, db = da/4, db/4
					}
				}
				if len(os.Args) > 4 && os.Args[4] == "wander" {
					// each 40 ms of the run has a factor of its own, from 1/4 to 12
					z := uint32(time.Since(begin)/(40*time.Millisecond))*2654435761 + uint32(os.Getppid()+os.Getpid())
					z = z*1664525 + 1013904223
					f := [8]time.Duration{1, 1, 2, 4, 8, 12, 24, 48}[(z>>24)%8]
					da, db = da*f/4, db*f/4
				}
				if len(os.Args) > 4 && os.Args[4] == "ramp" {
					// more and more: from a fifth to twenty times
					p := float64(time.Since(begin)) / float64(end.Sub(begin))
					f := 0.2 + 20*p*p*p
					da, db = time.Duration(float64(da)*f), time.Duration(float64(db)*f)
				}
				spin(100 * time.Microsecond)
				lockA(da)
				lockB(db)
				time.Sleep(time.Millisecond + time.Duration(chance>>8)%(2*time.Millisecond))
			}
		}(i)
	}
	wg.Wait()
	trace.Stop()
	f.Close()
}
