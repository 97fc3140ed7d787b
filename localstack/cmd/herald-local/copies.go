package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"herald/localstack/balance"
	"herald/pkg/app/manifest"
)

// copies are the processes of Herald. One that dies is started again, as a platform does it.
type copies struct {
	mu     sync.Mutex
	list   []*process // by number; the latest process of each
	watch  sync.WaitGroup
	finish context.CancelFunc
}

// startCopies starts n copies, with a balancer in front of them where there are several, and waits until each has the database open. ctx
// bounds the start alone.
func (i *instance) startCopies(ctx context.Context, n int) error {
	life, finish := context.WithCancel(context.WithoutCancel(ctx))
	i.copies.finish = finish
	addresses := []string{strings.TrimPrefix(i.public, "http://")}
	if n > 1 {
		var err error
		if addresses, err = i.balance(life, n); err != nil {
			return err
		}
	}
	i.copies.list = make([]*process, n)
	for number, address := range addresses {
		p, err := i.startCopy(number, address, n)
		if err != nil {
			return err
		}
		if err := p.ready(ctx, "http://"+address+"/readyz"); err != nil {
			return err
		}
		if n > 1 {
			i.copies.watch.Go(func() { i.keep(life, p, number, address, n) })
		}
	}
	return nil
}

// balance opens the balancer at the public address and gives the addresses of the copies.
func (i *instance) balance(ctx context.Context, n int) (addresses []string, err error) {
	var targets []*url.URL
	for range n {
		port, err := freePort(0)
		if err != nil {
			return nil, err
		}
		address := fmt.Sprintf("127.0.0.1:%d", port)
		addresses, targets = append(addresses, address), append(targets, &url.URL{Scheme: "http", Host: address})
	}
	b := balance.New(targets)
	go b.Run(ctx)
	listener, err := net.Listen("tcp", strings.TrimPrefix(i.public, "http://"))
	if err != nil {
		return nil, err
	}
	i.server = &http.Server{Handler: b, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = i.server.Serve(listener) }() // ends with Close
	return addresses, nil
}

func (i *instance) startCopy(number int, address string, n int) (*process, error) {
	again := i.copies.list[number] != nil
	env := append(i.whole(), "HERALD_LISTEN="+address)
	log := i.folder + "/herald.log"
	if n > 1 {
		env, log = append(env, "HERALD_TRUSTED_HOPS=1"), i.folder+"/herald-"+strconv.Itoa(number+1)+".log"
	}
	p, err := launch(child{name: "Herald", log: log, folder: string(i.project), env: env, again: again},
		i.path(".build", "bin-"+runtime.GOOS+"-"+runtime.GOARCH, manifest.AllInOne), "serve")
	if err != nil {
		return nil, err
	}
	i.copies.mu.Lock()
	defer i.copies.mu.Unlock()
	i.copies.list[number] = p
	return p, nil
}

// keep starts a copy again whenever it has ended, until ctx ends.
func (i *instance) keep(ctx context.Context, p *process, number int, address string, n int) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.done:
		}
		if ctx.Err() != nil {
			return
		}
		again, err := i.startCopy(number, address, n)
		if err != nil {
			i.console.print("copy %d does not start again: %v", number+1, err)
			return
		}
		p = again
	}
}

// one is a copy; nil before there is any.
func (c *copies) one() *process {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.list) == 0 {
		return nil
	}
	return c.list[0]
}

// stop ends all copies.
func (c *copies) stop(grace time.Duration) {
	if c.finish == nil {
		return
	}
	c.finish()
	c.watch.Wait()
	for _, p := range c.list {
		p.stop(grace)
	}
}
