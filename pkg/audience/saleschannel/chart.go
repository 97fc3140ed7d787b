package saleschannel

import (
	"context"
	"time"

	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
)

// mostDays of a funnel.
const mostDays = 92

// Funnel is what came through the channels of a scope in a period. Each lead counts on the day on which it came.
type Funnel struct {
	Total    funnel.Counts   `json:"total"`
	Days     []DayCounts     `json:"days" nullable:"false" doc:"Every day of the period at +08:00."`
	Channels []ChannelCounts `json:"channels" nullable:"false" doc:"Channels through which anything came, those with the most leads first."`
}

// DayCounts is a day of a funnel.
type DayCounts struct {
	Day string `json:"day"`
	funnel.Counts
}

// ChannelCounts is a channel of a funnel.
type ChannelCounts struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"`
	funnel.Counts
}

// Period is what a funnel is asked for.
type Period struct {
	ChannelID string `query:"channelId" doc:"Id of a channel. Default: all."`
	DayStart  string `query:"dayStart" doc:"First day at +08:00, 2006-01-02. Default: 30 days with the last."`
	DayEnd    string `query:"dayEnd" doc:"Last day. Default: today."`
}

// days are the days of a period. Fault: 400 saleschannel.days.
func (r *Service) days(in *Period) (from, to time.Time, err error) {
	day := func(text string, or time.Time) time.Time {
		at, e := time.ParseInLocation(time.DateOnly, text, clock.China)
		if text != "" && e != nil {
			err = fault.Bad("dayStart", "saleschannel.days", "n", mostDays)
		}
		if text == "" || e != nil {
			return or
		}
		return at
	}
	today, _ := time.ParseInLocation(time.DateOnly, quota.Day(r.Now()), clock.China)
	to = day(in.DayEnd, today)
	from = day(in.DayStart, to.AddDate(0, 0, -29))
	if n := int(to.Sub(from)/(24*time.Hour)) + 1; err == nil && (n < 1 || n > mostDays) {
		err = fault.Bad("dayStart", "saleschannel.days", "n", mostDays)
	}
	return from, to, err
}

func (r *Service) funnelRoute(ctx context.Context, in *Period) (*Funnel, error) {
	return r.funnelOf(ctx, string(auth.Must(ctx).Scope()), in)
}

func (r *Service) funnelOf(ctx context.Context, scope string, in *Period) (*Funnel, error) {
	from, to, err := r.days(in)
	if err != nil {
		return nil, err
	}
	var some []Channel
	if in.ChannelID == "" {
		some, err = In(ctx, r.DB, scope, "")
	} else {
		some = make([]Channel, 1)
		some[0], err = Find(ctx, r.DB, scope, in.ChannelID)
	}
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(some))
	for i := range some {
		ids[i] = some[i].ID
	}
	counted, err := funnel.Days(ctx, r.DB, ids, from.Format(time.DateOnly), to.Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	return sum(some, counted, from, to), nil
}

func sum(some []Channel, counted []map[string]funnel.Counts, from, to time.Time) *Funnel {
	f := &Funnel{Days: []DayCounts{}, Channels: []ChannelCounts{}}
	for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
		d := DayCounts{Day: at.Format(time.DateOnly)}
		for i := range counted {
			d.Add(counted[i][d.Day])
		}
		f.Total.Add(d.Counts)
		f.Days = append(f.Days, d)
	}
	for i, c := range some {
		one := ChannelCounts{ID: c.ID, Name: c.Name, Kind: c.Kind}
		for _, n := range counted[i] {
			one.Add(n)
		}
		if one.Counts != (funnel.Counts{}) {
			f.Channels = append(f.Channels, one)
		}
	}
	byLeads(f.Channels)
	return f
}
