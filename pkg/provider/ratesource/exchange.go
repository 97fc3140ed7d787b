// Package ratesource is the adapter to a source of rates with CoinGecko's shape (facts 5.4). It gives the prices of
// USDT in yuan, dollars and euros, of which the last two give the yuan's rates of dollar and euro.
package ratesource

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

const (
	coin    = "tether"
	counter = "CNY"
	source  = "coingecko"
)

// Config says where the source is.
type Config struct {
	BaseURL string // "https://api.coingecko.com"
	Key     string // header x-cg-demo-api-key; empty for none
	Client  *http.Client
}

// Adapter is one source. It is safe for concurrent use.
type Adapter struct {
	cfg Config
	api *outbound.Client
}

var _ provider.Quoter = (*Adapter)(nil)

// New makes the adapter.
func New(cfg Config) (*Adapter, error) {
	api, err := outbound.New(cfg.BaseURL, cfg.Client)
	return &Adapter{cfg, api}, err
}

// Quotes gives the rates in CNY of those of USDT, USD and EUR that are asked for, all of one moment; others are left out. A price that is
// missing, no positive number, or without a time is Unreadable, and so are all.
func (a *Adapter) Quotes(ctx context.Context, bases ...string) ([]provider.Quote, error) {
	header := http.Header{"Accept": {"application/json"}}
	if a.cfg.Key != "" {
		header["X-Cg-Demo-Api-Key"] = []string{a.cfg.Key}
	}
	answer, err := a.api.Do(ctx, outbound.Call{Method: http.MethodGet, Header: header,
		Path: "/api/v3/simple/price?ids=" + coin + "&vs_currencies=cny,usd,eur&include_last_updated_at=true"})
	if err != nil {
		return nil, provider.Unanswered(err, true, true)
	}
	switch answer.Status {
	case http.StatusOK:
	case http.StatusTooManyRequests:
		return nil, &provider.Failure{Verdict: provider.Retry, Cause: provider.TooOften, Code: "429",
			Detail: string(answer.Body[:min(200, len(answer.Body))]), After: time.Minute}
	case http.StatusUnauthorized, http.StatusForbidden:
		return nil, provider.Later(provider.BadAccount, "HTTP %d: %.200s", answer.Status, answer.Body)
	default:
		return nil, provider.Later(provider.Other, "HTTP %d: %.200s", answer.Status, answer.Body)
	}
	var coins map[string]map[string]json.Number
	d := json.NewDecoder(bytes.NewReader(answer.Body))
	d.UseNumber() // no float touches a price
	if d.Decode(&coins) != nil || coins[coin] == nil {
		return nil, provider.Later(provider.Unreadable, "%.200s", answer.Body)
	}
	return read(coins[coin], bases)
}

func read(prices map[string]json.Number, bases []string) ([]provider.Quote, error) {
	seconds, err := strconv.ParseInt(prices["last_updated_at"].String(), 10, 64)
	if err != nil || seconds <= 0 {
		return nil, provider.Later(provider.Unreadable, "prices of %.40q", prices["last_updated_at"])
	}
	yuan, err := provider.ParseRate(prices["cny"].String())
	if err != nil {
		return nil, provider.Later(provider.Unreadable, "cny %.60q", prices["cny"])
	}
	var out []provider.Quote
	for _, base := range bases {
		rate := yuan
		switch base {
		case "USDT":
		case "USD", "EUR":
			other, err := provider.ParseRate(prices[strings.ToLower(base)].String())
			if err == nil {
				rate, err = yuan.Over(other)
			}
			if err != nil {
				return nil, provider.Later(provider.Unreadable, "%s %.60q", base, prices[strings.ToLower(base)])
			}
		default:
			continue
		}
		out = append(out, provider.Quote{Base: base, Counter: counter, Rate: rate, At: time.Unix(seconds, 0).UTC(), Source: source})
	}
	return out, nil
}
