package contact_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/web"
)

// A customer's own columns may have the titles of the platform's. They are values in its first file and in each later one. Only the
// platform's own columns before them are ignored, in any language.
func TestOwnColumnsOfTheSameTitlesAsOurs(t *testing.T) {
	own := map[string]string{"code": "SAVE10", "message": "hello", "line": "7", "status": "vip"}
	same := func(w *world, c, number, what string) {
		t.Helper()
		if got := w.values(c)[number]; !maps.Equal(got, own) {
			t.Errorf("%s: %v", what, got)
		}
	}
	for _, lang := range i18n.Langs {
		for _, ext := range []string{".xlsx", ".csv"} {
			w := newWorld(t)
			c := w.collection()
			in := web.WithLang(as(ana), lang)
			bring := func(file string) (*contact.ImportStatus, []byte) {
				t.Helper()
				task, err := contact.Start(w.Service, in, c, w.upload(file))
				if err != nil {
					t.Fatal(err)
				}
				w.work()
				s := w.status(c, task)
				if s.Failed == 0 {
					return s, nil
				}
				return s, w.object("contact/errors/" + task + ext)
			}
			s, bad := bring("phoneNumber,code,message,line,status\n5511987654321,SAVE10,hello,7,vip\nbad,SAVE10,hello,7,vip\n")
			if s.Imported != 1 || s.Failed != 1 || !slices.Equal(s.ErrorColumns, []string{"code", "message", "line", "status"}) {
				t.Fatalf("%s %s: %+v", lang, ext, *s)
			}
			same(w, c, "5511987654321", "first file")
			// nothing was corrected
			if s, bad = bring(string(bad)); s.Failed != 1 || !slices.Equal(s.ErrorColumns, []string{"code", "message", "line", "status"}) {
				t.Fatalf("%s %s: %+v", lang, ext, *s)
			}
			sh, err := sheet.Open(excel.Engine{}, bad, sheet.Limits{})
			if err != nil || len(sh.Heads) != 8 || len(sh.Rows) != 1 {
				t.Fatalf("%v %+v", err, sh)
			}
			r := append([]string{sh.Rows[0].Fields[0], "5511987654322"}, sh.Rows[0].Fields[1:]...)
			fixed := strings.Join(sh.Heads, ",") + "\n" + strings.Join(r, ",") + "\n"
			if s, _ = bring(fixed); s.Imported != 1 {
				t.Fatalf("%s %s: %+v", lang, ext, *s)
			}
			same(w, c, "5511987654322", string(lang)+ext)
			// Another order of the titles is another file: no column of it is the platform's.
			heads := slices.Clone(sh.Heads)
			heads[2], heads[3], r[1] = heads[3], heads[2], "5511987654323"
			if s, _ = bring(strings.Join(heads[:4], ",") + "\n" + strings.Join(r[:4], ",") + "\n"); s.Imported != 1 || len(s.Values) != 3 {
				t.Errorf("%s %s: %+v", lang, ext, *s)
			}
		}
	}
}

func (w *world) refused(who *auth.Principal, collection, task string, current, size int) (web.Page[contact.RefusedRow], error) {
	return contact.Refused(w.Service, as(who),
		&contact.RefusedQuery{ID: collection, TaskID: task, Paging: web.Paging{Current: current, Size: size}})
}

// Every refused row is shown with all of its columns and the reason, page by page, even for a very large file.
func TestRefusedRowsInFull(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	lines := []string{"Nome,phoneNumber,Cidade,Cidade", "Ana,5511987654321,Rio,x"}
	for i := range 2345 {
		lines = append(lines, fmt.Sprintf("=name %d,12%d,@city %d,twice", i, i, i))
	}
	task, m := w.begin(c, w.upload(lines...))
	if page, err := w.refused(ana, c, task, 1, 10); err != nil || page.Total != 0 || len(page.Records) != 0 {
		t.Errorf("while it runs: %+v %v", page, err)
	}
	if err := w.Import(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	s := w.status(c, task)
	if s.Failed != 2345 || !slices.Equal(s.ErrorColumns, []string{"Nome", "Cidade", "Cidade"}) || s.ErrorTextURL == "" {
		t.Errorf("%+v", *s)
	}
	seen := 0
	for current := 1; ; current++ {
		page, err := w.refused(ana, c, task, current, 100)
		if err != nil || page.Total != 2345 {
			t.Fatal(page.Total, err)
		}
		if len(page.Records) == 0 {
			break
		}
		for _, row := range page.Records {
			want := []string{fmt.Sprintf("=name %d", seen), fmt.Sprintf("@city %d", seen), "twice"}
			if row.Line != seen+3 || row.Number != fmt.Sprintf("12%d", seen) || !slices.Equal(row.Fields, want) || row.Code == 0 ||
				strings.HasPrefix(row.Message, "phone.") {
				t.Fatalf("%+v", row)
			}
			seen++
		}
	}
	if seen != 2345 {
		t.Errorf("%d rows", seen)
	}
	// A page that lies in two of the objects.
	if page, err := w.refused(ana, c, task, 14, 75); err != nil || len(page.Records) != 75 || page.Records[0].Line != 978 ||
		page.Records[74].Line != 1052 {
		t.Errorf("%+v %v", page, err)
	}
	if _, err := w.refused(bob, c, task, 1, 10); fault.As(err) == nil || fault.As(err).Kind != fault.NotFound {
		t.Errorf("a foreign import: %v", err)
	}
	if _, err := w.refused(ana, w.collection(), task, 1, 10); fault.As(err) == nil || fault.As(err).Kind != fault.NotFound {
		t.Errorf("an import of another collection: %v", err)
	}
	if err := w.Blobs.Delete(context.Background(), "contact/errors/"+task+"/00000.json"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.refused(ana, c, task, 1, 10); !fault.Is(err, "contact.rowsGone") {
		t.Errorf("%v", err)
	}
}

// Both files of refused rows contain no executable formulas, can be imported after a correction, and keep the values beside the numbers.
func TestCorrectedErrorFilesComeBack(t *testing.T) {
	for _, ext := range []string{".xlsx", ".csv"} {
		w := newWorld(t)
		c := w.collection()
		task, m := w.begin(c, w.upload("phoneNumber,nome,=cidade", "5511987654321,Ana,Rio", "98765-4322,=1+2,\"São, Paulo\"", "x,@cmd,-1"))
		if err := w.Import(web.WithLang(context.Background(), i18n.EnUS), m); err != nil {
			t.Fatal(err)
		}
		data := w.object("contact/errors/" + task + ext)
		sh, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
		if err != nil || len(sh.Rows) != 2 {
			t.Fatalf("%s: %v %+v", ext, err, sh)
		}
		for _, row := range sh.Rows {
			for _, text := range append([]string{row.Text}, row.Fields...) {
				if sheet.Neutral(text) != text {
					t.Errorf("%s: %q could run", ext, text)
				}
			}
		}
		// The user corrects the numbers and leaves everything else.
		lines := []string{"line,phoneNumber,code,message,nome,'=cidade"}
		for i, row := range sh.Rows {
			lines = append(lines, fmt.Sprintf("%s,55119876543%02d,%s,\"%s\",%s,\"%s\"", row.Fields[0], 50+i, row.Fields[1], row.Fields[2],
				row.Fields[3], row.Fields[4]))
		}
		s := w.imported(c, lines...)
		if s.Status != "done" || s.Imported != 2 || s.Failed != 0 || !slices.Equal(s.Values, []string{"nome", "cidade"}) {
			t.Fatalf("%s: %+v", ext, *s)
		}
		page, err := contact.MemberPage(w.Service, as(ana),
			&contact.MemberQuery{ID: c, ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}, PhoneNumber: "55119876543"})
		got := map[string]map[string]string{}
		for _, m := range page.Records {
			got[m.PhoneNumber] = m.Values
		}
		if err != nil || got["5511987654350"]["nome"] != "=1+2" || got["5511987654350"]["cidade"] != "São, Paulo" ||
			got["5511987654351"]["nome"] != "@cmd" || got["5511987654351"]["cidade"] != "-1" {
			t.Errorf("%s: %v %v", ext, got, err)
		}
	}
}
