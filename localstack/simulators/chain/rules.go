package chainsim

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"

	"herald/localstack/simulators/sim"
)

// Documents of the rules.
const (
	rpcDoc   = "Ethereum JSON-RPC (ethereum.org/developers/docs/apis/json-rpc), "
	eip      = "EIP-1474, Remote procedure call specification, "
	gridDoc  = "TronGrid, Get TRC20 transaction info by account address (developers.tron.network/reference), "
	nodeDoc  = "TRON full node HTTP API (developers.tron.network/reference), "
	omniDoc  = "Omniexplorer API v1 (api.omniexplorer.info), "
	mostSpan = 10_000 // blocks of a filter that nodes of providers take
)

var (
	hash32     = regexp.MustCompile(`^0x[0-9a-fA-F]{64}$`)
	hash20     = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	quantities = regexp.MustCompile(`^0x(0|[1-9a-f][0-9a-f]*)$`)
	bare32     = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)
	tronAddr   = regexp.MustCompile(`^(T[1-9A-HJ-NP-Za-km-z]{33}|41[0-9a-fA-F]{40})$`)
	bitcoin    = regexp.MustCompile(`^[13][1-9A-HJ-NP-Za-km-z]{25,34}$`)
	tags       = []string{"latest", "earliest", "pending", "safe", "finalized"}
)

// question is a call of JSON-RPC.
type question struct {
	Version string            `json:"jsonrpc"`
	ID      json.RawMessage   `json:"id"`
	Method  string            `json:"method"`
	Params  []json.RawMessage `json:"params"`
}

// filter of eth_getLogs.
type filter struct {
	From    string    `json:"fromBlock"`
	To      string    `json:"toBlock"`
	Address string    `json:"address"`
	Topics  []*string `json:"topics"`
}

// text of a parameter; empty for what is none.
func (q question) text(i int) (s string) {
	if i < len(q.Params) {
		_ = json.Unmarshal(q.Params[i], &s) // another type is empty
	}
	return s
}

func (q question) filter() (f filter, ok bool) {
	if len(q.Params) != 1 {
		return f, false
	}
	d := json.NewDecoder(bytes.NewReader(q.Params[0]))
	d.DisallowUnknownFields()
	return f, d.Decode(&f) == nil
}

func blockNamed(text string) bool { return slices.Contains(tags, text) || quantities.MatchString(text) }

// parameters are how many parameters the methods have that are simulated.
var parameters = map[string]int{"eth_blockNumber": 0, "eth_getBlockByNumber": 2, "eth_getTransactionReceipt": 1, "eth_getLogs": 1}

// questions are the constraints of a call of JSON-RPC, in the order in which they are looked at.
var questions = []sim.Constraint[question]{
	sim.Documented("-32600", "jsonrpc is 2.0 and a call has an id", "JSON-RPC 2.0, 4 Request object",
		func(q question) bool { return q.Version != "2.0" || len(q.ID) == 0 }),
	sim.Documented("-32601", "the method does not exist", eip+"error codes",
		func(q question) bool { _, known := parameters[q.Method]; return !known }),
	sim.Documented("-32602", "the method has another number of parameters", rpcDoc+"parameters of the methods",
		func(q question) bool { return len(q.Params) != parameters[q.Method] }),
	sim.Documented("-32602", "a block is a tag or a quantity: 0x and hexadecimal digits without leading zeros",
		rpcDoc+"Hex encoding, default block parameter", func(q question) bool {
			return q.Method == "eth_getBlockByNumber" && !blockNamed(q.text(0))
		}),
	sim.Documented("-32602", "the second parameter of eth_getBlockByNumber is a boolean", rpcDoc+"eth_getBlockByNumber",
		func(q question) bool {
			return q.Method == "eth_getBlockByNumber" && string(q.Params[1]) != "true" && string(q.Params[1]) != "false"
		}),
	sim.Documented("-32602", "a hash is 0x and 64 hexadecimal digits", rpcDoc+"eth_getTransactionReceipt: DATA, 32 bytes",
		func(q question) bool {
			return q.Method == "eth_getTransactionReceipt" && !hash32.MatchString(q.text(0))
		}),
	sim.Documented("-32602", "a filter has fromBlock, toBlock, address and topics", rpcDoc+"eth_getLogs", func(q question) bool {
		f, ok := q.filter()
		return q.Method == "eth_getLogs" && (!ok || !blockNamed(f.From) || !blockNamed(f.To) || !hash20.MatchString(f.Address) ||
			len(f.Topics) > 4 ||
			slices.ContainsFunc(f.Topics, func(topic *string) bool { return topic != nil && !hash32.MatchString(*topic) }))
	}),
}

// listing is a question to TronGrid's index about an account.
type listing struct {
	address string
	url.Values
}

func (l listing) flag(name string) bool {
	return l.Get(name) == "" || l.Get(name) == "true" || l.Get(name) == "false"
}

func (l listing) number(name string, least, most int64) bool {
	n, err := strconv.ParseInt(l.Get(name), 10, 64)
	return l.Get(name) == "" || err == nil && n >= least && n <= most
}

// listed are the constraints of a list of an account, in the order in which they are looked at.
var listed = []sim.Constraint[listing]{
	sim.Documented("400", "address is a base58 or hexadecimal address", gridDoc+"address",
		func(l listing) bool { return !tronAddr.MatchString(l.address) }),
	sim.Documented("400", "limit is 1 to 200", gridDoc+"limit", func(l listing) bool { return !l.number("limit", 1, 200) }),
	sim.Documented("400", "contract_address is a base58 or hexadecimal address", gridDoc+"contract_address", func(l listing) bool {
		return l.Get("contract_address") != "" && !tronAddr.MatchString(l.Get("contract_address"))
	}),
	sim.Documented("400", "min_timestamp and max_timestamp are milliseconds", gridDoc+"min_timestamp", func(l listing) bool {
		return !l.number("min_timestamp", 0, 1<<53) || !l.number("max_timestamp", 0, 1<<53)
	}),
	sim.Documented("400", "order_by is block_timestamp,asc or block_timestamp,desc", gridDoc+"order_by", func(l listing) bool {
		return l.Get("order_by") != "" && l.Get("order_by") != "block_timestamp,asc" && l.Get("order_by") != "block_timestamp,desc"
	}),
	sim.Documented("400", "only_to, only_from, only_confirmed and only_unconfirmed are true or false", gridDoc+"only_to",
		func(l listing) bool {
			return !l.flag("only_to") || !l.flag("only_from") || !l.flag("only_confirmed") || !l.flag("only_unconfirmed")
		}),
	sim.Documented("400", "only_confirmed is not asked together with only_unconfirmed", gridDoc+"only_unconfirmed", func(l listing) bool {
		return l.Get("only_confirmed") == "true" && l.Get("only_unconfirmed") == "true"
	}),
}

// noded are the constraints of a question to a node of TRON.
var noded = []sim.Constraint[map[string]any]{
	sim.Documented("400", "value is the hash of a transaction: 64 hexadecimal digits", nodeDoc+"gettransactioninfobyid",
		func(in map[string]any) bool {
			value, asked := in["value"]
			text, _ := value.(string)
			return asked && !bare32.MatchString(text)
		}),
	sim.Documented("400", "num is the number of a block", nodeDoc+"getblockbynum", func(in map[string]any) bool {
		value, asked := in["num"]
		n, number := value.(float64)
		return asked && (!number || n < 0 || n != float64(int64(n)))
	}),
}

// paging is a question to the explorer of Omni about an address.
type paging struct{ address, page string }

// paged are the constraints of a page of an address.
var paged = []sim.Constraint[paging]{
	sim.Documented("400", "addr is an address of Bitcoin", omniDoc+"POST /v1/transaction/address, addr",
		func(p paging) bool { return !bitcoin.MatchString(p.address) }),
	sim.Documented("400", "page is a number from 0", omniDoc+"POST /v1/transaction/address, page", func(p paging) bool {
		n, err := strconv.Atoi(p.page)
		return p.page != "" && (err != nil || n < 0)
	}),
}

// hashed are the constraints of a question about a transaction of Omni.
var hashed = []sim.Constraint[string]{
	sim.Documented("400", "a hash is 64 hexadecimal digits", omniDoc+"GET /v1/transaction/tx",
		func(hash string) bool { return !bare32.MatchString(hash) }),
}
