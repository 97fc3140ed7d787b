package dispatch

import (
	"cmp"
	"context"
	"slices"

	"herald/pkg/campaign/dispatch/recipientindex"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/phone"
)

// lettersDays is how far back the messages to one number are looked for.
const lettersDays = 366

// SentMessage is a message to a number, or one that it was not sent, with what became of it.
type SentMessage struct {
	Order  *order.Order
	Target Target
}

// MessagesTo returns every message of a scope's orders to a number, of the last year. It looks at the newest orders,
// as many as a search does. It reads the recipients of each order, so it is for background work.
func (r *Statistics) MessagesTo(ctx context.Context, scope auth.Scope, number uint64) (out []SentMessage, err error) {
	rows, _, err := r.Flow.Orders.Since(ctx, []string{r.Content.Spec().Name}, scope, id.Floor(r.Flow.Now().AddDate(0, 0, -lettersDays)),
		recipientindex.SearchedOrders)
	if err != nil {
		return nil, err
	}
	normal := phone.Normal(number)
	for _, row := range rows {
		if row.Status == order.Review || row.Status == order.Refused {
			continue
		}
		reach, err := r.Index.RecipientsOf(ctx, row.ID, row.Gen)
		if err != nil {
			return nil, err
		}
		i, _ := slices.BinarySearchFunc(reach.Spots, normal, func(p recipientindex.Place, n uint64) int { return cmp.Compare(p.Number, n) })
		for ; i < len(reach.Spots) && reach.Spots[i].Number == normal; i++ {
			found, err := r.letterAt(ctx, &reach.Order, reach.Spots[i])
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
	}
	return out, nil
}

// letterAt is what became of a recipient in its place.
func (r *Statistics) letterAt(ctx context.Context, o *order.Order, at recipientindex.Place) (out []SentMessage, err error) {
	for piece := range o.Pieces() {
		if gen, c := o.Piece(piece); gen != int(at.Gen) || c != int(at.Chunk) {
			continue
		}
		targets, err := r.TargetsOf(ctx, o, piece)
		if err != nil {
			return nil, err
		}
		for _, t := range targets {
			if phone.Normal(t.number) == at.Number {
				out = append(out, SentMessage{o, t})
			}
		}
	}
	return out, nil
}
