package tron

import (
	"context"
	"encoding/hex"
	"math/big"
	"net/http"
	"strings"

	"herald/pkg/kit/base58"
	"herald/pkg/provider"
)

// transferTopic is the event Transfer(address,address,uint256).
const transferTopic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

// info is what became of a transaction.
type info struct {
	ID      string `json:"id"`
	Block   int64  `json:"blockNumber"`
	Time    int64  `json:"blockTimeStamp"` // ms
	Result  string `json:"result"`         // "FAILED", or absent
	Receipt struct {
		Result string `json:"result"`
	} `json:"receipt"`
	Log []event `json:"log"`
}

type event struct {
	Address string   `json:"address"` // without the prefix 41
	Topics  []string `json:"topics"`
	Data    string   `json:"data"`
}

// Transaction asks for a transaction, for the block of that number that the node holds now, and for the head: where these do not fit
// together the chain is Moving. Final is that the solidified part of the chain, which 19 of 27 producers built on, holds it.
func (a *Adapter) Transaction(ctx context.Context, hash string) (provider.Transaction, error) {
	var none provider.Transaction
	hash, err := a.Hash(hash)
	if err != nil {
		return none, err
	}
	var in info
	ask := map[string]string{"value": hash}
	if err := a.call(ctx, http.MethodPost, "/wallet/gettransactioninfobyid", ask, &in); err != nil {
		return none, err
	}
	if in.ID == "" {
		return none, provider.Later(provider.NotThere, "no block holds %s", hash)
	}
	if !strings.EqualFold(in.ID, hash) {
		return none, provider.Later(provider.Foreign, "asked for %s, told about %.80q", hash, in.ID)
	}
	var held block
	if err := a.call(ctx, http.MethodPost, "/wallet/getblockbynum", map[string]int64{"num": in.Block}, &held); err != nil {
		return none, err
	}
	if held.ID == "" || held.Header.Raw.Number != in.Block || held.Header.Raw.Time != in.Time {
		return none, provider.Later(provider.Moving, "the block %d of %s is another one now", in.Block, hash)
	}
	var solid info
	if err := a.call(ctx, http.MethodPost, "/walletsolidity/gettransactioninfobyid", ask, &solid); err != nil {
		return none, err
	}
	head, err := a.Head(ctx)
	if err != nil {
		return none, err
	}
	t := provider.Transaction{Hash: hash, Block: in.Block, BlockHash: held.ID, At: held.typed().At, Confirmations: head.Number - in.Block + 1,
		Success: in.Receipt.Result == "SUCCESS" && in.Result != "FAILED", Final: solid.ID != "" && solid.Block == in.Block}
	if t.Confirmations < 1 {
		return none, provider.Later(provider.Moving, "the head %d is behind the block %d", head.Number, in.Block)
	}
	for i, e := range in.Log {
		switch m, err := a.transfer(e); {
		case err != nil: // some other event
		case !strings.EqualFold(e.Address, a.token):
			t.Strange++
		default:
			m.Hash, m.Index = hash, i
			t.Transfers = append(t.Transfers, m)
		}
	}
	return t, nil
}

// transfer reads an event of a token.
func (a *Adapter) transfer(e event) (provider.Transfer, error) {
	if len(e.Topics) != 3 || !strings.EqualFold(e.Topics[0], transferTopic) || len(e.Data) != 64 {
		return provider.Transfer{}, errNoTransfer
	}
	from, err := party(e.Topics[1])
	if err != nil {
		return provider.Transfer{}, err
	}
	to, err := party(e.Topics[2])
	if err != nil {
		return provider.Transfer{}, err
	}
	raw, err := hex.DecodeString(e.Data)
	if err != nil {
		return provider.Transfer{}, errNoTransfer
	}
	return provider.Transfer{From: from, To: to, Units: new(big.Int).SetBytes(raw), Decimals: a.cfg.Decimals}, nil
}

// party reads an address from a topic: 12 bytes of zero and 20 of it.
func party(topic string) (string, error) {
	raw, err := hex.DecodeString(topic)
	if err != nil || len(raw) != 32 || strings.Trim(string(raw[:12]), "\x00") != "" {
		return "", errNoTransfer
	}
	return base58.Encode(append([]byte{0x41}, raw[12:]...)), nil
}

// decimal reads a whole number of at most 78 digits, as many as a uint256 has.
func decimal(text string) (*big.Int, bool) {
	if text == "" || len(text) > 78 || strings.Trim(text, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(text, 10)
}
