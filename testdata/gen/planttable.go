package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"
)

// A program with a table of exchange rates, which four tellers look at; who finds that it is older than 10 ms asks the bank
// for a new one, which takes 6 ms, and keeps the table's lock meanwhile.  Its healthy twin (…-well) takes the lock
// only to put the answer in.  The tellers say how long they waited for the lock.

func init() {
	scenes["plant-table"] = scene{procs: 4, run: func() { quoteAll(false) }, setup: openBank}
	scenes["plant-table-well"] = scene{procs: 4, run: func() { quoteAll(true) }, setup: openBank}
}

var bank net.Conn

// openBank: the bank answers a line with a line.
func openBank() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go func() {
		c, err := l.Accept()
		must(err)
		for in := bufio.NewReader(c); ; {
			currency, err := in.ReadString('\n')
			if err != nil {
				return
			}
			time.Sleep(6 * time.Millisecond)
			fmt.Fprintf(c, "%s 1.25\n", strings.TrimSpace(currency))
		}
	}()
	bank, err = net.Dial("tcp", l.Addr().String())
	must(err)
}

type rates struct {
	sync.Mutex
	asking sync.Mutex
	of     map[string]string
	asked  time.Time
	calls  lockCalls
}

//go:noinline
func askBank(currency string) string {
	fmt.Fprintln(bank, currency)
	answer, err := bufio.NewReader(bank).ReadString('\n')
	must(err)
	return answer
}

//go:noinline
func (r *rates) renew(currency string) {
	if time.Since(r.asked) > 10*time.Millisecond {
		r.of[currency] = askBank(currency)
		r.asked = time.Now()
	}
}

//go:noinline
func (r *rates) renewApart(currency string) {
	if !r.asking.TryLock() {
		return
	}
	defer r.asking.Unlock()
	if time.Since(r.asked) > 10*time.Millisecond {
		answer := askBank(currency)
		r.Lock()
		r.of[currency] = answer
		r.Unlock()
		r.asked = time.Now()
	}
}

//go:noinline
func (r *rates) quote(teller int, apart bool) string {
	if apart {
		r.renewApart("EUR")
	}
	from := time.Now()
	r.Lock()
	defer r.Unlock()
	r.calls.add(teller, from)
	if !apart {
		r.renew("EUR")
	}
	return r.of["EUR"]
}

func quoteAll(apart bool) {
	r := &rates{of: map[string]string{}}
	end := time.Now().Add(lockTime)
	each(4, func(i int) {
		for time.Now().Before(end) {
			r.quote(i, apart)
			time.Sleep(time.Millisecond)
		}
	})
	r.calls.report()
}
