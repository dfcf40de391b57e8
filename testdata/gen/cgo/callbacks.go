// Callbacks of C threads, three of which run since before the trace: go run callbacks.go OUT.trace.
package main

/*
#cgo LDFLAGS: -lpthread
#include <pthread.h>
#include <unistd.h>
extern void goCallback(int);
static void *thr(void *a) { for (int i = 0; i < 200; i++) { goCallback((int)(long)a); usleep(500); } return 0; }
static void startThreads(int n) { for (int i = 0; i < n; i++) { pthread_t t; pthread_create(&t, 0, thr, (void*)(long)i); pthread_detach(t); } }
static void csleep(int us) { usleep(us); }
static double cspin(int n) { double x = 0; for (int i = 0; i < n; i++) x += i * 0.5; return x; }
*/
import "C"
import (
	"os"
	"runtime/trace"
	"sync/atomic"
	"time"
)

var calls int64
var ch = make(chan int)

//export goCallback
func goCallback(i C.int) { atomic.AddInt64(&calls, 1); time.Sleep(50 * time.Microsecond) }

func cgoSleeper() { for i := 0; i < 20; i++ { C.csleep(3000) } ; ch <- 1 }
func cgoSpinner() { for i := 0; i < 20; i++ { C.cspin(3000000) } ; ch <- 1 }

func main() {
	C.startThreads(3)
	time.Sleep(20 * time.Millisecond)
	f, _ := os.Create(os.Args[1])
	trace.Start(f)
	C.startThreads(3)
	go cgoSleeper()
	go cgoSpinner()
	<-ch
	<-ch
	time.Sleep(50 * time.Millisecond)
	trace.Stop()
	println("callbacks", atomic.LoadInt64(&calls))
}
