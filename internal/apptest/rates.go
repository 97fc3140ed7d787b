package apptest

import (
	"herald/pkg/credit/exchange"
)

// Fetch asks the source.
func (b *PaymentFixture) Fetch() {
	b.Helper()
	if err := b.Env.Exchange().Tasks()[exchange.TaskFetch](b.Context(), TaskOf(exchange.TaskFetch)); err != nil {
		b.Fatal(err)
	}
}
