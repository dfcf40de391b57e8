package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"time"
)

// Programs with too few connections, and their healthy twins (…-well), which may have as many as they use: a library that
// asks its branches over HTTP, and one that asks a database.  They say how often they waited for a connection, and in how
// much of the time somebody did for more than a millisecond.

const (
	borrowers = 6
	titles    = 8
)

func init() {
	scenes["plant-lines"] = scene{procs: 4, setup: openBranch, run: func() { askBranches(2) }}
	scenes["plant-lines-well"] = scene{procs: 4, setup: openBranch, run: func() { askBranches(borrowers) }}
	scenes["plant-desks"] = scene{procs: 4, run: func() { askCatalogue(2) }}
	scenes["plant-desks-well"] = scene{procs: 4, run: func() { askCatalogue(borrowers) }}
}

// ---- over HTTP ----

var branch struct {
	url    string
	client *http.Client
	waits  intervals
}

func openBranch() {
	mux := http.NewServeMux()
	mux.HandleFunc("/shelf", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		fmt.Fprintln(w, "third from the left")
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	branch.url = "http://" + l.Addr().String()
	go (&http.Server{Handler: mux}).Serve(l)
}

//go:noinline
func shelfOf(title string) string {
	var from time.Time
	ask, err := http.NewRequest("GET", branch.url+"/shelf?of="+title, nil)
	must(err)
	ask = ask.WithContext(httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{
		GetConn: func(string) { from = time.Now() },
		GotConn: func(i httptrace.GotConnInfo) {
			if i.Reused && !i.WasIdle {
				branch.waits.add(from, time.Now())
			}
		},
	}))
	resp, err := branch.client.Do(ask)
	must(err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	must(err)
	return string(text)
}

func askBranches(lines int) {
	branch.client = &http.Client{Transport: &http.Transport{MaxConnsPerHost: lines, MaxIdleConnsPerHost: borrowers}}
	each(borrowers, func(int) {
		for i := 0; i < titles; i++ {
			shelfOf("Middlemarch")
		}
	})
	sum, n := branch.waits.union(time.Millisecond)
	report("waits", n)
	report("waited_ns", int64(sum))
}

// ---- a database ----

// catalogue is a driver that answers after a while.
type catalogue struct{}

func (catalogue) Open(string) (driver.Conn, error)          { return catalogue{}, nil }
func (catalogue) Prepare(string) (driver.Stmt, error)       { return catalogue{}, nil }
func (catalogue) Close() error                              { return nil }
func (catalogue) Begin() (driver.Tx, error)                 { return nil, driver.ErrSkip }
func (catalogue) NumInput() int                             { return -1 }
func (catalogue) Query([]driver.Value) (driver.Rows, error) { return nil, driver.ErrSkip }
func (catalogue) Exec(asked []driver.Value) (driver.Result, error) {
	desk.waits.add(asked[0].(time.Time), time.Now())
	time.Sleep(5 * time.Millisecond)
	return driver.RowsAffected(1), nil
}

var desk struct {
	db    *sql.DB
	waits intervals
}

//go:noinline
func lend(title string) {
	_, err := desk.db.Exec("update books set lent = ? where title = ?", time.Now(), title)
	must(err)
}

func askCatalogue(desks int) {
	sql.Register("catalogue", catalogue{})
	db, err := sql.Open("catalogue", "")
	must(err)
	db.SetMaxOpenConns(desks)
	db.SetMaxIdleConns(desks)
	desk.db = db
	each(borrowers, func(int) {
		for i := 0; i < titles; i++ {
			lend("Middlemarch")
		}
	})
	sum, n := desk.waits.union(time.Millisecond)
	report("waits", n)
	report("waited_ns", int64(sum))
}
