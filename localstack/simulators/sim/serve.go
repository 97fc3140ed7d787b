package sim

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Simulator is what a command serves.
type Simulator interface {
	http.Handler
	Close()
}

// Main runs a simulator on a socket until SIGINT or SIGTERM; start is called when the flags are read. The first line on
// standard output is the address that it listens on.
func Main(name string, start func() Simulator) {
	listen := flag.String("listen", "127.0.0.1:0", "address to listen on")
	flag.Parse()
	if err := serve(*listen, start); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(1)
	}
}

func serve(address string, start func() Simulator) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	s := start()
	defer s.Close()
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	fmt.Printf("http://%s\n", l.Addr())
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
