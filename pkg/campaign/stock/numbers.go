package stock

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/country"
)

// Numbers are the numbers that card dealers have in a country for a day. They are no stock of this package: their batches count them,
// and an order takes numbers themselves, not from a figure. A country without numbers has none, where one without a figure has no limit.
type Numbers struct{ Total, Assigned, Available int64 }

// withNumbers adds the numbers of a day to its rows. A country that has numbers and no figure gets a row without limit.
func (r *Service) withNumbers(ctx context.Context, rows []Card, day string) ([]Card, error) {
	if r.Numbers == nil {
		return rows, nil
	}
	days, err := r.Numbers(ctx, "", []string{day})
	if err != nil {
		return nil, err
	}
	staff := auth.Must(ctx).Type == auth.Admin
	at, _ := time.ParseInLocation(time.DateOnly, day, clock.China)
	codes := map[string]int{}
	for i := range rows {
		codes[rows[i].Code] = i
	}
	for code, n := range days[day] {
		i, ok := codes[code]
		if !ok {
			i = len(rows)
			rows = append(rows, Card{ID: day + "." + code, Code: code, Date: day, Created: at.UTC()})
		}
		rows[i].Available = n.Available
		if staff {
			rows[i].Total, rows[i].Assigned = &n.Total, &n.Assigned
		}
	}
	return rows, nil
}

const (
	usualDays = 30
	mostDays  = 92
)

// NumberDay is the numbers of a day.
type NumberDay struct {
	Date      string `json:"date"`
	Total     *int64 `json:"total,omitempty" doc:"For staff."`
	Assigned  *int64 `json:"assigned,omitempty" doc:"For staff."`
	Available int64  `json:"available"`
}

func (r *Service) days(ctx context.Context, in *struct {
	CountryCode string `query:"countryCode" doc:"Default: all countries."`
	Date        string `query:"date" doc:"First day, yyyy-mm-dd. Default: today." example:"2026-11-21"`
	Days        int    `query:"days" minimum:"0" maximum:"92" doc:"Number of days. Default: 30."`
}) ([]NumberDay, error) {
	code := strings.ToUpper(strings.TrimSpace(in.CountryCode))
	if code != "" && !country.Known(code) {
		return nil, fault.Bad("countryCode", "stock.country")
	}
	first, err := r.Store.day("date", in.Date)
	if err != nil {
		return nil, err
	}
	if in.Days == 0 {
		in.Days = usualDays
	}
	from, _ := time.Parse(time.DateOnly, first)
	var names []string
	for i := range min(in.Days, mostDays) {
		names = append(names, from.AddDate(0, 0, i).Format(time.DateOnly))
	}
	out := []NumberDay{}
	if r.Numbers == nil {
		return out, nil
	}
	all, err := r.Numbers(ctx, code, names)
	staff := auth.Must(ctx).Type == auth.Admin
	for _, name := range slices.Sorted(slices.Values(names)) {
		d, sum := NumberDay{Date: name}, Numbers{}
		for _, n := range all[name] {
			sum.Total, sum.Assigned, sum.Available = sum.Total+n.Total, sum.Assigned+n.Assigned, sum.Available+n.Available
		}
		if d.Available = sum.Available; staff {
			d.Total, d.Assigned = &sum.Total, &sum.Assigned
		}
		out = append(out, d)
	}
	return out, err
}
