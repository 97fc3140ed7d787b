// Package omni reads transfers of USDT on Omni from an explorer (facts 5.4). The issuer ended its support there: the chain is off unless
// an admin switches it on. It holds no keys and moves nothing.
package omni

import (
	"context"
	"encoding/json"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/base58"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/plain"
	"herald/pkg/provider"
)

const (
	usdt     = 31 // its property
	decimals = 8
	pace     = 10 * time.Second // the explorer bans who asks faster
)

// Config says where the explorer is.
type Config struct {
	BaseURL string // "https://api.omniexplorer.info"
	Client  *http.Client
}

// Adapter reads one property. It is safe for concurrent use; who asks keeps the pace of the profile.
type Adapter struct{ api *outbound.Client }

var _ provider.Chain = (*Adapter)(nil)

// New makes the adapter.
func New(cfg Config) (*Adapter, error) {
	api, err := outbound.New(cfg.BaseURL, cfg.Client)
	return &Adapter{api}, err
}

// Profile tells what the chain is like.
func (a *Adapter) Profile() provider.ChainProfile {
	return provider.ChainProfile{Chain: "omni", Token: strconv.Itoa(usdt), Decimals: decimals, PollInterval: pace, Outdated: true}
}

// Hash is 64 hexadecimal digits in lowercase letters.
func (a *Adapter) Hash(text string) (string, error) {
	h := plain.Hash(text)
	if h == "" {
		return "", provider.Refuse(provider.BadInput, "%.80q is no hash of Omni", text)
	}
	return h, nil
}

// Address is a Bitcoin address in base58 (1… or 3…).
func (a *Adapter) Address(text string) (string, error) {
	text = plain.Pasted(text)
	raw, err := base58.Decode(text)
	if err != nil || len(raw) != 21 || (raw[0] != 0x00 && raw[0] != 0x05) {
		return "", provider.Refuse(provider.BadInput, "%.80q is no address of Omni", text)
	}
	return text, nil
}

// Head is not given by the explorer: Transaction has its confirmations.
func (a *Adapter) Head(context.Context) (provider.Block, error) {
	return provider.Block{}, provider.Refuse(provider.BadInput, "the explorer tells no head")
}

func (a *Adapter) call(ctx context.Context, method, path string, form url.Values, out any) error {
	call := outbound.Call{Method: method, Path: path, Header: http.Header{"Accept": {"application/json"}}}
	if form != nil {
		call.Body = []byte(form.Encode())
		call.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := a.api.Do(ctx, call)
	if err != nil {
		return provider.Unanswered(err, true, true)
	}
	var failed struct {
		Error any `json:"error"`
	}
	broken := json.Unmarshal(answer.Body, &failed) != nil
	missing := strings.Contains(strings.ToLower(string(answer.Body)), "not found")
	switch {
	case answer.Status == http.StatusTooManyRequests || answer.Status == http.StatusForbidden:
		return &provider.Failure{Verdict: provider.Retry, Cause: provider.TooOften, Code: strconv.Itoa(answer.Status), After: 10 * pace}
	case !broken && missing && (answer.Status == http.StatusNotFound || failed.Error != nil):
		return provider.Later(provider.NotThere, "%.200s", answer.Body)
	case answer.Status != http.StatusOK || (!broken && failed.Error != nil && failed.Error != false):
		return provider.Later(provider.Other, "HTTP %d: %.200s", answer.Status, answer.Body)
	case broken || json.Unmarshal(answer.Body, out) != nil:
		return provider.Later(provider.Unreadable, "%.200s", answer.Body)
	}
	return nil
}

// transaction is the explorer's.
type transaction struct {
	Hash          string `json:"txid"`
	From          string `json:"sendingaddress"`
	To            string `json:"referenceaddress"`
	Property      int64  `json:"propertyid"`
	Amount        string `json:"amount"`
	Divisible     bool   `json:"divisible"`
	Valid         bool   `json:"valid"`
	Confirmations int64  `json:"confirmations"`
	Block         int64  `json:"block"`
	BlockHash     string `json:"blockhash"`
	BlockTime     int64  `json:"blocktime"`
	Type          *int   `json:"type_int"`
}

// simpleSend is the one type that moves one amount from one to another.
const simpleSend = 0

// Transaction asks for a transaction; one that no block holds yet is NotThere. Bitcoin has no point from which nothing can be taken
// back, so every one is Final: the confirmations decide.
func (a *Adapter) Transaction(ctx context.Context, hash string) (provider.Transaction, error) {
	hash, err := a.Hash(hash)
	if err != nil {
		return provider.Transaction{}, err
	}
	var in transaction
	if err := a.call(ctx, http.MethodGet, "/v1/transaction/tx/"+hash, nil, &in); err != nil {
		return provider.Transaction{}, err
	}
	if !strings.EqualFold(in.Hash, hash) {
		return provider.Transaction{}, provider.Later(provider.Foreign, "asked for %s, told about %.80q", hash, in.Hash)
	}
	if in.Confirmations < 1 || in.BlockHash == "" {
		return provider.Transaction{}, provider.Later(provider.NotThere, "no block holds %s", hash)
	}
	t := provider.Transaction{Hash: hash, Block: in.Block, BlockHash: in.BlockHash, At: time.Unix(in.BlockTime, 0).UTC(), Success: in.Valid,
		Confirmations: in.Confirmations, Final: true}
	m, ok := in.transfer()
	if !ok {
		t.Strange = 1
		return t, nil
	}
	t.Transfers = []provider.Transfer{m}
	return t, nil
}

// transfer reads a simple send of the property.
func (in transaction) transfer() (provider.Transfer, bool) {
	units, ok := unitsOf(in.Amount)
	if in.Type == nil || *in.Type != simpleSend || in.Property != usdt || !in.Divisible || !ok {
		return provider.Transfer{}, false
	}
	return provider.Transfer{Hash: strings.ToLower(in.Hash), From: in.From, To: in.To, Units: units, Decimals: decimals}, true
}

// unitsOf reads "12.50000000" as whole units of 1/100,000,000.
func unitsOf(text string) (*big.Int, bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	if whole == "" || len(whole) > 20 || len(fraction) > decimals || strings.Trim(whole+fraction, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10)
}

// Transfers asks for a page of an address. The explorer shows the newest first, so what is older than the window ends it.
func (a *Adapter) Transfers(ctx context.Context, address string, within provider.Window) (moves []provider.Transfer, next string,
	err error) {
	if address, err = a.Address(address); err != nil {
		return nil, "", err
	}
	number := 0
	if within.Page != "" {
		if number, err = strconv.Atoi(within.Page); err != nil {
			return nil, "", provider.Refuse(provider.BadInput, "%.80q is no page", within.Page)
		}
	}
	var page struct {
		Pages        int           `json:"pages"`
		Transactions []transaction `json:"transactions"`
	}
	if err := a.call(ctx, http.MethodPost, "/v1/transaction/address", url.Values{"addr": {address}, "page": {strconv.Itoa(number)}},
		&page); err != nil {
		return nil, "", err
	}
	slices.Reverse(page.Transactions) // the oldest of the page first
	for _, in := range page.Transactions {
		m, ok := in.transfer()
		if ok && in.Valid && in.Confirmations > 0 && in.To == address && within.Holds(time.Unix(in.BlockTime, 0)) {
			moves = append(moves, m)
		}
	}
	if n := len(page.Transactions); n > 0 && number+1 < page.Pages &&
		!time.Unix(page.Transactions[0].BlockTime, 0).Before(within.Since.Truncate(time.Second)) {
		next = strconv.Itoa(number + 1)
	}
	return moves, next, nil
}
