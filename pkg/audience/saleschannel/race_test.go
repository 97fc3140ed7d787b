package saleschannel_test

import (
	"context"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/campaign/shunt"
	"herald/pkg/kit/auth"
)

// as is the context of a call by a user.
func (h *harness) as(who *sessiontest.Actor) context.Context {
	u := who.User
	return auth.Into(h.Context(), &auth.Principal{UserID: u.ID, Type: u.Type, Tenant: u.Tenant, Agent: u.Agent})
}

// A change beside another one takes back nothing of it, and a link belongs to the channel that has it.
func TestChangesOfAChannelBesideEachOther(t *testing.T) {
	h := start(t)
	link := func(name string) shunt.Link {
		return testkit.Data[shunt.Link](h.Direct.Post("/shunt/link", object{"name": name, "kind": "number", "countryCode": "BR"}))
	}
	first, second, third := link("First"), link("Second"), link("Third")
	c := h.add(h.Direct, "linkId", first.ID)
	check := func(what, status, linkID string) {
		t.Helper()
		if got := h.get(h.Direct, c.ID); got.Status != status || got.LinkID != linkID {
			t.Errorf("%s: %s %s", what, got.Status, got.LinkName)
		}
		for _, l := range []shunt.Link{first, second, third} {
			row, err := shunt.Load(t.Context(), h.Env.DB, l.Code)
			if err != nil || (row.Channel == c.ID) != (l.ID == linkID) || (row.Reference == "#"+c.Code) != (l.ID == linkID) {
				t.Errorf("%s: %s belongs to %q %v", what, l.Name, row.Channel, err)
			}
		}
	}
	edit := func(linkID string) func() {
		return func() { h.Direct.Put("/channel/sales", body("id", c.ID, "linkId", linkID)).OK() }
	}
	turn := func(status string) func() {
		return func() { h.Direct.Put("/channel/sales/status", object{"id": c.ID, "status": status}).OK() }
	}
	h.meanwhile = edit(second.ID)
	turn("disabled")()
	check("a switch beside an edit", saleschannel.Disabled, second.ID)
	h.meanwhile = turn("enabled")
	edit(first.ID)()
	check("an edit beside a switch", saleschannel.Enabled, first.ID)
	h.meanwhile = edit(second.ID)
	edit(third.ID)()
	check("two edits", saleschannel.Enabled, third.ID)
	h.meanwhile = edit(second.ID)
	edit(third.ID)() // which it has already
	check("an edit that kept the link", saleschannel.Enabled, third.ID)
}

// A channel whose deletion is refused keeps its link, and a deleted one does not.
func TestARefusedDeletionKeepsTheLink(t *testing.T) {
	h := start(t)
	l := testkit.Data[shunt.Link](h.Direct.Post("/shunt/link", object{"name": "Summer", "kind": "number", "countryCode": "BR"}))
	c, other := h.add(h.Direct, "linkId", l.ID), h.add(h.Direct)
	h.meanwhile = func() {
		if err := h.Env.DB.Transact(t.Context(), funnel.Count(c.ID, h.Env.Now(), funnel.Lead)); err != nil {
			t.Fatal(err)
		}
	}
	h.Direct.Delete("/channel/sales/"+c.ID, nil).Want(409, 409)
	if row, err := shunt.Load(t.Context(), h.Env.DB, l.Code); err != nil || row.Channel != c.ID || row.Reference != c.Reference {
		t.Errorf("%q %q %v", row.Channel, row.Reference, err)
	}
	h.Direct.Put("/channel/sales", body("id", c.ID)).OK()
	h.Direct.Put("/channel/sales", body("id", other.ID, "linkId", l.ID)).OK()
	h.Direct.Delete("/channel/sales/"+other.ID, nil).OK()
	if row, err := shunt.Load(t.Context(), h.Env.DB, l.Code); err != nil || row.Channel != "" {
		t.Errorf("%q %v", row.Channel, err)
	}
}

// A change that takes a link back keeps it, beside an earlier change that still has to release it.
func TestALinkThatIsTakenBack(t *testing.T) {
	h := start(t)
	link := func(name string) shunt.Link {
		return testkit.Data[shunt.Link](h.Direct.Post("/shunt/link", object{"name": name, "kind": "number", "countryCode": "BR"}))
	}
	first, second := link("First"), link("Second")
	c := h.add(h.Direct, "linkId", first.ID)
	edit := func(linkID string) { h.Direct.Put("/channel/sales", body("id", c.ID, "linkId", linkID)).OK() }
	check := func(what string, has, not shunt.Link) {
		t.Helper()
		one, err := shunt.Load(t.Context(), h.Env.DB, has.Code)
		other, failed := shunt.Load(t.Context(), h.Env.DB, not.Code)
		if err != nil || failed != nil || one.Channel != c.ID || other.Channel != "" || h.get(h.Direct, c.ID).LinkID != has.ID {
			t.Errorf("%s: %q %q %v %v", what, one.Channel, other.Channel, err, failed)
		}
	}
	h.after = func() { edit(first.ID) }
	edit(second.ID)
	check("taken back before the release", first, second)
	edit(second.ID)
	h.meanwhile = func() {
		if err := h.links.Release(h.Context(), first.ID, c.ID); err != nil { // of the change before
			t.Error(err)
		}
	}
	edit(first.ID)
	check("released before the channel was written", first, second)
}

// A link that a change left behind when the process died is released by the repetition of the call, or by the next change.
func TestALeftLinkIsReleasedLater(t *testing.T) {
	for _, repeated := range []bool{true, false} {
		h := start(t)
		l := testkit.Data[shunt.Link](h.Direct.Post("/shunt/link", object{"name": "Summer", "kind": "number", "countryCode": "BR"}))
		c := h.add(h.Direct, "linkId", l.ID)
		who := h.Direct.With("Idempotency-Key", "leave")
		h.after = func() { panic("the process dies") }
		if a := who.Put("/channel/sales", body("id", c.ID)); a.Code == 200 {
			t.Fatal("the call did not break")
		}
		if row, err := shunt.Load(t.Context(), h.Env.DB, l.Code); err != nil || row.Channel != c.ID || h.get(h.Direct, c.ID).LinkID != "" {
			t.Fatalf("%q %v", row.Channel, err)
		}
		if repeated {
			who.Put("/channel/sales", body("id", c.ID)).OK()
		} else {
			h.Direct.Put("/channel/sales/status", object{"id": c.ID, "status": "disabled"}).OK()
		}
		if row, err := shunt.Load(t.Context(), h.Env.DB, l.Code); err != nil || row.Channel != "" || row.Reference != "" {
			t.Errorf("repeated %v: %q %v", repeated, row.Channel, err)
		}
	}
}

// A change that never ended holds no link.
func TestAChangeThatBreaks(t *testing.T) {
	h := start(t)
	c := h.add(h.Direct)
	l := testkit.Data[shunt.Link](h.Direct.Post("/shunt/link", object{"name": "Summer", "kind": "number", "countryCode": "BR"}))
	if _, err := h.links.Refer(h.as(h.Direct), h.Direct.User.ID, l.ID, c.ID, c.Reference); err != nil { // and then the process died
		t.Fatal(err)
	}
	h.Direct.Delete("/shunt/link/"+l.ID, nil).Want(409, 409)
	h.Env.Clock.Add(2 * time.Minute)
	h.Direct.Delete("/shunt/link/"+l.ID, nil).OK()
}
