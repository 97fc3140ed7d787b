package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// Only functions that export a list or read contact files link the spreadsheet engine: it costs 1 to 3 MB and 3 ms at the start.
func TestFunctionsThatTouchSpreadsheetsBringTheEngine(t *testing.T) {
	want := map[string]bool{"file": true, "job": true} // imports and exports in the background, and the plan of an order of a file
	for _, r := range app.BareAPI().Routes() {
		if strings.HasSuffix(r.Path, "/export") {
			want[strings.Split(r.Path, "/")[1]] = true
		}
	}
	mains, err := filepath.Glob("../../functions/*/main.go")
	if err != nil || len(mains) == 0 {
		t.Fatal(mains, err)
	}
	for _, file := range mains {
		name := filepath.Base(filepath.Dir(file))
		if got := engineOf(t, name) != nil; got != want[name] {
			t.Errorf("functions/%s carries the engine: %v, needs it: %v", name, got, want[name])
		}
	}
}

// Only functions that serve posts link the HTML sanitizer, whose tables of patterns cost 4 ms at the start.
func TestOnlyTheFunctionThatServesPostsBringsTheCleaner(t *testing.T) {
	want := map[string]bool{}
	for _, r := range app.BareAPI().Routes() {
		if strings.HasPrefix(r.Path, "/im/") {
			want["im"] = true
		}
	}
	mains, err := filepath.Glob("../../functions/*/main.go")
	if err != nil || len(mains) == 0 {
		t.Fatal(mains, err)
	}
	for _, file := range mains {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(filepath.Dir(file)); strings.Contains(string(text), "app.HTML(clean.HTML)") != want[name] && name != "all" {
			t.Errorf("functions/%s: needs the cleaner: %v", name, want[name])
		}
	}
}

// engineOf is the engine that a function carries.
func engineOf(t *testing.T, function string) sheet.Engine {
	t.Helper()
	text, err := os.ReadFile("../../functions/" + function + "/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "app.Sheets(excel.Engine{})") {
		return excel.Engine{}
	}
	return nil
}

// An order of a spreadsheet is received by one function and planned by another, which reads the file again.
func TestAnOrderOfASpreadsheetIsPlanned(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	apptest.SeedTenant(t, e, c)
	var file bytes.Buffer
	err := sheet.Write(excel.Engine{}, &file, []string{"phoneNumber"}, func(yield func([]any, error) bool) {
		_ = yield([]any{"5511987654321"}, nil) && yield([]any{"5511987654322"}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	type made struct{ ID string }
	ordering := apptest.OrderBody("")
	delete(ordering, "groupId")
	ordering["fileId"] = testkit.Data[made](c.Customer.Upload("/uf/uploadfile", "file", "n.xlsx", sheet.ContentType, file.Bytes())).ID
	id := testkit.Data[made](c.Customer.Post("/gc/groupsendorder", ordering)).ID
	job := apptest.NewApp(k)
	job.Sheets = engineOf(t, "job")
	if err := app.JobTasks(job)["bulk.plan"](t.Context(), order.Task("bulk.plan", &order.Order{ID: id, Gen: 1})); err != nil {
		t.Fatal(err)
	}
	if planned := testkit.Data[struct{ Records []any }](c.Customer.Get("/gc/groupsendorder/" + id +
		"/targets/page")).Records; len(planned) != 2 {
		t.Errorf("%d recipients stand", len(planned))
	}
}
