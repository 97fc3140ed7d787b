package emaillink

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// Keys, in table campaign beside the order:
//
//	O#<order> / LINKS   the links of its emails and the sender's name; stays when the order is taken out of the lists
func linksKey(orderID string) store.Key { return order.Part(orderID, "LINKS") }

// Links are the links of an order's emails, and what the unsubscribe page says about their sender.
type Links struct {
	// URLs are the addresses by number. Those of a second message of a trial follow those of the first. An address that is filled per
	// recipient may be empty: its tokens have it.
	URLs          []string `dynamodbav:"u"`
	SenderName    string   `dynamodbav:"n,omitempty"`
	SenderAddress string   `dynamodbav:"a,omitempty"`
	Version       int      `dynamodbav:"v"` // of the order, whose older versions never replace a newer one
}

// StoreLinks is the write of an order's links. It belongs into the transaction that makes the order, and into that of an edit: no email
// has left by then. An address that is not Allowed is kept empty.
func StoreLinks(orderID string, version int, l Links) store.Op {
	urls := make([]string, min(len(l.URLs), MaxLinks))
	for i := range urls {
		if Allowed(l.URLs[i]) {
			urls[i] = l.URLs[i]
		}
	}
	l.URLs, l.Version = urls, version
	return store.Op{Verb: store.Put, Key: linksKey(orderID), Item: l, If: store.Or(store.Missing("v"), store.Le("v", version))}
}

// Store reads the links of orders.
type Store struct{ DB store.DB }

// Of gives the links of an order; false when there are none.
func (s *Store) Of(ctx context.Context, orderID string) (Links, bool, error) {
	if orderID == "" {
		return Links{}, false, nil
	}
	return store.Load[Links](ctx, s.DB, linksKey(orderID), false)
}

// Target is the address that a click leads to; false for an unknown order or link.
func (s *Store) Target(ctx context.Context, spot Spot) (address string, ok bool, err error) {
	if spot.URL != "" {
		return spot.URL, Allowed(spot.URL), nil
	}
	l, _, err := s.Of(ctx, spot.Order)
	if err != nil || spot.Link >= len(l.URLs) {
		return "", false, err
	}
	address = l.URLs[spot.Link]
	return address, Allowed(address), nil
}
