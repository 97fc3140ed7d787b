package emailsender_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/emailsender"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// shared adds a domain of the platform that every customer can use.
func (h *harness) shared() (id string) {
	h.Helper()
	id = h.verified(h.Admin, "mail.platform.example").ID
	h.Admin.Put("/domain", object{"id": id, "shared": true}).OK()
	return id
}

func (h *harness) taken(who *sessiontest.Actor, b object) {
	h.Helper()
	before := h.count(who)
	h.Env.Clock.Add(2 * time.Minute)
	if a := who.In("en_US").Post("/edm/sender", b).Bad("mailbox"); !strings.Contains(a.Message, "is already taken. Choose another name before the @") {
		h.Error(a.Message)
	}
	if n := h.count(who); n != before {
		h.Errorf("a refused sender changed the list from %d to %d", before, n)
	}
}

func (h *harness) count(who *sessiontest.Actor) int {
	h.Helper()
	return testkit.Data[web.Page[emailsender.Sender]](who.Get("/edm/sender/page")).Total
}

// days lets days pass and signs the users in again.
func (h *harness) days(n int, users ...*sessiontest.Actor) {
	h.Helper()
	h.Env.Clock.Add(time.Duration(n) * 24 * time.Hour)
	for _, who := range users {
		who.Client = h.server.As(who.Name, h.SignIn(h, h.server, who.User.Login))
	}
}

// edit changes the mailbox of a sender.
func edit(s emailsender.Sender, mailbox string) object {
	return body(s.DomainID, "id", s.ID, "mailbox", mailbox)
}

// An address of a shared domain is one customer's in every spelling. A customer has several senders with it.
func TestASharedAddressBelongsToOneCustomer(t *testing.T) {
	h := start(t)
	id := h.shared()
	mine := h.add(h.Direct, body(id, "mailbox", "summer-shop"))
	for _, spelling := range []string{"summer-shop", "Summer-Shop", "summershop", "SUMMER_SHOP", "-summershop-"} {
		h.taken(h.OtherCustomer, body(id, "mailbox", spelling))
		h.taken(h.Admin, body(id, "mailbox", spelling))
	}
	h.Env.Clock.Add(2 * time.Minute)
	second := h.add(h.Direct, body(id, "mailbox", "SummerShop", "name", "Second"))
	other := h.add(h.OtherCustomer, body(id, "mailbox", "wintershop"))
	dashes := h.add(h.OtherCustomer, body(id, "mailbox", "--"))
	h.OtherCustomer.Put("/edm/sender", edit(other, "summershop")).Bad("mailbox")
	if got := h.get(h.OtherCustomer, other.ID); got.Address != "wintershop@mail.platform.example" || dashes.Mailbox != "--" {
		t.Errorf("%+v", got)
	}
	h.Direct.Delete("/edm/sender/"+mine.ID, nil).OK()
	h.taken(h.OtherCustomer, body(id, "mailbox", "summershop")) // the second sender has it
	h.Direct.Delete("/edm/sender/"+second.ID, nil).OK()
	h.add(h.OtherCustomer, body(id, "mailbox", "summershop"))
}

// A domain of a customer is its own: no name is reserved there.
func TestReservedMailboxes(t *testing.T) {
	h := start(t)
	id := h.shared()
	own := h.verified(h.Direct, "shop.example").ID
	for _, name := range []string{"postmaster", "Abuse", "ADMIN", "no-reply", "mailer_daemon", "news"} {
		h.Env.Clock.Add(2 * time.Minute)
		a := h.Direct.In("en_US").Post("/edm/sender", body(id, "mailbox", name)).Bad("mailbox")
		if want := strings.ToLower(name) + "@ is reserved on shared domains. Choose another name before the @"; a.Message != want {
			t.Error(a.Message)
		}
		h.add(h.Direct, body(own, "mailbox", name))
		h.add(h.Admin, body(id, "mailbox", name))
	}
	s := h.add(h.Direct, body(id, "mailbox", "shop"))
	h.Direct.Put("/edm/sender", edit(s, "abuse")).Bad("mailbox")
	if got := h.get(h.Direct, s.ID); got.Mailbox != "shop" {
		t.Errorf("%+v", got)
	}
}

// Of customers that ask for an address at once, one gets it.
func TestARaceForAnAddress(t *testing.T) {
	h := start(t)
	id := h.shared()
	other := h.add(h.Customer, body(id, "mailbox", "other"))
	var all sync.WaitGroup
	codes := make([]int, 3)
	for i, ask := range []func() *testkit.Answer{
		func() *testkit.Answer { return h.Direct.Post("/edm/sender", body(id, "mailbox", "shop")) },
		func() *testkit.Answer { return h.OtherCustomer.Post("/edm/sender", body(id, "mailbox", "shop")) },
		func() *testkit.Answer { return h.Customer.Put("/edm/sender", edit(other, "shop")) },
	} {
		all.Go(func() { codes[i] = ask().Status })
	}
	all.Wait()
	won := 0
	for _, code := range codes {
		if code == 200 {
			won++
		} else if code != 400 {
			t.Errorf("answers %v", codes)
		}
	}
	if won != 1 {
		t.Errorf("%d have the address: %v", won, codes)
	}
}

// An address from which emails went out stays with its customer for a while after its last sender is gone.
func TestAUsedAddressIsHeld(t *testing.T) {
	h := start(t)
	id := h.shared()
	use := func(s emailsender.Sender) {
		t.Helper()
		if n, err := h.senders.Take(t.Context(), s.ID, s.ID, 1); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	s := h.add(h.Direct, body(id, "mailbox", "shop"))
	use(s)
	h.Direct.Put("/edm/sender", edit(s, "boutique")).OK()
	h.taken(h.OtherCustomer, body(id, "mailbox", "shop"))
	h.Direct.Put("/edm/sender", edit(s, "shop")).OK()
	h.Direct.Delete("/edm/sender/"+s.ID, nil).OK()
	h.taken(h.OtherCustomer, body(id, "mailbox", "shop"))
	h.Env.Clock.Add(2 * time.Minute)
	again := h.add(h.Direct, body(id, "mailbox", "shop")) // its own customer gets it back
	h.Direct.Delete("/edm/sender/"+again.ID, nil).OK()
	h.taken(h.OtherCustomer, body(id, "mailbox", "shop"))
	h.days(181, h.OtherCustomer)
	old := h.add(h.OtherCustomer, body(id, "mailbox", "shop"))
	h.days(5, h.OtherCustomer, h.Direct) // its counters are gone by now
	h.OtherCustomer.Delete("/edm/sender/"+old.ID, nil).OK()
	h.taken(h.Direct, body(id, "mailbox", "shop"))
	if err := h.settings.Set(t.Context(), "emailsender.hold.days", "0", "admin"); err != nil {
		t.Fatal(err)
	}
	h.Env.Clock.Add(2 * time.Minute)
	h.add(h.Direct, body(id, "mailbox", "shop"))
}

// Senders from before addresses were claimed keep theirs, also where two customers have the same, and others do not get it.
func TestSendersFromBeforeClaims(t *testing.T) {
	h := start(t)
	id := h.shared()
	write := func(op store.Op) {
		t.Helper()
		op.Key.Table = "campaign"
		if _, err := h.Env.DB.Write(t.Context(), op); err != nil {
			t.Fatal(err)
		}
	}
	older := func(who *sessiontest.Actor, mailbox string) emailsender.Sender {
		t.Helper()
		s := h.add(who, body(id, "mailbox", mailbox))
		write(store.Op{Verb: store.Delete, Key: store.Key{PK: "ESNDA#mail.platform.example", SK: mailbox}})
		write(store.Op{Verb: store.Update, Key: store.Key{PK: "ESND#" + s.ID, SK: "S"}, Remove: []string{"cl", "at"},
			Set: map[string]any{"m": "abuse", "a": "abuse@mail.platform.example"}})
		h.days(7, h.Direct, h.OtherCustomer, h.Admin)
		return testkit.Data[emailsender.Sender](who.Put("/edm/sender", edit(s, "abuse")))
	}
	a, b := older(h.Direct, "first"), older(h.OtherCustomer, "second")
	if a.Address != b.Address {
		t.Fatalf("%s and %s", a.Address, b.Address)
	}
	h.taken(h.Admin, body(id, "mailbox", "abuse"))
	h.Direct.Put("/edm/sender/status", object{"id": a.ID, "enabled": false}).OK()
	h.Direct.Delete("/edm/sender/"+a.ID, nil).OK()
	h.OtherCustomer.Put("/edm/sender", body(id, "id", b.ID, "mailbox", "abuse", "name", "Still here")).OK()
	if got := h.get(h.OtherCustomer, b.ID); got.Name != "Still here" || got.State != emailsender.Usable {
		t.Errorf("%+v", got)
	}
	h.OtherCustomer.Delete("/edm/sender/"+b.ID, nil).OK()
	h.taken(h.Admin, body(id, "mailbox", "abuse"))
}
