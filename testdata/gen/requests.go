package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

// A server of net/http and its clients in one process, for requests that are
// told from stacks: connections that are kept and such that are not, handlers
// that sleep, compute, read a body that comes in pieces; a header in two parts (its
// call counts from when the first was sent); a connection on which nothing is asked;
// one that is taken over; requests that are handled when the trace begins and when it
// ends; HTTP/2 over TLS.  Each handler writes down when it began and ended, and the
// program writes that beside its trace, as OUT.trace.log.

type call struct {
	what       string
	begin, end time.Duration // since the program's start; end 0: it went on
}

var served struct {
	sync.Mutex
	zero  time.Time
	calls []*call
	late  time.Duration // when the first part of a header was sent
}

func logged(what string, handle http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{what: what, begin: time.Since(served.zero)}
		served.Lock()
		served.calls = append(served.calls, c)
		served.Unlock()
		handle(w, r)
		end := time.Since(served.zero)
		served.Lock()
		c.end = end
		served.Unlock()
	})
}

var (
	plain, secure string // addresses
	asked         http.Client
	held          = make(chan bool) // what a request before the trace waits for
	heldDone      sync.WaitGroup
	never         = make(chan bool)
	idle          net.Conn
)

func requestsMux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle("/sleep", logged("sleep", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(40 * time.Millisecond)
		fmt.Fprintln(w, "slept")
	}))
	mux.Handle("/late", logged("late", func(w http.ResponseWriter, r *http.Request) {
		served.Lock()
		served.calls[len(served.calls)-1].begin = served.late
		served.Unlock()
		time.Sleep(40 * time.Millisecond)
	}))
	mux.Handle("/burn", logged("burn", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, burn(15000000))
	}))
	mux.Handle("/quick", logged("quick", func(w http.ResponseWriter, r *http.Request) {}))
	mux.Handle("/upload", logged("upload", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		must(err)
		fmt.Fprintln(w, n)
	}))
	mux.Handle("/held", logged("held", func(w http.ResponseWriter, r *http.Request) { <-held }))
	mux.Handle("/never", logged("never", func(w http.ResponseWriter, r *http.Request) { <-never }))
	mux.Handle("/hijack", logged("hijack", func(w http.ResponseWriter, r *http.Request) {
		conn, rw, err := w.(http.Hijacker).Hijack()
		must(err)
		rw.WriteString("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
		rw.Flush()
		time.Sleep(3 * time.Millisecond)
		conn.Close()
	}))
	return mux
}

func certificate() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must(err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func get(client *http.Client, url string) {
	resp, err := client.Get(url)
	must(err)
	_, err = io.Copy(io.Discard, resp.Body)
	must(err)
	resp.Body.Close()
}

func requestsBefore() {
	served.zero = time.Now()
	mux := requestsMux()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	plain = "http://" + l.Addr().String()
	go (&http.Server{Handler: mux}).Serve(l)
	l, err = net.Listen("tcp", "127.0.0.1:0")
	must(err)
	secure = "https://" + l.Addr().String()
	go (&http.Server{Handler: mux, TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate()}}}).ServeTLS(l, "", "")

	// A connection that has had a request, one with a request, one with none.
	get(&asked, plain+"/quick")
	heldDone.Add(1)
	go func() {
		get(&http.Client{Transport: &http.Transport{}}, plain+"/held")
		heldDone.Done()
	}()
	idle, err = net.Dial("tcp", strings.TrimPrefix(plain, "http://"))
	must(err)
	time.Sleep(5 * time.Millisecond)
}

// slowly has a body whose parts come one after the other.
type slowly struct{ parts int }

func (s *slowly) Read(p []byte) (int, error) {
	if s.parts == 0 {
		return 0, io.EOF
	}
	s.parts--
	time.Sleep(5 * time.Millisecond)
	return copy(p, bytes.Repeat([]byte("x"), 100)), nil
}

// raw sends pieces of a request with pauses between them.
func raw(conn net.Conn, pieces ...string) {
	served.Lock()
	served.late = time.Since(served.zero)
	served.Unlock()
	for _, p := range pieces {
		_, err := io.WriteString(conn, p)
		must(err)
		time.Sleep(4 * time.Millisecond)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	must(err)
	resp.Body.Close()
}

func requests() {
	get(&asked, plain+"/sleep")
	raw(idle, "GET /late HTTP/1.1\r\nHo", "st: a\r\n\r\n")
	raw(idle, "GET /late HTTP/1.1\r\nHost: a\r\n", "X: y\r\n\r\n")
	held <- true
	heldDone.Wait()
	each(3, func(i int) {
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: i == 2}}
		for _, path := range []string{"/sleep", "/quick", "/sleep"} {
			get(client, plain+path)
		}
		resp, err := client.Post(plain+"/upload", "text/plain", &slowly{4})
		must(err)
		resp.Body.Close()
	})
	get(&asked, plain+"/burn")
	get(&http.Client{Transport: &http.Transport{}}, plain+"/hijack")
	h2 := &http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	get(h2, secure+"/quick")
	each(3, func(i int) { get(h2, secure+"/sleep") })
	h1 := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	get(h1, secure+"/sleep")
	get(h1, secure+"/burn")
	go get(&http.Client{Transport: &http.Transport{}}, plain+"/never")
	time.Sleep(6 * time.Millisecond)
}

// requestsLog writes what the handlers wrote down, in the order in which they began.
func requestsLog(name string, begin, end time.Time) {
	var out bytes.Buffer

	served.Lock()
	defer served.Unlock()
	sort.Slice(served.calls, func(i, k int) bool { return served.calls[i].begin < served.calls[k].begin })
	fmt.Fprintf(&out, "# handler, begin, end in ns since the trace's start; -: it went on; ends at %d\n",
		end.Sub(begin))
	for _, c := range served.calls {
		from := c.begin - begin.Sub(served.zero)
		to := "-"
		if c.end != 0 {
			to = fmt.Sprint(int64(c.end - begin.Sub(served.zero)))
		}
		fmt.Fprintln(&out, c.what, int64(from), to)
	}
	must(os.WriteFile(name, out.Bytes(), 0o666))
}
