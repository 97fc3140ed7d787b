package chainsim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// rpc serves JSON-RPC.
func (s *Sim) rpc(w http.ResponseWriter, r *http.Request) {
	var in question
	raw, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err != nil || json.Unmarshal(raw, &in) != nil {
		sim.JSON(w, http.StatusOK, map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": -32700, "message": "parse error"}})
		return
	}
	first := in.text(0) // a filter is none
	answer := map[string]any{"jsonrpc": "2.0", "id": in.ID}
	if refused := new(sim.Refusal); errors.As(sim.Check(questions, in), &refused) {
		code, _ := strconv.Atoi(string(refused.Code)) // it is a number
		_ = s.Refused(first+"/"+in.Method, refused)   // logged
		answer["error"] = map[string]any{"code": code, "message": refused.Details}
		sim.JSON(w, http.StatusOK, answer)
		return
	}
	switch in.Method {
	case "eth_blockNumber":
		answer["result"] = quantity(s.at(-1).number)
	case "eth_getBlockByNumber":
		answer["result"] = ethBlock(s.tagged(first))
	case "eth_getTransactionReceipt":
		answer["result"] = s.receipt(strings.TrimPrefix(strings.ToLower(first), "0x"))
	case "eth_getLogs":
		if answer["result"], err = s.logs(in); err != nil {
			delete(answer, "result")
			answer["error"] = map[string]any{"code": -32602, "message": err.Error()}
		}
	}
	s.spoil(w, r, first+"/"+in.Method, answer)
}

func quantity(n int64) string { return "0x" + strconv.FormatInt(n, 16) }

func (s *Sim) tagged(which string) *block {
	switch which {
	case "latest":
		return s.at(-1)
	case "finalized", "safe":
		return s.at(-2)
	case "earliest":
		return s.at(0)
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(which, "0x"), 16, 64)
	if err != nil {
		return nil
	}
	return s.at(n)
}

func ethBlock(b *block) any {
	if b == nil {
		return nil
	}
	return map[string]any{"number": quantity(b.number), "hash": "0x" + b.hash, "timestamp": quantity(b.at.Unix()), "transactions": []any{}}
}

func (s *Sim) receipt(hash string) any {
	t, b, _ := s.find(hash)
	if t == nil {
		return nil
	}
	status := "0x1"
	if t.Failed {
		status = "0x0"
	}
	return map[string]any{"transactionHash": "0x" + t.Hash, "status": status, "blockNumber": quantity(b.number), "blockHash": "0x" + b.hash,
		"logs": ethLogs(t, b)}
}

func ethLogs(t *Transaction, b *block) []any {
	logs := []any{}
	for i, m := range t.Transfers {
		if t.Failed {
			break
		}
		logs = append(logs, map[string]any{"address": strings.ToLower(m.Token), "data": fmt.Sprintf("0x%064x", m.Units),
			"logIndex": quantity(int64(7 + i)), "removed": false,
			"topics":          []string{"0x" + topic, "0x" + padded(strings.ToLower(m.From[2:])), "0x" + padded(strings.ToLower(m.To[2:]))},
			"transactionHash": "0x" + t.Hash, "blockNumber": quantity(b.number), "blockHash": "0x" + b.hash})
	}
	return logs
}

// logs serves a filter of one contract and topics by place.
func (s *Sim) logs(q question) ([]any, error) {
	f, _ := q.filter() // it was checked
	from, to := s.tagged(f.From), s.tagged(f.To)
	if from == nil || to == nil || to.number-from.number >= mostSpan {
		return nil, fmt.Errorf("blocks %s to %s", f.From, f.To)
	}
	out := []any{}
	for _, b := range s.all() {
		if b.number < from.number || b.number > to.number {
			continue
		}
		for _, t := range b.list {
			for _, l := range ethLogs(t, b) {
				one := l.(map[string]any)
				fits := strings.EqualFold(one["address"].(string), f.Address)
				for i, want := range f.Topics {
					fits = fits && (want == nil || one["topics"].([]string)[i] == *want)
				}
				if fits {
					out = append(out, one)
				}
			}
		}
	}
	return out, nil
}
