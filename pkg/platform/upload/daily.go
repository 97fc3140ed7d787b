package upload

import (
	"cmp"
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/quota"
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

// dayKey is the row of a customer's day: table platform, FILE#day#<date> / <tenant>.
func dayKey(day, tenant string) store.Key {
	return store.Key{Table: "platform", PK: "FILE#day#" + day, SK: tenant}
}

// claim counts a file of a size against the caller's day. The smaller bound is tried first, so that the account is looked at only when
// it is reached. Faults (409): upload.newFiles, upload.newBytes, upload.dayFiles, upload.dayBytes.
func (r *Service) claim(ctx context.Context, p *auth.Principal, size int64) error {
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

func (r *Service) count(ctx context.Context, tenant string, size int64, b bound) error {
	var files, bytes int
	err := parallel.Do(
		func() (err error) { files, err = r.Settings.Int(ctx, b.filesSetting); return err },
		func() (err error) { bytes, err = r.Settings.Int(ctx, b.bytesSetting); return err })
	if err != nil {
		return err
	}
	now := r.Now()
	full, err := quota.Take(ctx, r.DB, now, dayKey(quota.Day(now), tenant), quota.Count{Name: "n", Add: 1, Most: files},
		quota.Count{Name: "b", Add: size, Most: bytes})
	switch {
	case err != nil || full == quota.None:
		return err
	case full == 0:
		return fault.State(b.filesRefusal, "n", files)
	}
	return fault.State(b.bytesRefusal, "limit", readable(bytes))
}
