package topup_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/pkg/app"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/reconcile"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/config"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// payCounts count the events, because a simulation in which nothing happens proves nothing.
type payCounts struct {
	mu                                         sync.Mutex
	Orders, Paid, Credited, Early, Late, Backs int
	Refunds, Returned, Refused, Nightly        int
	WeChat, Alipay, Gateway                    int
	Other, Foreign, Lost, Kills, Injured       int
	Coins, Transfers, Arrived, Nobodys         int // in USDT
	Forks, Claims, Tardy                       int
	Grabs, Leaves, Left                        int
	Moves, Raised, Converted, Uneven           int // of rates
}

func (c *payCounts) add1(name string, p paymentledger.Payment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Paid++
	*map[string]*int{"wechatpay": &c.WeChat, "alipay": &c.Alipay, "gateway": &c.Gateway}[name]++
	for n, is := range map[*int]bool{&c.Other: p.Fen > 0, &c.Foreign: p.Currency+p.Merchant != "", &c.Lost: p.Notify == paymentledger.Lost} {
		if is {
			*n++
		}
	}
}

func (c *payCounts) more(n *int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*n++
}

func (c *payCounts) all() map[string]*int {
	return map[string]*int{"orders": &c.Orders, "paid": &c.Paid, "credited": &c.Credited, "before the answer": &c.Early, "late": &c.Late,
		"given back": &c.Backs,
		"refunds":    &c.Refunds, "carried out": &c.Returned, "refused": &c.Refused, "found by the night": &c.Nightly,
		"by WeChat Pay": &c.WeChat, "by Alipay": &c.Alipay, "by the gateway": &c.Gateway, "another amount": &c.Other, "foreign": &c.Foreign,
		"USDT orders": &c.Coins, "transfers": &c.Transfers, "credited of them": &c.Arrived, "without an owner": &c.Nobodys, "forks": &c.Forks,
		"claimed twice": &c.Claims, "tardy": &c.Tardy,
		"rates set": &c.Moves, "prices that rose": &c.Raised, "credited by a rate": &c.Converted, "uneven": &c.Uneven,
		"tried what others decide": &c.Grabs, "deletions tried": &c.Leaves, "deleted": &c.Left,
		"never told": &c.Lost, "functions killed": &c.Kills, "calls broken": &c.Injured}
}

func (c *payCounts) add(v *payVerdict) {
	v.counts.Kills, v.counts.Injured = v.kills, v.injured
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, n := range v.counts.all() {
		*c.all()[name] += *n
	}
}

func (c *payCounts) String() string {
	var parts []string
	for _, name := range []string{"orders", "paid", "credited", "before the answer", "late", "given back", "refunds", "carried out", "refused",
		"found by the night", "by WeChat Pay", "by Alipay", "by the gateway", "another amount", "foreign", "never told",
		"USDT orders", "transfers", "credited of them", "without an owner", "forks", "claimed twice", "tardy",
		"rates set", "prices that rose", "credited by a rate", "uneven", "tried what others decide", "deletions tried", "deleted",
		"functions killed", "calls broken"} {
		parts = append(parts, fmt.Sprintf("%d %s", *c.all()[name], name))
	}
	return strings.Join(parts, ", ")
}

func (c *payCounts) enough(t *testing.T) {
	for name, n := range c.all() {
		coin := slices.Contains([]*int{&c.Coins, &c.Transfers, &c.Arrived, &c.Nobodys, &c.Forks, &c.Claims, &c.Tardy}, n)
		if *n == 0 && (*paycoins || !coin) {
			t.Errorf("none %s: the simulation tests nothing", name)
		}
	}
}

func (v *payVerdict) expect(ok bool, format string, args ...any) {
	if !ok && v.bad == "" {
		v.bad = fmt.Sprintf(format, args...)
	}
}

// check compares the providers' records with the ledger.
func (v *payVerdict) check() {
	e := &app.Env{DB: v.db, Now: time.Now, Config: &config.Config{}}
	lines := v.lines()
	service := &topup.Service{DB: v.db}
	known := map[string]bool{}
	for name, b := range v.books {
		var cash money.Amount
		for _, o := range b.Orders() {
			known[o.Number] = true
			v.counts.Orders++
			ours, ok, err := service.Get(v.ctx, o.Number)
			v.expect(ok && err == nil, "order %s of %s is none of ours (%v)", o.Number, name, err)
			if v.bad != "" {
				return
			}
			v.priced(e, o, ours)
			cash += v.one(name, o, ours, lines[o.Number])
		}
		v.expect(v.platform(e, ledger.CashIn+name) == -cash, "the platform's account of %s says %s, %s was credited",
			name, v.platform(e, ledger.CashIn+name), cash)
	}
	for account, cash := range v.coins(lines, known) {
		v.expect(v.platform(e, account) == -cash, "%s says %s, %s was credited", account, v.platform(e, account), cash)
	}
	for ref := range lines {
		v.expect(known[ref], "credit for %q, which no provider knows", ref)
	}
	v.nights(e)
	v.decided(e)
	r, err := e.Ledger().Reconcile(v.ctx)
	v.expect(err == nil && r.Found == 0, "the books: %v %+v", err, r)
}

// one compares an order with its provider's record, and returns the credited amount.
func (v *payVerdict) one(name string, o paymentledger.Order, ours *topup.Order, got []ledger.Entry) (cash money.Amount) {
	paid := o.State == paymentledger.Paid && o.Currency == "" && o.Merchant == ""
	backBefore := len(o.Refunds) > 0 && ours.Reason == topup.Refunded
	switch {
	case paid && v.lost(ours.User, o.Number):
		v.expect(len(got) == 0, "%s: of a closed account, and credited in %d lines", o.Number, len(got))
	case paid && backBefore:
		v.expect(len(got) == 0, "%s: given back before it was credited, and credited in %d lines", o.Number, len(got))
	case paid:
		short := ours.Status == topup.Failure && ours.Reason == topup.Short
		v.expect(short == (o.Paid < o.Fen) && short != (ours.Status == topup.Success) && int64(ours.Paid) == o.Paid && ours.TradeNo == o.ID,
			"%s by %s: %d fen were paid, the order says %+v", o.Number, name, o.Paid, ours)
		v.credited(o, ours, got)
	default:
		v.expect(len(got) == 0 && !ours.Credited(), "%s: %s at the provider, credited in %d lines, %d", o.Number, o.State, len(got), ours.Status)
		v.expect(ours.Status == topup.Failure, "%s: waits for ever", o.Number)
		v.expect(o.State != paymentledger.Paid || v.alarmed("a payment of another merchant, currency or order: "+o.Number),
			"%s: paid in %q to %q, and nobody is told", o.Number, o.Currency, o.Merchant)
	}
	for _, e := range got {
		cash += e.Amount
	}
	return cash
}

// credited compares the lines of a payment with its record: one credit, one debit for each refund, and one credit for each refused refund.
func (v *payVerdict) credited(o paymentledger.Order, ours *topup.Order, got []ledger.Entry) {
	refunds, err := (&topup.Service{DB: v.db}).Refunds(v.ctx, o.Number)
	v.expect(err == nil, "refunds: %v", err)
	want := map[string]money.Amount{ledger.Recharge: worth(ours, o.Paid)}
	lines, out := 1, provider.Fen(0)
	for _, f := range refunds {
		lines++
		want[ledger.Withdrawal] -= money.Amount(f.Fen) * money.Credit // only ways that are paid in RMB give money back
		theirs := o.Refund(f.ID)
		switch f.Status {
		case topup.RefundDone:
			out += f.Fen
			v.counts.Returned++
			v.expect(theirs != nil && theirs.State == "done" && theirs.Fen == int64(f.Fen), "%s: the refund %s is done, the provider has %+v",
				o.Number, f.ID, theirs)
		case topup.RefundRefused:
			lines++
			v.counts.Refused++
			want[ledger.Refund] += money.Amount(f.Fen) * money.Credit
			v.expect(theirs == nil || theirs.State == "closed", "%s: the refund %s is refused, the provider has %+v", o.Number, f.ID, theirs)
		default:
			v.expect(false, "%s: the refund %s runs for ever: %s", o.Number, f.ID, f.Reason)
		}
	}
	for _, r := range o.Refunds {
		v.expect(r.Number == "elsewhere"+o.Number || r.State == "closed" ||
			slices.ContainsFunc(refunds, func(f topup.Refund) bool { return f.ID == r.Number }), "%s: a refund %+v that nobody ordered", o.Number, r)
	}
	v.expect(ours.Returned == out, "%s: %s went back, the order says %s", o.Number, out, ours.Returned)
	sums := map[string]money.Amount{}
	for _, e := range got {
		sums[e.Type] += e.Amount
	}
	v.counts.Credited++
	v.converted(o, ours)
	v.expect(len(got) == lines && maps.Equal(sums, want), "%s: %d lines with %v, not %d with %v", o.Number, len(got), sums, lines, want)
}

// nights checks that the nightly reconciliations found no wrong credit.
func (v *payVerdict) nights(e *app.Env) {
	for _, k := range []reconcile.Kind{reconcile.Books, reconcile.Payments} {
		runs, err := e.Reconciliation().History(v.ctx, k, "", 100)
		v.expect(err == nil && len(runs) >= 3, "%d nights of %s, %v", len(runs), k, err)
		for i, run := range runs {
			for _, d := range run.All {
				lost := d.What == reconcile.Lost
				if lost {
					v.counts.Nightly++
				}
				v.expect(lost || d.What == reconcile.Uncredited || d.What == reconcile.GivenBack || d.What == reconcile.Unread && i > 1,
					"the night of %s found %v", run.Started, d)
			}
		}
	}
}

func (v *payVerdict) alarmed(what string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, a := range v.alarms {
		if a == what {
			return true
		}
	}
	return false
}

// platform returns the balance of a platform account in the ledger.
func (v *payVerdict) platform(e *app.Env, account string) money.Amount {
	r, err := e.Ledger().Reconcile(v.ctx)
	v.expect(err == nil, "reconcile: %v", err)
	return r.Platform[account]
}

// lines returns the entries of all buyers by order.
func (v *payVerdict) lines() map[string][]ledger.Entry {
	out := map[string][]ledger.Entry{}
	for _, who := range append(slices.Clone(v.town.buyers), v.town.leaver) {
		rows, err := store.Collect(store.Rows(v.ctx, v.db, store.Query{Table: "credit", PK: "ACCT#" + who, From: "E#", To: "E~"}))
		v.expect(err == nil, "lines: %v", err)
		entries, err := store.DecodeAll[ledger.Entry](rows)
		v.expect(err == nil, "lines: %v", err)
		for _, e := range entries {
			out[e.Ref] = append(out[e.Ref], e)
		}
	}
	return out
}
