package topup_test

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/account/customer"
	"herald/pkg/kit/base58"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// coinChain is a chain by its names.
type coinChain struct {
	payType  int
	platform string
	version  []byte // of its addresses; none: they are hexadecimal
}

var coinChains = map[string]coinChain{chainsim.TRON: {5, "TRONSCAN", []byte{0x41}}, chainsim.Ethereum: {3, "ETHEREUM", nil},
	chainsim.Omni: {4, "OMNI", []byte{0}}}

// coinNames have a fixed order, because a seed decides everything.
var coinNames = []string{chainsim.TRON, chainsim.Ethereum, chainsim.Omni}

// address returns the n-th address of a chain.
func (c coinChain) address(n uint32) string {
	var raw [20]byte
	binary.BigEndian.PutUint32(raw[4:], n+1)
	if c.version == nil {
		return "0x" + hex.EncodeToString(raw[:])
	}
	return base58.Encode(append(append([]byte{}, c.version...), raw[:]...))
}

// coinPool is the number of addresses of a chain: few, so that they are reused.
const coinPool = 4

// coins sets up the settings, the rate, the address pool and the permissions for payments in USDT.
func (w *payScenario) coins(t *testing.T) {
	ctx := t.Context()
	s := &paySystem{town: w, ids: id.New(time.Now)}
	e := s.modules(&payInstance{s: s}, w.rows)
	for key, value := range map[string]string{"usdt.omni": "true", "virtual.currency.recharge.submit.timeout": "12",
		"usdt.address.rest.days": "2", "usdt.pool.low": "0"} {
		if err := e.Settings().Set(ctx, key, value, "admin"); err != nil {
			t.Fatal(err)
		}
	}
	for code, rate := range payRates {
		if _, err := e.Rates().Set(ctx, code, rate, "admin", true); err != nil {
			t.Fatal(err)
		}
	}
	for _, who := range w.buyers {
		if _, err := w.rows.Write(ctx, store.Op{Verb: store.Put, Key: store.Key{Table: "account", PK: "C#" + who, SK: "C"},
			Item: customer.Partner{Terms: customer.Terms{USDT: true}}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range coinNames {
		c := coinChains[name]
		var list []string
		for n := range uint32(coinPool) {
			list = append(list, c.address(n))
		}
		a := s.call(ctx, e, w.admin, "pool "+name, "POST", "/virtual/currency/address", apptest.Object{"platform": c.platform, "addresses": list})
		if a.status != http.StatusOK || strings.Contains(string(a.Data), `"ok":false`) {
			t.Fatalf("%d %s", a.status, a.Data)
		}
	}
}

// mine adds blocks, and removes some that have too few confirmations.
func (v *payVerdict) mine(name string) {
	c := v.chains[name]
	for {
		wait := time.Duration(10+v.n(50)) * time.Second
		if v.calm.Load() {
			wait = time.Duration(30+v.n(60)) * time.Minute
		}
		if !v.sleep(wait) {
			return
		}
		if v.calm.Load() {
			c.AddBlocks(30, 0)
			continue
		}
		c.AddBlocks(1+v.n(4), 0)
		if v.n(9) == 0 {
			v.counts.more(&v.counts.Forks)
			if err := c.Reorganise(1+v.n(10), v.n(3) == 0); err != nil {
				panic(err)
			}
		}
	}
}

// coiner creates orders in USDT and sends to their addresses, and to others.
func (v *payVerdict) coiner(wait time.Duration) {
	if !v.sleep(wait) {
		return
	}
	who, name := v.town.buyers[v.n(len(v.town.buyers))], coinNames[v.n(3)]
	var order struct{ ID, Address string }
	a := v.ask(who, "POST", "/pay/order", apptest.Object{"payType": coinChains[name].payType})
	if _ = json.Unmarshal(a.Data, &order); order.Address == "" {
		return // another is open, or no address is left
	}
	v.mu.Lock()
	v.wishes = append(v.wishes, hashRequest{who, order.ID, name, order.Address})
	v.mu.Unlock()
	for range 1 + v.n(3) {
		if v.n(6) == 0 {
			late := time.Duration(v.n(60)) * time.Hour
			v.counts.more(&v.counts.Tardy)
			v.actors.Go(func() {
				if v.sleep(late) {
					v.transfer(who, order.ID, name, order.Address)
				}
			})
			continue
		}
		v.transfer(who, order.ID, name, order.Address)
		if !v.sleep(time.Duration(v.n(240)) * time.Second) {
			return
		}
	}
	if v.n(6) == 0 {
		v.ask(who, "DELETE", "/virtual/currency/order/recharge/expired/"+order.ID, nil)
	}
}

// hashRequest is an order of a user.
type hashRequest struct{ who, id, chain, address string }

// transfer sends a transfer and submits its hash in one of several ways, or not at all.
func (v *payVerdict) transfer(who, id, name, to string) {
	hash := v.chains[name].Send(v.n(12) == 0, v.moves(name, to)...)
	v.counts.more(&v.counts.Transfers)
	tell := func(who, id string) {
		if v.n(4) == 0 {
			v.ask(who, "POST", "/virtual/currency/order/recharge/retry/"+id, apptest.Object{"hash": hash})
			return
		}
		v.ask(who, "PUT", "/virtual/currency/order/recharge/submit/hash", apptest.Object{"id": id, "hash": hash})
	}
	v.sleep(time.Duration(v.n(90)) * time.Second)
	switch v.n(6) {
	case 0: // not submitted
	case 1: // twice at once
		v.actors.Go(func() { tell(who, id) })
		tell(who, id)
	case 2: // and another user claims it
		v.mu.Lock()
		other := v.wishes[v.rng.IntN(len(v.wishes))]
		v.mu.Unlock()
		v.counts.more(&v.counts.Claims)
		v.actors.Go(func() { tell(other.who, other.id) })
		v.sleep(time.Duration(v.n(20)) * time.Second)
		tell(who, id)
	case 3: // one that is none, and then the true one
		v.ask(who, "PUT", "/virtual/currency/order/recharge/submit/hash",
			apptest.Object{"id": id, "hash": strings.Replace(hash, hash[len(hash)-4:], "beef", 1)})
		v.sleep(time.Duration(v.n(900)) * time.Second)
		tell(who, id)
	default:
		tell(who, id)
	}
}

// moves returns the transfers of one transaction: the intended one, or one without value, of another token, to another address, or several
// at once.
func (v *payVerdict) moves(name, to string) (list []chainsim.Transfer) {
	one := func(to string) chainsim.Transfer {
		units := big.NewInt(int64(1_000_000*(1+v.n(200)) + v.n(1_000_000)))
		if v.n(12) == 0 {
			units = big.NewInt(int64(v.n(3)))
		}
		if name == chainsim.Omni {
			units.Mul(units, big.NewInt(100))
		}
		return chainsim.Transfer{To: to, Units: units}
	}
	list = []chainsim.Transfer{one(to)}
	switch v.n(8) {
	case 0:
		list[0].Token = coinChains[name].address(99)
		if name == chainsim.Omni {
			list[0].Token = "2"
		}
	case 1:
		list[0].To = coinChains[name].address(77)
	case 2, 3: // several, to another address too
		if name == chainsim.Omni {
			break // there is one in a transaction
		}
		list = append(list, one(to))
		v.mu.Lock()
		other := v.wishes[v.rng.IntN(len(v.wishes))]
		v.mu.Unlock()
		if other.chain == name {
			list = append(list, one(other.address))
		}
	}
	return list
}
