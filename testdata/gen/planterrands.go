package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

// Programs with a shop that asks its stores, and their healthy twins (…-well).  One asks three stores for each order, one
// after the other; the twin asks all at once.  The other makes a client for each question, so that none finds a
// connection that is open already; the twin has one for all.  They say how long they asked and waited.

func init() {
	scenes["plant-errands"] = scene{procs: 4, setup: openShop, run: func() { order(1) }}
	scenes["plant-errands-well"] = scene{procs: 4, setup: openShop, run: func() { order(3) }}
	scenes["plant-phones"] = scene{procs: 4, setup: openShop, run: func() { phone(false) }}
	scenes["plant-phones-well"] = scene{procs: 4, setup: openShop, run: func() { phone(true) }}
}

var shop struct {
	url    string
	stores http.Client
	hands  int  // questions at a time
	keep   bool // the client

	sync.Mutex
	questions, orders int
	asked, longest    time.Duration // all questions; the longest one of each order
}

//go:noinline
func question(client *http.Client, what string) time.Duration {
	from := time.Now()
	resp, err := client.Get(shop.url + what)
	must(err)
	_, err = io.Copy(io.Discard, resp.Body)
	must(err)
	resp.Body.Close()
	return time.Since(from)
}

//go:noinline
func priceOf(item string) time.Duration { return question(&shop.stores, "/store/price/"+item) }

//go:noinline
func stockOf(item string) time.Duration { return question(&shop.stores, "/store/stock/"+item) }

//go:noinline
func wayTo(item string) time.Duration { return question(&shop.stores, "/store/way/"+item) }

func takeOrder(w http.ResponseWriter, r *http.Request) {
	var took [3]time.Duration
	item := r.URL.Query().Get("item")
	if shop.hands > 1 {
		var all sync.WaitGroup
		for i, ask := range []func(string) time.Duration{priceOf, stockOf, wayTo} {
			i, ask := i, ask
			all.Add(1)
			go func() { defer all.Done(); took[i] = ask(item) }()
		}
		all.Wait()
	} else {
		took[0] = priceOf(item)
		took[1] = stockOf(item)
		took[2] = wayTo(item)
	}
	shop.Lock()
	defer shop.Unlock()
	shop.orders++
	most := time.Duration(0)
	for _, d := range took {
		shop.asked += d
		if d > most {
			most = d
		}
	}
	shop.longest += most
	fmt.Fprintln(w, "ordered", item)
}

//go:noinline
func storeClient() *http.Client {
	if shop.keep {
		return &shop.stores
	}
	return &http.Client{Transport: &http.Transport{}}
}

func takeCall(w http.ResponseWriter, r *http.Request) {
	client := storeClient()
	callStore(client, r.URL.Query().Get("item"))
	fmt.Fprintln(w, "it is there")
}

// callStore measures how long it takes to get a connection.
//
//go:noinline
func callStore(client *http.Client, item string) {
	var from time.Time
	ask, err := http.NewRequest("GET", shop.url+"/store/stock/"+item, nil)
	must(err)
	ask = ask.WithContext(httptrace.WithClientTrace(ask.Context(), &httptrace.ClientTrace{
		GetConn: func(string) { from = time.Now() },
		GotConn: func(httptrace.GotConnInfo) {
			shop.Lock()
			shop.questions++
			shop.asked += time.Since(from)
			shop.Unlock()
		},
	}))
	resp, err := client.Do(ask)
	must(err)
	_, err = io.Copy(io.Discard, resp.Body)
	must(err)
	resp.Body.Close()
}

func openShop() {
	mux := http.NewServeMux()
	mux.HandleFunc("/store/", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(4 * time.Millisecond)
		fmt.Fprintln(w, "7")
	})
	mux.HandleFunc("/order", takeOrder)
	mux.HandleFunc("/call", takeCall)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	shop.url = "http://" + l.Addr().String()
	shop.stores.Transport = &http.Transport{MaxIdleConnsPerHost: 4}
	go (&http.Server{Handler: mux}).Serve(l)
}

func visit(client *http.Client, path string, n int) {
	for i := 0; i < n; i++ {
		question(client, path)
	}
}

func order(hands int) {
	shop.hands = hands
	visit(&http.Client{Transport: &http.Transport{}}, "/order?item=soap", 12)
	report("orders", int64(shop.orders))
	report("asked_ns", int64(shop.asked))
	report("longest_ns", int64(shop.longest))
}

func phone(keep bool) {
	shop.keep = keep
	visit(&http.Client{Transport: &http.Transport{}}, "/call?item=soap", 24)
	report("questions", int64(shop.questions))
	report("connecting_ns", int64(shop.asked))
}
