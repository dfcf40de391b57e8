// Package errgroup stands for the module of that name: it starts goroutines in the same function.
package errgroup

import "sync"

type Group struct {
	wg sync.WaitGroup
}

func (g *Group) Wait() { g.wg.Wait() }

func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		f()
	}()
}
