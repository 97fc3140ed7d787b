package contact

import (
	"context"
	"errors"

	"herald/pkg/kit/store"
)

// untilStill repeats what reads members while they are replaced under it.
func untilStill(ctx context.Context, read func() error) error {
	return store.Retry(ctx, tries, func() error {
		err := read()
		if errors.Is(err, errMembersChanged) {
			return store.Retryable(err)
		}
		return err
	})
}
