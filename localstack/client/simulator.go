package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"herald/pkg/kit/apiclient"
)

// Simulator is the control surface of the WhatsApp simulator (decisions §10).
type Simulator struct{ c apiclient.Client }

// Rule scripts the outcome of recipients whose number ends in Suffix.
type Rule struct {
	Suffix  string `json:"suffix"`
	Outcome string `json:"outcome"`
	Times   int    `json:"times,omitempty"`
}

// Accepted is a message that the simulator took.
type Accepted struct {
	ID         string    `json:"id"`
	To         string    `json:"to"`
	Body       string    `json:"body"`
	Reference  string    `json:"biz_opaque_callback_data"`
	AcceptedAt time.Time `json:"acceptedAt"`
	Answered   bool      `json:"answered"`
}

// Simulator of the product's WhatsApp; false when it talks to another server, which has no control surface.
func (d *Dev) Simulator(ctx context.Context) (*Simulator, bool) {
	s := &Simulator{apiclient.Client{API: d.Simulators["whatsapp"] + "/_sim"}}
	answer, err := s.c.Do(ctx, http.MethodGet, "/messages?limit=1", nil)
	return s, err == nil && answer.Status == http.StatusOK
}

func (s *Simulator) control(ctx context.Context, name string, body any) error {
	answer, err := s.c.Do(ctx, http.MethodPost, "/"+name, body)
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("/_sim/%s: %d %s", name, answer.Status, answer.Raw)
	}
	return err
}

// Script replaces the rules; none brings back the default ones.
func (s *Simulator) Script(ctx context.Context, rules ...Rule) error {
	if rules == nil {
		rules = []Rule{}
	}
	return s.control(ctx, "script", map[string]any{"rules": rules})
}

// Inbound lets a recipient act (see the simulator's README).
func (s *Simulator) Inbound(ctx context.Context, said map[string]any) error {
	return s.control(ctx, "inbound", said)
}

// Webhooks are the settings of the receipts' way; the zero value is the default.
type Webhooks struct {
	DelayMs   int     `json:"delayMs,omitempty"`
	Duplicate float64 `json:"duplicate,omitempty"`
	Reorder   float64 `json:"reorder,omitempty"`
	Batch     int     `json:"batch,omitempty"`
	Drop      float64 `json:"drop,omitempty"`
}

// Webhooks replaces the settings.
func (s *Simulator) Webhooks(ctx context.Context, w Webhooks) error {
	return s.control(ctx, "webhooks", w)
}

const messagesPage = 20_000

// Accepted gives the messages that were taken, from offset on, in order of arrival.
func (s *Simulator) Accepted(ctx context.Context, offset int) ([]Accepted, error) {
	var all []Accepted
	for {
		answer, err := s.c.Do(ctx, http.MethodGet, fmt.Sprintf("/messages?offset=%d&limit=%d", offset+len(all), messagesPage), nil)
		if err != nil {
			return nil, err
		}
		var page struct{ Accepted []Accepted }
		if err := json.Unmarshal(answer.Raw, &page); err != nil {
			return nil, fmt.Errorf("/_sim/messages: %w: %.100s", err, answer.Raw)
		}
		all = append(all, page.Accepted...)
		if len(page.Accepted) < messagesPage {
			return all, nil
		}
	}
}

// Count is how many messages were taken since the last reset.
func (s *Simulator) Count(ctx context.Context) (int, error) {
	answer, err := s.c.Do(ctx, http.MethodGet, "/stats", nil)
	if err == nil && answer.Status == http.StatusOK {
		var stats struct{ Accepted int }
		err = json.Unmarshal(answer.Raw, &stats)
		return stats.Accepted, err
	}
	all, err := s.Accepted(ctx, 0) // stats is more than the contract asks for
	return len(all), err
}
