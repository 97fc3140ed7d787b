package suppression

import (
	"context"
	"slices"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

const reader = "ana@example.com"

// blocked tells whether an address is suppressed, and why, by a process that knows nothing yet.
func (b *Store) blocked(t *testing.T, address string) string {
	t.Helper()
	cold := *b
	cold.Cache = &Cache{}
	g := cold.Guard(tenant.Tenant)
	if _, err := g.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	reason, held := g.Blocked(email.Code(address), "email")
	if held != (reason != "") {
		t.Fatalf("held %v for the reason %q", held, reason)
	}
	if _, other := g.Blocked(email.Code(address), "sms"); other {
		t.Errorf("%s is suppressed for short messages", address)
	}
	return reason
}

func (b *Store) say(t *testing.T, c Change) string {
	t.Helper()
	c.Owner = tenant
	ids, err := b.Record(context.Background(), []Change{c})
	if err != nil {
		t.Fatal(err)
	}
	return ids[0]
}

// The codes of sources and channels have three bits each, and the code of an address leaves the bits for them.
func TestCodesOfAddressesFit(t *testing.T) {
	if len(sources) > 8 || len(channels) > 8 {
		t.Fatalf("%d sources, %d channels", len(sources), len(channels))
	}
	for _, s := range sources {
		code := codeOf(email.Code(reader), AddressChannel, s)
		if number, channel, source := parts(code); number != email.Code(reader) || channel != AddressChannel || source != s {
			t.Errorf("%s: %d %s %s", s, number, channel, source)
		}
	}
	if !slices.Equal(sources[:6], []Source{Manual, Import, Stop, Provider, Complaint, Consent}) {
		t.Error("codes of stored sets must not move")
	}
}

// An unsubscription is the recipient's own word; the same source undoes it, and an older word changes nothing.
func TestAnUnsubscriptionCanBeUndone(t *testing.T) {
	b := book(t)
	at := func(s int64) time.Time { return time.Unix(1_700_000_000+s, 0) }
	b.say(t, Change{Address: reader, Source: Unsubscribe, At: at(10)})
	if got := b.blocked(t, reader); got != OptedOut {
		t.Errorf("unsubscribed: %q", got)
	}
	b.say(t, Change{Address: reader, Source: Unsubscribe, Off: true, At: at(5)})
	if got := b.blocked(t, reader); got != OptedOut {
		t.Errorf("undone before it was said: %q", got)
	}
	b.say(t, Change{Address: reader, Source: Unsubscribe, Off: true, At: at(20)})
	if got := b.blocked(t, reader); got != "" {
		t.Errorf("undone: %q", got)
	}
	b.say(t, Change{Address: reader, Source: Bounce, At: at(30)})
	if got := b.blocked(t, reader); got != Suppressed {
		t.Errorf("bounced: %q", got)
	}
	b.say(t, Change{Address: reader, Source: Unsubscribe, Off: true, At: at(40)})
	if got := b.blocked(t, reader); got != Suppressed {
		t.Errorf("a bounce is lifted by another source: %q", got)
	}
	if got := b.blocked(t, "bia@example.com"); got != "" {
		t.Errorf("another address: %q", got)
	}
}

// An entry of an address has its address and the channel email, and is found by the whole address and by a part of it.
func TestAddressesAreListed(t *testing.T) {
	b := book(t)
	r := &Service{Store: b}
	b.say(t, Change{Address: reader, Source: Manual, At: b.Now(), Reason: "asked by phone"})
	b.say(t, Change{Number: 5511987654321, Source: Manual, At: b.Now()})
	first := &auth.Principal{UserID: tenant.Tenant, Tenant: tenant.Tenant, Type: auth.First}
	for _, part := range []string{reader, " ANA@Example.com ", "ana", "example.com"} {
		rows, _, err := ask(r, first, filters{"email": part})
		if err != nil || len(rows) != 1 || rows[0].Email != reader || rows[0].PhoneNumber != "" || rows[0].Channel != "email" {
			t.Errorf("%q: %+v %v", part, rows, err)
		}
	}
	for _, q := range []filters{{"email": "bia@example.com"}, {"email": reader, "source": "stop"}} {
		if rows, _, err := ask(r, first, q); err != nil || len(rows) != 0 {
			t.Errorf("%v: %+v %v", q, rows, err)
		}
	}
}

// A request names one number or one address; an address is suppressed for email alone.
func TestRequestsForAddresses(t *testing.T) {
	for want, w := range map[string]Request{
		"":                           {Email: "Ana <ANA@example.com>"},
		" ":                          {Email: reader, Channel: "email"},
		"web.valid.missing":          {},
		"suppression.both":           {Email: reader, PhoneNumber: "5511987654321"},
		"address.malformed":          {Email: "ana@example"},
		"address.number":             {Email: "5511987654321"},
		"suppression.addressChannel": {Email: reader, Channel: "sms"},
	} {
		c, err := w.change()
		if refused := fault.As(err); refused != nil && refused.Fields[0].Key != want || refused == nil && c.Address != reader {
			t.Errorf("%q: %+v %v", want, c, err)
		}
	}
}

// A file of addresses becomes entries, each once, also when its worker dies between two batches.
func TestAFileOfAddressesIsImported(t *testing.T) {
	b := book(t)
	r := &Service{Store: b}
	batchSize = 2
	defer func() { batchSize = 500 }()
	file := contact.NumberList{Type: contact.TypeEmail, Emails: []string{reader, "bia@example.com", "caio@example.com"}}
	for _, address := range file.Emails {
		file.Numbers = append(file.Numbers, email.Code(address))
	}
	b.say(t, Change{Address: "caio@example.com", Source: Import, At: b.Now()})
	task := task{Task: job.NewTask(b.Now(), keep), ID: "01JD0000000000000000000TSK", Owner: tenant, Scope: auth.Everything, Operator: "Ana"}
	if err := r.begin(context.Background(), task); err != nil {
		t.Fatal(err)
	}
	once := task
	if _, err := r.batch(context.Background(), &once, changesOf(&once, file, 0, 2)); err != nil {
		t.Fatal(err)
	}
	stale := task
	if err := r.take(context.Background(), &stale, file); err != nil {
		t.Fatal(err)
	}
	rows, _, err := entries.Page(context.Background(), b.DB, string(auth.Everything),
		store.ListQuery{Current: 1, Size: 10, SortFields: []string{"email"}, SortOrders: []string{"ascend"}})
	var got []string
	for _, e := range rows {
		got = append(got, e.Email+" "+e.Channel)
	}
	if want := []string{"ana@example.com email", "bia@example.com email", "caio@example.com email"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	for _, address := range file.Emails {
		if b.blocked(t, address) != Suppressed {
			t.Errorf("%s is not suppressed", address)
		}
	}
}
