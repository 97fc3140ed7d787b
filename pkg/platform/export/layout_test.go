package export_test

import (
	"encoding/json"
	"strings"
	"testing"

	"herald/pkg/kit/sheet"
	"herald/pkg/kit/web"
)

// A caller chooses the format and the columns of a file; the columns are in the order of the request, each once.
func TestLayout(t *testing.T) {
	w := start(t)
	const path = "/gc/groupsendorder/export?rows=2&format=csv"
	a := w.Customer.Get(path)
	want := "\ufeffPhone,Actual cost (credits),Status,Created\r\n5511900000000,0,Under review,2026-11-22 00:00:00\r\n" +
		"5511900000001,0.01,Under review,2026-11-22 00:00:00\r\n"
	if a.Status != 200 || a.Header.Get("Content-Type") != sheet.CSVType || string(a.Raw) != want ||
		!strings.HasSuffix(a.Header.Get("Content-Disposition"), `.csv"`) {
		t.Errorf("%d %v %q", a.Status, a.Header, a.Raw)
	}
	for columns, want := range map[string]string{
		"&columns=status&columns=phone":               "\ufeffStatus,Phone\r\nUnder review,5511900000000\r\nUnder review,5511900000001\r\n",
		"&columns=phone&columns=status&columns=phone": "\ufeffPhone,Status\r\n5511900000000,Under review\r\n5511900000001,Under review\r\n",
	} {
		if got := string(w.Customer.Get(path + columns).Raw); got != want {
			t.Errorf("%s: %q", columns, got)
		}
	}
	text := sheetOf(t, w.Customer.Get("/gc/groupsendorder/export?rows=1&columns=phone").Raw)
	if !strings.Contains(text, "5511900000000") || strings.Contains(text, "Under review") {
		t.Errorf("%s", text)
	}
	refused := w.Customer.Get(path + "&columns=phone&columns=secret")
	if refused.Bad("columns"); !strings.Contains(string(refused.Raw), "The file has no column “secret”") {
		t.Errorf("%s", refused.Raw)
	}
	w.Customer.Get("/gc/groupsendorder/export?rows=2&format=pdf").Bad("format")
}

// The columns that a file can have are told with their titles, to those who may export it, and count as no file.
func TestLayoutIsDescribed(t *testing.T) {
	w := start(t)
	a := w.Customer.In("pt_BR").Get("/gc/groupsendorder/export?rows=2&format=columns")
	var got []web.FileColumn
	if err := json.Unmarshal(a.OK().Data, &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 || got[0] != (web.FileColumn{Key: "phone", Title: "Telefone"}) || got[3].Key != "created" {
		t.Errorf("%+v", got)
	}
	w.Customer.Get("/gc/groupsendorder/export?rows=2&fail=x&format=columns").Bad("fail")
	w.server.Anonymous().Get("/gc/groupsendorder/export?rows=3&format=columns").Want(401, 0)
}

// A file that is made in the background has the layout of its request.
func TestLayoutInTheBackground(t *testing.T) {
	w := start(t)
	id, m := w.begin(t, w.Customer, "5000&format=csv&columns=status&columns=phone")
	if err := w.desk.Run(ctx, m); err != nil {
		t.Fatal(err)
	}
	s := w.status(w.Customer.Client, id)
	if s.Status != "done" || !strings.HasSuffix(s.File, ".csv") {
		t.Fatalf("%+v", s)
	}
	text := string(w.fetch(t, s.URL))
	if !strings.HasPrefix(text, "\ufeffStatus,Phone\r\nUnder review,5511900000000\r\n") || strings.Count(text, "\r\n") != 5001 {
		t.Errorf("%.200q", text)
	}
	w.Customer.Get("/gc/groupsendorder/export?rows=5000&columns=secret").Bad("columns")
}
