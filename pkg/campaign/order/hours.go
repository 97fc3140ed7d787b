package order

import (
	"context"
	"fmt"
	"strings"
	"time"

	"herald/pkg/platform/country"
)

// Hours are when the numbers of a country may be written to, each where it lives (decisions §6); nil for any hour (§12).
// A kind that writes to addresses has no hours: an email waits in the mailbox and wakes its reader at no hour. Nor
// has one that writes to no person.
func (cl Clearance) Hours(ctx context.Context, code string) (*country.Hours, error) {
	if cl.flow.Kind != nil && cl.flow.Kind.Spec().anyHour() {
		return nil, nil
	}
	window, err := cl.flow.Settings.String(ctx, "window."+code)
	if err != nil {
		return nil, err
	}
	return cl.flow.Rules.Countries.Hours(ctx, code, window)
}

// InHours reports whether any recipient of a country may be written to now. Each recipient is checked before its own
// send.
func (cl Clearance) InHours(ctx context.Context, code string) (bool, error) {
	hours, err := cl.Hours(ctx, code)
	return err == nil && hours.Some(cl.flow.Now()), err
}

// Window tells a reader the hours in which a country may be written to.
type Window struct {
	From     string     `json:"from" example:"10:30"`
	To       string     `json:"to" example:"20:30"`
	Zones    []string   `json:"zones" doc:"Time zones of the country with different offsets, or those of the setting." example:"Asia/Kolkata"`
	Own      bool       `json:"own" doc:"True: the hours apply in each recipient's own time zone, and a recipient of unknown zone waits until they are open in all zones. False: messages are sent while the hours are open in all zones."`
	West     int        `json:"west" doc:"UTC offset in minutes of the westernmost time zone, now." example:"-600"`
	East     int        `json:"east" doc:"UTC offset in minutes of the easternmost time zone, now." example:"-300"`
	Open     bool       `json:"open" doc:"Open now in at least one time zone."`
	Opens    *time.Time `json:"opens,omitempty" doc:"Next opening in the first time zone."`
	OpenAll  bool       `json:"openAll" doc:"Open now in all time zones."`
	OpensAll *time.Time `json:"opensAll,omitempty" doc:"Next time when it is open in all time zones."`
}

// WindowOf tells the hours of a country; nil for any hour.
func WindowOf(h *country.Hours, now time.Time) *Window {
	if h == nil {
		return nil
	}
	w := &Window{From: h.From, To: h.To, Zones: h.Zones, Own: h.Groups() > 1, Open: h.Some(now), OpenAll: h.All(now)}
	w.West, w.East = h.Span(now)
	if at := h.SomeOpens(now); !w.Open && !at.IsZero() {
		w.Opens = &at
	}
	if at := h.Opens(0, now); !w.OpenAll && !at.IsZero() {
		w.OpensAll = &at
	}
	return w
}

// zonesOf names the time zones of a country's recipients: the zones' names, or their span when each recipient has its
// own.
func zonesOf(h *country.Hours, at time.Time) string {
	if h.Groups() == 1 {
		return strings.Join(h.Zones, ", ")
	}
	west, east := h.Span(at)
	return "UTC" + offset(west) + " – UTC" + offset(east)
}

func offset(minutes int) string {
	sign := "+"
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	if minutes%60 == 0 {
		return fmt.Sprintf("%s%d", sign, minutes/60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, minutes/60, minutes%60)
}
