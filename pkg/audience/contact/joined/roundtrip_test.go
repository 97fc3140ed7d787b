package joined_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/audience/consent"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/credit/price"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
)

// exported is a file of an export, and its rows.
func exported(t *testing.T, who *testkit.Client, path string) (file []byte, rows [][]string) {
	t.Helper()
	a := who.Get(path)
	if a.Status != 200 || !bytes.HasPrefix(a.Raw, []byte("PK")) {
		t.Fatalf("%s: %d %s", path, a.Status, a.Raw)
	}
	f, err := excelize.OpenReader(bytes.NewReader(a.Raw))
	if err != nil {
		t.Fatal(err)
	}
	rows, err = f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	return a.Raw, rows
}

func broughtBack(who *sessiontest.Actor, file []byte) string {
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "back.xlsx", "application/octet-stream", file)).ID
}

// strange are values that a table program, or a reader of tables, would change.
var strange = []string{"=1+1", "+55", "-5", "@cmd", "'quoted", "00123", "12345678901234567890", "0.10", "1e5", "TRUE", "a\u200bb",
	"caf\u00e9", "two\nlines", "_x0041_", "R$ 1.234,50", "15%", "=HYPERLINK(\"x\")", "\u202eabc", "日本"}

// TestExportsOfContactsComeBack exports a contact list with strange values in four languages and imports the file into another list: the
// same members have the same values.
func TestExportsOfContactsComeBack(t *testing.T) {
	p := mustRich(t)
	who := p.Users.Direct
	file := "phoneNumber,Código do cliente,nome\n"
	for i, v := range strange {
		file += fmt.Sprintf("%d,\"%s\",Ana\n", 5511987650000+i, strings.ReplaceAll(v, `"`, `""`))
	}
	list := func(file string) (string, contact.ImportStatus) {
		group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": "BR"})).ID
		task := testkit.Data[contact.StartResponse](who.Post("/aty/contactsgroup/"+group+"/import", apptest.Object{"fileId": file})).TaskID
		p.Kit.Work(p, contact.FileQueue, app.FileTasks(apptest.NewApp(p.Kit))[contact.TaskImport])
		return group, testkit.Data[contact.ImportStatus](who.In("en_US").Get("/aty/contactsgroup/" + group + "/import/" + task))
	}
	first, st := list(p.UploadFile("n.csv", file))
	if st.Imported != len(strange) {
		t.Fatalf("%+v", st)
	}
	for _, lang := range i18n.Langs {
		content, want := exported(t, who.In(string(lang)), "/aty/contactsgroup/"+first+"/export")
		again, st := list(broughtBack(who, content))
		if st.Imported != len(strange) || st.Failed != 0 {
			t.Errorf("%s: %+v", lang, st)
		}
		_, got := exported(t, who.In(string(lang)), "/aty/contactsgroup/"+again+"/export")
		if !strings.Contains(values(want), `"00123" "Ana"`) {
			t.Fatalf("%s:\n%s", lang, values(want))
		}
		if text, from := values(got), values(want); text != from {
			t.Errorf("%s:\n%s\nwant\n%s", lang, text, from)
		}
	}
}

// values are the cells of the number and of the columns that a list keeps, by number.
func values(rows [][]string) string {
	var keep []int
	for c, title := range rows[0] {
		if title == "phoneNumber" || strings.Contains(title, "cliente") || strings.Contains(title, "nome") {
			keep = append(keep, c)
		}
	}
	var out []string
	for _, row := range rows {
		var cells []string
		for _, c := range keep {
			cells = append(cells, fmt.Sprintf("%q", slices.Concat(row, make([]string, 99))[c]))
		}
		out = append(out, strings.Join(cells, " "))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// TestExportsOfStatementsComeBack exports suppressions, consents and prices in four languages and imports each file
// for another customer, which then has the same.
func TestExportsOfStatementsComeBack(t *testing.T) {
	for _, lang := range i18n.Langs {
		t.Run(string(lang), func(t *testing.T) {
			p := mustRich(t)
			from, to, admin := p.Users.Direct, p.Users.Customer, p.Users.Admin
			for i, n := range []string{"5511987650001", "5215512345678", "541123456789", "551187650009"} {
				from.Post("/aty/suppression", apptest.Object{"phoneNumber": n, "scope": "tenant", "reason": strange[i]}).OK()
				from.Post("/aty/consent", apptest.Object{"phoneNumber": n, "state": "given", "purpose": "marketing", "source": strange[i],
					"evidence": strange[i+4], "time": "2024-03-05T06:07:08Z"}).OK()
			}
			from.Post("/aty/consent", apptest.Object{"phoneNumber": "5511987650001", "state": "withdrawn", "purpose": "marketing", "source": "form",
				"evidence": "no", "time": "2025-03-05T06:07:08Z"}).OK()
			content, _ := exported(t, from.In(string(lang)), "/aty/suppression/export")
			task := testkit.Data[contact.StartResponse](to.Post("/aty/suppression/import",
				apptest.Object{"fileId": broughtBack(to, content), "scope": "tenant", "reason": "x"})).TaskID
			p.Kit.Work(p, contact.FileQueue, app.FileTasks(apptest.NewApp(p.Kit))[suppression.TaskImport])
			st := testkit.Data[contact.ImportStatus](to.In("en_US").Get("/aty/suppression/import/" + task))
			if st.Imported != 4 || st.Failed != 0 { // the withdrawal's number stands in the list by hand too
				t.Errorf("suppressions: %+v", st)
			}
			content, _ = exported(t, from.In(string(lang)), "/aty/consent/export")
			loaded := testkit.Data[consent.ImportResponse](to.In("en_US").Post("/aty/consent/import",
				apptest.Object{"fileId": broughtBack(to, content), "state": "given", "purpose": "marketing"}))
			if loaded.Imported != 5 {
				t.Errorf("consents: %+v", loaded)
			}
			said := func(who *sessiontest.Actor) string {
				var out []string
				for _, r := range testkit.Data[web.Page[consent.Record]](who.Get("/aty/consent/page?size=100")).Records {
					out = append(out, fmt.Sprint(r.PhoneNumber, r.State, r.Source, r.Evidence, r.Time))
				}
				slices.Sort(out)
				return strings.Join(out, "\n")
			}
			if got, want := said(to), said(from); got != want {
				t.Errorf("consents\n%s\nwant\n%s", got, want)
			}
			admin.Post("/aty/customerinfo/price/charge/save",
				apptest.Object{"userId": from.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": 1234.5}).OK()
			admin.Post("/aty/customerinfo/price/charge/save",
				apptest.Object{"userId": from.User.ID, "service": "bulk.whatsapp", "countryCode": "*", "price": 0.07}).OK()
			content, _ = exported(t, admin.In(string(lang)), "/aty/customerinfo/price/charge/export?userId="+from.User.ID)
			admin.In("en_US").Post("/aty/customerinfo/price/charge/import",
				apptest.Object{"userId": to.User.ID, "fileId": broughtBack(admin, content)}).OK()
			lines := func(who *sessiontest.Actor) string {
				all, err := p.Env.Prices().Of(p.Context(), who.User.ID)
				if err != nil {
					t.Fatal(err)
				}
				slices.SortFunc(all, func(a, b price.Line) int { return cmp.Compare(a.Service+a.Country, b.Service+b.Country) })
				var out string
				for _, l := range all {
					out += fmt.Sprintln(l.Service, l.Country, l.Price)
				}
				return out
			}
			if got, want := lines(to), lines(from); got != want || want == "" {
				t.Errorf("prices\n%swant\n%s", got, want)
			}
		})
	}
}
