package main

// manyGoroutines: waves of short-lived goroutines that start others.
func manyGoroutines() {
	for wave := 0; wave < 4; wave++ {
		gate := make(chan struct{})
		done := make(chan struct{}, 100)
		for i := 0; i < 100; i++ {
			go waiter(gate, done)
		}
		close(gate)
		for i := 0; i < 100; i++ {
			<-done
		}
	}
}

//go:noinline
func waiter(gate <-chan struct{}, done chan<- struct{}) {
	<-gate
	go burn(500)
	burn(500)
	done <- struct{}{}
}
