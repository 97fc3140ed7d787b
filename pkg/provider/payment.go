package provider

import (
	"context"
	"errors"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// RMB is the currency of a payment that names none.
const RMB = "RMB"

// Fen is an amount of money in 1/100 of its currency's unit: a fen of RMB, a cent of USD and EUR. One fen of RMB is one credit
// (decisions §1).
type Fen int64

// ErrYuan is the error of ParseYuan.
var ErrYuan = errors.New("provider: not an amount in yuan with at most two decimals")

// ParseYuan reads 12, 12.5 or 12.34; signs, exponents, spaces and a third decimal are ErrYuan, and so is what does not fit.
func ParseYuan(text string) (Fen, error) {
	whole, cents, point := strings.Cut(text, ".")
	if whole == "" || len(whole) > 16 || len(cents) > 2 || point == (cents == "") {
		return 0, ErrYuan
	}
	digits := whole + cents + strings.Repeat("0", 2-len(cents))
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, ErrYuan
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, ErrYuan
	}
	return Fen(n), nil
}

// String writes yuan with two decimals, as ParseYuan reads them.
func (f Fen) String() string {
	sign, n := "", uint64(f)
	if f < 0 {
		sign, n = "-", -n
	}
	cents := strconv.FormatUint(n%100, 10)
	return sign + strconv.FormatUint(n/100, 10) + "." + strings.Repeat("0", 2-len(cents)) + cents
}

// PayWay is the way to pay an order.
type PayWay string

const (
	// PayByScan: the payer scans a code with the provider's app.
	PayByScan PayWay = "scan"
	// PayByPage: the payer's browser is sent to the provider's page.
	PayByPage PayWay = "page"
)

// PaymentProfile has the features and limits of a payment provider.
type PaymentProfile struct {
	Provider      string // "wechatpay", "alipay", "gateway": the end of /pay/notify/<provider>
	Ways          []PayWay
	Least, Most   Fen
	NumberLeast   int // characters of an order's number; A-Z, a-z, 0-9, '-', '_' only
	NumberMost    int
	SubjectMost   int // characters
	RefundPartial bool
	RefundsMost   int           // of one payment; 0 is no limit
	RefundWithin  time.Duration // of a payment; 0 is no limit
	CanClose      bool
	Bills         bool     // Bill gives the day's payments
	Currencies    []string // besides RMB
}

// Takes tells whether payments in a currency are taken; empty is RMB.
func (p PaymentProfile) Takes(currency string) bool {
	return currency == "" || currency == RMB || slices.Contains(p.Currencies, currency)
}

// PaymentOrder is what is to be paid. The same number with the same content gives the same order again.
type PaymentOrder struct {
	Number    string // ours, unique for ever
	Amount    Fen
	Currency  string // empty: RMB
	Subject   string // the payer sees it
	Made      time.Time
	Expires   time.Time // unpaid by then, the provider closes it; the zero time leaves it to the provider
	ReturnURL string    // by page: where the browser goes afterwards; proves nothing
}

// Checkout is for the payer: the content of a QR code, or a form for the browser.
type Checkout struct {
	Code string
	Form *Form
}

// Form is posted by the payer's browser to the provider's page.
type Form struct {
	Action string
	Fields []FormField // in this order
}

// FormField is a hidden field.
type FormField struct{ Name, Value string }

// HTML is the form as a fragment that can be put into a page; the page submits it.
func (f Form) HTML() string {
	var b strings.Builder
	b.WriteString(`<form method="post" accept-charset="utf-8" action="` + html.EscapeString(f.Action) + `">`)
	for _, field := range f.Fields {
		b.WriteString(`<input type="hidden" name="` + html.EscapeString(field.Name) + `" value="` + html.EscapeString(field.Value) + `">`)
	}
	b.WriteString(`</form>`)
	return b.String()
}

// PaymentState is how far a payment is; the zero value is none that we know.
type PaymentState uint8

const (
	PaymentUnclear  PaymentState = iota
	PaymentWaiting               // not paid yet
	PaymentDone                  // paid; this alone may be credited
	PaymentRefunded              // was paid, and some or all of it went back
	PaymentClosed                // can no longer be paid
	PaymentFailed                // the provider gave up on it
)

// Payment is what a provider says about an order.
type Payment struct {
	Number     string
	ProviderID string // the provider's id of the payment: credits once platform-wide
	State      PaymentState
	Amount     Fen    // the paid amount: the order's total at the provider, its own coupons included
	Currency   string // of the amount; empty: RMB
	ByPayer    Fen    // of that, what the payer gave; for the record
	PaidAt     time.Time
	Payer      string // the provider's id of the payer, for the record
}

// RefundOrder gives back some of a payment. The same number does nothing twice.
type RefundOrder struct {
	Number  string // the payment order's
	Refund  string // ours, unique for ever
	Amount  Fen
	Total   Fen // the payment's amount
	Purpose string
}

// RefundState is how far a refund is.
type RefundState uint8

const (
	RefundUnclear RefundState = iota
	RefundRunning             // the provider took it over
	RefundDone
	RefundClosed // it will not be carried out
	RefundStuck  // the payer's account cannot take it: a person has to look
)

// Refund is what a provider says about a refund.
type Refund struct {
	Number, Refund string
	ProviderID     string
	State          RefundState
	Amount         Fen
	At             time.Time
}

// PaymentNotice is an authenticated callback. It says that something changed; a payment is credited after Query alone.
type PaymentNotice struct {
	ID      string // the same for every repetition of the callback
	Payment *Payment
	Refund  *Refund
}

// NoticeAnswer is the literal answer that a provider expects to a callback.
type NoticeAnswer struct {
	Status      int
	ContentType string
	Body        string
}

// PaymentLine is a line of a provider's bill of a day.
type PaymentLine struct {
	Number, ProviderID string
	Refund             string // our number of the refund; empty for a payment
	Amount             Fen    // positive for both
	At                 time.Time
}

// PaymentProvider takes payments by orders of ours. The errors of all calls are *Failure.
type PaymentProvider interface {
	Profile() PaymentProfile
	// Open makes the order at the provider, or asks for the same order again.
	Open(ctx context.Context, o PaymentOrder, by PayWay) (Checkout, error)
	// Query asks for an order; NotThere when the provider does not know it (by scan of Alipay: until it is scanned).
	Query(ctx context.Context, number string) (Payment, error)
	// Close makes an unpaid order unpayable; AlreadyPaid when it was too late. Closing twice is no error.
	Close(ctx context.Context, number string) error
	// Refund gives money back; QueryRefund asks for it, NotThere when the provider does not know it.
	Refund(ctx context.Context, r RefundOrder) (Refund, error)
	QueryRefund(ctx context.Context, number, refund string) (Refund, error)
	// ParseNotification authenticates and reads a callback. A Forged or Foreign callback changes nothing; Retry asks
	// for the callback again.
	ParseNotification(ctx context.Context, body []byte, header func(string) string) (PaymentNotice, error)
	// Answer is the response to the provider: the callback was accepted, or must be repeated.
	Answer(taken bool) NoticeAnswer
	// Bill lists the payments and refunds of a day at +08:00; Retry until the provider has made it (the next morning).
	Bill(ctx context.Context, day time.Time) ([]PaymentLine, error)
}

// Check tells what of an order is outside of the profile, before anything is sent.
func (p PaymentProfile) Check(o PaymentOrder) error {
	switch n := len(o.Number); {
	case n < p.NumberLeast || n > p.NumberMost || !plainNumber(o.Number):
		return Refuse(BadInput, "number %q", o.Number)
	case o.Amount < max(p.Least, 1):
		return Refuse(TooSmall, "%s is below %s", o.Amount, p.Least)
	case o.Amount > min(p.Most, math.MaxInt64/2):
		return Refuse(TooLarge, "%s is above %s", o.Amount, p.Most)
	case !p.Takes(o.Currency):
		return Refuse(BadInput, "currency %.10q", o.Currency)
	case strings.TrimSpace(o.Subject) == "" || len([]rune(o.Subject)) > p.SubjectMost:
		return Refuse(BadInput, "subject of %d characters", len([]rune(o.Subject)))
	}
	return nil
}

// CheckRefund does the same for a refund.
func (p PaymentProfile) CheckRefund(r RefundOrder) error {
	switch {
	case !plainNumber(r.Number) || !plainNumber(r.Refund) || len(r.Refund) > 64:
		return Refuse(BadInput, "numbers %q and %q", r.Number, r.Refund)
	case r.Amount < 1:
		return Refuse(TooSmall, "refund of %s", r.Amount)
	case r.Amount > r.Total:
		return Refuse(TooLarge, "refund of %s of %s", r.Amount, r.Total)
	}
	return nil
}

func plainNumber(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return false
		}
	}
	return s != ""
}
