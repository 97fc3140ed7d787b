package operation

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/metric"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Keys, in table platform:
//
//	OPERATION / TICK          the last run of the minute's tick with its parts
//	OPERATION / COPY#<name>   a process of a container platform: its heartbeat and what it measured
const table = "platform"

func tickKey() store.Key { return store.Key{Table: table, PK: "OPERATION", SK: "TICK"} }
func copyKey(name string) store.Key {
	return store.Key{Table: table, PK: "OPERATION", SK: copyPrefix + name}
}

const copyPrefix = "COPY#"

// Part is how a part of the tick ran.
type Part struct {
	Name string
	Took time.Duration
	Err  error
}

// failedPrefix begins the attribute with the last failure of a part. It stays when later runs succeed.
const failedPrefix = "f_"

// failure is when a part failed last, and why.
type failure struct {
	At   time.Time `dynamodbav:"t"`
	Text string    `dynamodbav:"e"`
}

// NoteTick writes that a tick ran, in one small write. class takes ids and numbers out of an error.
func (s *Service) NoteTick(ctx context.Context, began time.Time, by string, parts []Part, class func(string) string) error {
	now := s.Now().UTC()
	took := map[string]int64{}
	set := map[string]any{"a": now, "b": began.UTC(), "c": by}
	for _, p := range parts {
		took[p.Name] = p.Took.Milliseconds()
		if p.Err != nil {
			set[failedPrefix+strings.ReplaceAll(p.Name, ".", "_")] = failure{now, class(p.Err.Error())}
		}
	}
	set["p"] = took
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: tickKey(), Set: set})
	return err
}

// Scheduler is the minute's tick.
type Scheduler struct {
	LastRun    time.Time       `json:"lastRun" doc:"End of the last run."`
	LagSeconds int             `json:"lagSeconds" doc:"Seconds since the last run began. More than 120: minutes were missed."`
	DurationMS int64           `json:"durationMs"`
	By         string          `json:"by" doc:"Copy that ran it. Empty on AWS."`
	Parts      []SchedulerPart `json:"parts" doc:"Every part runs every minute."`
}

// SchedulerPart is a module's part of the tick.
type SchedulerPart struct {
	Name       string     `json:"name"`
	DurationMS int64      `json:"durationMs"`
	LastError  string     `json:"lastError" doc:"Last error without ids and numbers. Empty: none was recorded."`
	ErrorTime  *time.Time `json:"errorTime"`
	Failing    bool       `json:"failing" doc:"True: it failed in the last run."`
}

// Copy is a process of a container platform.
type Copy struct {
	Name      string    `json:"name"`
	StartTime time.Time `json:"startTime"`
	Heartbeat time.Time `json:"heartbeat"`
	Leads     bool      `json:"leads" doc:"True: it ran the last minute's tick."`
}

// copyRow is a heartbeat.
type copyRow struct {
	Started time.Time `dynamodbav:"s"`
	At      time.Time `dynamodbav:"a"`
	Leads   bool      `dynamodbav:"l,omitempty"`
	Figures []byte    `dynamodbav:"f,omitempty"` // JSON of measured
	Expires int64     `dynamodbav:"ttl"`
}

// A copy without a heartbeat for so long is gone.
const (
	copyGone = 3 * time.Minute
	copyKept = time.Hour
)

// measured is what a copy measured.
type measured struct {
	Quarter []entry `json:"q"` // of the last 15 minutes
	Hour    []entry `json:"h"`
}

// entry is a figure on its way.
type entry struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	metric.Cell
}

// Windows of what copies tell.
const (
	quarter = 15 * time.Minute
	hour    = time.Hour
)

// homeOfUnits is the home where a row costs by its size: what copies measured there is read at their own /metrics alone.
const homeOfUnits = "aws"

// Heartbeat writes the heartbeat of a copy, with what it measured where that costs nothing.
func (s *Service) Heartbeat(ctx context.Context, name string, started time.Time, leads bool, set *metric.Set) error {
	now := s.Now().UTC()
	if s.Home == homeOfUnits {
		set = nil
	}
	figures, err := json.Marshal(measured{entries(set.Window(quarter)), entries(set.Window(hour))})
	if err != nil {
		return err
	}
	_, err = s.DB.Write(ctx, store.Op{Verb: store.Put, Key: copyKey(name),
		Item: copyRow{Started: started.UTC(), At: now, Leads: leads, Figures: figures, Expires: now.Add(copyKept).Unix()}})
	return err
}

func entries(f metric.Figures) (all []entry) {
	for k, c := range f {
		all = append(all, entry{k.Name, k.Label, *c})
	}
	return all
}

// beats reads the tick and the copies.
func (s *Service) beats(ctx context.Context) (*Scheduler, []Copy, error) {
	var row store.Item
	var rows []store.Item
	err := parallel.Do(
		func() (err error) { row, err = s.DB.Get(ctx, tickKey(), false); return err },
		func() (err error) { rows, err = s.copyRows(ctx); return err })
	if err != nil {
		return nil, nil, err
	}
	var tick *Scheduler
	if row != nil {
		if tick, err = s.schedulerOf(row); err != nil {
			return nil, nil, err
		}
	}
	copies := []Copy{}
	for _, row := range rows {
		name := strings.TrimPrefix(store.SortKey(row), copyPrefix)
		var c copyRow
		if _, err := store.Decode(row, &c); err != nil {
			return nil, nil, err
		}
		if s.Now().Sub(c.At) < copyGone {
			copies = append(copies, Copy{Name: name, StartTime: c.Started, Heartbeat: c.At, Leads: c.Leads})
		}
	}
	return tick, copies, nil
}

// copyRows reads the rows of copies.
func (s *Service) copyRows(ctx context.Context) ([]store.Item, error) {
	return s.DB.Query(ctx, store.Query{Table: table, PK: tickKey().PK, Prefix: copyPrefix, Limit: mostCopies})
}

// mostCopies bounds what is read.
const mostCopies = 200

func (s *Service) schedulerOf(row store.Item) (*Scheduler, error) {
	var t struct {
		Ended time.Time        `dynamodbav:"a"`
		Began time.Time        `dynamodbav:"b"`
		By    string           `dynamodbav:"c"`
		Parts map[string]int64 `dynamodbav:"p"`
	}
	if _, err := store.Decode(row, &t); err != nil {
		return nil, err
	}
	out := &Scheduler{LastRun: t.Ended, LagSeconds: int(s.Now().Sub(t.Began).Seconds()), DurationMS: t.Ended.Sub(t.Began).Milliseconds(),
		By: t.By, Parts: []SchedulerPart{}}
	for name, ms := range t.Parts {
		p := SchedulerPart{Name: name, DurationMS: ms}
		var f struct {
			Last *failure `dynamodbav:"x"`
		}
		if _, err := store.Decode(store.Item{"x": row[failedPrefix+strings.ReplaceAll(name, ".", "_")]}, &f); err == nil && f.Last != nil {
			p.LastError, p.ErrorTime, p.Failing = f.Last.Text, &f.Last.At, !f.Last.At.Before(t.Ended)
		}
		out.Parts = append(out.Parts, p)
	}
	slices.SortFunc(out.Parts, func(a, b SchedulerPart) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// Measured adds up what the copies measured; nil when no copy tells anything.
func (s *Service) Measured(ctx context.Context) (lately, inHour metric.Figures, err error) {
	rows, err := s.copyRows(ctx)
	if err != nil {
		return nil, nil, err
	}
	lately, inHour = metric.Figures{}, metric.Figures{}
	for _, row := range rows {
		var c copyRow
		var m measured
		if _, err := store.Decode(row, &c); err != nil {
			return nil, nil, err
		}
		if s.Now().Sub(c.At) >= copyGone || len(c.Figures) == 0 {
			continue
		}
		if err := json.Unmarshal(c.Figures, &m); err != nil {
			return nil, nil, err
		}
		lately.Merge(figuresOf(m.Quarter))
		inHour.Merge(figuresOf(m.Hour))
	}
	return lately, inHour, nil
}

func figuresOf(all []entry) metric.Figures {
	f := metric.Figures{}
	for _, e := range all {
		f[metric.Key{Name: e.Name, Label: e.Label}] = &e.Cell
	}
	return f
}
