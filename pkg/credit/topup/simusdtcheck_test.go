package topup_test

import (
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/credit/exchange"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// coinBook has the ledger's data about USDT at the end.
type coinBook struct {
	orders map[string]*usdt.Order
	used   map[string]map[string]provider.Micro // by chain and hash: what each order was credited for
}

func partitionOf(it store.Item) string {
	pk, _ := it["pk"].(*types.AttributeValueMemberS)
	return pk.Value
}

func (v *payVerdict) coinBook() coinBook {
	b := coinBook{map[string]*usdt.Order{}, map[string]map[string]provider.Micro{}}
	for _, it := range v.db.All("payment") {
		if strings.HasPrefix(partitionOf(it), "USDT#") {
			var o usdt.Order
			_, err := store.Decode(it, &o)
			v.expect(err == nil && o.ID != "", "an order: %v", err)
			b.orders[o.ID] = &o
		}
	}
	for _, it := range v.db.All("credit") {
		if tx, is := strings.CutPrefix(partitionOf(it), "USDTTX#"); is {
			var u struct {
				Order string         `dynamodbav:"o"`
				Micro provider.Micro `dynamodbav:"m"`
			}
			_, err := store.Decode(it, &u)
			v.expect(err == nil && b.orders[u.Order] != nil, "a transfer that credited %q: %v", u.Order, err)
			if b.used[tx] == nil {
				b.used[tx] = map[string]provider.Micro{}
			}
			b.used[tx][u.Order] += u.Micro
		}
	}
	return b
}

// coins compares the chains with the ledger: every transfer is credited once or explained, and nothing else is credited.
func (v *payVerdict) coins(lines map[string][]ledger.Entry, known map[string]bool) (cash map[string]money.Amount) {
	b, worth := v.coinBook(), map[string]map[string][]money.Amount{} // allowed amounts, by order and hash
	mined := map[string]bool{}
	for _, name := range coinNames {
		for _, tx := range v.chains[name].Mined() {
			mined[name+"#"+tx.Hash] = true
			v.mined(b, name, tx, worth)
		}
	}
	for tx := range b.used {
		v.expect(mined[tx], "%s was credited, and no block holds it", tx)
	}
	cash = map[string]money.Amount{}
	for id, o := range b.orders {
		known[id] = true
		var sum money.Amount
		for _, e := range lines[id] {
			v.expect(e.Type == ledger.Recharge && slices.Contains(worth[id][e.Remark], e.Amount), "%s: %s for %s, worth %v", id, e.Amount, e.Remark,
				worth[id][e.Remark])
			sum += e.Amount
		}
		v.expect(len(lines[id]) == len(worth[id]), "%s: %d lines, %d transactions", id, len(lines[id]), len(worth[id]))
		v.expect(o.Credit == sum && (o.Status == usdt.Credited) == (sum > 0), "%s is %s and says %s, credited was %s", id, o.Status, o.Credit,
			sum)
		v.expect(o.Status == usdt.Credited || o.Status == usdt.Rejected || o.Status == usdt.Expired, "%s hangs: %s", id, o.Status)
		cash[ledger.CashIn+"usdt."+o.Chain] += sum
		v.counts.Coins++
	}
	return cash
}

// mined compares a transaction with the ledger.
func (v *payVerdict) mined(b coinBook, name string, tx chainsim.Mined, worth map[string]map[string][]money.Amount) {
	got := b.used[name+"#"+tx.Hash]
	sums := map[string]provider.Micro{} // by address
	for _, m := range tx.Transfers {
		if !tx.Failed && m.Token == trueToken[name] {
			n := m.Units.Int64()
			if name == chainsim.Omni {
				n /= 100
			}
			sums[m.To] += provider.Micro(n)
		}
	}
	for id, micro := range got {
		o := b.orders[id]
		v.expect(o.Chain == name && sums[o.Address] == micro && micro > 0, "%s: %d was credited for %s at %s, %d came there", tx.Hash, micro,
			id, o.Address, sums[o.Address])
		v.expect(!tx.At.Before(o.Created) && (o.Until == nil || tx.At.Before(*o.Until)), "%s of %s is not in the time of %s", tx.Hash, tx.At, id)
		if worth[id] == nil {
			worth[id] = map[string][]money.Amount{}
		}
		worth[id][tx.Hash] = v.coinsWorth(o, tx, micro)
		v.counts.Arrived++
	}
	for to, micro := range sums {
		var holders []string
		for id, o := range b.orders {
			if units, err := o.Rate.Credit(micro); o.Chain == name && o.Address == to && err == nil && units > 0 && v.holds(o, tx.At) {
				holders = append(holders, id)
			}
		}
		v.expect(len(holders) <= 1, "%s belongs to %v", to, holders)
		if len(holders) == 1 && tx.Depth > 20 {
			v.expect(got[holders[0]] == micro, "%s: %d came to %s of %s at %s and was not credited: %+v", tx.Hash, micro, to, holders[0], tx.At,
				b.orders[holders[0]])
		}
		paid := 0
		for id := range got {
			if b.orders[id].Address == to {
				paid++
			}
		}
		v.expect(paid <= 1, "%s credits %d orders at %s", tx.Hash, paid, to)
		if len(holders) == 0 && paid == 0 {
			v.counts.Nobodys++
		}
	}
}

// coinsWorth returns the permitted credit of a transfer. The first one of an order is converted at the order's rate. A further one is
// converted at the lower of that rate and one in force after the transfer.
func (v *payVerdict) coinsWorth(o *usdt.Order, tx chainsim.Mined, micro provider.Micro) (may []money.Amount) {
	history, err := (&exchange.Store{DB: v.db, Now: time.Now}).History(v.ctx, "USDT", 0, 100)
	v.expect(err == nil, "rates: %v", err)
	rates := []provider.Rate{o.Rate}
	for _, was := range history { // the newest first
		if tx.Hash == o.Hash {
			break
		}
		rates = append(rates, min(o.Rate, was.Rate))
		if was.Made.Before(tx.At) {
			break
		}
	}
	for _, rate := range rates {
		units, err := rate.Credit(micro)
		v.expect(err == nil, "%v", err)
		may = append(may, money.Amount(units))
	}
	return may
}

// holds reports whether a transfer to an order's address at a time belongs to the order.
func (v *payVerdict) holds(o *usdt.Order, at time.Time) bool {
	w := provider.Window{Since: o.Created}
	if o.Until != nil {
		w.Until = *o.Until
	} else if o.FreeAt != 0 {
		w.Until = time.UnixMilli(o.FreeAt)
	}
	return w.Holds(at)
}

var trueToken = map[string]string{chainsim.TRON: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
	chainsim.Ethereum: "0xdac17f958d2ee523a2206206994597c13d831ec7", chainsim.Omni: "31"}
