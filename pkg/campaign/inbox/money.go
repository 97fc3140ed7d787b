package inbox

import (
	"context"

	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// bill is the cost of a reply and its payer. It is reserved with the reply's row; receipts and the tick close it.
type bill struct {
	Payer auth.Owner      `dynamodbav:"o"`
	Cost  money.Amount    `dynamodbav:"c"`
	Agent money.Amount    `dynamodbav:"a"` // what is the agent's of it
	By    ledger.Operator `dynamodbav:"b"`
	Of    string          `dynamodbav:"s"` // the service
}

func billRef(message string) string { return "inbox." + message }

func service(channel string) string { return "bulk." + channel }

// payer returns who pays for a reply of the caller: the caller's own tenant, or the conversation's owner when another
// user helps.
func payer(p *auth.Principal, e *entity) auth.Owner {
	if p.Tenant == e.Owner.Tenant {
		return p.Owner()
	}
	return e.Owner
}

// price is that of one message to the number of a conversation. Fault price.none (40404).
func (r *Service) price(ctx context.Context, p *auth.Principal, e *entity) (price.Quote, error) {
	return r.Prices.Quote(ctx, payer(p, e), service(e.Channel), e.CountryCode)
}

// billed prices a reply of so many parts.
func (r *Service) billed(ctx context.Context, p *auth.Principal, e *entity, parts int) (*bill, error) {
	one, err := r.price(ctx, p, e)
	if err != nil {
		return nil, err
	}
	b := &bill{Payer: payer(p, e), By: ledger.OperatorOf(p), Of: service(e.Channel)}
	if b.Cost, err = one.Price.Mul(int64(parts)); err != nil {
		return nil, err
	}
	b.Agent, err = max(0, one.Price-one.Agent).Mul(int64(parts))
	return b, err
}

// reserving writes a change of a conversation together with the reservation of a reply, while the reply's user and
// its customer are not locked. Faults: 40201 when the balance is short, 40302 for a locked account.
func (r *Service) reserving(m *storedReply, remark string) writes {
	return func(ctx context.Context, ops []store.Op) (err error) {
		locks := m.locks()
		with := append(locks, ops...)
		if b := m.Bill; b == nil {
			err = r.DB.Transact(ctx, with)
		} else {
			_, err = r.Ledger.Reserve(ctx, ledger.Order{Ref: billRef(m.ID), Account: b.Payer.User, Service: b.Of, Operator: b.By, Remark: remark},
				b.Cost, with...)
		}
		if f := store.ConditionFailed(err); f != nil && f.Index < len(locks) {
			return user.ErrLocked()
		}
		return err
	}
}

// settle closes the reservation of a reply: all of it is charged, or none. It may be repeated; the first holds.
func (r *Service) settle(ctx context.Context, m *storedReply, charged bool) error {
	if m.Bill == nil {
		return nil
	}
	if !charged {
		_, err := r.Ledger.Settle(ctx, billRef(m.ID), 0, ledger.Agency{})
		return err
	}
	b := m.Bill
	percent, err := r.Discount(ctx, b.Payer.Tenant)
	if err != nil {
		return err
	}
	_, err = r.Ledger.Settle(ctx, billRef(m.ID), b.Cost, ledger.Share(b.Payer, b.Cost, b.Agent, percent))
	return err
}
