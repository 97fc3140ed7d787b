package move

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	askFor     = 5 * time.Second  // an answer of the product
	renewEvery = 20 * time.Second // the sole use of the data
)

// still refuses while the product serves, and gives a context that ends when the sole use of the data is lost.
func (h *Home) still(ctx context.Context) (context.Context, func(), error) {
	if h.answers(ctx) {
		return ctx, nil, fmt.Errorf("the product still answers at %s: stop it first, as docs/how-to/move-between-homes.md says", h.Address)
	}
	if h.Exclusive == nil {
		return ctx, func() {}, nil
	}
	held, err := h.Exclusive(ctx)
	if err != nil {
		return ctx, nil, err
	}
	if !held {
		return ctx, nil, errors.New("a copy of Herald, or another export or import, works on this database: stop it, or after a crash wait 75 s")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var hand sync.WaitGroup
	hand.Go(func() {
		every := time.NewTicker(renewEvery)
		defer every.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-every.C:
			}
			if held, err := h.Exclusive(ctx); err == nil && !held {
				cancel(errors.New("another copy of Herald began to work on this database: stop it and begin again"))
			}
		}
	})
	return ctx, func() {
		cancel(nil)
		hand.Wait()
		_ = h.End(context.WithoutCancel(ctx)) // it ends by itself
	}, nil
}

// answers reports whether the API answers at the public address.
func (h *Home) answers(ctx context.Context) bool {
	if h.Address == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.Address+"/api/openapi.json", nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close() // the status says all
	return res.StatusCode == http.StatusOK
}
