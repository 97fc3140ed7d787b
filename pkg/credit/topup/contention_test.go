package topup

import (
	"errors"
	"testing"
	"testing/synctest"

	"herald/pkg/kit/store"
)

// A decision about an order that changes constantly is given up after a bounded number of tries, each with the current order.
func TestDecisionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		meter := &store.Meter{}
		r := &Service{DB: store.NewMemory(meter)}
		o := &Order{ID: "o1"}
		if _, err := r.DB.Write(t.Context(), store.Op{Verb: store.Put, Key: orderKey(o.ID), Item: o}); err != nil {
			t.Fatal(err)
		}
		meter.Take()
		done := 0
		err := r.retry(t.Context(), o, func(o *Order) error {
			if o.Version != int64(done) {
				t.Errorf("try %d decides about version %d", done, o.Version)
			}
			done++
			if _, err := r.DB.Write(t.Context(), store.Op{Verb: store.Put, Key: orderKey(o.ID),
				Item: &Order{ID: o.ID, Version: int64(done)}}); err != nil {
				t.Fatal(err)
			}
			return &store.Failed{Index: 1}
		})
		if !errors.Is(err, store.ErrConflict) || done != tries || meter.Take().Calls != int64(2*tries-1) {
			t.Errorf("%d tries, %v", done, err)
		}
	})
}
