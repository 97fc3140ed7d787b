package chainsim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"encoding/json"

	"herald/localstack/simulators/sim"
)

const topic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

func (s *Sim) tron() {
	for path, do := range map[string]func(in map[string]any) (string, any){
		"/wallet/getnowblock": func(map[string]any) (string, any) { return "/head", tronBlock(s.at(-1)) },
		"/wallet/getblockbynum": func(in map[string]any) (string, any) {
			n, _ := in["num"].(float64)
			return "/block", tronBlock(s.at(int64(n)))
		},
		"/wallet/gettransactioninfobyid":         func(in map[string]any) (string, any) { return s.tronInfo(in, false) },
		"/walletsolidity/gettransactioninfobyid": func(in map[string]any) (string, any) { return s.tronInfo(in, true) },
	} {
		s.Handle("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			if !s.admitted(w, r) {
				return
			}
			var in map[string]any
			raw, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
			if err != nil || json.Unmarshal(raw, &in) != nil {
				sim.JSON(w, http.StatusOK, map[string]string{"Error": "class org.tron.json.JSONException"})
				return
			}
			if err := sim.Check(noded, in); err != nil {
				_ = s.Refused(path, err) // logged
				sim.JSON(w, http.StatusOK, map[string]string{"Error": "class java.lang.IllegalArgumentException : " + err.Error()})
				return
			}
			key, answer := do(in)
			s.spoil(w, r, key, answer)
		})
	}
	s.Handle("GET /v1/accounts/{address}/transactions/trc20", s.tronList)
}

func (s *Sim) admitted(w http.ResponseWriter, r *http.Request) bool {
	if s.cfg.Key == "" || r.Header.Get("TRON-PRO-API-KEY") == s.cfg.Key {
		return true
	}
	sim.JSON(w, http.StatusUnauthorized, map[string]any{"success": false, "error": "ApiKey not exists"})
	return false
}

func tronBlock(b *block) any {
	if b == nil {
		return map[string]any{}
	}
	return map[string]any{"blockID": b.hash,
		"block_header": map[string]any{"raw_data": map[string]any{"number": b.number, "timestamp": b.at.UnixMilli()}}}
}

func (s *Sim) tronInfo(in map[string]any, solid bool) (string, any) {
	hash, _ := in["value"].(string)
	t, b, deep := s.find(strings.ToLower(hash))
	if t == nil || (solid && deep < s.cfg.Solid) {
		return hash + "/info", map[string]any{}
	}
	out := map[string]any{"id": t.Hash, "fee": 1, "blockNumber": b.number, "blockTimeStamp": b.at.UnixMilli(), "contractResult": []string{""},
		"receipt": map[string]any{"result": "SUCCESS"}}
	if t.Failed {
		out["result"], out["receipt"] = "FAILED", map[string]any{"result": "REVERT"}
		return hash + "/info", out // a failed transaction leaves no logs
	}
	logs := []any{}
	for _, m := range t.Transfers {
		logs = append(logs, map[string]any{"address": hexOf(m.Token), "topics": []string{topic, padded(hexOf(m.From)), padded(hexOf(m.To))},
			"data": fmt.Sprintf("%064x", m.Units)})
	}
	out["log"] = logs
	return hash + "/info", out
}

func padded(address string) string { return strings.Repeat("0", 64-len(address)) + address }

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// hexOf gives the 20 bytes of a TRON address in hexadecimal; of what is none, something that is no address either.
func hexOf(address string) string {
	n := new(big.Int)
	for _, c := range address {
		n.Add(n.Mul(n, big.NewInt(58)), big.NewInt(int64(strings.IndexRune(digits, c))))
	}
	raw := n.Bytes()
	if len(raw) != 25 {
		sum := sha256.Sum256([]byte(address))
		return hex.EncodeToString(sum[:20])
	}
	return hex.EncodeToString(raw[1:21])
}

// tronList is TronGrid's index of an account, the newest first unless it is asked otherwise.
func (s *Sim) tronList(w http.ResponseWriter, r *http.Request) {
	if !s.admitted(w, r) {
		return
	}
	q, address := r.URL.Query(), r.PathValue("address")
	if err := sim.Check(listed, listing{address, q}); err != nil {
		_ = s.Refused(r.URL.Path, err) // logged
		sim.JSON(w, http.StatusBadRequest, map[string]any{"success": false, "error": err.Error(), "statusCode": http.StatusBadRequest})
		return
	}
	since, _ := strconv.ParseInt(q.Get("min_timestamp"), 10, 64)
	until, err := strconv.ParseInt(q.Get("max_timestamp"), 10, 64)
	if err != nil {
		until = math.MaxInt64
	}
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit < 1 || limit > 200 {
		limit = 20
	}
	data := []any{}
	for _, b := range s.all() {
		for _, t := range b.list {
			for _, m := range t.Transfers {
				contract := q.Get("contract_address")
				if t.Failed || b.at.UnixMilli() < since || b.at.UnixMilli() > until || (contract != "" && m.Token != contract) ||
					(m.To != address && (q.Get("only_to") == "true" || m.From != address)) {
					continue
				}
				data = append(data, map[string]any{"transaction_id": t.Hash, "block_timestamp": b.at.UnixMilli(), "from": m.From, "to": m.To,
					"type":  "Transfer",
					"value": m.Units.String(), "token_info": map[string]any{"symbol": "USDT", "address": m.Token, "decimals": 6, "name": "Tether USD"}})
			}
		}
	}
	if q.Get("order_by") != "block_timestamp,asc" {
		slices.Reverse(data)
	}
	from, _ := strconv.Atoi(q.Get("fingerprint")) // an opaque mark to who asks; the first page has none
	data = data[min(max(from, 0), len(data)):]
	meta := map[string]any{"page_size": min(limit, len(data))}
	if len(data) > limit {
		data, meta["fingerprint"] = data[:limit], strconv.Itoa(from+limit)
	}
	s.spoil(w, r, "/list", map[string]any{"data": data, "success": true, "meta": meta})
}
