package main

import (
	"bufio"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// A database, as database/sql knows it, whose rows are asked for one after the other in each round; the twin asks for
// all of them at once.

func init() {
	scenes["plant-rows"] = scene{procs: 4, setup: openTables, run: func() { readRows(false) }}
	scenes["plant-rows-well"] = scene{procs: 4, setup: openTables, run: func() { readRows(true) }}
}

// tables is a driver: what it asks for is as many rows as its query has bytes.
type tables struct{}

type tableConn struct {
	net.Conn
	in *bufio.Reader
}

type tableRows struct {
	*tableConn
	left int
}

func (tables) Open(addr string) (driver.Conn, error) {
	c, err := net.Dial("tcp", addr)
	return &tableConn{c, bufio.NewReader(c)}, err
}

func (*tableConn) Prepare(string) (driver.Stmt, error) { return nil, driver.ErrSkip }
func (*tableConn) Begin() (driver.Tx, error)           { return nil, driver.ErrSkip }

//go:noinline
func (c *tableConn) Query(query string, _ []driver.Value) (driver.Rows, error) {
	_, err := fmt.Fprintln(c, query)
	if err == nil {
		_, err = c.in.Peek(1)
	}
	return &tableRows{c, len(query)}, err
}

func (*tableRows) Columns() []string { return []string{"price"} }
func (*tableRows) Close() error      { return nil }

//go:noinline
func (r *tableRows) Next(row []driver.Value) error {
	if r.left == 0 {
		return io.EOF
	}
	r.left--
	line, err := r.in.ReadString('\n')
	row[0] = line
	return err
}

var tablesOf *sql.DB

func openTables() {
	openBooks()
	sql.Register("tables", tables{})
	var err error
	tablesOf, err = sql.Open("tables", books.line.RemoteAddr().String())
	must(err)
	must(tablesOf.Ping())
}

//go:noinline
func priceRows(n int) time.Duration {
	from := time.Now()
	rows, err := tablesOf.Query(strings.Repeat("r", n))
	must(err)
	for rows.Next() {
	}
	must(rows.Err())
	return time.Since(from)
}

//go:noinline
func sumPrices() {
	longest := time.Duration(0)
	for i := 0; i < billed; i++ {
		d := priceRows(1)
		books.asked += d
		if d > longest {
			longest = d
		}
	}
	books.longest += longest
}

func readRows(once bool) {
	for time.Sleep(time.Millisecond); books.bills < 8; books.bills++ {
		if once {
			priceRows(billed)
		} else {
			sumPrices()
		}
		time.Sleep(time.Millisecond)
	}
	reportBills()
}
