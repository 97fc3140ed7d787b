package topup

import (
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// Status of an order, as consoles poll it (decisions §5).
type Status int

const (
	Waiting Status = 1
	Success Status = 2
	Failure Status = 3
)

// Reasons of a failure; the dictionary topup_reason names them.
const (
	Expired  = "expired"
	Refused  = "refused"
	Failed   = "failed"
	Refunded = "refunded"
	// Short: less was paid than requested. The paid amount is credited.
	Short = "short"
)

// Method is a way to pay by its number on the wire (platform-services §9).
type Method struct {
	PayType  int
	Word     string // in the dictionary payment_method
	Biz      string
	Provider string
	Way      provider.PayWay
	Third    string
}

// perm is the permission to pay so.
func (m Method) perm() string { return "pay:third:" + m.Third }

// methods in the order in which they are shown. 7 is ours: the specification names the gateway's form and no number for it.
func methods() []Method {
	return []Method{
		{2, "src_al", "al000", "alipay", provider.PayByScan, "alipay"},
		{1, "src_wx", "wx000", "wechatpay", provider.PayByScan, "wx"},
		{6, "trans_al", "al000", "alipay", provider.PayByPage, "alipay"},
		{7, "gateway", "al000", "gateway", provider.PayByPage, "gateway"},
	}
}

// methodOf gives the way with a number; false for none.
func methodOf(payType int) (Method, bool) {
	for _, m := range methods() {
		if m.PayType == payType {
			return m, true
		}
	}
	return Method{}, false
}

// Order is a request to buy credit. Its id is its number at the provider.
type Order struct {
	ID       string          `dynamodbav:"id"`
	Version  int64           `dynamodbav:"v"`
	Name     string          `dynamodbav:"nm"` // of the user
	Method   string          `dynamodbav:"me"`
	PayType  int             `dynamodbav:"pt"`
	Provider string          `dynamodbav:"pr"`
	Way      provider.PayWay `dynamodbav:"wy"`
	For      string          `dynamodbav:"fo,omitempty"` // the purpose; empty: credit
	Fen      provider.Fen    `dynamodbav:"fe"`           // to pay, in 1/100 of the currency's unit
	Subject  string          `dynamodbav:"su"`           // as it was sent first: an order that is opened again has the same content
	Created  time.Time       `dynamodbav:"md"`
	Expires  time.Time       `dynamodbav:"ex"`
	Code     string          `dynamodbav:"co,omitempty"` // to scan
	Status   Status          `dynamodbav:"st"`
	Reason   string          `dynamodbav:"re,omitempty"`
	TradeNo  string          `dynamodbav:"tn,omitempty"` // the provider's id of the payment
	Paid     provider.Fen    `dynamodbav:"pd,omitempty"`
	Returned provider.Fen    `dynamodbav:"rt,omitempty"` // of it, what went back or is on its way
	PaidAt   *time.Time      `dynamodbav:"pa,omitempty"`
	DoneAt   *time.Time      `dynamodbav:"da,omitempty"`
	Sum
	auth.Owner
}

// Credited tells whether a payment of the order was credited: all of it, or less than was asked for.
func (o *Order) Credited() bool { return o.Paid > 0 }

// delivered tells whether the payment bought what its order was for; a short one is credit.
func (o *Order) delivered() bool { return o.For != "" && o.Paid >= o.Fen }

// credit is the credit for so much RMB: one fen, one credit.
func credit(f provider.Fen) money.Amount { return money.Amount(f) * money.Credit }

// units is money as a number of its currency's units with two decimals.
func units(f provider.Fen) money.Amount { return money.Amount(f) }

// order is the order as the provider knows it.
func (o *Order) order(back string) provider.PaymentOrder {
	return provider.PaymentOrder{Number: o.ID, Amount: o.Fen, Currency: o.Currency, Subject: o.Subject, Made: o.Created, Expires: o.Expires,
		ReturnURL: back}
}

// Times. Expiry is a setting.
const (
	// late is how long after its expiry an order is still queried: a payer may have paid in the last second, and the
	// callback may be lost.
	late = 3 * 24 * time.Hour
	// grace is how much longer than an order a code that was never scanned may live at its provider.
	grace = time.Minute
	// fresh is how long an order is asked about three times a minute.
	fresh = 10 * time.Minute
)
