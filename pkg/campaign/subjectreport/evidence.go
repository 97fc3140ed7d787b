// Package evidence gathers what is known of one number, for its owner or a regulator who asks: what it agreed to and withdrew, why it
// is not written to, and every message that it was sent, with what became of it. It is the caller's scope that tells.
package subjectreport

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/consent"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/allowance"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Service is the module of evidence.
type Service struct {
	Engine     *dispatch.Engine
	Consents   *consent.Service
	Suppressed *suppression.Service
	Allowance  *allowance.Store // nil: no allowance is taken, as where files are only made
}

// Query names the number.
type Query struct {
	PhoneNumber string `query:"phoneNumber" doc:"Phone number with country code."`
}

// Line is one thing that is known.
type Line struct {
	Number   string // that it is about
	Time     time.Time
	What     string // of dictionary evidence
	Channel  string
	OrderNo  string
	Detail   string
	Customer string
	By       string
}

// What can be known of a number, in dictionary evidence; what became of a message has the name of the recipient's state.
const (
	given      = "given"
	withdrawn  = "withdrawn"
	suppressed = "suppressed"
	heldBack   = "heldBack"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module: none beside its file.
func (r *Service) Routes(*web.API) {}

// Exports declares the file. It is always made in the background: the orders of a year are looked through.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Mount(a, d, export.List[Query, Line]{Name: "evidence", Path: "/gc/evidence/export", Perm: "gc:evidence:export", Rows: r.rows,
		Admit:   r.admit,
		Summary: "Export all data about a number as xlsx: consents, suppressions and messages with their results",
		Columns: []export.Column[Line]{
			{Title: "number", Value: func(l *Line) any { return l.Number }},
			{Title: "evidence.column.time", Value: func(l *Line) any { return l.Time }},
			{Title: "evidence.column.what", Dict: "evidence", Value: func(l *Line) any { return l.What }},
			{Title: "channel", Dict: "channel", Value: func(l *Line) any { return l.Channel }},
			{Title: "orderNo", Value: func(l *Line) any { return l.OrderNo }},
			{Title: "evidence.column.detail", Value: func(l *Line) any { return l.Detail }},
			{Title: "customer", Value: func(l *Line) any { return l.Customer }},
			{Title: "evidence.column.by", Value: func(l *Line) any { return l.By }},
		}})
}

// admit counts a file, which costs the platform alone. Faults: those of allowance.Take.
func (r *Service) admit(ctx context.Context) error {
	if r.Allowance == nil {
		return nil
	}
	return r.Allowance.Take(ctx, allowance.Evidence, auth.Must(ctx).Tenant)
}

// rows reads everything when the first row is taken. Fault: that of an invalid number.
func (r *Service) rows(ctx context.Context, in *Query) (export.Rows[Line], error) {
	number, _, problem := phone.ParseReached(in.PhoneNumber, "")
	if problem != nil {
		return export.Rows[Line]{}, fault.Bad("phoneNumber", problem.Key)
	}
	return export.Rows[Line]{Total: export.Later, Each: func(yield func(*Line, error) bool) {
		lines, err := r.known(ctx, number)
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range lines {
			if !yield(&lines[i], nil) {
				return
			}
		}
	}}, nil
}

// known is all that the caller may know of a number, the earliest first.
func (r *Service) known(ctx context.Context, number uint64) (lines []Line, err error) {
	said, err := r.Consents.Of(ctx, number)
	if err != nil {
		return nil, err
	}
	for _, c := range said {
		what := given
		if c.State == consent.Withdrawn {
			what = withdrawn
		}
		lines = append(lines, Line{"", c.Time, what, c.Channel, "", joined(c.Purpose, c.Source, c.Evidence), c.CustomerName, c.Operator})
	}
	entries, err := r.Suppressed.Of(ctx, number)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		lines = append(lines, Line{"", e.EventTime, suppressed, e.Channel, "", joined(string(e.Source), e.Reason), e.CustomerName, e.Operator})
	}
	sent, err := r.Engine.Statistics().MessagesTo(ctx, auth.Must(ctx).Scope(), number)
	if err != nil {
		return nil, err
	}
	for _, l := range sent {
		lines = append(lines, message(&l)...)
	}
	for i := range lines {
		lines[i].Number = fmt.Sprint(number)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return a.Time.Compare(b.Time) })
	return lines, nil
}

// message is what became of a message, a line for each step.
func message(l *dispatch.SentMessage) (lines []Line) {
	o, t := l.Order, l.Target
	add := func(what string, at *time.Time, detail string) {
		if at != nil {
			lines = append(lines, Line{"", *at, what, o.Channel, o.No, detail, o.By, ""})
		}
	}
	add(string(chunkrow.StateSent), t.SentTime, o.Name)
	add(string(chunkrow.StateArrived), t.ArrivedTime, "")
	add(string(chunkrow.StateRead), t.ReadTime, "")
	last := o.Created
	if o.Begun != nil {
		last = *o.Begun
	}
	if len(lines) > 0 {
		last = lines[len(lines)-1].Time
	}
	switch {
	case t.HeldBack != "":
		add(heldBack, &last, joined(o.Name, t.Reason))
	case t.State == chunkrow.StateFailed || t.State == chunkrow.StateUnknown || t.State == chunkrow.StateComplained:
		add(string(t.State), &last, joined(fmt.Sprint(t.Reason)))
	}
	return lines
}

func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}
