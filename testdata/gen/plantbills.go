package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Questions of a protocol of its own over one connection, one after the other: a bill in a request, prices at each tick
// of a clock.  The twins ask once for all, and hand on the pieces of the answer as they come, which is no row of calls.

func init() {
	scenes["plant-bills"] = scene{procs: 4, setup: openBooks, run: func() { bill(false) }}
	scenes["plant-bills-well"] = scene{procs: 4, setup: openBooks, run: func() { bill(true) }}
	scenes["plant-rounds"] = scene{procs: 4, setup: openBooks, run: func() { rounds(false) }}
	scenes["plant-rounds-well"] = scene{procs: 4, setup: openBooks, run: func() { rounds(true) }}
}

const billed = 6 // items of a bill

var books struct {
	url  string
	line net.Conn
	in   *bufio.Reader
	copy net.Conn
	once bool

	sync.Mutex
	bills          int
	asked, longest time.Duration // all questions; the longest one of each bill
}

// askPrices asks for a number of prices; its answer is as many lines.
//
//go:noinline
func askPrices(items int) time.Duration {
	from := time.Now()
	fmt.Fprintln(books.line, strings.Repeat("i", items))
	_, err := books.in.ReadString('\n')
	must(err)
	return time.Since(from)
}

// copyLines hands on what else there is to an answer.
//
//go:noinline
func copyLines(to net.Conn, n int) {
	for ; n > 0; n-- {
		line, err := books.in.ReadString('\n')
		must(err)
		io.WriteString(to, line)
	}
}

//go:noinline
func writeBill() {
	all, longest := time.Duration(0), time.Duration(0)
	if books.once {
		askPrices(billed)
		copyLines(books.copy, billed-1)
	} else {
		for i := 0; i < billed; i++ {
			d := askPrices(1)
			all += d
			if d > longest {
				longest = d
			}
		}
	}
	books.Lock()
	books.bills++
	books.asked += all
	books.longest += longest
	books.Unlock()
}

// keepBooks answers questions, each piece of an answer after 3 ms.
func keepBooks(c net.Conn) {
	for in := bufio.NewScanner(c); in.Scan(); {
		for range in.Text() {
			time.Sleep(3 * time.Millisecond)
			io.WriteString(c, "7\n")
		}
	}
}

func openBooks() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go func() {
		for {
			c, err := l.Accept()
			must(err)
			go keepBooks(c)
		}
	}()
	books.line, err = net.Dial("tcp", l.Addr().String())
	must(err)
	books.in = bufio.NewReader(books.line)
	a, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	books.copy, err = net.Dial("tcp", a.Addr().String())
	must(err)
	w, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	books.url = "http://" + w.Addr().String()
	go http.Serve(w, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { writeBill() }))
}

func reportBills() {
	report("bills", int64(books.bills))
	report("asked_ns", int64(books.asked))
	report("longest_ns", int64(books.longest))
}

func bill(once bool) {
	books.once = once
	for i := 0; i < 8; i++ {
		resp, err := http.Get(books.url)
		must(err)
		resp.Body.Close()
	}
	reportBills()
}

// askOnTicks writes a bill at each tick.
func askOnTicks(n int, done chan<- bool) {
	tick := time.NewTicker(30 * time.Millisecond)
	for <-tick.C; n > 0; n-- {
		writeBill()
		<-tick.C
	}
	done <- true
}

func rounds(once bool) {
	books.once = once
	done := make(chan bool)
	go askOnTicks(8, done)
	<-done
	reportBills()
}
