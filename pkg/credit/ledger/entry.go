package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

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
