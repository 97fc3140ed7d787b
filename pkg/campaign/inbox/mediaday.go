package inbox

import (
	"context"
	"math"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

// Files of recipients cost only the platform, so each customer has a number of files and of bytes a day that are fetched.

// mediaKey is the row of a customer's day.
func mediaKey(day, tenant string) store.Key {
	return store.Key{Table: table, PK: "CONVDAY#" + day, SK: tenant}
}

// claimMedia counts a file against the day of a customer; false when its files or bytes are used up.
func (r *Service) claimMedia(ctx context.Context, tenant string) (bool, error) {
	var files, bytes int
	err := parallel.Do(
		func() (err error) { files, err = r.Settings.Int(ctx, "inbox.media.daily.files"); return err },
		func() (err error) { bytes, err = r.Settings.Int(ctx, "inbox.media.daily.bytes"); return err })
	if err != nil {
		return false, err
	}
	now := r.now()
	full, err := quota.Take(ctx, r.DB, now, mediaKey(quota.Day(now), tenant), quota.Count{Name: "n", Add: 1, Most: files},
		quota.Count{Name: "b", Most: bytes})
	return full == quota.None, err
}

// countMedia counts the bytes of a file that was fetched.
func (r *Service) countMedia(ctx context.Context, tenant string, size int) error {
	now := r.now()
	_, err := quota.Take(ctx, r.DB, now, mediaKey(quota.Day(now), tenant), quota.Count{Name: "b", Add: int64(size), Most: math.MaxInt})
	return err
}
