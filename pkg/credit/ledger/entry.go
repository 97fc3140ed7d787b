package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// apply is the rule of an account: never below zero, nothing spent while frozen.
func (a Account) apply(c Change) (Account, Entry, error) {
	next := a
	next.Available += c.Available
	next.Reserved += c.Reserved
	next.Seq++
	switch {
	case c.Available < 0 && a.Frozen && !c.Forced:
		return next, Entry{}, errFrozen()
	case next.Available < 0 || next.Reserved < 0:
		return next, Entry{}, errShort()
	case c.Available > 0 && next.Available < a.Available:
		return next, Entry{}, errors.New("ledger: overflow")
	}
	entry := Entry{Seq: next.Seq, Type: c.Type, Amount: c.Available, Held: c.Reserved, Balance: next.Available, Reserved: next.Reserved, PriorHash: a.Hash}
	if c.Type != settle {
		next.Lines++
		entry.Line = next.Lines
	}
	return next, entry, nil
}

// Serial is the number by which a line is spoken of: when it was made, and six hexadecimal digits of what made it.
func (e Entry) Serial(account string) string {
	sum := sha256.Sum256([]byte(e.Movement + "|" + account))
	return "AF" + e.At.UTC().Format("20060102150405") + hex.EncodeToString(sum[:3])
}

// hash chains an entry to the one before it.
func (e Entry) hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d|%d|%s|%s|%d|%d|%d|%d|%s|%s|%s|%d|%s", e.Seq, e.Line, e.Movement, e.Type, e.Amount, e.Held, e.Balance, e.Reserved,
		e.By.ID, e.Remark, e.Ref, e.At.UnixMilli(), e.PriorHash)
	for _, l := range e.Legs {
		fmt.Fprintf(h, "|%s=%d", l.Account, l.Amount)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
