package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	zone "herald/pkg/kit/clock"
	"herald/pkg/kit/store"
)

// reportsArgs are how many customers sent something on each of some days.
type reportsArgs struct{ Customers, Days int }

type reportsResult struct {
	Units, Detailed float64 // read units of a view, and of one that lists customers and templates
	Took, Slow      time.Duration
	Customers       int  // that the detailed view lists
	More            bool // it leaves days out
}

// countries and channels in which the customers send, one of each: as many sums a day as there are pairs.
var (
	sendingCountries = []string{"BR", "IN", "MX", "ID", "US"}
	sendingChannels  = []string{"whatsapp", "sms"}
)

// reportsChild writes the figures of days as package stat counts them, and reads them through the route as staff do.
func reportsChild(ctx context.Context, a reportsArgs) (out reportsResult, err error) {
	s, err := newStage(ctx)
	if err != nil {
		return out, err
	}
	defer s.close()
	today := time.Now().In(zone.China)
	for d := range a.Days {
		if err := s.day(a, today.AddDate(0, 0, -d).Format("20060102")); err != nil {
			return out, err
		}
	}
	from := today.AddDate(0, 0, 1-a.Days).Format(time.DateOnly)
	view := func(more string) (sent int, d deepness, err error) {
		var got struct {
			Total     struct{ Sent int }
			Customers []struct{}
			More      bool
		}
		c := s.get("/dmp/sending?from=" + from + more)
		c.token = s.admin
		d, err = s.ask(c, 0, &got)
		out.Customers, out.More = len(got.Customers), got.More
		return got.Total.Sent, d, err
	}
	if _, _, err := view(""); err != nil { // the first call writes what a session notes from time to time
		return out, err
	}
	sent, plain, err := view("")
	_, detailed, detailErr := view("&detail=true")
	if err = errors.Join(err, detailErr); err == nil && sent != a.Customers*a.Days {
		err = fmt.Errorf("%d customers sent %d messages in %d days", a.Customers, sent, a.Days)
	}
	out.Units, out.Took, out.Detailed, out.Slow = plain.Units, plain.Took, detailed.Units, detailed.Took
	return out, err
}

// day writes the figures of a day: of each customer with its template, and the sums by channel and country.
func (s *stage) day(a reportsArgs, day string) error {
	var ops []store.Op
	figures := func(n int) map[string]any {
		return map[string]any{"o": n, "t": n, "s": n, "a": n, "r": n, "m": 350 * n}
	}
	put := func(pk, sk string, item map[string]any) {
		ops = append(ops, store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STAT#all#" + pk, SK: sk}, Item: item})
	}
	sums := map[string]int{}
	for i := range a.Customers {
		where := sendingChannels[i%len(sendingChannels)] + "#" + sendingCountries[i/2%len(sendingCountries)]
		sums[where]++
		row := figures(1)
		row["cn"] = "Ipê Cosméticos"
		put(day, fmt.Sprintf("%s#offer_%d/pt_BR#01JD%022d", where, i%7, i), row)
	}
	for where, n := range sums {
		put("days", day+"#"+where, figures(n))
	}
	return s.rows.WriteAll(s.ctx, ops)
}

func reports(ctx context.Context, w *workshop) (report, error) {
	var r reportsResult
	if _, err := w.child(ctx, "reports", w.reported, &r); err != nil {
		return report{}, err
	}
	out := report{figures: []figure{
		most(fmt.Sprintf("sending of %d customers in %d days, with the sign-in check", w.reported.Customers, w.reported.Days), "%.1f read units", 20, r.Units),
		most("  its time, in memory", "%.0f ms", 500, ms(r.Took)),
	}}
	left := "every day"
	if r.More {
		left = "the latest days, and says so"
	}
	out.text = fmt.Sprintf("\nSending with its lists of customers and templates: %.0f read units, %.0f ms, of %s\n", r.Detailed, ms(r.Slow), left)
	return out, nil
}
