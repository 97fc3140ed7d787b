// Package chainsim simulates chains on which USDT moves, each over a small ledger of its own and in the wire format of its API: a TRON node
// with TronGrid's index, an Ethereum node's JSON-RPC, an Omni explorer (facts 5.4). Blocks are mined when they are asked for or by
// a clock, and a chain can be made to take back its last blocks.
package chainsim

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
)

// Kinds of chains.
const (
	TRON     = "tron"
	Ethereum = "ethereum"
	Omni     = "omni"
)

// Config says which chain it is.
type Config struct {
	Kind  string
	Token string        // the true token: contract or property; "" is USDT's
	Key   string        // TRON: calls must carry it
	Every time.Duration // a block is mined so often; 0 only when asked
	Solid int64         // blocks until one is solid or finalized; 0 means 19
	Seed  uint64
	Now   func() time.Time // the time of a block; nil is the real clock
}

// tokens are USDT's.
var tokens = map[string]string{TRON: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", Ethereum: "0xdac17f958d2ee523a2206206994597c13d831ec7",
	Omni: "31"}

// Transfer is one movement of a token.
type Transfer struct {
	Token, From, To string
	Units           *big.Int
}

// Transaction is a sent transaction.
type Transaction struct {
	Hash      string
	Failed    bool
	Transfers []Transfer
}

type block struct {
	number int64
	hash   string
	at     time.Time
	list   []*Transaction
}

// Sim is one chain.
type Sim struct {
	*sim.Sim
	cfg Config

	mu     sync.Mutex
	blocks []*block
	pool   []*Transaction
	forks  int
	sent   int
	ended  bool
}

// New starts a chain of a hundred empty blocks; end it with Close.
func New(cfg Config) (*Sim, error) {
	if tokens[cfg.Kind] == "" {
		return nil, fmt.Errorf("chainsim: kind %q", cfg.Kind)
	}
	if cfg.Token == "" {
		cfg.Token = tokens[cfg.Kind]
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Solid == 0 {
		cfg.Solid = 19
	}
	s := &Sim{cfg: cfg}
	s.Sim = sim.New(sim.Config{Name: cfg.Kind, Seed: cfg.Seed, OnReset: s.begin, Controls: s.controls()})
	s.pages()
	switch cfg.Kind {
	case TRON:
		s.tron()
	case Ethereum:
		s.Handle("POST /", s.rpc)
	case Omni:
		s.omni()
	}
	if cfg.Every > 0 {
		s.After(cfg.Every, s.tick)
	}
	return s, nil
}

func (s *Sim) tick() {
	s.AddBlocks(1, 0)
	s.mu.Lock()
	ended := s.ended
	s.mu.Unlock()
	if !ended {
		s.After(s.cfg.Every, s.tick)
	}
}

// Close ends the chain.
func (s *Sim) Close() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.Sim.Close()
}

// history is how many blocks a chain begins with, three seconds apart.
const history = 100

func (s *Sim) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks, s.pool, s.forks, s.sent = nil, nil, 0, 0
	now := s.cfg.Now().Truncate(time.Second)
	for i := range history {
		s.append(now.Add(time.Duration(i-history)*3*time.Second), nil)
	}
}

// append adds a block. The lock is held.
func (s *Sim) append(at time.Time, list []*Transaction) {
	n := int64(len(s.blocks))
	s.blocks = append(s.blocks, &block{n, digest(s.cfg.Kind+"block", n, int64(s.forks), at.UnixNano()), at, list})
}

func digest(kind string, parts ...int64) string {
	text := append(make([]byte, 0, 96), kind...)
	for _, p := range parts {
		text = binary.BigEndian.AppendUint64(text, uint64(p))
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// AddBlocks adds blocks; the first takes in all waiting transactions. ago puts their time back.
func (s *Sim) AddBlocks(n int, ago time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range n {
		s.append(s.cfg.Now().Add(-ago).Truncate(time.Second), s.pool)
		s.pool = nil
	}
}

// Send puts a transaction into the pool and gives its hash.
func (s *Sim) Send(failed bool, list ...Transfer) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	for i := range list {
		if list[i].Token == "" {
			list[i].Token = s.cfg.Token
		}
		if list[i].From == "" {
			list[i].From = strangers[s.cfg.Kind]
		}
	}
	t := &Transaction{Hash: digest(s.cfg.Kind+"transaction", int64(s.sent), int64(s.cfg.Seed)), Failed: failed, Transfers: list}
	s.pool = append(s.pool, t)
	return s.shown(t.Hash)
}

// Reorganise replaces the last blocks by one more others: what they held goes back into the pool and so into the next block that is
// mined, or is lost.
func (s *Sim) Reorganise(depth int, lose bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if depth < 1 || depth >= len(s.blocks) {
		return errors.New("the chain is not so long")
	}
	gone := s.blocks[len(s.blocks)-depth:]
	s.blocks = s.blocks[:len(s.blocks)-depth]
	s.forks++
	for _, b := range gone {
		if !lose {
			s.pool = append(s.pool, b.list...)
		}
		s.append(b.at, nil)
	}
	s.append(s.cfg.Now().Truncate(time.Second), nil)
	return nil
}

// find gives a transaction and the block that holds it.
func (s *Sim) find(hash string) (*Transaction, *block, int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.blocks {
		for _, t := range b.list {
			if t.Hash == hash {
				return t, b, int64(len(s.blocks)) - b.number
			}
		}
	}
	return nil, nil, 0
}

// at gives a block by its number; the newest for -1, the newest solid one for -2.
func (s *Sim) at(n int64) *block {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch n {
	case -1:
		n = int64(len(s.blocks)) - 1
	case -2:
		n = int64(len(s.blocks)) - s.cfg.Solid
	}
	if n < 0 || n >= int64(len(s.blocks)) {
		return nil
	}
	return s.blocks[n]
}

// all lists the blocks.
func (s *Sim) all() []*block {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*block(nil), s.blocks...)
}

// Mined is a transaction that a block holds.
type Mined struct {
	Transaction
	At    time.Time
	Depth int64 // of its block: the newest is 1
}

// Mined lists what the blocks hold, as it is now.
func (s *Sim) Mined() (all []Mined) {
	blocks := s.all()
	for _, b := range blocks {
		for _, t := range b.list {
			one := Mined{*t, b.at, int64(len(blocks)) - b.number}
			one.Hash = s.shown(t.Hash)
			all = append(all, one)
		}
	}
	return all
}

// spoil lets the script have its way with an answer; keys are a hash or method with what is asked. The answer is given when it returns.
func (s *Sim) spoil(w http.ResponseWriter, r *http.Request, key string, body any) {
	taken, err := s.Take(sim.Message{Key: key, Kind: "question"})
	if refusal := new(sim.Refusal); errors.As(err, &refusal) {
		status := map[sim.Code]int{"429": 429, "403": 403, "401": 401, "503": 503}[refusal.Code]
		if status == 0 {
			status = http.StatusInternalServerError
		}
		sim.JSON(w, status, map[string]string{"Error": "scripted"})
		return
	}
	taken.Answer(w, r, http.StatusOK, body)
}
