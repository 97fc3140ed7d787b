package ledger

import (
	"slices"

	"herald/pkg/kit/store"
)

// plan makes the operations of a movement on the accounts as they are.
func (b *Ledger) plan(m Movement, accounts []holding) ([]store.Op, []Entry, error) {
	now, legs := b.Now(), m.legs()
	for _, a := range accounts {
		if a.At.After(now) { // another function's clock is ahead: the lines of an account stand in the order of their time
			now = a.At
		}
	}
	var tx txRecord
	var ops []store.Op
	var entries []Entry
	type stand struct{ at, n int } // where the account's row is written, and how many entries it has so far
	stands := map[string]*stand{}
	for i, c := range m.Changes {
		acct := accounts[i]
		of := stands[c.Account]
		if of != nil {
			acct.Account = ops[of.at].Item.(Account)
		}
		next, entry, err := acct.apply(c)
		if err != nil {
			return nil, nil, err
		}
		entry.Movement, entry.Legs, entry.By, entry.Remark, entry.Currency, entry.Ref, entry.At = m.ID, legs, m.Operator, m.Remark, m.Currency,
			m.Ref, now
		if of == nil {
			if acct.isNew {
				ops = append(ops, store.Op{Verb: store.Put, Key: registryKey(c.Account), Item: map[string]any{"at": now}})
			}
			of = &stand{at: len(ops)}
			stands[c.Account] = of
			ops = append(ops, store.Op{Verb: store.Put, Key: accountKey(c.Account), If: acct.as})
		}
		entry.Nth, of.n = of.n, of.n+1
		next.Hash, next.At = entry.hash(), now
		next.Money = next.Money.with(entry)
		ops[of.at].Item = next
		tx.Seqs, tx.Lines, tx.Account = append(tx.Seqs, entry.Seq), append(tx.Lines, entry.Line), append(tx.Account, c.Account)
		ops = append(ops, store.Op{Verb: store.Put, Key: entryKey(c.Account, entry.Seq, entry.Line), Item: entry, If: store.Missing("pk")})
		ops = append(ops, journal(next, entry)...)
		entries = append(entries, entry)
	}
	after := map[string]Account{}
	for account, of := range stands {
		after[account] = ops[of.at].Item.(Account)
	}
	ops = append(ops, b.crossings(m, accounts, after)...)
	checks, err := m.families(accounts)
	if err != nil {
		return nil, nil, err
	}
	ops = append(append(ops, checks...), store.Op{Verb: store.Put, Key: txKey(m.ID), Item: tx, If: store.Missing("pk")})
	if m.reserve != nil {
		ops = append(ops, m.reserve.op(now))
	}
	if m.Then != nil {
		ops = append(ops, m.Then(entries)...)
	}
	return append(ops, m.With...), entries, nil
}

// families are the conditions that no customer is frozen whose secondary the movement takes credit from: a lock of the customer holds
// for all below it. Fault ledger.frozen.
func (m Movement) families(accounts []holding) (checks []store.Op, err error) {
	asked := map[string]bool{}
	for i, c := range m.Changes {
		tenant := accounts[i].Tenant
		if c.Forced || c.Available >= 0 && c.Type != Pay || tenant == "" || tenant == c.Account || asked[tenant] {
			continue
		}
		asked[tenant] = true
		if at := slices.IndexFunc(m.Changes, func(c Change) bool { return c.Account == tenant }); at < 0 {
			checks = append(checks, store.Op{Verb: store.Check, Key: accountKey(tenant), If: store.Or(store.Missing("pk"), store.Ne("fz", true))})
		} else if accounts[at].Frozen {
			return nil, errFrozen()
		}
	}
	return checks, nil
}

// legs are both sides of the movement: the platform's, then the customers' in the order of the changes.
func (m Movement) legs() []Leg {
	legs := append([]Leg(nil), m.Contra...)
	for _, c := range m.Changes {
		if c.Available != 0 {
			legs = append(legs, Leg{c.Account + ":available", c.Available})
		}
		if c.Reserved != 0 {
			legs = append(legs, Leg{c.Account + ":reserved", c.Reserved})
		}
	}
	return legs
}
