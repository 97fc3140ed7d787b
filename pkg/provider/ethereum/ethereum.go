// Package ethereum reads ERC20 transfers from a node by JSON-RPC (facts 5.4). It holds no keys and moves nothing.
package ethereum

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/sha3"

	"herald/pkg/kit/outbound"
	"herald/pkg/kit/plain"
	"herald/pkg/provider"
)

// USDT is the contract of the token that counts.
const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7"

// Config says where the node is.
type Config struct {
	BaseURL  string // of a JSON-RPC endpoint; a key may be part of its path
	Token    string // the contract; empty means USDT
	Decimals int    // of the token; 0 means 6
	Client   *http.Client
}

// Adapter reads one token. It is safe for concurrent use.
type Adapter struct {
	cfg Config
	api *outbound.Client
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
	var err error
	if a.cfg.Token, err = a.Address(cfg.Token); err != nil {
		return nil, err
	}
	a.api, err = outbound.New(cfg.BaseURL, cfg.Client)
	return a, err
}

// Profile tells what the chain is like.
func (a *Adapter) Profile() provider.ChainProfile {
	return provider.ChainProfile{Chain: "ethereum", Token: a.cfg.Token, Decimals: a.cfg.Decimals}
}

// Hash is 0x and 64 hexadecimal digits in lowercase letters; the 0x may be left out.
func (a *Adapter) Hash(text string) (string, error) {
	h := plain.Hash(text)
	if h == "" {
		return "", provider.Refuse(provider.BadInput, "%.80q is no hash of Ethereum", text)
	}
	return "0x" + h, nil
}

// Address is 0x and 40 hexadecimal digits in lowercase letters; one in both cases must have the checksum of EIP-55.
func (a *Adapter) Address(text string) (string, error) {
	digits, ok := strings.CutPrefix(plain.Pasted(text), "0x")
	raw, err := hex.DecodeString(digits)
	if !ok || err != nil || len(raw) != 20 {
		return "", provider.Refuse(provider.BadInput, "%.80q is no address of Ethereum", text)
	}
	small := strings.ToLower(digits)
	if digits != small && digits != strings.ToUpper(digits) && digits != checksum(small) {
		return "", provider.Refuse(provider.BadInput, "a letter of the address %.80q is wrong", text)
	}
	return "0x" + small, nil
}

// checksum writes an address as EIP-55 does: a letter is a capital where the hash of the address has a digit of 8 or more.
func checksum(small string) string {
	h := sha3.NewLegacyKeccak256()
	h.Write([]byte(small))
	sum := hex.EncodeToString(h.Sum(nil))
	out := []byte(small)
	for i, c := range out {
		if c >= 'a' && sum[i] >= '8' {
			out[i] = c - 'a' + 'A'
		}
	}
	return string(out)
}

// call asks the node; a null is NotThere.
func (a *Adapter) call(ctx context.Context, out any, method string, params ...any) error {
	if params == nil {
		params = []any{}
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return provider.Refuse(provider.BadInput, "%v", err)
	}
	answer, err := a.api.Do(ctx, outbound.Call{Method: http.MethodPost, Header: http.Header{"Content-Type": {"application/json"}}, Body: body})
	if err != nil {
		return provider.Unanswered(err, true, true)
	}
	var reply struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	decoded := json.Unmarshal(answer.Body, &reply) == nil
	switch {
	case answer.Status == http.StatusTooManyRequests, decoded && reply.Error != nil && reply.Error.Code == -32005:
		return &provider.Failure{Verdict: provider.Retry, Cause: provider.TooOften, Code: "429", Detail: method, After: 2 * time.Second}
	case answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden:
		return provider.Later(provider.BadAccount, "HTTP %d: %.200s", answer.Status, answer.Body)
	case decoded && reply.Error != nil:
		return &provider.Failure{Verdict: provider.Retry, Cause: provider.Other, Code: strconv.Itoa(reply.Error.Code),
			Detail: reply.Error.Message}
	case answer.Status != http.StatusOK || !decoded || len(reply.Result) == 0:
		return provider.Later(provider.Unreadable, "HTTP %d: %.200s", answer.Status, answer.Body)
	case string(reply.Result) == "null":
		return provider.Later(provider.NotThere, "%s has nothing", method)
	}
	if err := json.Unmarshal(reply.Result, out); err != nil {
		return provider.Later(provider.Unreadable, "%s: %.200s", method, reply.Result)
	}
	return nil
}

// quantity is a number as JSON-RPC writes them: 0x without leading zeros.
type quantity int64

// UnmarshalJSON reads it.
func (q *quantity) UnmarshalJSON(text []byte) error {
	digits, ok := strings.CutPrefix(strings.Trim(string(text), `"`), "0x")
	n, err := strconv.ParseInt(digits, 16, 64)
	if !ok || err != nil || n < 0 {
		return provider.Later(provider.Unreadable, "quantity %.40q", text)
	}
	*q = quantity(n)
	return nil
}

func hexadecimal(n int64) string { return "0x" + strconv.FormatInt(n, 16) }

type block struct {
	Number quantity `json:"number"`
	Hash   string   `json:"hash"`
	Time   quantity `json:"timestamp"`
}

// block gives a block by its number, or by a tag ("latest", "finalized").
func (a *Adapter) block(ctx context.Context, which string) (provider.Block, error) {
	var b block
	if err := a.call(ctx, &b, "eth_getBlockByNumber", which, false); err != nil {
		return provider.Block{}, err
	}
	hash, err := a.Hash(b.Hash)
	if err != nil {
		return provider.Block{}, provider.Later(provider.Unreadable, "block %s: %v", which, err)
	}
	return provider.Block{Number: int64(b.Number), Hash: hash, At: time.Unix(int64(b.Time), 0).UTC()}, nil
}

// Head gives the newest block.
func (a *Adapter) Head(ctx context.Context) (provider.Block, error) { return a.block(ctx, "latest") }
