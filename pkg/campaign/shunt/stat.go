package shunt

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
)

// StatResponse is how often a link was opened.
type StatResponse struct {
	From        string         `json:"from" doc:"First day at +08:00."`
	To          string         `json:"to" doc:"Last day."`
	Clicks      int64          `json:"clicks" doc:"Clicks of people on these days."`
	Bots        int64          `json:"bots"`
	Fallback    int64          `json:"fallback" doc:"People who came to the fallback address."`
	Unavailable int64          `json:"unavailable" doc:"People who read that nothing is available."`
	Days        []DayCount     `json:"days" nullable:"false" doc:"Every day, in order."`
	Countries   []CountryCount `json:"countries" nullable:"false" doc:"The most clicks first."`
	Targets     []TargetCount  `json:"targets" nullable:"false" doc:"The most clicks first."`
}

// DayCount is a day of a link.
type DayCount struct {
	Day    string `json:"day"`
	Clicks int64  `json:"clicks"`
	Bots   int64  `json:"bots"`
}

// CountryCount is what came from a country.
type CountryCount struct {
	CountryCode string `json:"countryCode" doc:"Empty: unknown."`
	Clicks      int64  `json:"clicks"`
}

// TargetCount is what a target got.
type TargetCount struct {
	Number  int    `json:"number" doc:"Number of the target within its link."`
	ID      string `json:"id" doc:"Empty: the target was deleted."`
	Name    string `json:"name" doc:"Phone number, or invite link of the group. Empty: the target was deleted."`
	Clicks  int64  `json:"clicks"`
	Percent int    `json:"percent" doc:"Share of the clicks that a target got."`
}

const mostDays = 366

func (r *Service) statRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	From string `query:"dayStart" doc:"First day at +08:00, 2006-01-02. Default: seven days up to the last."`
	To   string `query:"dayEnd" doc:"Last day. Default: today."`
}) (*StatResponse, error) {
	first, last, err := r.span(in.From, in.To)
	if err != nil {
		return nil, err
	}
	e, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	out := &StatResponse{From: quota.Day(first), To: quota.Day(last), Countries: []CountryCount{}, Targets: []TargetCount{}}
	days, err := r.Clicks.Days(ctx, e.Code, out.From, out.To)
	if err != nil {
		return nil, err
	}
	countries, targets, known := map[string]int64{}, map[int]int64{}, int64(0)
	for at := first; !at.After(last); at = at.AddDate(0, 0, 1) {
		one := DayCount{Day: quota.Day(at)}
		if len(days) > 0 && days[0].Day == one.Day {
			d := days[0]
			days, one.Clicks, one.Bots = days[1:], d.Clicks, d.Bots
			out.Clicks, out.Bots, out.Fallback, out.Unavailable = out.Clicks+d.Clicks, out.Bots+d.Bots, out.Fallback+d.Fallback,
				out.Unavailable+d.Unavailable
			for code, n := range d.Countries {
				countries[code] += n
				known += n
			}
			for number, n := range d.Targets {
				targets[number] += n
			}
		}
		out.Days = append(out.Days, one)
	}
	if out.Clicks > known {
		countries[""] = out.Clicks - known
	}
	for code, n := range countries {
		out.Countries = append(out.Countries, CountryCount{code, n})
	}
	slices.SortFunc(out.Countries, func(a, b CountryCount) int {
		return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(a.CountryCode, b.CountryCode))
	})
	out.Targets = e.counted(targets)
	return out, nil
}

// counted are the targets of a link, and deleted ones that have clicks.
func (e *Row) counted(clicks map[int]int64) []TargetCount {
	all, sum := []TargetCount{}, int64(0)
	for _, n := range clicks {
		sum += n
	}
	for i := range e.Targets {
		t := &e.Targets[i]
		all = append(all, TargetCount{Number: t.N, ID: t.ID, Name: cmp.Or(t.Phone, t.URL), Clicks: clicks[t.N]})
		delete(clicks, t.N)
	}
	for number, n := range clicks {
		all = append(all, TargetCount{Number: number, Clicks: n})
	}
	for i := range all {
		if sum > 0 {
			all[i].Percent = int((all[i].Clicks*100 + sum/2) / sum)
		}
	}
	slices.SortFunc(all, func(a, b TargetCount) int {
		return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(a.Number, b.Number))
	})
	return all
}

// span reads the days of a request.
func (r *Service) span(from, to string) (first, last time.Time, err error) {
	last = r.Now()
	if to != "" {
		if last, err = time.ParseInLocation(time.DateOnly, to, clock.China); err != nil {
			return first, last, fault.Bad("dayEnd", "shunt.days", "n", mostDays)
		}
	}
	last, err = time.ParseInLocation(time.DateOnly, quota.Day(last), clock.China)
	if err != nil {
		return first, last, err
	}
	first = last.AddDate(0, 0, -6)
	if from != "" {
		if first, err = time.ParseInLocation(time.DateOnly, from, clock.China); err != nil {
			return first, last, fault.Bad("dayStart", "shunt.days", "n", mostDays)
		}
	}
	if first.After(last) || last.Sub(first) > mostDays*24*time.Hour {
		return first, last, fault.Bad("dayStart", "shunt.days", "n", mostDays)
	}
	return first, last, nil
}
