package sender

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// Service is the routes of senders, for staff.
type Service struct {
	Store   *Store
	Senders *provider.Registry
	// Groups are the profiles of what makes groups, and Payments the providers of payments, used or not.
	Groups   func() []provider.Profile
	Payments func() []Payments
}

const base = "/gc/sender"

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	list.Mount(a, list.List[Row]{List: rows, Path: base, Perm: "gc:sender:page", Summary: "List senders with their state",
		Rows: r.all, By: []string{"channel"}})
	list.Mount(a, list.List[Provider]{List: providerRows, Path: base + "/provider", Perm: "gc:sender:page",
		Summary: "List providers of the deployment with their capabilities", Rows: r.providers, By: []string{"channel"}})
	web.Handle(a, web.Route{Method: "PUT", Path: base, Perm: "gc:sender:edit",
		Summary: "Change weight, daily limit, warm-up or status of a sender. Missing fields stay unchanged"}, r.edit)
}

// Words of a row's state.
const (
	Ready = "ready"
	Rests = "rests" // its provider failed; it comes back by itself
	Full  = "full"  // its limit of the day is reached
	Off   = "off"   // staff switched it off
)

// Row is a sender.
type Row struct {
	ID          string     `json:"id" doc:"Id of the sending number or account."`
	Name        string     `json:"name" doc:"The provider's name of the sender."`
	Number      string     `json:"number" doc:"Digits of its phone number, as recipients see it. Empty: not configured, or an account with several numbers."`
	Channel     string     `json:"channel" enum:"whatsapp,sms,voice,email"`
	Provider    string     `json:"provider"`
	PerSecond   int        `json:"perSecond" doc:"Messages a second."`
	State       string     `json:"state" enum:"ready,rests,full,off"`
	Weight      int        `json:"weight" doc:"Weight relative to other senders of the channel. 0: gets no new messages while another sender is available."`
	Daily       int        `json:"daily" doc:"Messages in any 24 hours that staff allow. 0: no limit."`
	WarmUp      int        `json:"warmUp" doc:"Messages on the first day of a warm-up. The number doubles every day. 0: no warm-up."`
	WarmFrom    *time.Time `json:"warmFrom" doc:"Start of the warm-up. Null: none."`
	Tier        int        `json:"tier" doc:"Recipients in any 24 hours that the provider allows. 0: unknown or no limit."`
	Limit       *int       `json:"limit" doc:"The limit that applies now. Null: no limit."`
	LimitBy     string     `json:"limitBy" enum:"warmUp,daily,tier," doc:"Source of the limit. Empty: no limit."`
	WarmDay     int        `json:"warmDay" doc:"Day of the warm-up, from 1. 0: none, or finished."`
	Used        int        `json:"used" doc:"Messages of the last 24 hours. Counted only while there is a limit."`
	Account     string     `json:"account" doc:"Account with a daily limit that its numbers share. Empty: the sender has its own limit."`
	AccountTier int        `json:"accountTier" doc:"Recipients in any 24 hours that the provider allows for all numbers of the account. 0: unknown or no limit."`
	AccountUsed int        `json:"accountUsed" doc:"Messages of all numbers of the account in the last 24 hours."`

	Quality    string     `json:"quality" enum:"green,yellow,red," doc:"Quality reported by the provider. Empty: unknown."`
	RestsUntil *time.Time `json:"restsUntil"`
	Suspended  int        `json:"suspended" doc:"Suspensions in a row, without a success between them."`
	Off        bool       `json:"off"`
	Operator   string     `json:"operator"`
	UpdateTime *time.Time `json:"updateTime"`
	CreateTime time.Time  `json:"createTime" doc:"Same for all rows: senders come from the configuration."`
}

var rows = store.List[Row]{Columns: []store.Column[Row]{
	{Name: "createTime", Kind: store.Time, Get: func(r *Row) any { return r.CreateTime }},
	{Name: "id", Kind: store.Text, Sort: true, Filter: true, Get: func(r *Row) any { return r.ID }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Finds: finds, Doc: "Part of the name or the phone number.",
		Get: func(r *Row) any { return r.called() }},
	{Name: "channel", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"whatsapp", "sms", "voice", "email"},
		Get: func(r *Row) any { return r.Channel }},
	{Name: "provider", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *Row) any { return r.Provider }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Ready, Rests, Full, Off},
		Get: func(r *Row) any { return r.State }},
	{Name: "weight", Kind: store.Number, Sort: true, Get: func(r *Row) any { return r.Weight }},
	{Name: "used", Kind: store.Number, Sort: true, Get: func(r *Row) any { return r.Used }},
}}

var providerRows = store.List[Provider]{Columns: []store.Column[Provider]{
	{Name: "createTime", Kind: store.Time, Get: func(p *Provider) any { return p.CreateTime }},
	{Name: "channel", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"whatsapp", "sms", "voice", "email", "group", "payment"},
		Get: func(p *Provider) any { return p.Channel }},
	{Name: "provider", Kind: store.Exact, Sort: true, Filter: true, Get: func(p *Provider) any { return p.Provider }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"on", "off"}, Get: func(p *Provider) any { return p.State }},
}}

// called is all that staff call it by: its number first, as it is shown.
func (r *Row) called() string {
	if r.Number == "" {
		return r.Name
	}
	return "+" + r.Number + " " + r.Name
}

// finds looks for a part of a name, or for a number however it is written.
func finds(filter string) func(called string) bool {
	part, number := plain.Fold(strings.TrimSpace(filter)), phone.Search(filter)
	return func(called string) bool {
		digits, _, _ := strings.Cut(strings.TrimPrefix(called, "+"), " ")
		return strings.Contains(plain.Fold(called), part) || strings.HasPrefix(called, "+") && number(digits)
	}
}

// Rows gives all senders as staff see them.
func (r *Service) Rows(ctx context.Context) ([]Row, error) { return r.all(ctx) }

func (r *Service) all(ctx context.Context) ([]Row, error) {
	accounts := r.Senders.All()
	out := make([]Row, len(accounts))
	for _, err := range parallel.Each(len(accounts), 8, func(i int) (err error) {
		out[i], err = r.row(ctx, accounts[i].Profile())
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *Service) row(ctx context.Context, p provider.Profile) (Row, error) {
	s, err := r.Store.Of(ctx, p.Sender)
	if err != nil {
		return Row{}, err
	}
	now := r.Store.Now()
	row := Row{ID: p.Sender, Name: p.Sender, Number: p.Number, Channel: p.Channel, Provider: p.Provider, PerSecond: p.PerSecond, State: Ready,
		Weight: s.Weight, Daily: s.Daily, WarmUp: s.WarmUp,
		Tier: s.Tier, Quality: string(s.Quality), Suspended: s.Rests, Off: s.Off, Operator: s.By}
	if s.WarmUp > 0 && !s.WarmFrom.IsZero() {
		row.WarmFrom = &s.WarmFrom
	}
	if s.warm(now) > 0 {
		row.WarmDay = int(now.Sub(s.WarmFrom)/(24*time.Hour)) + 1
	}
	if !s.At.IsZero() {
		row.UpdateTime = &s.At
	}
	if n := s.Limit(now); n > 0 {
		row.Limit, row.LimitBy = &n, s.limitBy(now)
		if row.Used, err = r.Store.Used(ctx, p.Sender); row.Used >= n {
			row.State = Full
		}
	}
	if err == nil {
		err = r.account(ctx, &row)
	}
	if until := time.UnixMilli(s.Until); until.After(now) {
		row.State, row.RestsUntil = Rests, &until
	}
	if s.Off {
		row.State = Off
	}
	return row, err
}

// limitBy names what Limit is the least of; of equal ones what staff say, then the provider.
func (s *State) limitBy(now time.Time) string {
	switch s.Limit(now) {
	case 0:
		return ""
	case s.Daily:
		return "daily"
	case s.Tier:
		return "tier"
	}
	return "warmUp"
}

// account tells what holds for all the numbers of a sender's account.
func (r *Service) account(ctx context.Context, row *Row) error {
	if row.Account = r.Senders.Shared(row.ID); row.Account == "" {
		return nil
	}
	s, err := r.Store.Of(ctx, row.Account)
	if err != nil {
		return err
	}
	if row.AccountTier = s.Limit(r.Store.Now()); row.AccountTier == 0 {
		return nil
	}
	row.AccountUsed, err = r.Store.Used(ctx, row.Account)
	if row.AccountUsed >= row.AccountTier {
		row.State = Full
	}
	return err
}

// Change is what staff say about a sender.
type Change struct {
	ID     string `json:"id" minLength:"1" maxLength:"100"`
	Weight *int   `json:"weight,omitempty" minimum:"0" maximum:"1000"`
	Daily  *int   `json:"daily,omitempty" minimum:"0" maximum:"100000000"`
	WarmUp *int   `json:"warmUp,omitempty" minimum:"0" maximum:"1000000" doc:"Messages on the first day. A different number starts the warm-up now. 0 ends it."`
	Off    *bool  `json:"off,omitempty"`
}

func (r *Service) edit(ctx context.Context, in *struct{ Body Change }) (*Row, error) {
	w := in.Body
	account := r.Senders.Sender(w.ID)
	if account == nil {
		return nil, fault.Missing()
	}
	before, err := r.row(ctx, account.Profile())
	if err != nil {
		return nil, err
	}
	now := r.Store.Now().UTC()
	set := map[string]any{"by": auth.Must(ctx).Name, "at": now}
	if w.Weight != nil {
		set["w"] = *w.Weight
	}
	if w.Daily != nil {
		set["d"] = *w.Daily
	}
	if w.WarmUp != nil && *w.WarmUp != before.WarmUp {
		set["u"], set["uf"] = *w.WarmUp, begun(*w.WarmUp, now)
	}
	if w.Off != nil {
		set["x"] = *w.Off
	}
	if err := r.Store.set(ctx, w.ID, set); err != nil {
		return nil, err
	}
	after, err := r.row(ctx, account.Profile())
	if err != nil {
		return nil, err
	}
	seen := func(row Row) map[string]any {
		return map[string]any{"weight": row.Weight, "daily": row.Daily, "warmUp": row.WarmUp, "off": row.Off}
	}
	auditlog.Note(ctx, w.ID, seen(before), seen(after))
	return &after, nil
}

// begun is since when a warm-up of so many messages goes on; zero for none.
func begun(first int, now time.Time) time.Time {
	if first == 0 {
		return time.Time{}
	}
	return now
}
