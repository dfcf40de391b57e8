package main

import (
	"os"
	"syscall"
	"time"
)

// systemCalls: calls that return at once, calls that lose their P, and reads through the poller.
func systemCalls() {
	each(4, func(i int) {
		switch i {
		case 0:
			quickCalls()
		case 1:
			blockingPipe()
		case 2:
			kernelSleep()
		case 3:
			polledPipe()
		}
	})
}

func quickCalls() {
	var st syscall.Stat_t
	for i := 0; i < 60; i++ {
		syscall.Getppid()
		must(syscall.Stat("/", &st))
		burn(2000)
	}
}

// blockingPipe reads a raw descriptor: the thread sleeps in the kernel and the P is taken from it.
func blockingPipe() {
	var fd [2]int
	must(syscall.Pipe(fd[:]))
	go func() {
		for i := 0; i < 8; i++ {
			time.Sleep(400 * time.Microsecond)
			syscall.Write(fd[1], []byte("x"))
		}
		syscall.Close(fd[1])
	}()
	b := make([]byte, 1)
	for n := 1; n > 0; {
		n, _ = syscall.Read(fd[0], b)
	}
	syscall.Close(fd[0])
}

func kernelSleep() {
	for us := int64(10); us < 3000; us = us * 3 / 2 {
		ts := syscall.NsecToTimespec(us * 1000)
		syscall.Nanosleep(&ts, nil)
	}
}

// polledPipe waits in the network poller, not in the kernel.
func polledPipe() {
	r, w, err := os.Pipe()
	must(err)
	go func() {
		for i := 0; i < 8; i++ {
			time.Sleep(300 * time.Microsecond)
			w.Write([]byte("hello"))
		}
		w.Close()
	}()
	b := make([]byte, 16)
	for err == nil {
		_, err = r.Read(b)
	}
	r.Close()
}
