package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"herald/localstack/client"
)

// mailDomain is the demo customer's domain, and the hosts of the platform that it leads to.
const (
	mailDomain = "mail.herald.example"
	bounceHost = "bounce.herald.example"
	spfHost    = "spf.herald.example"
	clickHost  = "click.herald.example"
	linkHost   = "go.herald.example"
)

type domainRecord struct{ Type, Host, Value string }

type demoDomain struct {
	ID        string
	CheckTime *time.Time
	Checking  bool
	State     string
	Records   []domainRecord
}

// domain gives the demo customer a domain whose records stand in the simulated domain name system. Without an email provider it has
// no DKIM records, and stays pending.
func (s *seed) domain(ctx context.Context) error {
	for key, host := range map[string]string{"domain.host.bounce": bounceHost, "domain.spf.include": spfHost, "domain.host.click": clickHost,
		"domain.host.link": linkHost} {
		if err := s.byAdmin.Set(ctx, key, host); err != nil {
			return err
		}
	}
	page, err := client.Get[client.Page[demoDomain]](ctx, s.byCustomer, "/domain/page?name="+mailDomain)
	if err != nil || page.Total > 0 {
		return err
	}
	d, err := client.Post[demoDomain](ctx, s.byCustomer, "/domain", map[string]any{"name": mailDomain, "uses": []string{"email"}})
	if err != nil {
		return err
	}
	if d, err = s.checkedDomain(ctx, d.ID); err != nil {
		return err
	}
	var records []string
	for _, r := range d.Records {
		value := r.Value + "."
		switch r.Type {
		case "TXT":
			value = fmt.Sprintf("%q", r.Value)
		case "MX":
			value = "10 " + value
		}
		records = append(records, fmt.Sprintf("%s. %s %s", r.Host, r.Type, value))
	}
	if err := s.control(ctx, http.MethodPut, s.dev.Simulators["dns"]+"/_sim/records", map[string]any{"records": records}); err != nil {
		return err
	}
	if ses := s.dev.Simulators["ses"]; ses != "" {
		if err := s.control(ctx, http.MethodPost, ses+"/_sim/identities", map[string]any{"name": mailDomain, "status": "SUCCESS"}); err != nil {
			return err
		}
	}
	for {
		_, err := client.Put[any](ctx, s.byCustomer, "/domain/"+d.ID+"/check", nil)
		var refused *client.Failure
		if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
			return err
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
}

// checkedDomain waits for the first check of a domain.
func (s *seed) checkedDomain(ctx context.Context, id string) (d demoDomain, err error) {
	for {
		if d, err = client.Get[demoDomain](ctx, s.byCustomer, "/domain/"+id); err != nil || d.CheckTime != nil {
			return d, err
		}
		if err := pause(ctx, 200*time.Millisecond); err != nil {
			return d, err
		}
	}
}

// control calls the control surface of a simulator.
func (s *seed) control(ctx context.Context, method, url string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: %s", method, url, answer.Status)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
