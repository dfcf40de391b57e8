package main

import (
	"context"
	"time"
)

// timers: sleeps, tickers, callbacks and deadlines.
func timers() {
	each(5, func(i int) {
		switch i {
		case 0, 1:
			for n := 0; n < 10; n++ {
				time.Sleep(time.Duration(50*(i+1)*n) * time.Microsecond)
			}
		case 2:
			t := time.NewTicker(300 * time.Microsecond)
			for n := 0; n < 8; n++ {
				<-t.C
				burn(5000)
			}
			t.Stop()
		case 3:
			fired := make(chan bool, 8)
			for n := 0; n < 8; n++ {
				time.AfterFunc(time.Duration(n)*200*time.Microsecond, func() { fired <- true })
			}
			for n := 0; n < 8; n++ {
				<-fired
			}
		case 4:
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
			<-ctx.Done()
			cancel()
		}
	})
}
