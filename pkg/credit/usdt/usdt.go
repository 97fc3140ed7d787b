package usdt

import (
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// Status of an order; the dictionary usdt_status names it.
type Status string

const (
	Waiting    Status = "waiting"    // for the transfer
	Submitted  Status = "submitted"  // a hash was submitted that no block holds yet
	Confirming Status = "confirming" // so many blocks deep
	Credited   Status = "credited"
	Rejected   Status = "rejected" // for a reason; another hash may be submitted
	Expired    Status = "expired"  // no hash was submitted in time; one may still be
)

// checking tells that a hash is looked at.
func (s Status) checking() bool { return s == Submitted || s == Confirming }

// open tells that the order is not over.
func (s Status) open() bool { return s == Waiting || s.checking() }

// Reasons of a rejection; the dictionary usdt_reason names them.
const (
	NotFound = "notFound" // no block holds the hash
	Undone   = "failed"   // the transaction failed
	Token    = "token"    // it moved another token
	Address  = "address"  // it moved nothing to the order's address
	Early    = "early"    // it is older than the order
	Used     = "used"     // it was credited for another order
	Later    = "later"    // it came when the address was a later order's
	Small    = "small"    // it is worth less than 0.01 credit
)

// Platform is a chain by its names on the wire.
type Platform struct {
	PayType int
	Chain   string // of the ports
	Name    string
	Third   string // of the permission to pay so
}

func (p Platform) perm() string { return "ustd:third:" + p.Third }

func platforms() []Platform {
	return []Platform{{5, "tron", "TRONSCAN", "trc20"}, {3, "ethereum", "ETHEREUM", "erc20"}, {4, "omni", "OMNI", "omni"}}
}

func platform(is func(Platform) bool) (Platform, bool) {
	for _, p := range platforms() {
		if is(p) {
			return p, true
		}
	}
	return Platform{}, false
}

// nameOf is a chain's name on the wire.
func nameOf(chain string) string {
	p, _ := platform(func(p Platform) bool { return p.Chain == chain })
	return p.Name
}

// Order is a request to buy credit with USDT.
type Order struct {
	ID      string `dynamodbav:"id"`
	Version int64  `dynamodbav:"v"`
	Name    string `dynamodbav:"nm"` // of the user
	Chain   string `dynamodbav:"ch"`
	Address string `dynamodbav:"ad"`
	// frozen when the order was made; of one that was paid late the rate at which it was credited
	Rate          provider.Rate  `dynamodbav:"ra"`
	Created       time.Time      `dynamodbav:"md"`
	Expires       time.Time      `dynamodbav:"ex"`
	Status        Status         `dynamodbav:"st"`
	Reason        string         `dynamodbav:"re,omitempty"`
	Hash          string         `dynamodbav:"ha,omitempty"`
	Confirmations int64          `dynamodbav:"cf,omitempty"`
	Tries         int            `dynamodbav:"tr,omitempty"` // further hashes that were submitted after a rejection or too late
	Micro         provider.Micro `dynamodbav:"mi,omitempty"`
	Credit        money.Amount   `dynamodbav:"cr,omitempty"`
	SubmittedAt   *time.Time     `dynamodbav:"sa,omitempty"`
	DoneAt        *time.Time     `dynamodbav:"da,omitempty"`

	// Of its address: unix ms from which it may be given to another order, 0 while it is the order's.
	FreeAt int64                `dynamodbav:"fa,omitempty"`
	Until  *time.Time           `dynamodbav:"un,omitempty"` // another order has its address from then on
	Rested bool                 `dynamodbav:"se,omitempty"` // a look after the end of the rest left nothing
	Found  string               `dynamodbav:"fd,omitempty"` // a transfer that came after the first credit, still to be looked at
	More   []AdditionalTransfer `dynamodbav:"mo,omitempty"` // transfers after the first credit; Micro and Credit are the sums of all
	auth.Owner
}

// AdditionalTransfer is a transfer that came to the address of an order that was credited already.
type AdditionalTransfer struct {
	Hash   string         `dynamodbav:"h" json:"hash"`
	Micro  provider.Micro `dynamodbav:"m" json:"-"`
	Credit money.Amount   `dynamodbav:"c" json:"creditAmount"`
	At     time.Time      `dynamodbav:"t" json:"time" doc:"Time of the credit."`
}

// window is the time in which transfers to the order's address belong to the order: until another order has it, or it
// may be given to any user.
func (o *Order) window() provider.Window {
	w := provider.Window{Since: o.Created}
	switch {
	case o.Until != nil:
		w.Until = *o.Until
	case o.FreeAt != 0:
		w.Until = time.UnixMilli(o.FreeAt)
	}
	return w
}

// watched reports whether transfers to the order's address are searched: while the order waits, and for as long as
// the address rests afterwards. It continues a while longer, as the last look may be late, and longer still while no
// look after the rest was answered, and while a transfer was found that is not credited yet. The window excludes transfers of another
// order.
func (o *Order) watched(now time.Time) bool {
	if o.Status == Waiting {
		return true
	}
	closed := o.Status == Rejected && o.Reason == Used // no transfer remains to be credited
	silent := !o.Rested || o.Found != ""
	return !o.Status.open() && !closed && (now.Before(o.free().Add(rare)) || silent && now.Before(o.free().Add(longestSilence)))
}

// free is the end of the rest of the order's address.
func (o *Order) free() time.Time { return time.UnixMilli(o.FreeAt) }
