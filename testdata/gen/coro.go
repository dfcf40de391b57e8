package main

import "iter"

func init() {
	scenes["coro"] = scene{procs: 2, run: coroutines}
}

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
			burn(1000)
		}
	}
}

// coroutines: iterators pulled by hand, to the end, stopped early, nested, and handed to another goroutine.
func coroutines() {
	each(2, func(i int) {
		next, stop := iter.Pull(count(12))
		for v, ok := next(); ok; v, ok = next() {
			if i == 1 && v == 5 {
				break
			}
			inner, end := iter.Pull(count(3))
			inner()
			end()
		}
		stop()
	})
	next, stop := iter.Pull(count(5))
	next()
	done := make(chan bool)
	go func() {
		next()
		stop()
		close(done)
	}()
	<-done
}
