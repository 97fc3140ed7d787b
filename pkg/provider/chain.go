package provider

import (
	"context"
	"math/big"
	"time"
)

// Micro is an amount of USDT in 1/1,000,000.
type Micro int64

// MicroDecimals are the decimals of Micro.
const MicroDecimals = 6

// ChainProfile is what a chain is like.
type ChainProfile struct {
	Chain        string        // "tron", "ethereum", "omni"
	Token        string        // the one token that counts: contract or property
	Decimals     int           // of the token
	PollInterval time.Duration // at least so long between two questions of the same process; 0 for none
	Outdated     bool          // the issuer no longer supports the token there (Omni)
}

// Block is the head of a chain.
type Block struct {
	Number int64
	Hash   string
	At     time.Time
}

// Transfer is one movement of the token within a transaction.
type Transfer struct {
	Hash     string // of its transaction, in the chain's normal form
	Index    int    // its place in the transaction: (chain, hash, index) credits once platform-wide
	From, To string // in the chain's normal form
	Units    *big.Int
	Decimals int
}

// Micro is the amount in 1/1,000,000 of the token; what is finer is dropped. TooLarge when it does not fit.
func (t Transfer) Micro() (Micro, error) {
	n := new(big.Int).Set(t.Units)
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(t.Decimals-MicroDecimals, MicroDecimals-t.Decimals))), nil)
	if t.Decimals >= MicroDecimals {
		n.Quo(n, scale)
	} else {
		n.Mul(n, scale)
	}
	if n.Sign() < 0 || !n.IsInt64() {
		return 0, Refuse(TooLarge, "%s units", t.Units)
	}
	return Micro(n.Int64()), nil
}

// Transaction is a chain's current data about a hash. A chain may take it back (reorganise): code that waits for
// confirmations asks again each time and believes the last answer alone.
type Transaction struct {
	Hash          string
	Block         int64
	BlockHash     string
	At            time.Time // of the block
	Success       bool
	Confirmations int64 // the block that holds it is the first: head − block + 1
	Final         bool  // the chain itself says that it cannot be taken back; true where a chain has no such thing
	Transfers     []Transfer
	Strange       int // transfers of other tokens: never counted, reported for the reason of a rejection
}

// To lists what the transaction moved to an address, which is in normal form.
func (t Transaction) To(address string) []Transfer {
	var out []Transfer
	for _, m := range t.Transfers {
		if m.To == address {
			out = append(out, m)
		}
	}
	return out
}

// Chain reads a chain; it holds no keys and moves nothing. The errors of all calls are *Failure; as all of them ask, none is in doubt.
type Chain interface {
	Profile() ChainProfile
	// Hash gives the normal form of a transaction's hash; BadInput when it cannot be one of this chain.
	Hash(text string) (string, error)
	// Address gives the normal form of an address; BadInput when it cannot be one of this chain (checksums included).
	Address(text string) (string, error)
	Head(ctx context.Context) (Block, error)
	// Transaction asks for a transaction that is in a block; NotThere when none of the chain's blocks holds it (yet, or no longer).
	Transaction(ctx context.Context, hash string) (Transaction, error)
	// Transfers lists a page of transfers to an address within a window of time, and the next page; "" after the
	// last. Their content must be queried again by hash.
	Transfers(ctx context.Context, address string, within Window) (page []Transfer, next string, err error)
}

// Window is the blocks that are not before Since and before Until (zero: up to the head), from a page on.
type Window struct {
	Since, Until time.Time
	Page         string // as the last answer named it; empty for the first
}

// Holds reports whether a block's time, which is given in seconds, lies within.
func (w Window) Holds(at time.Time) bool {
	return !at.Before(w.Since.Truncate(time.Second)) && (w.Until.IsZero() || at.Before(w.Until.Truncate(time.Second)))
}
