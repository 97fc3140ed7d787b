package sim

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"
)

const (
	callbackConns   = 4
	callbackTimeout = 10 * time.Second
	requestLimit    = 1 << 20
)

// call is one callback: receipts, or a body of another kind. It is the same at every attempt.
type call struct {
	receipts []receipt
	raw      []byte
	address  string // instead of the simulator's
	attempts int
	epoch    uint64
}

// backOff doubles from 250 ms to 30 s.
func backOff(n int) time.Duration { return min(250*time.Millisecond<<min(n, 20), 30*time.Second) }

// Send queues a callback about anything but receipts; address is "" for the simulator's own.
func (s *Sim) Send(address string, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.address == "" && address == "" {
		return
	}
	s.queue.calls = append(s.queue.calls, &call{raw: body, address: address, epoch: s.queue.epoch})
	s.post()
}

// post starts senders for the waiting calls, a few at once. The lock is held.
func (s *Sim) post() {
	for !s.closed && s.queue.posting < min(callbackConns, len(s.queue.calls)) {
		s.queue.posting++
		s.running.Go(s.sender)
	}
}

// sender posts calls until none is left.
func (s *Sim) sender() {
	for {
		s.mu.Lock()
		q := &s.queue
		if s.closed || len(q.calls) == 0 {
			q.posting--
			s.mu.Unlock()
			return
		}
		c := q.calls[0]
		q.calls[0] = nil
		q.calls = q.calls[1:]
		if c.epoch != q.epoch {
			s.mu.Unlock()
			continue // it belongs to what was reset
		}
		address := c.address
		if address == "" {
			address = s.address
		}
		told := make([]Receipt, 0, len(c.receipts))
		for _, r := range c.receipts {
			told = append(told, s.receipt(r))
		}
		s.mu.Unlock()
		body := c.raw
		if body == nil {
			body = s.cfg.Callback(told)
		}
		if body == nil {
			s.delivered(c, true)
			continue
		}
		s.delivered(c, s.deliver(address, body))
	}
}

// delivered counts a call, or plans to repeat it.
func (s *Sim) delivered(c *call, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := &s.queue
	if c.epoch != q.epoch {
		return
	}
	if ok {
		q.posted++
		q.told += len(c.receipts)
		return
	}
	q.failed++
	if wait := s.cfg.Retry(c.attempts); wait >= 0 {
		c.attempts++
		q.push(event{due: s.at().Add(wait).UnixNano(), again: c})
	}
}

// deliver makes one signed callback.
func (s *Sim) deliver(address string, body []byte) bool {
	ctx, cancel := context.WithTimeout(s.ctx, callbackTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return false
	}
	req.Header.Set("Content-Type", "application/json")
	if s.cfg.Sign != nil {
		s.cfg.Sign(req, body)
	}
	status, answer, err := s.Call(req)
	return err == nil && s.cfg.Delivered(status, answer)
}

// Call makes a call to the client's side, by the way that callbacks take.
func (s *Sim) Call(r *http.Request) (status int, body []byte, err error) {
	res, err := s.cfg.Transport.RoundTrip(r)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	body, err = io.ReadAll(io.LimitReader(res.Body, requestLimit))
	return res.StatusCode, body, err
}
