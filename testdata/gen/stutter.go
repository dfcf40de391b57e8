package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"runtime/debug"
	"runtime/trace"
	"sort"
	"strings"
	"time"
)

// A service that answers within a millisecond, except when its nightly report
// runs: buildReport keeps a P for long stretches.  Recorded with
// GODEBUG=asyncpreemptoff=1 (as before Go 1.14, or in code that cannot be
// preempted) every stop-the-world has to wait for it.

var service net.Listener

func stutterBefore() {
	var err error
	service, err = net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go serve(service)
	fillHeap()
	debug.SetGCPercent(60)
}

func serve(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go serveConn(conn)
	}
}

func serveConn(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Fprintln(conn, handle(strings.TrimSpace(line)))
	}
}

func handle(name string) string {
	ctx, task := trace.NewTask(context.Background(), "request")
	defer task.End()
	var rows []string
	trace.WithRegion(ctx, "query", func() { rows = query(name) })
	trace.WithRegion(ctx, "render", func() { sort.Strings(rows) })
	trace.Log(ctx, "request", name)
	return strings.Join(rows, ",")
}

func query(name string) []string {
	rows := make([]string, 200)
	for i := range rows {
		rows[i] = fmt.Sprintf("%s-%d", name, burn(i)&1023)
	}
	return rows
}

func client(id int, quit <-chan struct{}) {
	conn, err := net.Dial("tcp", service.Addr().String())
	must(err)
	defer conn.Close()
	in := bufio.NewReader(conn)
	for n := 0; ; n++ {
		select {
		case <-quit:
			return
		case <-time.After(2 * time.Millisecond):
		}
		fmt.Fprintf(conn, "client-%d-%d\n", id, n)
		if _, err := in.ReadString('\n'); err != nil {
			return
		}
	}
}

// sumLedger is the culprit: a loop without a function call, hence without a
// place where the scheduler could stop it.
//
//go:noinline
func sumLedger(ledger []uint32, passes int) (sum uint32) {
	for p := 0; p < passes; p++ {
		for _, v := range ledger {
			sum = sum*31 ^ v
		}
	}
	return sum
}

func buildReport(quit <-chan struct{}) {
	ledger := make([]uint32, 1<<16)
	for n := 0; ; n++ {
		select {
		case <-quit:
			return
		case <-time.After(25 * time.Millisecond):
		}
		ctx, task := trace.NewTask(context.Background(), "report")
		trace.Logf(ctx, "report", "chapter %d", n)
		trace.WithRegion(ctx, "sum", func() { sumLedger(ledger, 120+200*(n%3)) })
		task.End()
	}
}

func churn(quit <-chan struct{}) {
	for n := 0; ; n++ {
		select {
		case <-quit:
			return
		case <-time.After(3 * time.Millisecond):
		}
		forest[n%len(forest)] = plant(10)
	}
}

func stutter() {
	quit := make(chan struct{})
	go buildReport(quit)
	go churn(quit)
	for i := 0; i < 5; i++ {
		go client(i, quit)
	}
	time.Sleep(350 * time.Millisecond)
	close(quit)
	time.Sleep(10 * time.Millisecond)
}
