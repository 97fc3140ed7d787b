package chainsim

import (
	"errors"
	"math/big"
	"net/http"
	"time"

	"herald/localstack/simulators/sim"
)

// movement is a transfer as the control surface takes it: units are whole numbers of the token's smallest part.
type movement struct {
	Token string `json:"token"` // another than the true one
	From  string `json:"from"`
	To    string `json:"to"`
	Units string `json:"units"`
}

// strangers are the default senders.
var strangers = map[string]string{TRON: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", Ethereum: "0x52908400098527886e0f7030069857d2e4169ee7",
	Omni: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"}

// controls are the calls of the control surface by which a test or a developer plays the chain:
//
//	POST send       {to,units,from,token,failed,more:[{to,units,from,token}]} → {hash}; it waits for the next block
//	POST mine       {blocks,agoSeconds}
//	POST pay        send and mine a block
//	POST reorganise {depth,lose}
//	GET  chain      head and what waits
func (s *Sim) controls() map[string]sim.Control {
	return map[string]sim.Control{
		"POST send": func(r *http.Request) (any, error) { return s.controlSend(r, 0) },
		"POST pay":  func(r *http.Request) (any, error) { return s.controlSend(r, 1) },
		"POST mine": func(r *http.Request) (any, error) {
			in := struct {
				Blocks int `json:"blocks"`
				Ago    int `json:"agoSeconds"`
			}{Blocks: 1}
			if err := sim.Read(r, &in); err != nil {
				return nil, err
			}
			if in.Blocks < 1 || in.Blocks > 10_000 {
				return nil, errors.New("blocks must be between 1 and 10000")
			}
			s.AddBlocks(in.Blocks, time.Duration(in.Ago)*time.Second)
			return nil, nil
		},
		"POST reorganise": func(r *http.Request) (any, error) {
			var in struct {
				Depth int  `json:"depth"`
				Lose  bool `json:"lose"`
			}
			if err := sim.Read(r, &in); err != nil {
				return nil, err
			}
			return nil, s.Reorganise(in.Depth, in.Lose)
		},
		"GET chain": func(*http.Request) (any, error) {
			head := s.at(-1)
			s.mu.Lock()
			defer s.mu.Unlock()
			return map[string]any{"head": head.number, "hash": head.hash, "at": head.at, "waiting": len(s.pool), "forks": s.forks}, nil
		},
	}
}

func (s *Sim) controlSend(r *http.Request, blocks int) (any, error) {
	var in struct {
		movement
		Failed bool       `json:"failed"`
		More   []movement `json:"more"`
	}
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	var list []Transfer
	for _, m := range append([]movement{in.movement}, in.More...) {
		units, ok := new(big.Int).SetString(m.Units, 10)
		if !ok || units.Sign() < 0 || m.To == "" {
			return nil, errors.New("to and units are needed")
		}
		list = append(list, Transfer{m.Token, m.From, m.To, units})
	}
	hash := s.Send(in.Failed, list...)
	if blocks > 0 {
		s.AddBlocks(blocks, 0)
	}
	return map[string]string{"hash": hash}, nil
}

// shown is a hash as the chain's users write it.
func (s *Sim) shown(hash string) string {
	if s.cfg.Kind == Ethereum {
		return "0x" + hash
	}
	return hash
}
