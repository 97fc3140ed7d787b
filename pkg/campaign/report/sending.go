package report

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Part is what orders of one day, customer, channel, country or template add up to.
type Part struct {
	Key  string `json:"key" doc:"yyyy-mm-dd for days. The provider's name and the language for templates, empty for other messages."`
	Name string `json:"name,omitempty" doc:"Name of the customer."`
	Figures
}

// Sending is what was sent in some days, by what one may ask of it.
type Sending struct {
	From      string  `json:"from"`
	To        string  `json:"to"`
	Total     Figures `json:"total"`
	Days      []Part  `json:"days" doc:"One entry per day, oldest first."`
	Channels  []Part  `json:"channels" doc:"Sorted by messages sent, most first. At most 100 entries, as in the lists below."`
	Countries []Part  `json:"countries"`
	Customers []Part  `json:"customers" doc:"Empty unless detail is set."`
	Templates []Part  `json:"templates" doc:"Empty unless detail is set."`
	More      bool    `json:"more" doc:"True when only the latest days were read for customers and templates, and with a filter on one of them for everything. At most 20,000 figures of customer, template, country and channel are read a day."`
}

// Cell is what the orders of a customer with one template to one country by one channel add up to on a day.
type Cell struct {
	Day, Channel, Country, Template, User, Name string
	Figures
	Beside int // orders that send it as the second of two messages, and count with the first
}

// own are the figures of a cell's template, with the orders that send it beside another.
func (c *Cell) own() *Figures {
	f := c.Figures
	f.Orders += c.Beside
	return &f
}

// mostParts bounds the parts of a kind in a response.
const mostParts = 100

// groups adds up parts.
type groups map[string]*Part

func (g groups) add(key, name string, f *Figures) {
	if g[key] == nil {
		g[key] = &Part{Key: key}
	}
	g[key].Name = name
	g[key].Figures.add(f.counters())
}

// most are those of which most was sent.
func (g groups) most() []Part {
	out := []Part{}
	for _, p := range g {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Part) int {
		if a.Sent != b.Sent {
			return b.Sent - a.Sent
		}
		return strings.Compare(a.Key, b.Key)
	})
	return out[:min(len(out), mostParts)]
}

// summed adds cells up by each of what they tell.
func summed(days []time.Time, cells []Cell) *Sending {
	s := &Sending{From: days[0].Format(time.DateOnly), To: days[len(days)-1].Format(time.DateOnly), Days: make([]Part, len(days))}
	at := map[string]*Part{}
	for i, d := range days {
		s.Days[i].Key = d.Format(time.DateOnly)
		at[d.Format(dayForm)] = &s.Days[i]
	}
	channels, countries := groups{}, groups{}
	for i := range cells {
		c := &cells[i]
		s.Total.add(c.counters())
		at[c.Day].Figures.add(c.counters())
		channels.add(c.Channel, "", &c.Figures)
		countries.add(c.Country, "", &c.Figures)
	}
	s.Channels, s.Countries, s.Customers, s.Templates = channels.most(), countries.most(), []Part{}, []Part{}
	s.Total.rate()
	for _, parts := range [][]Part{s.Days, s.Channels, s.Countries} {
		rated(parts)
	}
	return s
}

// rated works out the delivery rates of parts.
func rated(parts []Part) {
	for i := range parts {
		parts[i].rate()
	}
}

// list adds the customers and templates of cells.
func (s *Sending) list(cells []Cell) {
	customers, templates := groups{}, groups{}
	for i := range cells {
		c := &cells[i]
		customers.add(c.User, c.Name, &c.Figures)
		templates.add(c.Template, "", c.own())
	}
	s.Customers, s.Templates = customers.most(), templates.most()
	rated(s.Customers)
	rated(s.Templates)
}

// SendingQuery asks what was sent.
type SendingQuery struct {
	From        string `query:"from" format:"date" doc:"First day, yyyy-mm-dd at +08:00. Default: 30 days before the last one."`
	To          string `query:"to" format:"date" doc:"Last day. Default: today."`
	CustomerID  string `query:"customerId"`
	Channel     string `query:"channel" enum:"whatsapp,sms,voice,"`
	CountryCode string `query:"countryCode" example:"BR"`
	Template    string `query:"template" doc:"Key of a template."`
	Detail      bool   `query:"detail" doc:"List customers and templates too. Reads the figures of every customer for each day."`
}

// mostDays is the most days of a request, and usualDays the default.
const (
	mostDays  = 92
	usualDays = 30
)

// days that are asked for, at +08:00. Faults: stat.day, stat.range.
func (r *Service) days(q *SendingQuery) ([]time.Time, error) {
	now := r.Now().In(clock.China)
	to := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, clock.China)
	read := func(field, text string, other time.Time) (time.Time, error) {
		if text == "" {
			return other, nil
		}
		day, err := time.ParseInLocation(time.DateOnly, text, clock.China)
		if err != nil {
			return other, fault.Bad(field, "stat.day")
		}
		return day, nil
	}
	to, err := read("to", q.To, to)
	if err != nil {
		return nil, err
	}
	from, err := read("from", q.From, to.AddDate(0, 0, 1-usualDays))
	if err != nil {
		return nil, err
	}
	n := int(to.Sub(from)/(24*time.Hour)) + 1
	if from.After(to) || n > mostDays {
		return nil, fault.Bad("to", "stat.range", "days", mostDays)
	}
	days := make([]time.Time, n)
	for i := range days {
		days[i] = from.AddDate(0, 0, i)
	}
	return days, nil
}

func (q *SendingQuery) matches(c *Cell) bool {
	return (q.CustomerID == "" || q.CustomerID == c.User) && (q.Channel == "" || q.Channel == c.Channel) &&
		(q.CountryCode == "" || q.CountryCode == c.Country) && (q.Template == "" || q.Template == c.Template)
}

func (r *Service) sending(ctx context.Context, q *SendingQuery) (*Sending, error) {
	days, err := r.days(q)
	if err != nil {
		return nil, err
	}
	scope, ofCells := q.scope(auth.Must(ctx)), q.CustomerID != "" || q.Template != ""
	if !ofCells && !q.Detail {
		return r.view(ctx, q, scope, days)
	}
	cells, more, err := r.cells(ctx, q, scope, days, mostCells)
	if err != nil {
		return nil, err
	}
	s := summed(days, cells)
	if !ofCells {
		if s, err = r.view(ctx, q, scope, days); err != nil {
			return nil, err
		}
	}
	if s.More = more; q.Detail {
		s.list(cells)
	}
	return s, nil
}

const sendingPerm = "dmp:sending:page"

// Exports declares the report of sent messages as a file, by all its dimensions.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Mount(a, d, export.List[SendingQuery, Cell]{Name: "sending", Path: "/dmp/sending/export", Perm: sendingPerm,
		Summary: "Export messages sent by day, customer, channel, country and template as xlsx or CSV",
		Columns: sendingColumns, Rows: func(ctx context.Context, q *SendingQuery) (export.Rows[Cell], error) {
			days, err := r.days(q)
			if err != nil {
				return export.Of[Cell](nil), err
			}
			cells, _, err := r.cells(ctx, q, q.scope(auth.Must(ctx)), days, math.MaxInt)
			slices.SortStableFunc(cells, func(a, b Cell) int { return strings.Compare(a.Day, b.Day) })
			return export.Of(cells), err
		}})
}

var sendingColumns = []export.Column[Cell]{
	{Title: "statDay", Value: func(c *Cell) any { return c.Day[:4] + "-" + c.Day[4:6] + "-" + c.Day[6:] }},
	{Title: "customer", Value: func(c *Cell) any { return c.Name }},
	{Title: "channel", Dict: "channel", Value: func(c *Cell) any { return c.Channel }},
	{Title: "country", Value: func(c *Cell) any { return c.Country }},
	{Title: "statTemplate", Value: func(c *Cell) any { return c.Template }},
	{Title: "statOrders", Value: func(c *Cell) any { return c.own().Orders }},
	{Title: "total", Value: func(c *Cell) any { return c.Targets }},
	{Title: "sent", Value: func(c *Cell) any { return c.Sent }},
	{Title: "arrived", Value: func(c *Cell) any { return c.Arrived }},
	{Title: "deliveryRate", Value: func(c *Cell) any { return c.reach().Percent() }},
	{Title: "read", Value: func(c *Cell) any { return c.Read }},
	{Title: "failed", Value: func(c *Cell) any { return c.Failed - c.HeldBack }},
	{Title: "statComplained", Value: func(c *Cell) any { return c.Complained }},
	{Title: "unknown", Value: func(c *Cell) any { return c.Unknown }},
	{Title: "actualCost", Value: func(c *Cell) any { return c.Cost }},
}
