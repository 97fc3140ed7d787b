package ledger

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Account statistics are sums of the statement by day and business type. They are derived from the journal, and what is derived of a
// day that is over is kept, since the journal only grows.

// Kind is what the lines of a business type add up to.
type Kind struct {
	BusinessType string       `json:"businessType"`
	Amount       money.Amount `json:"amount"`
	Count        int          `json:"count"`
}

// Day is what was written on one day.
type Day struct {
	Date  string       `json:"date" doc:"Date, yyyy-mm-dd, at +08:00."`
	In    money.Amount `json:"in" doc:"Incoming credit."`
	Out   money.Amount `json:"out" doc:"Outgoing credit, negative."`
	Types []Kind       `json:"types"`
}

// Statistics are the days of a span.
type Statistics struct {
	Days  []Day        `json:"days" doc:"One entry per day, oldest first. Days without lines are included."`
	Types []Kind       `json:"types" doc:"Sums of all days by type."`
	In    money.Amount `json:"in"`
	Out   money.Amount `json:"out"`
	More  bool         `json:"more" doc:"True when older days of the range were not read. Request them again or use a shorter range."`
}

// tally is what a day adds up to, as it is kept.
type tally struct {
	In    money.Amount    `dynamodbav:"i"`
	Out   money.Amount    `dynamodbav:"o"`
	Types map[string]part `dynamodbav:"t"`
}

type part struct {
	Amount money.Amount `dynamodbav:"a"`
	Count  int          `dynamodbav:"n"`
}

func (t *tally) add(kind string, amount money.Amount) {
	if t.Types == nil {
		t.Types = map[string]part{}
	}
	p := t.Types[kind]
	t.Types[kind] = part{p.Amount + amount, p.Count + 1}
	if amount > 0 {
		t.In += amount
	} else {
		t.Out += amount
	}
}

func (t *tally) join(o *tally) {
	t.In, t.Out = t.In+o.In, t.Out+o.Out
	if t.Types == nil {
		t.Types = map[string]part{}
	}
	for kind, p := range o.Types {
		t.Types[kind] = part{t.Types[kind].Amount + p.Amount, t.Types[kind].Count + p.Count}
	}
}

func (t *tally) kinds() []Kind {
	out := []Kind{}
	for _, kind := range slices.Sorted(maps.Keys(t.Types)) {
		out = append(out, Kind{kind, t.Types[kind].Amount, t.Types[kind].Count})
	}
	return out
}

const (
	maxDays  = 366
	wantDays = 30
	lookMost = 50_000        // lines of a call: when they are reached, no older day is begun
	over     = 2 * time.Hour // since a day's end: no function's clock is that late
)

// daysOf reads the span; both ends are days and belong to it. Fault ledger.days.
func (b *Ledger) daysOf(from, to string) (first, last time.Time, err error) {
	now := b.Now().In(clock.China)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, clock.China)
	if last, err = time.ParseInLocation(time.DateOnly, cmp.Or(to, today.Format(time.DateOnly)), clock.China); err != nil {
		return first, last, fault.Bad("to", "ledger.days", "n", maxDays).With(err)
	}
	if first, err = time.ParseInLocation(time.DateOnly, cmp.Or(from, last.AddDate(0, 0, 1-wantDays).Format(time.DateOnly)),
		clock.China); err != nil {
		return first, last, fault.Bad("from", "ledger.days", "n", maxDays).With(err)
	}
	if last.Before(first) || !last.Before(first.AddDate(0, 0, maxDays)) {
		return first, last, fault.Bad("from", "ledger.days", "n", maxDays)
	}
	return first, last, nil
}

// StatisticsQuery is what statistics are asked about.
type StatisticsQuery struct {
	UserID string `query:"userId" doc:"Id of a user in the caller's scope. Default: all users in it."`
	From   string `query:"from" doc:"First day, yyyy-mm-dd, at +08:00. Default: 30 days before the last day."`
	To     string `query:"to" doc:"Last day. Default: today. At most 366 days."`
}

func (r *Service) statistics(ctx context.Context, in *StatisticsQuery) (*Statistics, error) {
	first, last, err := r.Ledger.daysOf(in.From, in.To)
	if err != nil {
		return nil, err
	}
	who, err := r.ownerFor(ctx, &StatementQuery{UserID: in.UserID})
	if err != nil {
		return nil, err
	}
	at := counting{b: r.Ledger, from: r.source(ctx, who), first: first, last: last}
	if who == nil {
		at.partition = "DAY#" + string(auth.Must(ctx).Scope())
	}
	return at.count(ctx)
}

// counting derives the days of a source; those of a scope that are over are kept under the partition.
type counting struct {
	b           *Ledger
	from        source
	partition   string // empty: nothing is kept
	first, last time.Time
}

func (c *counting) count(ctx context.Context) (*Statistics, error) {
	days, err := c.known(ctx)
	if err != nil {
		return nil, err
	}
	oldest, err := c.derive(ctx, days)
	if err != nil {
		return nil, err
	}
	out, sum := &Statistics{Days: []Day{}, More: oldest.After(c.first)}, tally{}
	for day := oldest; !day.After(c.last); day = day.AddDate(0, 0, 1) {
		t := days[day.Format(time.DateOnly)]
		out.Days = append(out.Days, Day{day.Format(time.DateOnly), t.In, t.Out, t.kinds()})
		sum.join(&t)
	}
	out.In, out.Out, out.Types = sum.In, sum.Out, sum.kinds()
	return out, nil
}

// derive adds up the days that are not known, the newest first, and keeps what is over. It gives the oldest day that is known then:
// when it has looked at enough, it begins no older one.
func (c *counting) derive(ctx context.Context, days map[string]tally) (oldest time.Time, err error) {
	var missing []time.Time
	for day := c.last; !day.Before(c.first); day = day.AddDate(0, 0, -1) {
		if _, ok := days[day.Format(time.DateOnly)]; !ok {
			missing = append(missing, day)
		}
	}
	if len(missing) == 0 {
		return c.first, nil
	}
	fresh, cut, err := c.walk(ctx, span{missing[len(missing)-1], missing[0].AddDate(0, 0, 1).Add(-time.Nanosecond)})
	if err != nil {
		return c.first, err
	}
	oldest = c.first
	var keep []store.Op
	for _, day := range missing {
		date := day.Format(time.DateOnly)
		if date < cut {
			oldest = day.AddDate(0, 0, 1)
			break
		}
		t := fresh[date]
		days[date] = t
		if c.partition != "" && c.b.Now().After(day.AddDate(0, 0, 1).Add(over)) {
			keep = append(keep, store.Op{Verb: store.Put, Key: store.Key{Table: table, PK: c.partition, SK: date}, Item: t})
		}
	}
	for start := 0; start < len(keep); start += 100 {
		_ = c.b.DB.Transact(ctx, keep[start:min(start+100, len(keep))]) // they are derived again by the next reader
	}
	return oldest, nil
}

// walk adds up the lines of a span by day. cut is the oldest day that is whole when it stopped early, else empty.
func (c *counting) walk(ctx context.Context, s span) (days map[string]tally, cut string, err error) {
	days = map[string]tally{}
	looked, whole := 0, ""
	err = c.from(ctx, s, func(lines []Line) bool {
		for _, l := range lines {
			if l.CreateTime.Before(s.from) || l.CreateTime.After(s.to) {
				continue
			}
			date := l.CreateTime.In(clock.China).Format(time.DateOnly)
			if whole != "" && date < whole { // enough was looked at, and its day is at its end
				cut = whole
				return false
			}
			t := days[date]
			t.add(l.BusinessType, l.Amount)
			days[date] = t
			if looked++; looked == lookMost {
				whole = date
			}
		}
		return true
	})
	return days, cut, err
}

func (c *counting) known(ctx context.Context) (map[string]tally, error) {
	days := map[string]tally{}
	if c.partition == "" {
		return days, nil
	}
	q := store.Query{Table: table, PK: c.partition, From: c.first.Format(time.DateOnly), To: c.last.Format(time.DateOnly)}
	for row, err := range store.Rows(ctx, c.b.DB, q) {
		if err != nil {
			return nil, err
		}
		var t tally
		if _, err := store.Decode(row, &t); err != nil {
			return nil, err
		}
		days[store.SortKey(row)] = t
	}
	return days, nil
}

func (r *Service) statisticsRoute(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/accountstatement/statistics", Perm: "aty:accountstatement:page",
		Summary: "Get statement sums by day and business type, of all users in the caller's scope or of one user"}, r.statistics)
}
