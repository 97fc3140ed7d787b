package emailsender

import (
	"context"
	_ "embed"
	"strings"
	"sync"
	"time"

	"herald/pkg/campaign/domain"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

//go:embed reserved.txt
var reservedFile string

// reserved are the mailboxes of the platform's domains that no customer gets.
var reserved = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(reservedFile) {
		if name := strings.TrimSpace(line); name != "" && name[0] != '#' {
			all[name] = true
		}
	}
	return all
})

var separators = strings.NewReplacer(".", "", "-", "", "_", "")

// folded is a mailbox as mailboxes are compared: in small letters, without a part behind a plus, and without separators, which readers
// overlook. A mailbox of separators alone stays as it is.
func folded(mailbox string) string {
	mailbox, _, _ = strings.Cut(strings.ToLower(mailbox), "+")
	if bare := separators.Replace(mailbox); bare != "" {
		return bare
	}
	return mailbox
}

// claim is who has an address of a domain of the platform. It stays after the last sender is gone, because answers and the reputation of
// the address go on.
type claim struct {
	Tenant  string `dynamodbav:"t"`
	Senders int    `dynamodbav:"n"` // of the tenant with the address
	Sent    int64  `dynamodbav:"u"` // time in ms at which the last sender that had sent left it; 0: none
}

// free reports whether a tenant can have the address.
func (c *claim) free(tenant string, since int64) bool {
	return c.Tenant == "" || c.Tenant == tenant || c.Senders <= 0 && c.Sent <= since
}

// at is the key of the claim of a sender's address.
func (s *Sender) at() store.Key { return claimKey(s.Address[len(s.Mailbox)+1:], folded(s.Mailbox)) }

// claimOps give a sender the address that it has now and release the one that it had. was is nil for a new sender. Only addresses of the
// platform's domains are claimed. Faults of field mailbox: emailsender.reserved, emailsender.taken.
func (r *Service) claimOps(ctx context.Context, e, was *entity, d *domain.Domain) (ops []store.Op, err error) {
	if was != nil {
		if was.at() == e.at() {
			return nil, nil
		}
		if ops, err = r.releaseOps(ctx, was); err != nil {
			return nil, err
		}
	}
	e.Claimed, e.AddressTime = d.CustomerID == "", e.UpdateTime
	if !e.Claimed {
		return ops, nil
	}
	if !e.Platform && reserved()[folded(e.Mailbox)] {
		return nil, fault.Bad("mailbox", "emailsender.reserved", "name", e.Mailbox)
	}
	days, err := r.Settings.Int(ctx, "emailsender.hold.days")
	if err != nil {
		return nil, err
	}
	since := e.UpdateTime.AddDate(0, 0, -days).UnixMilli()
	had, _, err := store.Load[claim](ctx, r.DB, e.at(), true)
	if err != nil {
		return nil, err
	}
	free := had.free(e.Owner.Tenant, since)
	if free && had.Tenant != e.Owner.Tenant {
		free, err = r.unclaimed(ctx, e)
	}
	if err == nil && !free {
		err = fault.Bad("mailbox", "emailsender.taken", "address", e.Address)
	}
	return append(ops, store.Op{Verb: store.Update, Key: e.at(), Add: map[string]int64{"n": 1}, Set: map[string]any{"t": e.Owner.Tenant},
		If: store.Or(store.Missing("pk"), store.Eq("t", e.Owner.Tenant), store.And(store.Le("n", 0),
			store.Or(store.Missing("u"), store.Le("u", since))))}), err
}

// unclaimed reports that no other tenant has the address by a sender from before addresses were claimed.
func (r *Service) unclaimed(ctx context.Context, e *entity) (bool, error) {
	all, err := senders.All(ctx, r.DB, string(auth.Everything), store.ListQuery{Filters: map[string]string{"domainId": e.DomainID}})
	for i := range all {
		if all[i].CustomerID != e.CustomerID && folded(all[i].Mailbox) == folded(e.Mailbox) {
			return false, err
		}
	}
	return true, err
}

// releaseOps are the operations by which a sender leaves its address. One that has sent keeps it from other tenants for
// emailsender.hold.days; one that has not, as after a slip of the keyboard, gives it free at once.
func (r *Service) releaseOps(ctx context.Context, e *entity) ([]store.Op, error) {
	sent, unchanged, err := r.hasSent(ctx, e)
	if err != nil {
		return nil, err
	}
	now := r.now().UnixMilli()
	if e.Claimed {
		op := store.Op{Verb: store.Update, Key: e.at(), Add: map[string]int64{"n": -1}, If: store.Exists("pk")}
		if sent {
			op.Set = map[string]any{"u": now}
		}
		return append(unchanged, op), nil
	}
	// The sender is older than claims, or its domain is not the platform's.
	known, err := r.Domains.Load(ctx, e.DomainID)
	if d, ok := known[e.DomainID]; err != nil || !ok || d.CustomerID != "" || !sent {
		return nil, err
	}
	_, claimed, err := store.Load[claim](ctx, r.DB, e.at(), true)
	if err != nil || claimed {
		return nil, err
	}
	return []store.Op{{Verb: store.Put, Key: e.at(), Item: claim{e.Owner.Tenant, 0, now}, If: store.Missing("pk")}}, nil
}

// hasSent reports whether a sender has sent since it got its address. Counters last for four days, so one that had it for longer counts
// as one that has. The operation holds a sender to it that has not.
func (r *Service) hasSent(ctx context.Context, e *entity) (bool, []store.Op, error) {
	now, since := r.now(), e.AddressTime
	if since.IsZero() {
		since = e.CreateTime
	}
	if now.Sub(since) > keep-24*time.Hour {
		return true, nil, nil
	}
	var keys []store.Key
	for at := midnight(since); !at.After(now); at = at.AddDate(0, 0, 1) {
		keys = append(keys, dayKey(e.ID, quota.Day(at)))
	}
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return false, nil, err
	}
	days, err := store.DecodeAll[day](rows)
	for _, one := range days {
		if one.N > 0 {
			return true, nil, err
		}
	}
	today := dayKey(e.ID, quota.Day(now))
	return false, []store.Op{{Verb: store.Check, Key: today, If: store.Or(store.Missing("n"), store.Le("n", 0))}}, err
}
