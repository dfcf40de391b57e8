// Keeps records a program whose calls of C keep the only P, or its healthy twin (…-well):
//
//	keeps plant-cgo|plant-cgo-well OUT.trace
//
// It says how long they kept it while another goroutine was ready.
package main

// #include <unistd.h>
// static void waitInC(int us) { usleep(us); }
import "C"

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/trace"
	"time"
)

const runFor = 400 * time.Millisecond

var turn, ran = make(chan bool, 1), make(chan time.Time, 1)

//go:noinline
func inherit() {
	for range turn {
		ran <- time.Now()
	}
}

//go:noinline
func spin(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

//go:noinline
func keepInC(before bool) (kept time.Duration) {
	from := time.Now()
	if before {
		turn <- true
	}
	C.waitInC(15000)
	end := time.Now()
	if !before {
		turn <- true
		<-ran
		return 0
	}
	if t := <-ran; t.Before(end) {
		end = t
	}
	return end.Sub(from)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "keeps:", err)
		os.Exit(1)
	}
}

func main() {
	var calls int
	var kept time.Duration
	runtime.GOMAXPROCS(1)
	f, err := os.Create(os.Args[2])
	must(err)
	buf := bufio.NewWriterSize(f, 1<<20)
	debug.SetGCPercent(-1)
	go inherit()
	must(trace.Start(buf))
	for end := time.Now().Add(runFor); time.Now().Before(end); calls++ {
		spin(9 * time.Millisecond) // the system monitor looks every 5 ms then
		runtime.Gosched()
		kept += keepInC(os.Args[1] == "plant-cgo")
	}
	trace.Stop()
	must(buf.Flush())
	must(f.Close())
	fmt.Println("calls", calls)
	fmt.Println("kept_ns", int64(kept))
}
