package dispatch

import (
	"context"
	"strings"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// A recipient of an email is a number too: the code of its address (kit/email). The address is the first of the values that it
// brings, so that it lies in the row of its chunk and in no other.

// addressed tells whether the recipients of the engine's kind are addresses.
func (r *Statistics) addressed() bool { return r.Content != nil && r.Content.Spec().Addressed }

// countBounces completes the tally of an order of emails, of whose generation chunks are. A bounce does not change that the
// provider accepted the email.
func (r *Statistics) countBounces(ctx context.Context, t *order.Tally, own chunkrow.Counts, latest []chunkrow.Chunk) error {
	all := chunkrow.Bounces(t.Parts.([]chunkrow.Chunk))
	t.Bounces, t.Funnel.Bounces, t.Failed = &all, &all, t.Failed-all.Permanent()
	b := chunkrow.Bounces(latest)
	percent, err := r.Flow.Settings.Int(ctx, "email.refund.hard.percent")
	t.Charged, t.Later = charged(own.Charged()+b.All(), percent, b), b.Soft
	return err
}

// charged is how many of the accepted recipients of a generation are charged: all, but for those whose address does not exist when they
// are fewer than a share of all (decisions §4). For a list with many such addresses its owner pays.
func charged(accepted, percent int, b order.Bounces) int {
	if gone := b.Permanent(); gone*100 < percent*accepted {
		return accepted - gone
	}
	return accepted
}

// results are the words of dictionary email_result.
var results = map[provider.Bounce]string{provider.Hard: "hardBounce", provider.Soft: "softBounce", provider.Blacklist: "blacklist"}

// bounces in the order in which reasons are shown.
var bounces = []provider.Bounce{provider.Hard, provider.Soft, provider.Blacklist}

// address writes a recipient's own values into it: its address, and what its message was filled with.
func (t *Target) address(own []string) {
	t.PhoneNumber = ""
	if len(own) > 0 {
		t.Email = own[0]
	}
}

// finder finds recipients by a part of the address.
func finder(part string) func(address string) bool {
	part = strings.ToLower(strings.TrimSpace(part))
	return func(address string) bool { return strings.Contains(address, part) }
}
