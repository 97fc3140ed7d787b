package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// bareArgs is a loop that only posts N messages, with Calls at a time.
type bareArgs struct {
	N, Calls  int
	Simulator string // program
}

type bareResult struct{ CPU time.Duration }

// bareCalls is how many calls the adapter of the pipeline has in flight at most.
const bareCalls = 32

// bareChild is what no sender can do without: a request, its body and its answer, by net/http alone. It decides nothing, stores nothing
// and is no faster than it has to be. The CPU of the pipeline is compared with it, since both depend on the machine.
func bareChild(ctx context.Context, a bareArgs) (out bareResult, err error) {
	sim, err := startSimulator(ctx, a.Simulator)
	if err != nil {
		return out, err
	}
	defer sim.stop()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: a.Calls, MaxConnsPerHost: a.Calls}}
	numbers, errs := mobiles(a.N, 3), make([]error, a.Calls)
	used := cpuTime()
	var wg sync.WaitGroup
	for k := range a.Calls {
		wg.Go(func() {
			for i := k; i < len(numbers) && errs[k] == nil; i += a.Calls {
				errs[k] = post(ctx, client, sim.url+"/v23.0/"+simPhone+"/messages", numbers[i])
			}
		})
	}
	wg.Wait()
	out.CPU = cpuTime() - used
	return out, errors.Join(errs...)
}

func post(ctx context.Context, client *http.Client, address, to string) error {
	body := `{"messaging_product":"whatsapp","recipient_type":"individual","to":"` + to +
		`","biz_opaque_callback_data":"01KB2Y5H6Z8Q9R0S1T2U3V4W5X.0.12.345.0.1764158400","type":"text","text":{"body":"` + benchText + `"}}`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+simToken)
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, res.Body)
	if err = errors.Join(err, res.Body.Close()); err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("the provider answered %d", res.StatusCode)
	}
	return err
}
