// Package subjectreport gathers what is known of one phone number or email address, for its owner or a regulator who asks: consents and
// their withdrawals, suppressions, leads, and every message of an order that reaches recipients one by one, with its result. The caller's
// scope bounds it.
package subjectreport

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/consent"
	"herald/pkg/audience/lead"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/allowance"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Service is the module of evidence.
type Service struct {
	Engines    []*dispatch.Engine // of the order kinds that reach recipients one by one
	Consents   *consent.Service
	Suppressed *suppression.Service
	Leads      *lead.Service
	Allowance  *allowance.Store // nil: no allowance is taken, as where files are only made
}

// Query names the recipient.
type Query struct {
	PhoneNumber string `query:"phoneNumber" doc:"Phone number with country code. Either phoneNumber or email is required."`
	Email       string `query:"email" doc:"Address, instead of phoneNumber."`
}

// recipient is the code of the recipient, and its address unless it is a number. Faults: those of the fields.
func (q *Query) recipient() (code uint64, address string, err error) {
	if q.Email == "" {
		number, _, problem := phone.ParseReached(q.PhoneNumber, "")
		if problem != nil {
			return 0, "", fault.Bad("phoneNumber", problem.Key)
		}
		return number, "", nil
	}
	if q.PhoneNumber != "" {
		return 0, "", fault.Bad("email", "suppression.both")
	}
	address, _, invalid := email.Read(q.Email)
	if invalid != nil {
		return 0, "", fault.Bad("email", invalid.Key)
	}
	return email.Code(address), address, nil
}

// Line is one thing that is known.
type Line struct {
	Number   string // number or address that it is about
	Time     time.Time
	What     string // of dictionary evidence
	Channel  string
	OrderNo  string
	Detail   string
	Customer string
	By       string
}

// What can be known of a recipient, in dictionary evidence; what became of a message has the name of the recipient's state.
const (
	given      = "given"
	withdrawn  = "withdrawn"
	suppressed = "suppressed"
	heldBack   = "heldBack"
	wrote      = "lead"
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
		Summary: "Export all data about a number or email address as xlsx: consents, suppressions, leads and messages with their results",
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

// rows reads everything when the first row is taken. Faults: those of an invalid number or address.
func (r *Service) rows(ctx context.Context, in *Query) (export.Rows[Line], error) {
	code, address, err := in.recipient()
	if err != nil {
		return export.Rows[Line]{}, err
	}
	return export.Rows[Line]{Total: export.Later, Each: func(yield func(*Line, error) bool) {
		lines, err := r.known(ctx, code, address)
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range lines {
			lines[i].Number = cmp.Or(address, fmt.Sprint(code))
			if !yield(&lines[i], nil) {
				return
			}
		}
	}}, nil
}

// known is all that the caller may know of a recipient, the earliest first.
func (r *Service) known(ctx context.Context, code uint64, address string) (lines []Line, err error) {
	said, err := r.Consents.Of(ctx, code, address)
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
	entries, err := r.Suppressed.Of(ctx, code, address)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		lines = append(lines, Line{"", e.EventTime, suppressed, e.Channel, "", joined(string(e.Source), e.Reason), e.CustomerName, e.Operator})
	}
	told, err := r.leads(ctx, code, address)
	if err != nil {
		return nil, err
	}
	lines = append(lines, told...)
	for _, e := range r.Engines {
		sent, err := e.Statistics().MessagesTo(ctx, auth.Must(ctx).Scope(), code)
		if err != nil {
			return nil, err
		}
		for _, l := range sent {
			lines = append(lines, message(&l)...)
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return a.Time.Compare(b.Time) })
	return lines, nil
}

// leads is what is kept of a person as a lead, with every text of its history.
func (r *Service) leads(ctx context.Context, code uint64, address string) (lines []Line, err error) {
	found, err := r.Leads.Of(ctx, code, address)
	if err != nil {
		return nil, err
	}
	for _, l := range found {
		parts := []string{l.ChannelName, l.Name, l.PhoneNumber, l.Email, l.Message}
		for _, name := range slices.Sorted(maps.Keys(l.Params)) {
			parts = append(parts, name+"="+l.Params[name])
		}
		lines = append(lines, Line{"", l.CreateTime, wrote, "", "", joined(parts...), l.CustomerName, ""})
		if l.ConsentTime != nil {
			lines = append(lines, Line{"", *l.ConsentTime, given, "", "", l.ChannelName, l.CustomerName, ""})
		}
		entries, err := r.Leads.History(ctx, l.ID)
		if err != nil {
			return nil, err
		}
		for _, x := range entries {
			if x.Text != "" && (x.Text != l.Message || !x.Time.Equal(l.CreateTime)) {
				lines = append(lines, Line{"", x.Time, wrote, "", "", joined(l.ChannelName, x.Text), l.CustomerName, x.Name})
			}
		}
	}
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
