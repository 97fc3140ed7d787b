package order

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"herald/pkg/platform/country"
)

// InHours tells whether a country may be sent to now (sending hours). A country without a setting may be at any hour (decisions §12).
// A window is "10:30-20:30 Asia/Kolkata"; with several zones it is open when it is open in all of them, the strictest reading.
func (f *Flow) InHours(ctx context.Context, code string) (bool, error) {
	text, err := f.Settings.String(ctx, "window."+code)
	if err != nil || text == "" {
		return err == nil, err
	}
	if !strings.Contains(text, " ") {
		zones, err := f.Countries.Zones(ctx, code)
		if err != nil {
			return false, err
		}
		text += " " + strings.Join(zones, ",")
	}
	return open(text, f.Now())
}

func open(window string, now time.Time) (bool, error) {
	hours, zones, _ := strings.Cut(window, " ")
	from, to, ok := strings.Cut(hours, "-")
	if !ok {
		return false, fmt.Errorf("order: window %q", window)
	}
	for _, zone := range strings.Split(zones, ",") {
		loc, err := location(zone)
		if err != nil {
			return false, fmt.Errorf("order: window %q: %w", window, err)
		}
		if at := now.In(loc).Format("15:04"); at < from || at >= to {
			return false, nil
		}
	}
	return true, nil
}

// locations by zone: a window is looked at before every sub-batch, and a zone is unpacked at every loading.
var locations sync.Map

func location(zone string) (*time.Location, error) {
	if known, ok := locations.Load(zone); ok {
		return known.(*time.Location), nil
	}
	loc, err := country.Location(zone) // functions have no time zones of their own
	if err == nil {
		locations.Store(zone, loc)
	}
	return loc, err
}
