// traced FILE: a server that hands out its own trace, which one of its clients asks for while others ask for work.
// Writes to standard output how many of the requests for work began and ended while the trace was recorded.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

var desk = make(chan bool, 1)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// price looks one thing up at a time.
func price() {
	desk <- true
	time.Sleep(4 * time.Millisecond)
	<-desk
}

func quote(w http.ResponseWriter, r *http.Request) {
	price()
	fmt.Fprintln(w, "4.99")
}

func get(client *http.Client, url string, to io.Writer) {
	resp, err := client.Get(url)
	must(err)
	_, err = io.Copy(to, resp.Body)
	must(err)
	resp.Body.Close()
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/quote", quote)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go http.Serve(l, mux)
	url := "http://" + l.Addr().String()

	file, err := os.Create(os.Args[1])
	must(err)
	var traced sync.WaitGroup
	traced.Add(1)
	go func() {
		get(&http.Client{Transport: &http.Transport{}}, url+"/debug/pprof/trace?seconds=0.2", file)
		traced.Done()
	}()
	// All of these lie in the time that is recorded.
	time.Sleep(50 * time.Millisecond)
	var asked atomic.Int32
	var clients sync.WaitGroup
	for i := 0; i < 4; i++ {
		clients.Add(1)
		go func() {
			client := &http.Client{Transport: &http.Transport{}}
			for k := 0; k < 5; k++ {
				get(client, url+"/quote", io.Discard)
				asked.Add(1)
			}
			clients.Done()
		}()
	}
	clients.Wait()
	traced.Wait()
	must(file.Close())
	fmt.Println("requests", asked.Load())
}
