// Package ratesim is a simulator of a source of rates with CoinGecko's shape (facts 5.4). The control surface moves the prices, freezes
// their time and makes them nonsense.
package ratesim

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
)

// Config may be left out.
type Config struct {
	Key  string // calls must carry it
	Seed uint64
	Now  func() time.Time // see sim.Config
}

// Sim is the source.
type Sim struct {
	*sim.Sim
	cfg Config

	mu     sync.Mutex
	prices map[string]string // of USDT by currency, as they stand in the answer
	at     time.Time         // zero: now
}

// New starts it; end it with Close.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg}
	s.Sim = sim.New(sim.Config{Name: "rates", Seed: cfg.Seed, Now: cfg.Now, OnReset: s.begin,
		Controls: map[string]sim.Control{"POST rates": s.controlRates}})
	s.Handle("GET /api/v3/simple/price", s.price)
	return s
}

func (s *Sim) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prices, s.at = map[string]string{"cny": "7.1023", "usd": "1.0002", "eur": "0.8615"}, time.Time{}
}

// Set moves prices ("" removes one); at freezes their time, the zero time lets it run.
func (s *Sim) Set(prices map[string]string, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(s.prices, prices)
	s.at = at
}

// controlRates serves POST /_sim/rates {prices:{cny:"7.2"},agoSeconds}: an age freezes the time.
func (s *Sim) controlRates(r *http.Request) (any, error) {
	var in struct {
		Prices map[string]string `json:"prices"`
		Ago    int               `json:"agoSeconds"`
	}
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	at := time.Time{}
	if in.Ago != 0 {
		at = s.Now().Add(-time.Duration(in.Ago) * time.Second)
	}
	s.Set(in.Prices, at)
	return nil, nil
}

func (s *Sim) price(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Key != "" && r.Header.Get("x-cg-demo-api-key") != s.cfg.Key {
		sim.JSON(w, http.StatusUnauthorized, map[string]any{"status": map[string]any{"error_code": 10002, "error_message": "API Key Missing"}})
		return
	}
	q := r.URL.Query()
	s.mu.Lock()
	at := s.at
	if at.IsZero() {
		at = s.Now()
	}
	var parts []string
	for _, currency := range strings.Split(q.Get("vs_currencies"), ",") {
		if p := s.prices[currency]; p != "" {
			parts = append(parts, fmt.Sprintf("%q:%s", currency, p))
		}
	}
	s.mu.Unlock()
	if q.Get("include_last_updated_at") == "true" {
		parts = append(parts, fmt.Sprintf(`"last_updated_at":%d`, at.Unix()))
	}
	body := []byte("{}")
	if q.Get("ids") == "tether" {
		body = []byte(`{"tether":{` + strings.Join(parts, ",") + `}}`)
	}
	taken, err := s.Take(sim.Message{Key: "/price", Kind: "price"})
	if refusal := new(sim.Refusal); errors.As(err, &refusal) {
		status := map[sim.Code]int{"429": 429, "403": 403}[refusal.Code]
		if status == 0 {
			status = http.StatusInternalServerError
		}
		sim.JSON(w, status, map[string]any{"status": map[string]any{"error_code": refusal.Code, "error_message": "scripted"}})
		return
	}
	taken.Answer(w, r, http.StatusOK, body)
}
