package ledger

import (
	"context"
	"errors"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Crossing is an account whose available credit fell below the threshold that its user set.
type Crossing struct {
	Account   string       `dynamodbav:"a"`
	Movement  string       `dynamodbav:"m"`
	Balance   money.Amount `dynamodbav:"b"`
	Threshold money.Amount `dynamodbav:"t"`
}

// crossings are what a movement adds to its transaction for each account that it takes below its threshold. An account that was below
// before crosses again only after it rose: the transaction that moves it decides, so each crossing is stored once.
func (b *Ledger) crossings(m Movement, before []holding, after map[string]Account) (ops []store.Op) {
	if b.OnLow == nil {
		return nil
	}
	done := map[string]bool{}
	for _, was := range before {
		now := after[was.ID]
		if done[was.ID] || was.Low == 0 || was.Available < was.Low || now.Available >= was.Low {
			continue
		}
		done[was.ID] = true
		ops = append(ops, b.OnLow(Crossing{Account: was.ID, Movement: m.ID, Balance: now.Available, Threshold: was.Low}))
	}
	return ops
}

// SetLow sets the threshold of an account; 0 is none. It may be called again.
func (b *Ledger) SetLow(ctx context.Context, account string, threshold money.Amount) error {
	op := store.Op{Verb: store.Update, Key: accountKey(account), Set: map[string]any{"id": account}}
	if threshold > 0 {
		op.Set["lo"] = threshold
	} else {
		op.Remove = []string{"lo"}
	}
	return store.Retry(ctx, tries, func() error {
		_, err := b.DB.Write(ctx, op)
		if errors.Is(err, store.ErrUnclear) {
			return store.Retryable(err) // twice is as good as once
		}
		return err
	})
}
