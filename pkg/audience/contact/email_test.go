package contact_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	dnssim "herald/localstack/simulators/dns"
	"herald/pkg/audience/contact"
	"herald/pkg/kit/dns"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// emails creates an email list of Ana's.
func (w *world) emails() string {
	w.t.Helper()
	id, err := contact.Create(w.Service, as(ana), contact.CreateRequest{Name: "Readers", Type: contact.TypeEmail, CountryCode: "BR"})
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// names gives the module a name server with records.
func (w *world) names(records ...string) *dnssim.Server {
	w.t.Helper()
	s, err := dnssim.New(records...)
	if err == nil {
		err = s.Listen("127.0.0.1:0")
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(s.Close)
	w.DNS = dns.New(s.Address())
	return s
}

// people reads the members in the order of their addresses.
func (w *world) people(list string, filter contact.MemberQuery) []contact.Member {
	w.t.Helper()
	filter.ID = list
	filter.ListParams = web.ListParams{Paging: web.Paging{Current: 1, Size: 100}, SortFields: []string{"email"}, SortOrders: []string{"ascend"}}
	page, err := contact.MemberPage(w.Service, as(ana), &filter)
	if err != nil {
		w.t.Fatal(err)
	}
	return page.Records
}

func addresses(members []contact.Member) (out []string) {
	for _, m := range members {
		out = append(out, m.Email)
	}
	return out
}

// audienceOf counts the members of lists.
func (w *world) audienceOf(lists ...string) (int, error) {
	n, err := contact.Audience(w.Service, as(ana), &contact.AudienceQuery{IDs: lists})
	if err != nil {
		return 0, err
	}
	return n.Num, nil
}

func sentence(parts ...any) string { return strings.TrimSpace(fmt.Sprintln(parts...)) }

// A file of addresses makes members that have their address, name and values. The list knows its columns in this order.
func TestAnEmailListIsImported(t *testing.T) {
	w := newWorld(t)
	list := w.emails()
	s := w.imported(list, "Email,city,Name", "Ana.Silva@Example.COM,Recife,Ana", "Bia Lima <bia@example.com>,,", "ana.silva@example.com,Natal,Other",
		"info@example.com,,", "x@mailinator.com,Olinda,")
	if s.Status != "done" || s.Imported != 4 || s.Duplicated != 1 || s.Failed != 0 || s.Roles != 1 || s.Disposable != 1 ||
		!slices.Equal(s.Values, []string{"email", "city", "name"}) {
		t.Errorf("%+v", s)
	}
	one, bia := w.people(list, contact.MemberQuery{Email: "ana"}), w.people(list, contact.MemberQuery{Email: " BIA@ "})
	if len(one) != 1 || one[0].Email != "ana.silva@example.com" || one[0].Name != "Ana" || one[0].Values["city"] != "Recife" ||
		one[0].PhoneNumber != "" || len(one[0].Values) != 1 || one[0].WhatsApp || one[0].Validity != contact.Judging {
		t.Errorf("%+v", one)
	}
	if len(bia) != 1 || bia[0].Name != "Bia Lima" || bia[0].Values != nil {
		t.Errorf("%+v", bia)
	}
	var flags []string
	for _, m := range w.people(list, contact.MemberQuery{}) {
		flags = append(flags, sentence(m.Email, m.Role, m.Disposable))
	}
	if want := []string{"ana.silva@example.com false false", "bia@example.com false false", "info@example.com true false",
		"x@mailinator.com false true"}; !slices.Equal(flags, want) {
		t.Errorf("%v", flags)
	}
	g, err := w.Group(context.Background(), ana.Scope(), list)
	if err != nil || g.Type != contact.TypeEmail || !slices.Equal(g.Columns, []string{"email", "city", "name"}) {
		t.Errorf("%+v %v", g, err)
	}
	got := map[string]string{}
	err = w.Members(context.Background(), list, g.Packs, func(p *contact.Pack) error {
		for i, row := range p.Values([]string{"email", "name"}) {
			if p.Numbers[i] != email.Code(row[0]) {
				t.Errorf("%s has another code", row[0])
			}
			got[row[0]] = row[1]
		}
		return nil
	})
	if err != nil || len(got) != 4 || got["bia@example.com"] != "Bia Lima" {
		t.Errorf("%v %v", got, err)
	}
}

// A new email list has its first column already; a list without a type is one of numbers.
func TestTypesOfLists(t *testing.T) {
	w := newWorld(t)
	phones, list := w.collection(), w.emails()
	if _, err := w.mem.Write(context.Background(), store.Op{Verb: store.Update, Key: store.Key{Table: "audience", PK: "C#" + phones, SK: "META"},
		Set: map[string]any{"ty": ""}}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{phones: "phone []", list: "email [email]"} {
		g, err := w.Group(context.Background(), ana.Scope(), id)
		if got := sentence(g.Type, g.Columns); err != nil || got != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}

// Each bad row has its line, its text as written and its reason; a file in which every row is bad fails with the most frequent one.
func TestBadAddressesAreReported(t *testing.T) {
	w := newWorld(t)
	w.names("good.example MX 10 mx.good.example", "null.example MX 0 .", "plain.example A 192.0.2.1")
	if err := w.Settings.Set(context.Background(), contact.SettingSkipped, "@Skipped.example", "admin"); err != nil {
		t.Fatal(err)
	}
	lines := []string{"email,city", "a@good.example,Rio", "a@b.co; c@d.co,Rio", "5511987654321,Rio", "ana.example.com,Rio", "a@b,Rio",
		strings.Repeat("a", 120) + "@good.example,Rio", "a@skipped.example,Rio", "a@unknown.example,Rio", "a@null.example,Rio",
		"a@plain.example,Rio", ",Rio"}
	list := w.emails()
	s := w.imported(list, lines...)
	var got []string
	for _, e := range s.Errors {
		got = append(got, sentence(e.Line, e.Number[:min(len(e.Number), 20)], e.Code))
	}
	want := []string{"3 a@b.co; c@d.co 40072", "4 5511987654321 40073", "5 ana.example.com 40074", "6 a@b 40076",
		"7 " + strings.Repeat("a", 20) + " 40075", "8 a@skipped.example 40077", "9 a@unknown.example 40078", "10 a@null.example 40078",
		"12  40071"}
	if !slices.Equal(got, want) || s.Imported != 2 || s.Failed != 9 {
		t.Errorf("%d imported, %d failed\n%s", s.Imported, s.Failed, strings.Join(got, "\n"))
	}
	file := strings.TrimPrefix(string(w.object("contact/errors/"+w.lastTask+".csv")), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(rows) != 10 || !slices.Equal(rows[0], []string{"line", "email", "code", "message", "city"}) || rows[1][4] != "Rio" {
		t.Errorf("%v %q", err, rows)
	}
	if s := w.imported(w.emails(), "email", "a@unknown.example", "b@unknown.example", "c"); s.Status != "failed" || s.Code != 40078 {
		t.Errorf("%+v", s)
	}
}

// The rows of an error file are corrected and imported again: its own columns are no values of a member.
func TestCorrectedAddressesReturn(t *testing.T) {
	w := newWorld(t)
	list := w.emails()
	w.imported(list, "email,city", "ana@,Rio", "bia@example.com,Natal")
	file := strings.Replace(string(w.object("contact/errors/"+w.lastTask+".csv")), "ana@", "ana@example.com", 1)
	s := w.imported(list, strings.Split(strings.TrimSuffix(file, "\r\n"), "\r\n")...)
	if m := w.people(list, contact.MemberQuery{Email: "ana"}); s.Imported != 1 || len(m) != 1 || len(m[0].Values) != 1 || m[0].Values["city"] != "Rio" {
		t.Errorf("%+v %+v", s, m)
	}
}

// A file of another kind tells which column probably has the addresses; a file of addresses is none of numbers, and the reverse.
func TestAnEmailColumnIsChosen(t *testing.T) {
	for _, head := range []string{"e-mail", "E-Mail Address", "mail", "邮箱", "電子郵件", "endereço de e-mail", "x"} {
		w := newWorld(t)
		list := w.emails()
		lines := []string{"nome," + head, "Ana,ana@example.com", "Bia,bia@example.com"}
		task, m := w.begin(list, w.upload(lines...))
		if err := w.Import(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		s := w.status(list, task)
		at := slices.IndexFunc(s.Columns, func(c sheet.Column) bool { return c.Likely })
		if s.Status != "failed" || s.Code != 40048 || at != 1 || s.Columns[at].Name != head || !strings.Contains(s.Message, "email") {
			t.Fatalf("%s: %+v", head, s)
		}
		task, m = w.begin(list, w.upload(lines...), contact.ImportOptions{Column: s.Columns[at].Name})
		if err := w.Import(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		if s := w.status(list, task); s.Imported != 2 {
			t.Errorf("%s: %+v", head, s)
		}
	}
	w := newWorld(t)
	if s := w.imported(w.collection(), "email", "ana@example.com"); s.Code != 40062 { // a text without a header is one value a line
		t.Errorf("%+v", s)
	}
}

// Without a header, each line of a text is an address.
func TestLinesWithoutHeaderAreAddresses(t *testing.T) {
	w := newWorld(t)
	list := w.emails()
	if s := w.imported(list, "ana@example.com", "Bia <bia@example.com>", "", "mailto:caio@example.com;"); s.Imported != 3 {
		t.Errorf("%+v", s)
	}
}

// Only the domain's own answer refuses a row. A domain is asked about once, and its answer is believed for a week or a day.
func TestDomainsAreLookedUp(t *testing.T) {
	w := newWorld(t)
	s := w.names("good.example MX 10 mx.good.example")
	s.Fail("busy.example")
	lines := []string{"email", "a@good.example", "b@good.example", "a@busy.example", "a@dead.example", "a@gmail.com"}
	try := func(when string, imported int, asked ...int) {
		t.Helper()
		counts := []int{-s.Asked("good.example", "MX"), -s.Asked("dead.example", "MX"), -s.Asked("gmail.com", "MX")}
		got := w.imported(w.emails(), lines...)
		for i, name := range []string{"good.example", "dead.example", "gmail.com"} {
			counts[i] += s.Asked(name, "MX")
		}
		if got.Imported != imported || !slices.Equal(counts, asked) {
			t.Errorf("%s: %d imported, asked %v", when, got.Imported, counts)
		}
	}
	try("at first", 4, 1, 1, 0)
	try("again", 4, 0, 0, 0)
	w.now = start.Add(25 * time.Hour)
	try("after a day", 4, 0, 1, 0)
	if err := s.Set("dead.example MX 10 mx.good.example"); err != nil {
		t.Fatal(err)
	}
	w.now = start.Add(8 * 24 * time.Hour)
	try("after a week", 5, 1, 1, 0)
	s.Remove("dead.example", "")
	if err := w.Settings.Set(context.Background(), contact.SettingMX, false, "admin"); err != nil {
		t.Fatal(err)
	}
	w.now = start.Add(30 * 24 * time.Hour)
	try("switched off", 5, 0, 0, 0)
}

// An order's file gives the same recipients at any time: it asks no name server, and the skipped domain is part of its sum.
func TestAnOrdersFileOfAddresses(t *testing.T) {
	w := newWorld(t)
	s := w.names()
	file := w.upload("email,city", "ana@dead.example,Rio", "bia@example.com,", "ana@dead.example,", "x")
	to, err := w.EmailFile(context.Background(), ana.Scope(), file)
	if err != nil || to.Columns[0] != contact.ColumnEmail || len(to.Numbers) != 2 || to.Bad != 1 || to.Values[0][0] != "ana@dead.example" ||
		to.Values[0][1] != "Rio" || to.Numbers[1] != email.Code("bia@example.com") || s.Asked("dead.example", "MX") != 0 {
		t.Errorf("%+v %v", to, err)
	}
	if err := w.Settings.Set(context.Background(), contact.SettingSkipped, "dead.example", "admin"); err != nil {
		t.Fatal(err)
	}
	again, err := w.EmailFile(context.Background(), ana.Scope(), file)
	if err != nil || len(again.Numbers) != 1 || again.Sum == to.Sum {
		t.Errorf("%+v %v", again, err)
	}
	_, err = w.EmailFile(context.Background(), ana.Scope(), w.upload("email", "x", "y"))
	if refused := fault.As(err); refused == nil || refused.Code != email.NoAt.Code {
		t.Errorf("%v", err)
	}
}

// Addresses are typed in and removed as numbers are; values of the other type change nothing.
func TestAddressesAreAddedAndRemoved(t *testing.T) {
	w := newWorld(t)
	list, phones := w.emails(), w.collection()
	in := contact.AddRequest{Emails: []string{"Ana <ANA@example.com>", "ana@example.com", "bia@example.com", "x"}}
	added, err := contact.AddMembers(w.Service, as(ana), list, in)
	if err != nil || added.Added != 2 || added.Duplicated != 1 || len(added.Refused) != 1 || added.Refused[0].Line != 4 {
		t.Fatalf("%+v %v", added, err)
	}
	if m := w.people(list, contact.MemberQuery{}); sentence(addresses(m)) != "[ana@example.com bia@example.com]" || m[0].Name != "Ana" {
		t.Errorf("%+v", m)
	}
	if again, err := contact.AddMembers(w.Service, as(ana), list, contact.AddRequest{Emails: []string{"bia@example.com"}}); err != nil || again.Added != 0 {
		t.Errorf("%+v %v", again, err)
	}
	for name, err := range map[string]error{
		"numbers to addresses": second(contact.AddMembers(w.Service, as(ana), list, contact.AddRequest{PhoneNumbers: []string{"5511987654321"}})),
		"addresses to numbers": second(contact.AddMembers(w.Service, as(ana), phones, contact.AddRequest{Emails: []string{"a@example.com"}})),
		"nothing":              second(contact.AddMembers(w.Service, as(ana), list, contact.AddRequest{})),
		"numbers from":         second(contact.Take(w.Service, as(ana), list, []string{"5511987654321"})),
		"no address":           second(contact.TakeEmails(w.Service, as(ana), list, []string{"x"})),
	} {
		if refused := fault.As(err); refused == nil || refused.Kind != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n, err := contact.TakeEmails(w.Service, as(ana), list, []string{" Ana@Example.com", "other@example.com"}); err != nil || n != 1 {
		t.Errorf("%d %v", n, err)
	}
	if got := addresses(w.people(list, contact.MemberQuery{})); sentence(got) != "[bia@example.com]" {
		t.Errorf("%v", got)
	}
}

// refusedWith checks a refusal of a field.
func refusedWith(t *testing.T, err error, field, key string) {
	t.Helper()
	if refused := fault.As(err); refused == nil || refused.Kind != fault.Invalid || len(refused.Fields) != 1 ||
		refused.Fields[0].Name != field || refused.Fields[0].Key != key {
		t.Errorf("%s: %v, want %s", field, err, key)
	}
}

func second[T any](_ T, err error) error { return err }

// What belongs to numbers alone is refused for addresses, and lists of different types are never joined.
func TestEmailListsHaveNoNumbers(t *testing.T) {
	w := newWorld(t)
	list, phones := w.emails(), w.collection()
	w.imported(list, "ana@example.com")
	w.imported(phones, "5511987654321")
	page := func(q contact.MemberQuery) error {
		q.Current, q.Size = 1, 10
		return second(contact.MemberPage(w.Service, as(ana), &q))
	}
	scope := ana.Scope()
	for want, err := range map[string]error{
		"contact.email.segment":  page(contact.MemberQuery{ID: list, Filter: contact.Filter{Segment: "5511987"}}),
		"contact.email.whatsapp": page(contact.MemberQuery{ID: list, Filter: contact.Filter{WAFilter: true}}),
		"contact.type.email":     page(contact.MemberQuery{ID: list, PhoneNumber: "55"}),
		"contact.type.phone":     page(contact.MemberQuery{ID: phones, Email: "ana"}),
		"contact.types":          second(contact.Merge(w.Service, as(ana), []string{list, phones}, "both")),
		"contact.types ":         second(w.audienceOf(list, phones)),
		"contact.type.email ":    second(w.Subject(context.Background(), scope, list)),
	} {
		if refused := fault.As(err); refused == nil || refused.Kind != fault.Invalid || len(refused.Fields) != 1 ||
			refused.Fields[0].Key != strings.TrimSpace(want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if n, err := w.audienceOf(list); err != nil || n != 1 {
		t.Errorf("%d %v", n, err)
	}
}

// Lists of addresses are merged, and the new list has the columns of an email list.
func TestEmailListsAreMerged(t *testing.T) {
	w := newWorld(t)
	w.limit(contact.SettingColumns, 1)
	one, two := w.emails(), w.emails()
	w.imported(one, "email,name,city", "ana@example.com,Ana,Rio", "bia@example.com,Bia,Natal")
	w.imported(two, "email,name,uf", "ana@example.com,Other,RJ", "caio@example.com,Caio,PE")
	made, err := contact.Merge(w.Service, as(ana), []string{one, two}, "both")
	if err != nil {
		t.Fatal(err)
	}
	w.work()
	g, err := w.Group(context.Background(), ana.Scope(), made.IDs[0])
	if err != nil || g.Type != contact.TypeEmail || g.Members != 3 || !slices.Equal(g.Columns, []string{"email", "name", "city"}) {
		t.Errorf("%+v %v", g, err)
	}
	if m := w.people(made.IDs[0], contact.MemberQuery{}); m[0].Name != "Ana" || m[2].Name != "Caio" || m[2].Email != "caio@example.com" {
		t.Errorf("%+v", m)
	}
}

// The address and the name stand beside the columns that the setting counts, and the limit of a value does not cut an address.
func TestLimitsOfValuesDoNotTouchAddresses(t *testing.T) {
	w := newWorld(t)
	w.limit(contact.SettingColumns, 2)
	w.limit(contact.SettingChars, 5)
	list := w.emails()
	s := w.imported(list, "email,a,b,c,name", "ana.silva@example.com,1,2,3,Ana")
	if !slices.Equal(s.Values, []string{"email", "a", "b", "name"}) || len(s.LeftOut) != 1 || s.LeftOut[0].Column != "c" {
		t.Errorf("%+v", s)
	}
	if m := w.people(list, contact.MemberQuery{}); m[0].Email != "ana.silva@example.com" || m[0].Name != "Ana" {
		t.Errorf("%+v", m)
	}
}
