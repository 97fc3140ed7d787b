package contact

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"herald/pkg/kit/dns"
	"herald/pkg/kit/email"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// SettingMX says whether domains of addresses are looked up.
const SettingMX = "email.mx.check"

// Resolver lists the hosts that receive email of a domain, or fails with dns.ErrNone when there are none. Another error says nothing
// about the domain.
type Resolver interface {
	MX(ctx context.Context, domain string) ([]string, error)
}

const (
	aliveLife = 7 * 24 * time.Hour // how long an answer is believed
	deadLife  = 24 * time.Hour
	lookups   = 64               // side by side
	lookTime  = 10 * time.Second // for all domains of a file: those without an answer pass
	mute      = 2 * lookups      // lookups that fail before the first answer: nothing further is asked
)

// domainRow says whether a domain receives email.
type domainRow struct {
	Dead    bool  `dynamodbav:"d"`
	Until   int64 `dynamodbav:"u"` // unix seconds
	Expires int64 `dynamodbav:"ttl"`
}

func domainKey(domain string) store.Key {
	return store.Key{Table: table, PK: "MX#" + domain, SK: "META"}
}

// dead are those of some domains that receive no email, by the answer of their own servers. An answer is kept for some days.
// Domains of large providers are not asked about. A domain without an answer is not among them.
func (r addresses) dead(ctx context.Context, domains map[string]struct{}) (map[string]struct{}, error) {
	on, err := r.service.Settings.Bool(ctx, SettingMX)
	if err != nil || !on || r.service.DNS == nil {
		return nil, err
	}
	var names []string
	var keys []store.Key
	for domain := range domains {
		if !email.Provider(domain) {
			names, keys = append(names, domain), append(keys, domainKey(domain))
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	rows, err := r.service.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	dead, now := map[string]struct{}{}, r.service.Now().Unix()
	var open []string
	for i, name := range names {
		var known domainRow
		if _, err := store.Decode(rows[i], &known); err != nil {
			return nil, err
		}
		switch {
		case known.Until <= now:
			open = append(open, name)
		case known.Dead:
			dead[name] = struct{}{}
		}
	}
	news := r.look(ctx, open)
	for name, row := range news {
		if row.Dead {
			dead[name] = struct{}{}
		}
	}
	r.keep(ctx, news)
	return dead, nil
}

// look asks about domains, each once.
func (r addresses) look(ctx context.Context, domains []string) map[string]domainRow {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	answers := make([]*domainRow, len(domains))
	var answered, failed atomic.Int64
	parallel.Each(len(domains), lookups, func(i int) error {
		if ctx.Err() != nil || answered.Load() == 0 && failed.Load() >= mute {
			return nil
		}
		life := aliveLife
		_, err := r.service.DNS.MX(ctx, domains[i])
		switch {
		case errors.Is(err, dns.ErrNone):
			life = deadLife
		case err != nil:
			failed.Add(1)
			return nil
		}
		answered.Add(1)
		until := r.service.Now().Add(life).Unix()
		answers[i] = &domainRow{Dead: err != nil, Until: until, Expires: until}
		return nil
	})
	out := map[string]domainRow{}
	for i, row := range answers {
		if row != nil {
			out[domains[i]] = *row
		}
	}
	return out
}

// keep stores answers. One that is lost is asked for again.
func (r addresses) keep(ctx context.Context, news map[string]domainRow) {
	var ops []store.Op
	for name, row := range news {
		ops = append(ops, store.Op{Verb: store.Put, Key: domainKey(name), Item: row})
	}
	if len(ops) == 0 {
		return
	}
	if err := r.service.DB.WriteAll(ctx, ops); err != nil {
		r.service.Log(map[string]any{"warning": "contact: domains: " + err.Error()})
	}
}
