// Records a server of gRPC and its clients: serve SCENE FILE, with google.golang.org/grpc in GOPATH.
//
// Four clients make 25 unary calls each, one of them 4 streams besides: 104 requests.  One call in ten sleeps, the
// others compute; the scene grpc-workers lets four goroutines of the server take the calls by turns.
package main

import (
	"context"
	"log"
	"net"
	"os"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
)

const (
	clients = 4
	calls   = 25
)

type server struct {
	grpc_health_v1.UnimplementedHealthServer
	calls int64
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func serving() *grpc_health_v1.HealthCheckResponse {
	return &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_SERVING}
}

func (s *server) Check(context.Context, *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	if atomic.AddInt64(&s.calls, 1)%10 == 0 {
		time.Sleep(3 * time.Millisecond)
	} else {
		for start := time.Now(); time.Since(start) < 200*time.Microsecond; {
		}
	}
	return serving(), nil
}

func (s *server) Watch(_ *grpc_health_v1.HealthCheckRequest, w grpc_health_v1.Health_WatchServer) error {
	for i := 0; i < 3; i++ {
		if err := w.Send(serving()); err != nil {
			return err
		}
		time.Sleep(2 * time.Millisecond)
	}
	return nil
}

func ask(c grpc_health_v1.HealthClient, streams bool) {
	for i := 0; i < calls; i++ {
		_, err := c.Check(context.Background(), &grpc_health_v1.HealthCheckRequest{})
		must(err)
		if !streams || i%8 != 0 {
			continue
		}
		w, err := c.Watch(context.Background(), &grpc_health_v1.HealthCheckRequest{})
		must(err)
		for err == nil {
			_, err = w.Recv()
		}
	}
}

func main() {
	var options []grpc.ServerOption
	var done sync.WaitGroup

	if os.Args[1] == "grpc-workers" {
		options = append(options, grpc.NumStreamWorkers(clients))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	s := grpc.NewServer(options...)
	grpc_health_v1.RegisterHealthServer(s, &server{})
	go s.Serve(l)
	conn, err := grpc.Dial(l.Addr().String(), grpc.WithInsecure(), grpc.WithBlock())
	must(err)
	f, err := os.Create(os.Args[2])
	must(err)
	must(trace.Start(f))
	for i := 0; i < clients; i++ {
		done.Add(1)
		go func(first bool) {
			defer done.Done()
			ask(grpc_health_v1.NewHealthClient(conn), first)
		}(i == 0)
	}
	done.Wait()
	time.Sleep(5 * time.Millisecond)
	trace.Stop()
	must(f.Close())
}
