package export

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

// Exports cost only the platform, so each customer has a number of files a day, shared with its secondaries, and a smaller number of files
// that are made in the background. Staff are not bounded.

// bound is a counter of a customer's day with its setting and its refusal.
type bound struct{ counter, setting, refusal string }

var (
	filesBound      = bound{"n", "export.daily", "export.dayFiles"}
	backgroundBound = bound{"b", "export.daily.background", "export.dayBackground"}
)

// dayKey is the row of a customer's day.
func dayKey(day, tenant string) store.Key {
	return store.Key{Table: tableName, PK: "EXPORT#day#" + day, SK: tenant}
}

// claim counts a file against the day of the caller's customer. Faults (409): export.dayFiles, export.dayBackground.
func (d *Exporter) claim(ctx context.Context, b bound) error {
	p := auth.Must(ctx)
	if p.Type == auth.Admin {
		return nil
	}
	most, err := d.Int(ctx, b.setting)
	if err != nil {
		return err
	}
	now := d.Now()
	full, err := quota.Take(ctx, d.DB, now, dayKey(quota.Day(now), p.Owner().Tenant), quota.Count{Name: b.counter, Add: 1, Most: most})
	if err == nil && full != quota.None {
		err = fault.State(b.refusal, "n", most)
	}
	return err
}
