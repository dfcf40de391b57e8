package main

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// Programs whose planted cause is a shortage of Ps, and their healthy twins (…-well): calls that keep a P, too
// few Ps, a machine that stands still, timers that fire all the time; and Ps that one core cannot serve.  Each says
// what it lost.

func init() {
	for name, s := range map[string]struct {
		procs      int
		sick, well func()
	}{
		"plant-keeps": {1, func() { keepPs(true) }, func() { keepPs(false) }},
		"plant-few":   {1, func() { crowd(0) }, func() { crowd(20 * time.Millisecond) }},
		"plant-stall": {2, func() { standStill(syscall.SIGSTOP) }, func() { standStill(syscall.SIGCONT) }},
		"plant-storm": {2, func() { storm(1) }, func() { storm(10) }},
	} {
		scenes[name] = scene{procs: s.procs, run: s.sick}
		scenes[name+"-well"] = scene{procs: s.procs, run: s.well}
	}
	// GENERATE gives these one core, and one P is all that it can serve.
	scenes["plant-cores"] = scene{procs: 8, run: func() { handOver(3) }}
	scenes["plant-cores-well"] = scene{procs: 1, run: func() { handOver(3) }}
	scenes["plant-idle"] = scene{procs: 3, run: func() { handOver(1) }}
	scenes["plant-idle-well"] = scene{procs: 1, run: func() { handOver(1) }}
}

// heir waits for its turn, which another goroutine gives before it takes the P for itself.
type heir struct {
	turn chan bool
	ran  chan time.Time
}

func newHeir() heir {
	h := heir{make(chan bool, 1), make(chan time.Time, 1)}
	go h.inherit()
	return h
}

//go:noinline
func (h heir) inherit() {
	for range h.turn {
		h.ran <- time.Now()
	}
}

// during gives it the turn before (or after) something else is done, and says for how long of that it did not run.
func (h heir) during(before bool, do func()) time.Duration {
	from := time.Now()
	if before {
		h.turn <- true
	}
	do()
	end := time.Now()
	if !before {
		h.turn <- true
		<-h.ran
		return 0
	}
	if ran := <-h.ran; ran.Before(end) {
		end = ran
	}
	return end.Sub(from)
}

// ---- calls that keep the only P until the system monitor takes it ----

//go:noinline
func keepPs(before bool) {
	ts := syscall.NsecToTimespec(int64(15 * time.Millisecond))
	h, sum, n := newHeir(), time.Duration(0), int64(0)
	for end := time.Now().Add(plantFor); time.Now().Before(end); n++ {
		spin(9 * time.Millisecond) // it looks every 5 ms then
		runtime.Gosched()
		sum += h.during(before, func() { syscall.Nanosleep(&ts, nil) })
	}
	report("calls", n)
	report("kept_ns", int64(sum))
}

// ---- four goroutines that compute, one P ----

func crowd(pause time.Duration) {
	var last sync.Mutex
	var ended []time.Time
	begin := time.Now()
	each(4, func(i int) {
		time.Sleep(pause / 4 * time.Duration(i))
		for time.Since(begin) < plantFor/2 {
			spin(2 * time.Millisecond)
			time.Sleep(pause) // 0: it yields
		}
		last.Lock()
		ended = append(ended, time.Now())
		last.Unlock()
	})
	report("crowded_ns", int64(ended[2].Sub(begin)))
}

// ---- the process is stopped; somebody else lets it go on ----

func standStill(signal syscall.Signal) {
	h, sum, n := newHeir(), time.Duration(0), int64(0)
	runtime.LockOSThread() // which stops in the call
	for i := 0; i < 3; i++ {
		helper := exec.Command("sh", "-c", "sleep 0.1; kill -CONT $PPID")
		must(helper.Start())
		time.Sleep(20 * time.Millisecond)
		from := time.Now()
		h.during(true, func() {
			syscall.Syscall(syscall.SYS_TGKILL, uintptr(syscall.Getpid()), uintptr(syscall.Gettid()), uintptr(signal))
		})
		sum += time.Since(from)
		n++
		helper.Wait()
	}
	report("stalls", n)
	report("still_ns", int64(sum))
}

// ---- ten goroutines that look every millisecond whether there is something to do ----

//go:noinline
func look(times int, own *intervals) {
	from := time.Now()
	spin(time.Duration(times) * 40 * time.Microsecond)
	own.v = append(own.v, interval{from, time.Now()})
}

func storm(rarely int) {
	var own [10]intervals
	begin := time.Now()
	each(len(own), func(i int) {
		for time.Since(begin) < 120*time.Millisecond {
			time.Sleep(time.Duration(rarely) * time.Millisecond)
			look(rarely, &own[i])
		}
	})
	var n, sum int64
	for i := range own {
		for _, t := range own[i].v {
			if d := t.to.Sub(t.from); d < 48*time.Microsecond {
				n++
				sum += int64(d)
			}
		}
	}
	report("short", n)
	report("short_ns", sum)
	report("procs", 2)
}

// ---- pairs that give each other something to do, and go on for a while: who gets it waits for a thread of an idle P ----

//go:noinline
func handOver(pairs int) {
	var own intervals
	hands := make([]chan time.Time, 2*pairs)
	for i := range hands {
		hands[i] = make(chan time.Time, 1)
	}
	begin := time.Now()
	each(len(hands), func(i int) {
		in, out := hands[i], hands[i^1]
		own.add(begin, time.Now())
		defer close(out)
		for mine := i%2 == 0; time.Since(begin) < plantFor; mine = false {
			if !mine {
				takeOver(in, &own)
			}
			spin(time.Millisecond)
			select {
			case out <- time.Now():
			default: // that one has ended
			}
			spin(3 * time.Millisecond)
		}
	})
	all, _ := own.union(0)
	long, _ := own.union(time.Millisecond)
	report("waited_ns", int64(all))
	report("long_ns", int64(long))
}

// takeOver notes how long it waited for a P; it did not if what it takes was there before.
func takeOver(in chan time.Time, own *intervals) {
	select {
	case <-in:
	default:
		if given := <-in; !given.IsZero() {
			own.add(given, time.Now())
		}
	}
}
