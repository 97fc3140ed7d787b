package contact_test

import (
	"context"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

func TestValidityFollowsFromEvidence(t *testing.T) {
	early, late := start, start.Add(time.Hour)
	for name, c := range map[string]struct {
		say  func(p *contact.Proof)
		want string
		seen *time.Time
	}{
		"nobody said anything": {func(*contact.Proof) {}, contact.Judging, nil},
		"a message arrived":    {func(p *contact.Proof) { p.Say(contact.ByDelivery, true, early) }, contact.Valid, &early},
		"read after it arrived": {func(p *contact.Proof) {
			p.Say(contact.ByDelivery, true, early)
			p.Say(contact.ByReading, true,
				late)
		}, contact.Valid, &late},
		"a failed message proves nothing": {func(p *contact.Proof) { p.Say(contact.ByFailure, false, early) }, contact.Judging, nil},
		"a partner says no":               {func(p *contact.Proof) { p.Say(contact.ByPartner, false, early) }, contact.Invalid, nil},
		"a later delivery beats a partner": {func(p *contact.Proof) {
			p.Say(contact.ByPartner, false, early)
			p.Say(contact.ByDelivery, true,
				late)
		}, contact.Valid, &late},
		"a later partner beats a delivery": {func(p *contact.Proof) {
			p.Say(contact.ByDelivery, true, early)
			p.Say(contact.ByPartner, false,
				late)
		}, contact.Invalid, &early},
		"the newest word of a source": {func(p *contact.Proof) {
			p.Say(contact.ByPartner, true, late)
			p.Say(contact.ByPartner, false,
				early)
		}, contact.Valid, nil},
		"seen by a partner": {func(p *contact.Proof) {
			p.Say(contact.ByPartner, true, late)
			p.Say(contact.ByPartnerOn, true,
				early)
		}, contact.Valid, &early},
	} {
		var p contact.Proof
		c.say(&p)
		at := p.Active()
		if p.Validity() != c.want || (at == nil) != (c.seen == nil) || at != nil && !at.Equal(*c.seen) {
			t.Errorf("%s: %s, %v", name, p.Validity(), at)
		}
	}
}

// Evidence is stored with the members of a pack: it stays through imports and deletions, and the collection counts it.
func TestEvidenceStaysWithMembers(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt(mobiles(0, 1500))...)
	numbers := w.all(c)
	yes, no := contact.Proof{Gender: "female", Age: 30}, contact.Proof{}
	yes.Say(contact.ByPartner, true, start)
	yes.Say(contact.ByPartnerOn, true, start.Add(-time.Hour))
	no.Say(contact.ByPartner, false, start)
	done, err := w.Prove(context.Background(), c,
		map[int]map[uint64]contact.Proof{0: {numbers[0]: yes, numbers[1]: no}, 1: {numbers[1200]: yes, 1: yes}, 9: {numbers[0]: no}},
		contact.Screening{State: "completed", Run: "mine"})
	if err != nil || !done {
		t.Fatal(done, err)
	}
	if wa, active, err := w.Recount(context.Background(), c); err != nil || wa != 2 || active != 2 {
		t.Error(wa, active, err)
	}
	w.imported(c, txt(mobiles(1400, 200))...)
	if _, err := contact.Take(w.Service, as(ana), c, []string{"+" + format(numbers[1200])}); err != nil {
		t.Fatal(err)
	}
	d, err := contact.Get(w.Service, as(ana), c)
	if err != nil || d.MemberCount != 1599 || d.WACount != 1 || d.ActiveCount != 1 {
		t.Errorf("%+v %v", d, err)
	}
	page, err := contact.MemberPage(w.Service, as(ana),
		&contact.MemberQuery{ID: c, PhoneNumber: format(numbers[0]), ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}})
	if err != nil || len(page.Records) != 1 {
		t.Fatal(page, err)
	}
	m := page.Records[0]
	if m.Validity != "valid" || m.Source != "platform" || !m.WhatsApp || m.Gender != "female" || m.Age != 30 || len(m.Evidence) != 2 ||
		m.Evidence[0].Source != contact.ByPartner || !m.LastCheckTime.Equal(start) ||
		!m.LastActiveTime.Equal(start.Add(-time.Hour)) {
		t.Errorf("%+v", m)
	}
}

// New evidence is stored beside the pack, which is not rewritten, and moves with its members.
func TestWhatIsLearnedStaysWithMembers(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt(mobiles(0, 1500))...)
	numbers, packs := w.all(c), w.partition("C#"+c, "M#")
	var arrived, read contact.Proof
	arrived.Say(contact.ByDelivery, true, start)
	read.Say(contact.ByReading, true, start.Add(time.Hour))
	for _, found := range []map[int]map[uint64]contact.Proof{{0: {numbers[0]: arrived, numbers[1]: arrived}},
		{0: {numbers[0]: read}, 9: {numbers[0]: read}}} {
		if err := w.Learn(context.Background(), c, found); err != nil {
			t.Fatal(err)
		}
	}
	if now := w.partition("C#"+c, "M#"); len(now) != 3 || now[0] != packs[0] || now[1] != packs[0]+"#E" || now[2] != packs[1] {
		t.Errorf("%v, then %v", packs, now)
	}
	known := func(n uint64, evidence int) {
		t.Helper()
		page, err := contact.MemberPage(w.Service, as(ana),
			&contact.MemberQuery{ID: c, PhoneNumber: format(n), ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}})
		if err != nil || len(page.Records) != 1 || len(page.Records[0].Evidence) != evidence {
			t.Errorf("%d: %+v %v", n, page, err)
		}
	}
	known(numbers[0], 2)
	known(numbers[1], 1)
	if _, err := contact.Take(w.Service, as(ana), c, []string{"+" + format(numbers[1])}); err != nil {
		t.Fatal(err)
	}
	known(numbers[0], 2)
	if wa, active, err := w.Recount(context.Background(), c); err != nil || wa != 1 || active != 1 {
		t.Error(wa, active, err)
	}
	if now := w.partition("C#"+c, "M#"); len(now) != 2 {
		t.Errorf("what nobody sees any more stays: %v", now)
	}
}

// Two orders add evidence about the same members concurrently: neither overwrites the other's, in any interleaving of calls.
func TestEvidenceOfTwoOrdersAtOnce(t *testing.T) {
	var arrived, read contact.Proof
	arrived.Say(contact.ByDelivery, true, start)
	read.Say(contact.ByReading, true, start.Add(time.Hour))
	ctx := context.Background()
	everyCall(t, func(t *testing.T, n int) (reached bool) {
		w := newWorld(t)
		c := w.collection()
		w.imported(c, txt(mobiles(0, 10))...)
		one := w.all(c)[0]
		db := interrupted(w.mem, n, func() {
			reached = true
			if err := w.Learn(ctx, c, map[int]map[uint64]contact.Proof{0: {one: read}}); err != nil {
				t.Fatal(err)
			}
		})
		if err := w.on(db).Learn(ctx, c, map[int]map[uint64]contact.Proof{0: {one: arrived}}); err != nil {
			t.Fatal(err)
		}
		page, err := contact.MemberPage(w.Service, as(ana),
			&contact.MemberQuery{ID: c, PhoneNumber: format(one), ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}})
		want := 1
		if reached {
			want = 2
		}
		if err != nil || len(page.Records) != 1 || len(page.Records[0].Evidence) != want {
			t.Errorf("%+v %v", page, err)
		}
		return reached
	})
}

// Evidence that is added while members leave, or with a change that lost to another writer, leaves nothing incomplete.
func TestEvidenceWithAChangeThatFails(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt(mobiles(0, 10))...)
	var yes contact.Proof
	yes.Say(contact.ByPartner, true, start)
	with := store.Op{Verb: store.Check, Key: store.Key{Table: "audience", PK: "C#" + c, SK: "S#run"}, If: store.Exists("pk")}
	done, err := w.Prove(context.Background(), c, map[int]map[uint64]contact.Proof{0: {w.all(c)[0]: yes}}, contact.Screening{}, with)
	if err != nil || done {
		t.Fatal(done, err)
	}
	if wa, _, err := w.Recount(context.Background(), c); err != nil || wa != 0 {
		t.Error(wa, err)
	}
}
