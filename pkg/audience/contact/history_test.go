package contact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
)

// Typed numbers are reported one by one; a bad number does not affect the others.
func TestAddByHand(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt([]string{"5511987654321"})...)
	out, err := contact.AddMembers(w.Service, as(ana),
		c, contact.AddRequest{PhoneNumbers: []string{"+55 11 98765-4321", "5511987654322", "5511987654322", "(21) 98765-4323", "14155552671",
			"x"}})
	if err != nil || out.Added != 1 || out.Duplicated != 2 || len(out.Refused) != 3 || out.Refused[0].Line != 4 ||
		out.Refused[1].Code != 40068 || out.Refused[2].Number != "x" {
		t.Errorf("%+v %v", out, err)
	}
	if out, err = contact.AddMembers(w.Service, as(ana),
		c, contact.AddRequest{AddPrefix: true, PhoneNumbers: []string{"(21) 98765-4323"}}); err != nil || out.Added != 1 ||
		len(out.Refused) != 0 {
		t.Errorf("%+v %v", out, err)
	}
	if got := w.sorted(c); !slices.Equal(got, []uint64{5511987654321, 5511987654322, 5521987654323}) {
		t.Error(got)
	}
	if _, err := contact.AddMembers(w.Service, as(bob), c, contact.AddRequest{PhoneNumbers: []string{"5511987654321"}}); !fault.Is(err,
		"web.notFound") {
		t.Error(err)
	}
	// Nothing new changes nothing.
	before := len(w.events(c))
	if out, err := contact.AddMembers(w.Service, as(ana), c, contact.AddRequest{PhoneNumbers: []string{"5511987654321"}}); err != nil ||
		out.Added != 0 || out.Duplicated != 1 || len(w.events(c)) != before {
		t.Errorf("%+v %v", out, err)
	}
}

// The history of a collection lists user, action, time and count; it is deleted with the collection.
func TestHistory(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	step := func() { w.now = w.now.Add(time.Minute) }
	step()
	s := w.imported(c, "phoneNumber", "5511987654321", "5511987654321", "5511987654322", "x")
	step()
	if _, err := contact.AddMembers(w.Service, as(gil),
		c, contact.AddRequest{PhoneNumbers: []string{"5511987654323", "5511987654322", "y"}}); err != nil {
		t.Fatal(err)
	}
	step()
	if n, err := contact.Take(w.Service, as(ana), c, []string{"5511987654321", "5511987654399"}); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	step()
	if err := contact.Edit(w.Service, as(ana), c, "Brasil", nil); err != nil {
		t.Fatal(err)
	}
	step()
	failed := w.imported(c, "phoneNumber", "z")
	got := w.events(c)
	last := w.now
	for i := range got {
		if got[i].ID == "" || got[i].Time.After(last) {
			t.Errorf("%+v", got[i])
		}
		last = got[i].Time
		if (got[i].TaskID != "") != (got[i].What == contact.WasImported) {
			t.Errorf("%+v", got[i])
		}
		got[i].ID, got[i].Time, got[i].TaskID = "", time.Time{}, ""
	}
	want := []contact.Event{
		{What: contact.WasImported, Operator: "Ana", Of: []string{"contacts.csv"}, Refused: failed.Failed},
		{What: contact.WasRenamed, Operator: "Ana", Of: []string{"Brazil", "Brasil"}},
		{What: contact.WasRemoved, Operator: "Ana", Removed: 1},
		{What: contact.WasAdded, Operator: "Gil", Added: 1, Twice: 1, Refused: 1},
		{What: contact.WasImported, Operator: "Ana", Of: []string{"contacts.csv"}, Added: s.Imported, Twice: s.Duplicated, Refused: s.Failed},
		{What: contact.WasCreated, Operator: "Ana"},
	}
	for i := range got {
		if len(got[i].Of) == 1 {
			want[i].Of = got[i].Of // the name of an upload
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if _, err := contact.History(w.Service, as(bob), &contact.HistoryQuery{ID: c, Paging: web.Paging{Current: 1, Size: 10}}); !fault.Is(err,
		"web.notFound") {
		t.Error(err)
	}
	if err := contact.Remove(w.Service, as(ana), c); err != nil {
		t.Fatal(err)
	}
	w.work()
	if n := w.rows("C#"+c, ""); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

// A refused combination begins nothing.
func TestWhatCannotBeCombined(t *testing.T) {
	w := newWorld(t)
	a, b := w.collection(), w.collection()
	w.imported(a, txt(mobiles(0, 10))...)
	other, err := contact.Create(w.Service, as(ana), contact.CreateRequest{Name: "India", CountryCode: "IN"})
	if err != nil {
		t.Fatal(err)
	}
	_, different := contact.Merge(w.Service, as(ana), []string{a, other}, "x")
	_, twice := contact.Merge(w.Service, as(ana), []string{a, a}, "x")
	_, less := contact.Difference(w.Service, as(ana), a, []string{a}, "x")
	_, foreign := contact.Merge(w.Service, as(bob), []string{a, b}, "x")
	_, missing := contact.Difference(w.Service, as(ana), a, []string{"01HZZZZZZZZZZZZZZZZZZZZZZZ"}, "x")
	_, nameless := contact.Copy(w.Service, as(ana), a, "  ", contact.Filter{})
	_, long := contact.Split(w.Service, as(ana), a, []string{"fine", strings.Repeat("x", 21)}, contact.Filter{})
	_, segment := contact.Copy(w.Service, as(ana), a, "x", contact.Filter{Segment: "+5511987"})
	w.limit(contact.SettingDerived, 9)
	_, many := contact.Copy(w.Service, as(ana), a, "x", contact.Filter{})
	for _, c := range []struct {
		err  error
		want string
	}{{different, "contact.countries"}, {twice, "contact.twice"}, {less, "contact.twice"}, {foreign, "web.notFound"},
		{missing, "web.notFound"}, {nameless, "web.valid.missing"},
		{long, "contact.name"}, {segment, "segment.plus"}, {many, "contact.derive.many"}} {
		if !fault.Is(c.err, c.want) {
			t.Errorf("%v, not %s", c.err, c.want)
		}
	}
	if w.open() != 0 || len(w.take()) != 0 {
		t.Error("something was begun")
	}
}
