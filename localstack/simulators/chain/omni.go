package chainsim

import (
	"fmt"
	"math/big"
	"net/http"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// perPage is how many transactions of an address the explorer shows at once.
const perPage = 10

func (s *Sim) omni() {
	s.Handle("GET /v1/transaction/tx/{hash}", func(w http.ResponseWriter, r *http.Request) {
		hash := strings.ToLower(r.PathValue("hash"))
		if err := sim.Check(hashed, hash); err != nil {
			s.unfit(w, r, err)
			return
		}
		if t, b, deep := s.find(hash); t != nil {
			s.spoil(w, r, hash, omniTransaction(t, b, deep))
			return
		}
		for _, t := range s.waiting() { // the explorer shows what no block holds yet, with nothing decided
			if t.Hash == hash {
				out := omniTransaction(t, &block{}, 0)
				for _, name := range []string{"valid", "block", "blockhash", "blocktime"} {
					delete(out, name)
				}
				s.spoil(w, r, hash, out)
				return
			}
		}
		sim.JSON(w, http.StatusNotFound, map[string]string{"error": "Transaction not found"})
	})
	s.Handle("POST /v1/transaction/address", func(w http.ResponseWriter, r *http.Request) {
		address, list := r.PostFormValue("addr"), []any{}
		if err := sim.Check(paged, paging{address, r.PostFormValue("page")}); err != nil {
			s.unfit(w, r, err)
			return
		}
		all := s.all()
		for i := len(all) - 1; i >= 0; i-- {
			for _, t := range all[i].list {
				if t.Transfers[0].To == address || t.Transfers[0].From == address {
					list = append(list, omniTransaction(t, all[i], int64(len(all)-i)))
				}
			}
		}
		number, _ := strconv.Atoi(r.PostFormValue("page")) // none is the first
		from := min(max(number, 0)*perPage, len(list))
		s.spoil(w, r, "/list", map[string]any{"address": address, "pages": (len(list) + perPage - 1) / perPage, "txcount": len(list),
			"transactions": list[from:min(from+perPage, len(list))]})
	})
}

// unfit refuses a question that the explorer does not take.
func (s *Sim) unfit(w http.ResponseWriter, r *http.Request, err error) {
	_ = s.Refused(r.URL.Path, err) // logged
	sim.JSON(w, http.StatusBadRequest, map[string]any{"error": true, "msg": err.Error()})
}

func (s *Sim) waiting() []*Transaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Transaction(nil), s.pool...)
}

// omniTransaction shows a transaction; Omni knows one transfer in each, and others as another type.
func omniTransaction(t *Transaction, b *block, deep int64) map[string]any {
	m := t.Transfers[0]
	property, err := strconv.Atoi(m.Token)
	if err != nil {
		property = 0
	}
	kind, name := 0, "Simple Send"
	if len(t.Transfers) > 1 {
		kind, name = 4, "Send All"
	}
	whole, part := new(big.Int).QuoRem(m.Units, big.NewInt(100_000_000), new(big.Int))
	return map[string]any{"txid": t.Hash, "sendingaddress": m.From, "referenceaddress": m.To, "propertyid": property,
		"propertyname": "TetherUS",
		"amount":       fmt.Sprintf("%d.%08d", whole, part), "divisible": true, "valid": !t.Failed, "confirmations": deep, "block": b.number,
		"blockhash": b.hash,
		"blocktime": b.at.Unix(), "type": name, "type_int": kind, "fee": "0.00001000", "version": 0}
}
