package upload

import (
	"cmp"
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Uploads cost the platform alone, so each customer has a number of files and of bytes a day at +08:00, shared with its secondaries. An
// account that staff did not activate and that no money came in for has a smaller one (decisions §14). Staff are not bounded.

// bound is how much of one customer is taken a day, with the settings that say so and the refusals.
type bound struct {
	filesSetting, bytesSetting string
	filesRefusal, bytesRefusal string
}

var (
	unknownBound = bound{"upload.daily.files.new", "upload.daily.bytes.new", "upload.newFiles", "upload.newBytes"}
	knownBound   = bound{"upload.daily.files", "upload.daily.bytes", "upload.dayFiles", "upload.dayBytes"}
)

// dayCount is what a customer uploaded on a day. Keys: table platform, FILE#day#<date> / <tenant>.
type dayCount struct {
	Files int   `dynamodbav:"n"`
	Bytes int64 `dynamodbav:"b"`
}

func dayKey(day, tenant string) store.Key {
	return store.Key{Table: "platform", PK: "FILE#day#" + day, SK: tenant}
}

// keepDays is how long a count is kept after its day began.
const keepDays = 3 * 24 * time.Hour

// claim counts a file of a size against the caller's day. The smaller bound is tried first, so that the account is looked at only when
// it is reached. Faults (409): upload.newFiles, upload.newBytes, upload.dayFiles, upload.dayBytes.
func (r *Room) claim(ctx context.Context, p *auth.Principal, size int64) error {
	if p.Type == auth.Admin {
		return nil
	}
	tenant := p.Owner().Tenant
	refused := r.count(ctx, tenant, size, unknownBound)
	if fault.As(refused) == nil {
		return refused
	}
	known := r.Known == nil || p.Type == auth.Agent // staff make agents
	if !known {
		var err error
		if known, err = r.Known(ctx, tenant); err != nil || !known {
			return cmp.Or(err, refused)
		}
	}
	return r.count(ctx, tenant, size, knownBound)
}

func (r *Room) count(ctx context.Context, tenant string, size int64, b bound) error {
	var files, bytes int
	err := parallel.Do(
		func() (err error) { files, err = r.Settings.Int(ctx, b.filesSetting); return err },
		func() (err error) { bytes, err = r.Settings.Int(ctx, b.bytesSetting); return err })
	if err != nil {
		return err
	}
	room := int64(bytes) - size // bytes that may have been uploaded before this file
	switch {
	case files <= 0:
		return fault.State(b.filesRefusal, "n", files)
	case room < 0:
		return fault.State(b.bytesRefusal, "limit", readable(bytes))
	}
	now := r.Now()
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: dayKey(now.In(clock.China).Format(time.DateOnly), tenant),
		Add: map[string]int64{"n": 1, "b": size}, Set: map[string]any{"ttl": now.Add(keepDays).Unix()},
		If: store.Or(store.Missing("pk"), store.And(store.Lt("n", files), store.Le("b", room)))})
	failed := store.ConditionFailed(err)
	if failed == nil {
		return err
	}
	var was dayCount
	if _, err := store.Decode(failed.Old, &was); err != nil {
		return err
	}
	if was.Files >= files {
		return fault.State(b.filesRefusal, "n", files)
	}
	return fault.State(b.bytesRefusal, "limit", readable(bytes))
}
