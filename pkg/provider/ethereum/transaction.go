package ethereum

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"time"

	"herald/pkg/provider"
)

// transferTopic is the event Transfer(address,address,uint256).
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

type entry struct {
	Address string   `json:"address"`
	Topics  []string `json:"topics"`
	Data    string   `json:"data"`
	Index   quantity `json:"logIndex"`
	Removed bool     `json:"removed"`
	Hash    string   `json:"transactionHash"`
	Block   quantity `json:"blockNumber"`
}

// Transaction asks for a receipt, for the block of its number that the node holds now, for the finalized block and for the head: where the
// blocks' hashes differ the chain is Moving. The log alone is read, never the call or its value.
func (a *Adapter) Transaction(ctx context.Context, hash string) (provider.Transaction, error) {
	var none provider.Transaction
	hash, err := a.Hash(hash)
	if err != nil {
		return none, err
	}
	var receipt struct {
		Hash      string    `json:"transactionHash"`
		Status    string    `json:"status"`
		Block     *quantity `json:"blockNumber"`
		BlockHash string    `json:"blockHash"`
		Logs      []entry   `json:"logs"`
	}
	if err := a.call(ctx, &receipt, "eth_getTransactionReceipt", hash); err != nil {
		return none, err
	}
	if receipt.Block == nil {
		return none, provider.Later(provider.NotThere, "no block holds %s", hash)
	}
	if !strings.EqualFold(receipt.Hash, hash) {
		return none, provider.Later(provider.Foreign, "asked for %s, told about %.80q", hash, receipt.Hash)
	}
	number := int64(*receipt.Block)
	held, err := a.block(ctx, hexadecimal(number))
	if err != nil {
		return none, err
	}
	if held.Number != number || !strings.EqualFold(held.Hash, receipt.BlockHash) {
		return none, provider.Later(provider.Moving, "the block %d of %s is another one now", number, hash)
	}
	final, err := a.block(ctx, "finalized")
	if err != nil && provider.CauseOf(err) != provider.NotThere { // a young chain has none
		return none, err
	}
	head, err := a.Head(ctx)
	if err != nil {
		return none, err
	}
	t := provider.Transaction{Hash: hash, Block: number, BlockHash: held.Hash, At: held.At, Success: receipt.Status == "0x1",
		Confirmations: head.Number - number + 1, Final: final.Hash != "" && final.Number >= number}
	if t.Confirmations < 1 {
		return none, provider.Later(provider.Moving, "the head %d is behind the block %d", head.Number, number)
	}
	for _, e := range receipt.Logs {
		m, ok := a.transfer(e)
		switch {
		case e.Removed:
			return none, provider.Later(provider.Moving, "a log of %s was removed", hash)
		case !ok: // some other event
		case !strings.EqualFold(e.Address, a.cfg.Token):
			t.Strange++
		default:
			m.Hash = hash
			t.Transfers = append(t.Transfers, m)
		}
	}
	return t, nil
}

// transfer reads an event of a token.
func (a *Adapter) transfer(e entry) (provider.Transfer, bool) {
	if len(e.Topics) != 3 || !strings.EqualFold(e.Topics[0], transferTopic) {
		return provider.Transfer{}, false
	}
	from, ok := party(e.Topics[1])
	to, also := party(e.Topics[2])
	raw, err := hex.DecodeString(strings.TrimPrefix(e.Data, "0x"))
	if !ok || !also || err != nil || len(raw) != 32 {
		return provider.Transfer{}, false
	}
	return provider.Transfer{Index: int(e.Index), From: from, To: to, Units: new(big.Int).SetBytes(raw), Decimals: a.cfg.Decimals}, true
}

// party reads an address from a topic: 12 bytes of zero and 20 of it.
func party(topic string) (string, bool) {
	digits := strings.ToLower(strings.TrimPrefix(topic, "0x"))
	_, err := hex.DecodeString(digits)
	if err != nil || len(digits) != 64 || strings.Trim(digits[:24], "0") != "" {
		return "", false
	}
	return "0x" + digits[24:], true
}

// span is the most blocks that a node is asked for at once.
const span = 10_000

// Transfers asks for the logs of the token to an address, a page for each 10,000 blocks; a page is named by its first and the last
// block of all.
func (a *Adapter) Transfers(ctx context.Context, address string, within provider.Window) (page []provider.Transfer, next string,
	err error) {
	if address, err = a.Address(address); err != nil {
		return nil, "", err
	}
	first, last, err := a.blocks(ctx, within)
	if err != nil || first > last {
		return nil, "", err
	}
	to := "0x" + strings.Repeat("0", 24) + strings.TrimPrefix(address, "0x")
	end := min(last, first+span-1)
	filter := map[string]any{"fromBlock": hexadecimal(first), "toBlock": hexadecimal(end), "address": a.cfg.Token,
		"topics": []any{transferTopic, nil, to}}
	var logs []entry
	if err := a.call(ctx, &logs, "eth_getLogs", filter); err != nil {
		return nil, "", err
	}
	for _, e := range logs {
		m, ok := a.transfer(e)
		hash, err := a.Hash(e.Hash)
		if !ok || err != nil || e.Removed || m.To != address || !strings.EqualFold(e.Address, a.cfg.Token) {
			continue
		}
		m.Hash = hash
		page = append(page, m)
	}
	if end < last {
		next = fmt.Sprintf("%d-%d", end+1, last)
	}
	return page, next, nil
}

// blocks gives the numbers of the first and last block of a window, from its page on.
func (a *Adapter) blocks(ctx context.Context, within provider.Window) (first, last int64, err error) {
	if within.Page != "" {
		if _, err := fmt.Sscanf(within.Page, "%d-%d", &first, &last); err != nil {
			return 0, 0, provider.Refuse(provider.BadInput, "%.80q is no page", within.Page)
		}
		return first, last, nil
	}
	head, err := a.Head(ctx)
	if err != nil {
		return 0, 0, err
	}
	if first, err = a.first(ctx, within.Since, head); err != nil || within.Until.IsZero() {
		return first, head.Number, err
	}
	last, err = a.first(ctx, within.Until, head)
	return first, last - 1, err
}

// first finds the first block that is not before a time, by halving.
func (a *Adapter) first(ctx context.Context, since time.Time, head provider.Block) (int64, error) {
	low, high := int64(0), head.Number+1
	for low < high {
		middle := (low + high) / 2
		b, err := a.block(ctx, hexadecimal(middle))
		if err != nil {
			return 0, err
		}
		if b.At.Before(since.Truncate(time.Second)) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, nil
}
