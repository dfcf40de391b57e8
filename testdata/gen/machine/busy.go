// Goroutines that work 200 us at a time, or one alone in a loop: busy FILE serve|alone|ticker [profile].
// With STOPS=5 STOPFOR=0.08 it is stopped five times for 80 ms; to be throttled it is run in a cgroup with a quota.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"syscall"
	"time"
)

//go:noinline
func innocentHandler(n int) (s int) {
	for i := 0; i < n; i++ {
		s += i ^ (s >> 3)
	}
	return
}

var mu sync.Mutex
var total int

func serve(until time.Time, wg *sync.WaitGroup) {
	defer wg.Done()
	for time.Now().Before(until) {
		x := innocentHandler(200000)
		mu.Lock()
		total += x
		mu.Unlock()
		runtime.Gosched()
	}
}

func alone(until time.Time, wg *sync.WaitGroup) {
	defer wg.Done()
	for time.Now().Before(until) {
		total += innocentHandler(200000000)
	}
}

func ticker(until time.Time, wg *sync.WaitGroup) {
	defer wg.Done()
	for time.Now().Before(until) {
		time.Sleep(2 * time.Millisecond)
	}
}

func cpu() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func main() {
	runtime.GOMAXPROCS(2)
	f, _ := os.Create(os.Args[1])
	kind := os.Args[2]
	if len(os.Args) > 3 {
		p, _ := os.Create(os.DevNull)
		pprof.StartCPUProfile(p)
	}
	t0, c0 := time.Now(), cpu()
	trace.Start(f)
	var cmd *exec.Cmd
	if n := os.Getenv("STOPS"); n != "" {
		cmd = exec.Command("sh", "-c", fmt.Sprintf("exec 2>&1; sleep 0.2; for i in $(seq %s); do a=$(date +%%s%%N); kill -STOP %d; sleep %s; kill -CONT %d; b=$(date +%%s%%N); echo stopped $(( (b-a)/1000 )) us; sleep 0.03; done", n, os.Getpid(), os.Getenv("STOPFOR"), os.Getpid()))
		cmd.Stdout = os.Stderr
		cmd.Start()
	}
	var wg sync.WaitGroup
	until := t0.Add(1000 * time.Millisecond)
	switch kind {
	case "serve":
		for i := 0; i < 4; i++ {
			wg.Add(1)
			go serve(until, &wg)
		}
	case "alone":
		wg.Add(1)
		go alone(until, &wg)
	case "ticker":
		wg.Add(2)
		go serve(until, &wg)
		go ticker(until, &wg)
	}
	wg.Wait()
	if cmd != nil {
		cmd.Wait()
	}
	trace.Stop()
	f.Close()
	if len(os.Args) > 3 {
		pprof.StopCPUProfile()
	}
	fmt.Printf("wall %.1f ms, cpu %.1f ms\n", float64(time.Since(t0).Microseconds())/1000, float64((cpu()-c0).Microseconds())/1000)
}
