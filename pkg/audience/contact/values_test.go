package contact_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/web"
)

// values are the members' values as a page shows them, by number.
func (w *world) values(collection string) map[string]map[string]string {
	w.t.Helper()
	page, err := contact.MemberPage(w.Service, as(ana),
		&contact.MemberQuery{ID: collection, ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 100}}})
	if err != nil {
		w.t.Fatal(err)
	}
	out := map[string]map[string]string{}
	for _, m := range page.Records {
		out[m.PhoneNumber] = m.Values
	}
	return out
}

func TestColumnsAreKeptWithMembers(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	s := w.imported(c, "First name,phoneNumber,,city,CITY", "Ana,5511987654321,x,Rio,a", "Bia,5511987654322,,,", ",5511987654323,,,")
	if s.Imported != 3 || !slices.Equal(s.Values, []string{"First_name", "city"}) || len(s.LeftOut) != 0 {
		t.Errorf("%+v", *s)
	}
	want := map[string]map[string]string{"5511987654321": {"First_name": "Ana", "city": "Rio"}, "5511987654322": {"First_name": "Bia"},
		"5511987654323": nil}
	if got := w.values(c); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v", got)
	}
	d, err := contact.Get(w.Service, as(ana), c)
	if err != nil || !slices.Equal(d.Columns, []string{"First_name", "city"}) {
		t.Errorf("%+v %v", d, err)
	}
	// A file names a member again, with a column in other letters. It updates the member's values, and still counts
	// it as a duplicate.
	if s = w.imported(c, "phoneNumber, CITY ", "5511987654321,  Santos ", "5511987654323,Recife"); s.Imported != 0 || s.Duplicated != 2 {
		t.Errorf("%+v", *s)
	}
	want["5511987654321"]["city"], want["5511987654323"] = "Santos", map[string]string{"city": "Recife"}
	if got := w.values(c); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v", got)
	}
	if _, err := contact.Take(w.Service, as(ana), c, []string{"5511987654322"}); err != nil {
		t.Fatal(err)
	}
	delete(want, "5511987654322")
	if got := w.values(c); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("after a deletion: %v", got)
	}
	w.all(c)
}

// Values that are too many or too long are left out and reported; the numbers are still imported.
func TestLimitsOfValues(t *testing.T) {
	w := newWorld(t)
	w.limit(contact.SettingColumns, 2)
	w.limit(contact.SettingChars, 5)
	c := w.collection()
	s := w.imported(c, "phoneNumber,a,b,c", "5511987654321,12345,123456,x", "5511987654322,,y,x")
	if s.Imported != 2 || !slices.Equal(s.Values, []string{"a", "b"}) || len(s.LeftOut) != 2 {
		t.Fatalf("%+v", *s)
	}
	if l := s.LeftOut[0]; l.Column != "b" || l.Rows != 1 || l.Message != "Values longer than 5 characters were left out" {
		t.Errorf("%+v", l)
	}
	if l := s.LeftOut[1]; l.Column != "c" || l.Rows != 2 ||
		l.Message != "A contact list has at most 2 further columns. This one was left out." {
		t.Errorf("%+v", l)
	}
	if s = w.imported(c, "phoneNumber,d,a", "5511987654323,x,z"); !slices.Equal(s.Values, []string{"a"}) || len(s.LeftOut) != 1 ||
		s.LeftOut[0].Column != "d" {
		t.Errorf("%+v", *s)
	}
	if got := w.values(c); fmt.Sprint(got["5511987654323"], got["5511987654321"]) != "map[a:z] map[a:12345]" {
		t.Errorf("%v", got)
	}
}

// A thousand members with a page of text each exceed a row: they are stored in more packs, and none is lost.
func TestLongValuesMakeSmallerPacks(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	lines := []string{"phoneNumber,a,b,c,d"}
	for i, n := range mobiles(0, 1200) {
		lines = append(lines, n+strings.Repeat(fmt.Sprintf(",%0200d", i), 4))
	}
	if s := w.imported(c, lines...); s.Imported != 1200 || len(s.LeftOut) != 0 {
		t.Fatalf("%+v", *s)
	}
	g, err := w.Group(context.Background(), ana.Scope(), c)
	if err != nil || g.Packs < 4 {
		t.Errorf("%+v %v", g, err)
	}
	w.all(c)
}

// The error file contains the row's other cells. Its own columns are no values when it is imported after a correction.
func TestErrorFileComesBack(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	s := w.imported(c, "phoneNumber,name", "5511987654321,Ana", "12,Bia")
	if s.Failed != 1 {
		t.Fatalf("%+v", *s)
	}
	var task string
	for _, it := range w.tasks(c) {
		task = it
	}
	file := w.object("contact/errors/" + task + ".xlsx")
	read, err := sheet.Open(excel.Engine{}, file, sheet.Limits{Bytes: 1 << 20, Rows: 100})
	if err != nil || !slices.Equal(read.Columns, []string{"line", "code", "message", "name"}) || read.Rows[0].Fields[3] != "Bia" {
		t.Fatalf("%+v %v", read, err)
	}
	var fixed bytes.Buffer
	if err := sheet.Write(excel.Engine{}, &fixed, []string{"line", "phoneNumber", "code", "message", "name"},
		func(yield func([]any, error) bool) {
			yield([]any{3, "5511987654322", 40066, "too short", "Bia"}, nil)
		}); err != nil {
		t.Fatal(err)
	}
	if s = w.imported(c, fixed.String()); s.Imported != 1 || !slices.Equal(s.Values, []string{"name"}) {
		t.Errorf("%+v", *s)
	}
	if got := w.values(c); fmt.Sprint(got["5511987654322"]) != "map[name:Bia]" {
		t.Errorf("%v", got)
	}
}

func (w *world) tasks(collection string) (out []string) {
	rows := w.partition("C#"+collection, "T#")
	for _, sk := range rows {
		out = append(out, strings.TrimPrefix(sk, "T#"))
	}
	return out
}
