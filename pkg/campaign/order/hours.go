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
	text, err := f.window(ctx, code)
	if err != nil || text == "" {
		return err == nil, err
	}
	return open(text, f.Now())
}

// window of a country, with its zones; empty for any hour.
func (f *Flow) window(ctx context.Context, code string) (string, error) {
	text, err := f.Settings.String(ctx, "window."+code)
	if err != nil || text == "" || strings.Contains(text, " ") {
		return text, err
	}
	zones, err := f.Countries.Zones(ctx, code)
	return text + " " + strings.Join(zones, ","), err
}

// Window tells a reader the hours in which a country may be sent to.
type Window struct {
	From  string     `json:"from" example:"10:30"`
	To    string     `json:"to" example:"20:30"`
	Zones []string   `json:"zones" doc:"it is open when it is in all of them" example:"Asia/Kolkata"`
	Open  bool       `json:"open" doc:"at this moment"`
	Opens *time.Time `json:"opens,omitempty" doc:"when it opens next, within three days"`
}

// windowOf is the window of a country; nil for any hour.
func (f *Flow) windowOf(ctx context.Context, code string) (*Window, error) {
	text, err := f.window(ctx, code)
	if err != nil || text == "" {
		return nil, err
	}
	hours, zones, _ := strings.Cut(text, " ")
	w := &Window{Zones: strings.Split(zones, ",")}
	w.From, w.To, _ = strings.Cut(hours, "-")
	if w.Open, err = open(text, f.Now()); err != nil || w.Open {
		return w, err
	}
	at, err := f.Opens(ctx, code)
	if !at.IsZero() {
		w.Opens = &at
	}
	return w, err
}

// Opens is when a country that may not be sent to now may be again; zero when it may now, or never.
func (f *Flow) Opens(ctx context.Context, code string) (time.Time, error) {
	const step, far = 5 * time.Minute, 3 * 24 * time.Hour
	now := f.Now()
	if yes, err := f.InHours(ctx, code); err != nil || yes {
		return time.Time{}, err
	}
	window, err := f.window(ctx, code)
	if err != nil {
		return time.Time{}, err
	}
	for at := now.Truncate(step).Add(step); at.Sub(now) < far; at = at.Add(step) {
		if yes, err := open(window, at); err != nil || yes {
			return at, err
		}
	}
	return time.Time{}, nil
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
