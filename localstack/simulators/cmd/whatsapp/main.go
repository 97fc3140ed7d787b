// Command whatsapp runs the simulator of the WhatsApp Cloud API on a socket until SIGINT or SIGTERM.
// Its first line on standard output is the address that it listens on.
package main

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

	whatsappsim "herald/localstack/simulators/whatsapp"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "whatsapp simulator:", err)
		os.Exit(1)
	}
}

func run() error {
	var cfg whatsappsim.Config
	listen := flag.String("listen", "127.0.0.1:0", "address to listen on")
	flag.StringVar(&cfg.Token, "token", "local-token", "bearer token that calls must carry")
	flag.StringVar(&cfg.AppSecret, "app-secret", "local-app-secret", "secret that signs the webhooks")
	flag.StringVar(&cfg.VerifyToken, "verify-token", "local-verify-token", "token of the webhook subscription")
	flag.StringVar(&cfg.PhoneNumberID, "phone-number-id", "106540352242922", "id of the sending number")
	flag.StringVar(&cfg.WABAID, "waba-id", "102290129340398", "id of the business account")
	flag.StringVar(&cfg.WebhookURL, "webhook-url", "", "address of the webhooks; empty sends none")
	flag.IntVar(&cfg.Rate, "rate", whatsappsim.DefaultRate, "messages a second of the number")
	flag.Uint64Var(&cfg.Seed, "seed", 0, "seed of the random choices; 0 takes the time")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	sim := whatsappsim.New(cfg)
	defer sim.Close()
	server := &http.Server{Handler: sim, ReadHeaderTimeout: 10 * time.Second}
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
