package suppression

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// Unsubscribed tells whether the recipient of a code ended a tenant's emails by their link, and when it did that or took it back last.
// The zero time means that it never did. Other suppressions of the code do not count.
func (b *Store) Unsubscribed(ctx context.Context, owner auth.Owner, code uint64) (at time.Time, on bool, err error) {
	had, ok, err := store.Load[row](ctx, b.DB, entryKey(Holder(owner), codeOf(code, AddressChannel, Unsubscribe)), true)
	if err != nil || !ok {
		return time.Time{}, false, err
	}
	return time.UnixMilli(had.At).UTC(), had.On, nil
}
