package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"herald/pkg/campaign/order"
	orderreport "herald/pkg/campaign/report"
	zone "herald/pkg/kit/clock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// reportsArgs are how many customers sent something on each of some days, to so many countries by so many channels.
type reportsArgs struct{ Customers, Days, Countries, Channels int }

type reportsResult struct {
	Units, Detailed float64 // read units of a view, and of one that lists customers and templates
	Written         float64 // write units of a count, its part of the packs included
	Took, Slow      time.Duration
	Customers       int  // that the detailed view lists
	More            bool // it leaves days out
}

// reportsChild writes the figures of days as package stat counts them, and reads them through the route as staff do.
func reportsChild(ctx context.Context, a reportsArgs) (out reportsResult, err error) {
	s, err := newStage(ctx)
	if err != nil {
		return out, err
	}
	defer s.close()
	today := time.Now().In(zone.China).Add(-8 * time.Hour)
	for d := range a.Days {
		written, err := s.day(a, today.AddDate(0, 0, d+1-a.Days))
		if err != nil {
			return out, err
		}
		out.Written += written / float64(a.Days)
	}
	from := today.AddDate(0, 0, 1-a.Days).Format(time.DateOnly)
	view := func(more string) (sent int, d deepness, err error) {
		var got struct {
			Total     struct{ Sent int }
			Customers []struct{}
			More      bool
		}
		c := s.get("/dmp/sending?from=" + from + "&to=" + today.Format(time.DateOnly) + more)
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

// day writes the figures of a day: those of each customer with its template, and, as package stat counts them, the sums of the country and
// channel where it sends, as if each pair of them had one order. It gives the write units of such a count.
func (s *stage) day(a reportsArgs, day time.Time) (written float64, err error) {
	var cells []store.Op
	sums := map[[2]string]int{}
	for i := range a.Customers {
		where := [2]string{fmt.Sprintf("channel%d", i%a.Channels), fmt.Sprintf("%03d", i/a.Channels%a.Countries)}
		sums[where]++
		cells = append(cells, store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STAT#all#" + day.Format("20060102"),
			SK: fmt.Sprintf("%s#%s#offer_%d/pt_BR#01JD%022d", where[0], where[1], i%7, i)},
			Item: map[string]any{"o": 1, "t": 1, "s": 1, "a": 1, "r": 1, "m": 350, "cn": "Ipê Cosméticos"}})
	}
	at := day
	counts := &orderreport.Service{DB: s.rows, Now: func() time.Time { return at }}
	pairs := 0
	for where, n := range sums {
		at = day.Add(time.Duration(pairs) * 8 * time.Hour / time.Duration(len(sums))) // in working hours
		pairs++
		o := order.Order{ID: fmt.Sprintf("%s-%s-%s", day.Format("20060102"), where[0], where[1]), Kind: "bulk", Begun: &day, Channel: where[0],
			Country: where[1], Total: n}
		counts.Figures = map[string]order.Figures{o.Kind: func(context.Context, string) (order.Figure, error) {
			return order.Figure{Counts: map[string]int{"read": n}, Charge: money.Amount(350 * n)}, nil
		}}
		if _, err := s.rows.Write(s.ctx, store.Op{Verb: store.Put, Key: order.Key(o.ID), Item: o}); err != nil {
			return 0, err
		}
		s.units.Take()
		if err := counts.Count(s.ctx, o.ID); err != nil {
			return 0, err
		}
		written += s.units.Take().WriteUnits / float64(len(sums))
	}
	return written, s.rows.WriteAll(s.ctx, cells)
}

func reports(ctx context.Context, w *workshop) (report, error) {
	var out report
	for i, a := range w.reported {
		var r reportsResult
		if _, err := w.child(ctx, "reports", a, &r); err != nil {
			return report{}, err
		}
		out.figures = append(out.figures,
			most(fmt.Sprintf("sending of %d customers to %d countries by %d channels in %d days, with the sign-in check", a.Customers, a.Countries,
				a.Channels, a.Days), "%.1f read units", 20, r.Units),
			most("  its time, in memory", "%.0f ms", 500, ms(r.Took)))
		left := "every day"
		if r.More {
			left = "the latest days, and says so"
		}
		if i == 0 {
			out.text = "\n"
		}
		out.text += fmt.Sprintf(
			"Sending to %d pairs a day with its lists of customers and templates: %.0f read units, %.0f ms, of %s; an order's count: %.1f "+
				"write units\n", a.Countries*a.Channels, r.Detailed, ms(r.Slow), left, r.Written)
	}
	return out, nil
}
