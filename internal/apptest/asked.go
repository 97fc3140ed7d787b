package apptest

import (
	"slices"
	"time"

	"herald/pkg/credit/topup"
)

// Questions are when an order is asked about, by the messages that were sent since the last look, from now on.
func (b *PaymentFixture) Questions() (after []time.Duration) {
	for _, sent := range b.Kit.Sent.Take() {
		if sent.Kind == topup.TaskPoll {
			after = append(after, sent.Delay)
		}
	}
	slices.Sort(after)
	return after
}
