package provideraccount

import (
	"context"
	"slices"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// States of a provider and of an account.
const (
	Working = "working" // it took the last message
	Ready   = "ready"   // configured, and nothing is known yet
	Paused  = "paused"  // staff paused it, or all of its senders
	Failing = "failing" // the last call failed because of the account, or got no answer
	None    = "none"    // not configured
)

// Provider is a provider as the list shows it.
type Provider struct {
	ID          string     `json:"id" doc:"Name of the adapter."`
	Name        string     `json:"name"`
	Kinds       []string   `json:"kinds" enum:"messages,payments,chain,rates,screening,groups,numbers,work,speech" nullable:"false" doc:"What it is used for."`
	Channels    []string   `json:"channels" nullable:"false" doc:"Channels of its senders."`
	State       string     `json:"state" enum:"working,ready,paused,failing,none"`
	Managed     bool       `json:"managed" doc:"Staff manage its accounts. Otherwise they are those of the deployment."`
	Accounts    int        `json:"accounts" doc:"Number of its accounts."`
	Senders     int        `json:"senders" doc:"Number of its senders."`
	LastSuccess *time.Time `json:"lastSuccess" doc:"As of a minute ago. Null: nothing is known."`
	LastFailure *time.Time `json:"lastFailure" doc:"Last failure because of the account, or without an answer. Null: nothing is known."`
	FailureCode int        `json:"failureCode" doc:"The provider's code of it. 0: none."`
	Failure     string     `json:"failure" doc:"The provider's text of it, without keys."`
	CreateTime  time.Time  `json:"createTime" doc:"Same for all rows."`
}

var kinds = []string{"messages", "payments", "chain", "rates", "screening", "groups", "numbers", "work", "speech"}

var rows = store.List[Provider]{Columns: []store.Column[Provider]{
	{Name: "createTime", Kind: store.Time, Get: func(p *Provider) any { return p.CreateTime }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(p *Provider) any { return p.Name }},
	{Name: "kinds", Kind: store.Exact, Filter: true, OneOf: kinds, Title: "provider.column.kinds", Dict: "provider_kind",
		Get: func(p *Provider) any { return p.Kinds }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Working, Ready, Paused, Failing, None}, Title: "status",
		Dict: "provider_state", Get: func(p *Provider) any { return p.State }},
	{Title: "provider.column.senders", Get: func(p *Provider) any { return p.Senders }},
	{Name: "lastSuccess", Kind: store.Time, Sort: true, Title: "provider.column.lastSuccess",
		Get: func(p *Provider) any { return p.LastSuccess }},
	{Name: "lastFailure", Kind: store.Time, Sort: true, Title: "provider.column.lastFailure",
		Get: func(p *Provider) any { return p.LastFailure }},
	{Title: "provider.column.failure", Get: func(p *Provider) any { return p.Failure }},
}}

func (r *Service) list() list.List[Provider] {
	return list.List[Provider]{List: rows, Path: base, Perm: perm + ":page", Summary: "List providers with their state", Rows: r.all,
		By: []string{"state", "name"}, File: list.File{Name: "providers", Summary: "Export the matching providers as xlsx or CSV"}}
}

func (r *Service) all(ctx context.Context) ([]Provider, error) {
	r.Forget()
	states, err := r.states(ctx)
	if err != nil {
		return nil, err
	}
	var out []Provider
	for _, a := range manifest.Adapters() {
		one, err := r.provider(ctx, a, states)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// states reads the few rows that there are.
func (r *Service) states(ctx context.Context) (map[string]state, error) {
	found, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: statePK}))
	out := map[string]state{}
	for _, it := range found {
		var s state
		if _, err := store.Decode(it, &s); err != nil {
			return nil, err
		}
		out[store.SortKey(it)] = s
	}
	return out, err
}

func (r *Service) provider(ctx context.Context, a manifest.Adapter, states map[string]state) (Provider, error) {
	out := Provider{ID: a.Name, Name: a.Names[string(web.LangOf(ctx))], Kinds: a.Capabilities, Channels: []string{}, State: None,
		Managed: len(a.Account) > 0}
	senders := r.sendersBy(a.Name)
	for _, s := range senders {
		if c := s.Profile().Channel; !slices.Contains(out.Channels, c) {
			out.Channels = append(out.Channels, c)
		}
	}
	out.Senders = len(senders)
	for _, one := range r.Current().Of(a.Name) {
		if !r.isUsed(one) {
			continue
		}
		out.Accounts++
		s := states[one.ID]
		stands, err := r.stands(ctx, one, &s)
		if err != nil {
			return out, err
		}
		out.State = worst(out.State, stands)
		out.LastSuccess = later(out.LastSuccess, s.Success)
		if last := later(out.LastFailure, s.Failure); last != out.LastFailure {
			out.LastFailure, out.FailureCode, out.Failure = last, s.Code, s.Detail
		}
	}
	return out, nil
}

// sendersBy are the senders of an adapter's accounts.
func (r *Service) sendersBy(adapter string) (all []*provider.Account) {
	accounts := r.Current().Of(adapter)
	for _, s := range r.Senders() {
		if slices.ContainsFunc(accounts, func(a *Account) bool { return a.ID == s.Of }) {
			all = append(all, s)
		}
	}
	return all
}

// isUsed reports an account that has what the adapter needs.
func (r *Service) isUsed(a *Account) bool {
	if a.ID != a.Provider {
		return a.Settings.Used(a.Provider)
	}
	return r.Adapter(a.Provider).Used
}

// stands is the state of an account.
func (r *Service) stands(ctx context.Context, a *Account, s *state) (string, error) {
	if a.Off {
		return Paused, nil
	}
	n, off := 0, 0
	for _, sender := range r.Senders() {
		if sender.Of != a.ID {
			continue
		}
		state, err := r.Standing(ctx, sender.Profile().Sender)
		if err != nil {
			return "", err
		}
		if n++; state != "" {
			off++
		}
	}
	failed := s.Failure
	if s.Check != "" && s.Check != CheckOK && s.Check != CheckRunning && s.CheckAt.After(failed) {
		failed = s.CheckAt
	}
	worked := s.Success
	if s.Check == CheckOK && s.CheckAt.After(worked) {
		worked = s.CheckAt
	}
	switch {
	case n > 0 && n == off:
		return Paused, nil
	case failed.After(worked):
		return Failing, nil
	case !worked.IsZero():
		return Working, nil
	}
	return Ready, nil
}

// worst of two states of accounts is that of their provider: what fails is seen, even beside what works.
func worst(a, b string) string {
	order := []string{None, Paused, Ready, Working, Failing}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}

// later gives a time if it is after another one.
func later(than *time.Time, t time.Time) *time.Time {
	if t.IsZero() || than != nil && !t.After(*than) {
		return than
	}
	return &t
}
