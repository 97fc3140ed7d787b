package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/money"
)

const serialTime = "20060102150405"

// Entry is one immutable line of an account.
type Entry struct {
	Seq       int64        `dynamodbav:"q"`
	Line      int64        `dynamodbav:"l"` // number among the visible lines; 0 for a hidden entry
	Movement  string       `dynamodbav:"m"`
	Type      string       `dynamodbav:"t"`
	Amount    money.Amount `dynamodbav:"am"` // change of the available credit
	Held      money.Amount `dynamodbav:"hd"` // change of the reserved credit
	Balance   money.Amount `dynamodbav:"bl"` // available after
	Reserved  money.Amount `dynamodbav:"rs"` // reserved after
	Legs      []Leg        `dynamodbav:"lg"`
	By        Operator     `dynamodbav:"by"`
	Remark    string       `dynamodbav:"rm,omitempty"`
	Currency  string       `dynamodbav:"cu,omitempty"`
	Internal  bool         `dynamodbav:"in,omitempty"`
	Ref       string       `dynamodbav:"rf,omitempty"`
	At        time.Time    `dynamodbav:"at"`
	PriorHash string       `dynamodbav:"ph"`
	Nth       int          `dynamodbav:"nt,omitempty"` // among the entries that the movement makes of the account, from 0
	Reverses  string       `dynamodbav:"rv,omitempty"` // see Change
	Replaces  string       `dynamodbav:"rp,omitempty"`
}

// Serial is the number that users see of a line: its date and time at +08:00, as the console shows them (decisions §1), and six
// hexadecimal digits of the movement.
func (e Entry) Serial(account string) string {
	of := e.Movement + "|" + account
	if e.Nth > 0 {
		of = fmt.Sprintf("%s|%d", of, e.Nth)
	}
	sum := sha256.Sum256([]byte(of))
	return "AF" + e.At.In(clock.China).Format(serialTime) + hex.EncodeToString(sum[:3])
}

// hash chains an entry to the one before it.
func (e Entry) hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d|%d|%s|%s|%d|%d|%d|%d|%s|%s|%s|%d|%s", e.Seq, e.Line, e.Movement, e.Type, e.Amount, e.Held, e.Balance, e.Reserved,
		e.By.ID, e.Remark, e.Ref, e.At.UnixMilli(), e.PriorHash)
	if e.Nth > 0 || e.Reverses != "" || e.Replaces != "" {
		fmt.Fprintf(h, "|%d|%s|%s", e.Nth, e.Reverses, e.Replaces)
	}
	for _, l := range e.Legs {
		fmt.Fprintf(h, "|%s=%d", l.Account, l.Amount)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
