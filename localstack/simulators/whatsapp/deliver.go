package whatsappsim

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// post starts senders for the waiting calls, a few at once. The lock is held.
func (s *Sim) post() {
	for !s.closed && s.queue.posting < min(webhookConns, len(s.queue.calls)) {
		s.queue.posting++
		s.running.Go(s.sender)
	}
}

// sender posts calls until none is left.
func (s *Sim) sender() {
	var body []byte
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
		address := s.webhookURL
		if body = c.raw; body == nil {
			body = s.statusBody(c.receipts)
		}
		s.mu.Unlock()
		ok := s.deliver(address, body)
		s.mu.Lock()
		s.delivered(c, ok)
		s.mu.Unlock()
	}
}

// delivered counts a call, or plans to repeat it with back-off. The lock is held.
func (s *Sim) delivered(c *call, ok bool) {
	q := &s.queue
	if c.epoch != q.epoch {
		return // it belongs to what was reset
	}
	if ok {
		q.posted++
		q.told += len(c.receipts)
		return
	}
	q.failed++
	wait := min(retryFirst<<min(c.attempts, 20), retryMost)
	c.attempts++
	q.push(event{due: time.Now().Add(wait).UnixNano(), do: func() { q.calls = append(q.calls, c) }})
}

// deliver makes one signed webhook call; only 200 is a delivery.
func (s *Sim) deliver(address string, body []byte) bool {
	ctx, cancel := context.WithTimeout(s.ctx, webhookTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(s.cfg.AppSecret))
	mac.Write(body)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "facebookexternalua")
	req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	res, err := s.hooks.RoundTrip(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(res.Body, requestLimit))
	return err == nil && res.StatusCode == http.StatusOK
}

// Subscribe makes the verification call that Meta makes when a webhook is set up: the address must echo the challenge.
func (s *Sim) Subscribe(ctx context.Context) error {
	s.mu.Lock()
	address := s.webhookURL
	challenge := fmt.Sprint(s.id())
	s.mu.Unlock()
	query := url.Values{"hub.mode": {"subscribe"}, "hub.verify_token": {s.cfg.VerifyToken}, "hub.challenge": {challenge}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	res, err := s.hooks.RoundTrip(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	echo, err := io.ReadAll(io.LimitReader(res.Body, 1024))
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK || string(echo) != challenge {
		return fmt.Errorf("whatsappsim: %s answered the challenge with %d %q", address, res.StatusCode, echo)
	}
	return nil
}

// hook queues a webhook call about anything but statuses. The lock is held.
func (s *Sim) hook(field string, value []byte) {
	if s.webhookURL == "" {
		return
	}
	q := &s.queue
	q.calls = append(q.calls, &call{raw: s.envelope(field, value), epoch: q.epoch})
	s.post()
}
