package emailsender

import (
	"context"
	"slices"

	"herald/pkg/campaign/domain"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Keys, all in table campaign:
//
//	ESND#<id> / S                     the sender
//	ESND#<id> / D#<day>               emails of a day at +08:00
//	ESND#<id> / K#<key>               what Take granted under a key
//	ESNDN#<tenant> / N                how many senders a tenant has
//	ESNDA#<domain> / <mailbox>        which tenant has an address of a domain of the platform
//	L#emailsender#<scope> / <id>      the list rows
const table = "campaign"

func key(id string) store.Key { return store.Key{Table: table, PK: "ESND#" + id, SK: "S"} }

func dayKey(id, day string) store.Key {
	return store.Key{Table: table, PK: "ESND#" + id, SK: "D#" + day}
}

func takeKey(id, key string) store.Key {
	return store.Key{Table: table, PK: "ESND#" + id, SK: "K#" + key}
}

func countKey(tenant string) store.Key {
	return store.Key{Table: table, PK: "ESNDN#" + tenant, SK: "N"}
}

func claimKey(domain, mailbox string) store.Key {
	return store.Key{Table: table, PK: "ESNDA#" + domain, SK: mailbox}
}

const (
	base  = "/edm/sender"
	perm  = "edm:sender"
	tries = 20
)

var senders = store.List[Sender]{Table: table, Entity: "emailsender", ByTime: true, Columns: []store.Column[Sender]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(s *Sender) any { return s.Name }},
	{Name: "address", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "emailsender.column.address",
		Get: func(s *Sender) any { return s.Address }},
	{Name: "domainId", Kind: store.Exact, Filter: true, Get: func(s *Sender) any { return s.DomainID }},
	{Title: "emailsender.column.replyTo", Get: func(s *Sender) any { return s.ReplyTo }},
	{Name: "dailyLimit", Kind: store.Number, Sort: true, Title: "emailsender.column.dailyLimit",
		Get: func(s *Sender) any { return s.DailyLimit }},
	{Name: "enabled", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Title: "emailsender.column.enabled",
		Get: func(s *Sender) any { return word(s.Enabled) }},
	{Title: "emailsender.column.state", Dict: "email_sender_state", Get: func(s *Sender) any { return s.State }},
	{Title: "emailsender.column.used", Get: func(s *Sender) any { return s.Used }},
	{Name: "share", Kind: store.Exact, Filter: true, Words: shares, Get: func(s *Sender) any { return s.Share }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(s *Sender) any { return s.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(s *Sender) any { return s.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(s *Sender) any { return s.CreateTime }},
}}

func word(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

func (r *Service) list() list.List[Sender] {
	return list.List[Sender]{List: senders, DB: r.DB, Path: base, Perm: perm + ":page", Summary: "List email senders in the caller's scope",
		Scope: func(p *auth.Principal) string { return string(domain.Scope(p)) }, Show: r.shown,
		File: list.File{Name: "emailsender", Perm: perm + ":export", Summary: "Export the matching email senders as xlsx or CSV"}}
}

// find reads a sender in a scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, scope auth.Scope, id string) (*entity, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{senders.Key(string(scope), id), key(id)}, true)
	if err != nil {
		return nil, err
	}
	var e entity
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	_, err = store.Decode(rows[1], &e)
	return &e, err
}

// mine reads a sender that the caller may change: one that the platform shares with it is 404.
func (r *Service) mine(ctx context.Context, id string) (*entity, error) {
	p := auth.Must(ctx)
	e, err := r.find(ctx, p.Scope(), id)
	if err == nil && e.Platform && p.Type != auth.Admin {
		err = fault.Missing()
	}
	return e, err
}

// shown completes rows: state, and the allowance of today.
func (r *Service) shown(ctx context.Context, rows []Sender) error {
	now := r.now()
	var ids []string
	keys := make([]store.Key, len(rows))
	for i := range rows {
		keys[i] = dayKey(rows[i].ID, quota.Day(now))
		if !slices.Contains(ids, rows[i].DomainID) {
			ids = append(ids, rows[i].DomainID)
		}
	}
	domains, err := r.Domains.Load(ctx, ids...)
	if err != nil {
		return err
	}
	var counted []day
	for some := range slices.Chunk(keys, 100) {
		found, err := r.DB.GetMany(ctx, some, false)
		if err != nil {
			return err
		}
		days, err := store.DecodeAll[day](found)
		if err != nil {
			return err
		}
		counted = append(counted, days...)
	}
	stopped := map[string]bool{}
	admin := auth.From(ctx) != nil && auth.From(ctx).Type == auth.Admin
	for i := range rows {
		s, known := &rows[i], domains[rows[i].DomainID]
		if _, asked := stopped[known.Account]; !asked {
			if stopped[known.Account], err = r.stopped(ctx, known.Account); err != nil {
				return err
			}
		}
		s.State, s.Used = s.stateOf(&known.Domain, stopped[known.Account]), counted[i].N
		if limit := s.limit(now); limit > 0 {
			s.Allowance = &limit
		}
		if day, warming := s.today(now); warming {
			s.WarmDay = day + 1
		}
		if s.Customers == nil || !admin {
			s.Customers = []string{}
		}
	}
	return nil
}

// stateOf is the state of a sender by its domain, which may be the zero one, and by the account that sends.
func (s *Sender) stateOf(d *domain.Domain, stopped bool) string {
	switch {
	case !s.Enabled:
		return Disabled
	case !d.Sending && d.State == domain.Failing:
		return Failing
	case !d.Sending:
		return Unverified
	case stopped:
		return Paused
	}
	return Usable
}

// change decides about a sender and writes it once. set says whether anything changes, and gives further operations; a repetition of the
// same operation is known by its mark. Faults: 404, what set refuses.
func (r *Service) change(ctx context.Context, id string, set func(e *entity) ([]store.Op, bool, error)) (before, now *entity, err error) {
	mark := web.OperationID(ctx, r.NewID)
	err = store.Decide(ctx, tries, func() error {
		e, ok, err := store.Load[entity](ctx, r.DB, key(id), true)
		if err != nil {
			return err
		}
		if !ok {
			return fault.Missing()
		}
		was := e
		now = &e
		if e.Mark == mark {
			return nil
		}
		before = &was
		more, changed, err := set(&e)
		if err != nil || !changed {
			return err
		}
		e.Version, e.Mark, e.UpdateTime = was.Version+1, mark, r.now()
		ops := append([]store.Op{{Verb: store.Put, Key: key(id), Item: e, If: store.Eq("v", was.Version)}}, more...)
		return r.DB.Transact(ctx, append(ops, e.rowOps(&was)...))
	})
	if before == nil {
		before = now
	}
	return before, now, err
}

// rowOps bring the list rows from the scopes of a sender as it was to those that it has.
func (e *entity) rowOps(was *entity) (ops []store.Op) {
	old, fresh := was.scopes(), e.scopes()
	var stay, came, left []string
	for _, scope := range fresh {
		if slices.Contains(old, scope) {
			stay = append(stay, scope)
		} else {
			came = append(came, scope)
		}
	}
	for _, scope := range old {
		if !slices.Contains(fresh, scope) {
			left = append(left, scope)
		}
	}
	ops = senders.Replace(stay, e.ID, e.Sender)
	if len(came) > 0 {
		ops = append(ops, senders.Insert(came, e.ID, e.Sender)...)
	}
	if len(left) > 0 {
		ops = append(ops, senders.Remove(left, e.ID)...)
	}
	return ops
}
