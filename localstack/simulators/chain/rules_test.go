package chainsim

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

const someHash = "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef"

// Each rule of the documentation refuses its case of a call to a node of Ethereum, and nothing else does.
func TestRulesOfEthereum(t *testing.T) {
	asks := func(text string) func(*question) {
		return func(q *question) {
			*q = question{}
			if err := json.Unmarshal([]byte(text), q); err != nil {
				t.Fatal(err)
			}
		}
	}
	call := func(method, params string) func(*question) {
		return asks(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`)
	}
	good := func() (q question) { call("eth_blockNumber", "[]")(&q); return q }
	usdt := tokens[Ethereum]
	logs := func(from, address, topic string) func(*question) {
		return call("eth_getLogs", `[{"fromBlock":"`+from+`","toBlock":"latest","address":"`+address+`","topics":["`+topic+`",null]}]`)
	}
	simtest.Constraints(t, questions, good, []simtest.Case[question]{
		{"no version", asks(`{"id":1,"method":"eth_blockNumber"}`), "jsonrpc"},
		{"no id", asks(`{"jsonrpc":"2.0","method":"eth_blockNumber"}`), "jsonrpc"},
		{"another method", call("eth_sing", "[]"), "the method does"},
		{"too little", call("eth_getBlockByNumber", `["latest"]`), "the method has"},
		{"a tag", call("eth_getBlockByNumber", `["finalized",false]`), ""},
		{"a number", call("eth_getBlockByNumber", `["0x10",false]`), ""},
		{"leading zeros", call("eth_getBlockByNumber", `["0x010",false]`), "a block"},
		{"a decimal", call("eth_getBlockByNumber", `["16",false]`), "a block"},
		{"a text for a boolean", call("eth_getBlockByNumber", `["latest","false"]`), "the second"},
		{"a receipt", call("eth_getTransactionReceipt", `["0x`+someHash+`"]`), ""},
		{"a hash without 0x", call("eth_getTransactionReceipt", `["`+someHash+`"]`), "a hash"},
		{"logs", logs("0x1", usdt, "0x"+topic), ""},
		{"logs from a decimal", logs("1", usdt, "0x"+topic), "a filter"},
		{"logs of a short address", logs("0x1", "0x1", "0x"+topic), "a filter"},
		{"logs of a topic without 0x", logs("0x1", usdt, topic), "a filter"},
		{"another field", call("eth_getLogs", `[{"from":"0x1"}]`), "a filter"},
	}, func(q question) error { return sim.Check(questions, q) })
}

// Each rule of the documentation refuses its case of a question to TronGrid and to a node of TRON.
func TestRulesOfTRON(t *testing.T) {
	set := func(name, value string) func(*listing) { return func(l *listing) { l.Set(name, value) } }
	good := func() listing {
		return listing{tokens[TRON], url.Values{"only_to": {"true"}, "limit": {"200"}, "contract_address": {tokens[TRON]}, "min_timestamp": {"1"},
			"order_by": {"block_timestamp,asc"}}}
	}
	simtest.Constraints(t, listed, good, []simtest.Case[listing]{
		{"an address of Ethereum", func(l *listing) { l.address = tokens[Ethereum] }, "address"},
		{"a hexadecimal address", func(l *listing) { l.address = "41" + strings.Repeat("a", 40) }, ""},
		{"201", set("limit", "201"), "limit"},
		{"another token", set("contract_address", "USDT"), "contract_address"},
		{"a date", set("min_timestamp", "2030-11-13"), "min_timestamp"},
		{"by amount", set("order_by", "value,asc"), "order_by"},
		{"perhaps", set("only_to", "yes"), "only_to"},
		{"both", func(l *listing) { l.Set("only_confirmed", "true"); l.Set("only_unconfirmed", "true") }, "only_confirmed is"},
	}, func(l listing) error { return sim.Check(listed, l) })
	simtest.Constraints(t, noded, func() map[string]any { return map[string]any{"value": someHash, "num": 7.0} },
		[]simtest.Case[map[string]any]{
			{"a hash with 0x", func(in *map[string]any) { (*in)["value"] = "0x" + someHash }, "value"},
			{"a text for a number", func(in *map[string]any) { (*in)["num"] = "7" }, "num"},
			{"a negative number", func(in *map[string]any) { (*in)["num"] = -1.0 }, "num"},
		}, func(in map[string]any) error { return sim.Check(noded, in) })
}

// Each rule of the documentation refuses its case of a question to the explorer of Omni.
func TestRulesOfOmni(t *testing.T) {
	good := func() paging { return paging{"1EXoDusjGwvnjZUyKkxZ4UHEf77z6A5S4P", "0"} }
	simtest.Constraints(t, paged, good, []simtest.Case[paging]{
		{"an address of TRON", func(p *paging) { p.address = tokens[TRON] }, "addr"},
		{"the page before", func(p *paging) { p.page = "-1" }, "page"},
		{"no page", func(p *paging) { p.page = "" }, ""},
	}, func(p paging) error { return sim.Check(paged, p) })
	simtest.Constraints(t, hashed, func() string { return someHash }, []simtest.Case[string]{
		{"a hash with 0x", func(h *string) { *h = "0x" + someHash }, "a hash"},
	}, func(h string) error { return sim.Check(hashed, h) })
}
