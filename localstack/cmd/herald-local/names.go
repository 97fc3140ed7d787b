package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	dnssim "herald/localstack/simulators/dns"
	tlssim "herald/localstack/simulators/tls"
)

// names is the simulated domain name system of the product. It runs within this process.
type names struct {
	URL     string `json:"url"`     // of the control surface
	Address string `json:"address"` // of the name server, on both networks
	// Certificates is host:port of the simulated edge, and Roots its authority in PEM.
	Certificates string `json:"certificates"`
	Roots        string `json:"roots"`
	server       *dnssim.Server
	edge         *tlssim.Server
	control      *http.Server
}

// startNames starts the name server and its control surface, which takes the port beside it where it is free.
func (i *instance) startNames(context.Context) (string, error) {
	server, err := dnssim.New(`spf.herald.example TXT "v=spf1 ip4:192.0.2.0/24 -all"`, "bounce.herald.example A 192.0.2.25",
		"click.herald.example A 192.0.2.80", "go.herald.example A 192.0.2.80", "mail.example.com A 192.0.2.26",
		"example.com MX 10 mail.example.com.")
	if err != nil {
		return "", err
	}
	server.TakeMail("mail.example.com")
	i.names.server = server
	if err := server.Listen("127.0.0.1:0"); err != nil {
		return "", err
	}
	listener, err := listen(i.ports.names)
	if err != nil {
		return "", err
	}
	i.names.control = &http.Server{Handler: server.Control(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = i.names.control.Serve(listener) }() // ends with Close
	i.names.Address = server.Address()
	i.names.URL = fmt.Sprintf("http://127.0.0.1:%d", listener.Addr().(*net.TCPAddr).Port)
	if i.names.edge, err = tlssim.New("127.0.0.1:0"); err != nil {
		return "", err
	}
	i.names.Certificates, i.names.Roots = i.names.edge.Address(), i.names.edge.Roots()
	return "name server at " + i.names.Address + ", records at " + i.names.URL, nil
}

func (n *names) stop() {
	if n.control != nil {
		_ = n.control.Close()
	}
	if n.edge != nil {
		_ = n.edge.Close()
	}
	if n.server != nil {
		n.server.Close()
	}
}
