package main

import "time"

// Programs with a planted queue, and their healthy twins (…-well): a limit that is too small, and a pipeline one stage
// of which is slow.  They say how long they waited there.

func init() {
	scenes["plant-limit"] = scene{procs: 4, run: func() { shipOrders(1) }}
	scenes["plant-limit-well"] = scene{procs: 4, run: func() { shipOrders(6) }}
	scenes["plant-stage"] = scene{procs: 4, run: func() { importRows(0, 2*time.Millisecond) }}
	scenes["plant-stage-well"] = scene{procs: 4, run: func() { importRows(2*time.Millisecond, 0) }}
}

// ---- a limit: six clerks, one dock or six; each loads for 2 ms ----

type warehouse struct {
	docks chan struct{}
	calls lockCalls
}

//go:noinline
func (w *warehouse) dock(clerk int) {
	from := time.Now()
	w.docks <- struct{}{} // the limit
	w.calls.add(clerk, from)
}

//go:noinline
func (w *warehouse) leave() {
	<-w.docks // the limit's end
}

//go:noinline
func (w *warehouse) ship(clerk int) {
	w.dock(clerk)
	defer w.leave()
	time.Sleep(2 * time.Millisecond)
}

func shipOrders(docks int) {
	w := &warehouse{docks: make(chan struct{}, docks)}
	end := time.Now().Add(lockTime)
	each(6, func(i int) {
		for time.Now().Before(end) {
			w.ship(i)
		}
	})
	w.calls.report()
}

// ---- a pipeline: rows are read, priced, and stored; pricing them takes long, or reading them ----

type row struct{ n, price int }

type importer struct {
	read, priced chan row
	calls        lockCalls
}

//go:noinline
func (p *importer) scan(rows int, each time.Duration) {
	for i := 0; i < rows; i++ {
		time.Sleep(each)
		from := time.Now()
		p.read <- row{n: i} // the slow stage
		p.calls.add(0, from)
	}
	close(p.read)
}

//go:noinline
func (p *importer) priceAll(each time.Duration) {
	for r := range p.read { // the slow stage's end
		time.Sleep(each)
		r.price = 2 * r.n
		p.priced <- r
	}
	close(p.priced)
}

//go:noinline
func (p *importer) store() (sum int) {
	for r := range p.priced {
		sum += r.price
	}
	return sum
}

func importRows(read, price time.Duration) {
	p := &importer{read: make(chan row, 4), priced: make(chan row, 4)}
	go p.scan(80, read)
	go p.priceAll(price)
	p.store()
	p.calls.report()
}
