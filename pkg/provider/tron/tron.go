// Package tron reads TRC20 transfers from a TRON full node with TronGrid's shape (facts 5.4). It holds no keys and moves nothing.
package tron

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"herald/pkg/kit/base58"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/plain"
	"herald/pkg/provider"
)

// USDT is the contract of the token that counts.
const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

// Config says where the node is.
type Config struct {
	BaseURL  string // "https://api.trongrid.io"
	Key      string // header TRON-PRO-API-KEY; empty for none
	Token    string // the contract; empty means USDT
	Decimals int    // of the token; 0 means 6
	Client   *http.Client
}

// Adapter reads one token. It is safe for concurrent use.
type Adapter struct {
	cfg   Config
	api   *outbound.Client
	token string // hex, 20 bytes without the prefix 41, as logs have it
}

var _ provider.Chain = (*Adapter)(nil)

// New makes the adapter.
func New(cfg Config) (*Adapter, error) {
	if cfg.Token == "" {
		cfg.Token = USDT
	}
	if cfg.Decimals == 0 {
		cfg.Decimals = 6
	}
	a := &Adapter{cfg: cfg}
	raw, err := account(cfg.Token)
	if err != nil {
		return nil, err
	}
	a.token = hex.EncodeToString(raw)
	a.api, err = outbound.New(cfg.BaseURL, cfg.Client)
	return a, err
}

// Profile tells what the chain is like.
func (a *Adapter) Profile() provider.ChainProfile {
	return provider.ChainProfile{Chain: "tron", Token: a.cfg.Token, Decimals: a.cfg.Decimals}
}

// Hash is 64 hexadecimal digits in lowercase letters.
func (a *Adapter) Hash(text string) (string, error) {
	h := plain.Hash(text)
	if h == "" {
		return "", provider.Refuse(provider.BadInput, "%.80q is no hash of TRON", text)
	}
	return h, nil
}

// Address is the base58 form with its checksum (T…).
func (a *Adapter) Address(text string) (string, error) {
	text = plain.Pasted(text)
	if _, err := account(text); err != nil {
		return "", err
	}
	return text, nil
}

// account gives the 20 bytes of an address.
func account(text string) ([]byte, error) {
	raw, err := base58.Decode(text)
	if err != nil || len(raw) != 21 || raw[0] != 0x41 {
		return nil, provider.Refuse(provider.BadInput, "%.80q is no address of TRON", text)
	}
	return raw[1:], nil
}

// call asks the node; nothing that it is asked changes anything.
func (a *Adapter) call(ctx context.Context, method, path string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return provider.Refuse(provider.BadInput, "%v", err)
		}
	}
	header := http.Header{"Accept": {"application/json"}, "Content-Type": {"application/json"}}
	if a.cfg.Key != "" {
		header["Tron-Pro-Api-Key"] = []string{a.cfg.Key}
	}
	answer, err := a.api.Do(ctx, outbound.Call{Method: method, Path: path, Header: header, Body: body})
	if err != nil {
		return provider.Unanswered(err, true, true)
	}
	switch answer.Status {
	case http.StatusOK:
	case http.StatusTooManyRequests, http.StatusForbidden: // TronGrid refuses with 403 for a while after too many 429
		return &provider.Failure{Verdict: provider.Retry, Cause: provider.TooOften, Code: strconv.Itoa(answer.Status),
			Detail: string(answer.Body[:min(200, len(answer.Body))]), After: 5 * time.Second}
	case http.StatusUnauthorized:
		return provider.Later(provider.BadAccount, "HTTP 401: %.200s", answer.Body)
	default:
		return provider.Later(provider.Other, "HTTP %d: %.200s", answer.Status, answer.Body)
	}
	var failed struct {
		Error string `json:"Error"`
	}
	if json.Unmarshal(answer.Body, &failed) == nil && failed.Error != "" {
		return provider.Later(provider.Other, "%.200s", failed.Error)
	}
	if err := json.Unmarshal(answer.Body, out); err != nil {
		return provider.Later(provider.Unreadable, "%.200s", answer.Body)
	}
	return nil
}

// block is a block as the node tells it.
type block struct {
	ID     string `json:"blockID"`
	Header struct {
		Raw struct {
			Number int64 `json:"number"`
			Time   int64 `json:"timestamp"` // ms
		} `json:"raw_data"`
	} `json:"block_header"`
}

func (b block) typed() provider.Block {
	return provider.Block{Number: b.Header.Raw.Number, Hash: b.ID, At: time.UnixMilli(b.Header.Raw.Time).UTC()}
}

// Head gives the newest block.
func (a *Adapter) Head(ctx context.Context) (provider.Block, error) {
	var b block
	if err := a.call(ctx, http.MethodPost, "/wallet/getnowblock", struct{}{}, &b); err != nil {
		return provider.Block{}, err
	}
	if b.ID == "" {
		return provider.Block{}, provider.Later(provider.Unreadable, "a head without id")
	}
	return b.typed(), nil
}

// errNoTransfer: a log that is not a transfer of a token.
var errNoTransfer = errors.New("tron: no transfer")

// listed is an entry of TronGrid's list of an account.
type listed struct {
	Hash string `json:"transaction_id"`
	From string `json:"from"`
	To   string `json:"to"`
	Type string `json:"type"`
	Unit string `json:"value"`
	Info struct {
		Address string `json:"address"`
	} `json:"token_info"`
}

// most of a page of TronGrid.
const most = 200

// Transfers asks TronGrid's index, which knows no place of a transfer in its transaction: its Index is -1. A page is named by TronGrid.
func (a *Adapter) Transfers(ctx context.Context, address string, within provider.Window) (page []provider.Transfer, next string,
	err error) {
	if _, err := account(address); err != nil {
		return nil, "", err
	}
	query := url.Values{"only_to": {"true"}, "limit": {strconv.Itoa(most)}, "contract_address": {a.cfg.Token},
		"min_timestamp": {strconv.FormatInt(within.Since.UnixMilli(), 10)}, "order_by": {"block_timestamp,asc"}}
	if !within.Until.IsZero() {
		query.Set("max_timestamp", strconv.FormatInt(within.Until.UnixMilli()-1, 10))
	}
	if within.Page != "" {
		query.Set("fingerprint", within.Page)
	}
	var list struct {
		Data    []listed `json:"data"`
		Success bool     `json:"success"`
		Meta    struct {
			Fingerprint string `json:"fingerprint"`
		} `json:"meta"`
	}
	if err := a.call(ctx, http.MethodGet, "/v1/accounts/"+address+"/transactions/trc20?"+query.Encode(), nil, &list); err != nil {
		return nil, "", err
	}
	if !list.Success {
		return nil, "", provider.Later(provider.Unreadable, "a list without success")
	}
	for _, l := range list.Data {
		hash, err := a.Hash(l.Hash)
		units, ok := decimal(l.Unit)
		if err != nil || !ok || l.To != address || l.Type != "Transfer" || l.Info.Address != a.cfg.Token {
			continue // another token, or something that is no transfer to us
		}
		page = append(page, provider.Transfer{Hash: hash, Index: -1, From: l.From, To: l.To, Units: units, Decimals: a.cfg.Decimals})
	}
	return page, list.Meta.Fingerprint, nil
}
