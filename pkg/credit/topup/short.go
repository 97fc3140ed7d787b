package topup

import (
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/notice"
)

// Codes of a failure. A console shows the message that belongs to it.
const (
	codeShort    = 40204
	codeExpired  = 40931
	codeRefused  = 40932
	codeFailed   = 40933
	codeRefunded = 40934
)

// failure gives the fault that a failed order's reason stands for; nil while it waits and when it succeeded.
func (o *Order) failure() *fault.Error {
	switch o.Reason {
	case Short:
		return fault.New(fault.Payment, codeShort, either(o, "topup.short", "topup.shortYear"), "paid", units(o.Paid).String(),
			"asked", units(o.Fen).String(), "currency", o.currency(),
			"credits", o.known(o.Paid, o.Fen).String())
	case Expired:
		return fault.New(fault.Conflict, codeExpired, "topup.expired")
	case Refused:
		return fault.New(fault.Conflict, codeRefused, "topup.refused")
	case Failed:
		return fault.New(fault.Conflict, codeFailed, "topup.failed")
	case Refunded:
		return fault.New(fault.Conflict, codeRefunded, "topup.refunded")
	}
	return nil
}

// shortNotice is the notice of a short payment: the paid amount, the requested amount, and the credit.
func shortNotice(o *Order, e ledger.Entry) notice.Personal {
	return notice.Personal{UserID: o.User, Key: "credit." + e.Movement, Title: "topup.tell.shortTitle",
		Body: either(o, "topup.tell.short", "topup.tell.shortYear"),
		Args: map[string]string{"paid": units(o.Paid).String(), "asked": units(o.Fen).String(), "currency": o.currency(),
			"credits": e.Amount.String(), "balance": e.Balance.String()}}
}

// either chooses between the text of a top-up and that of a year that was not bought.
func either(o *Order, topUp, year string) string {
	if o.For == "" {
		return topUp
	}
	return year
}
