package contact_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/web"
)

// TestImportCountsEveryRow is the main job: good rows, duplicates in the file and with members, bad rows, empty rows.
func TestImportCountsEveryRow(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	first := w.imported(c, "phoneNumber,name", "5511987654321,Ana", "+55 11 98765-4321,Ana again", "", "14155552671,Joe", ",nobody",
		"5511987654322,Bia", "12,short")
	want := contact.ImportStatus{Status: "done", Total: 6, Processed: 6, Imported: 2, Duplicated: 1, Failed: 3, Errors: []contact.RowError{
		{Line: 5, Number: "14155552671", Code: 40068, Message: "The number belongs to another country or region"},
		{Line: 6, Number: "", Code: 40061, Message: "The number is missing"},
		{Line: 8, Number: "12", Code: 40066, Message: w.Texts.Text(i18n.EnUS, "phone.tooShort", nil)},
	}}
	if first.ErrorFileURL == "" {
		t.Error("no error file")
	}
	first.ErrorFileURL, first.ErrorTextURL, first.ErrorColumns, first.Values = "", "", nil, nil
	if fmt.Sprintf("%+v", *first) != fmt.Sprintf("%+v", want) {
		t.Errorf("\n got %+v\nwant %+v", *first, want)
	}
	second := w.imported(c, "phoneNumber", "5511987654322", "5511987654323")
	if second.Imported != 1 || second.Duplicated != 1 || second.Failed != 0 || second.ErrorFileURL != "" || second.Errors == nil {
		t.Errorf("second: %+v", *second)
	}
	if got := w.all(c); !slices.Equal(got, []uint64{5511987654321, 5511987654322, 5511987654323}) {
		t.Errorf("members: %v", got)
	}
	if w.open() != 0 {
		t.Error("work is left")
	}
}

func TestImportTwiceAddsNothing(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	lines := txt(mobiles(0, 2500))
	if s := w.imported(c, lines...); s.Imported != 2500 {
		t.Fatalf("%+v", *s)
	}
	before := w.all(c)
	if s := w.imported(c, lines...); s.Status != "done" || s.Imported != 0 || s.Duplicated != 2500 {
		t.Fatalf("%+v", *s)
	}
	if !slices.Equal(before, w.all(c)) {
		t.Error("members changed")
	}
}

// TestErrorFile: the file holds every bad row, the response the first hundred. The file is in the importer's language, the response in the
// reader's.
func TestErrorFile(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	lines := []string{"phoneNumber", "5511987654321"}
	for i := range 150 {
		lines = append(lines, fmt.Sprintf("=x%d", i))
	}
	ctx := web.WithLang(as(ana), i18n.PtBR)
	task, err := contact.Start(w.Service, ctx, c, w.upload(lines...))
	if err != nil {
		t.Fatal(err)
	}
	w.work()
	s, err := contact.StatusOf(w.Service, web.WithLang(as(gil), i18n.ZhCN), c, task)
	if err != nil {
		t.Fatal(err)
	}
	if s.Failed != 150 || len(s.Errors) != 100 || s.Errors[99].Line != 102 ||
		s.Errors[0].Message != w.Texts.Text(i18n.ZhCN, "phone.letters", nil) {
		t.Errorf("%+v", *s)
	}
	f, err := excelize.OpenReader(bytes.NewReader(w.object("contact/errors/" + task + ".xlsx")))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 151 || !slices.Equal(rows[0], []string{"linha", "phoneNumber", "código", "mensagem"}) ||
		!slices.Equal(rows[150], []string{"152", "'=x149", "40062", w.Texts.Text(i18n.PtBR, "phone.letters", nil)}) {
		t.Errorf("%d rows, %q, %q", len(rows), rows[0], rows[len(rows)-1])
	}
}

// TestRefusedFiles end the task with a reason, and nothing of them is imported (issue "Bad input", decisions §11).
func TestRefusedFiles(t *testing.T) {
	read := func(name string) []string {
		data, err := os.ReadFile("../../kit/sheet/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return []string{string(data)}
	}
	for name, tt := range map[string]struct {
		lines  []string
		key    string
		args   map[string]any
		failed int
	}{
		"no phoneNumber column": {lines: read("openpyxl-no-header.xlsx"), key: sheet.KeyNoHeader},
		"no rows":               {lines: read("openpyxl-no-rows.xlsx"), key: sheet.KeyNoRows},
		"password":              {lines: read("password.xlsx"), key: sheet.KeyPassword},
		"damaged":               {lines: read("truncated.xlsx"), key: sheet.KeyDamaged},
		"damaged xls":           {lines: read("truncated.xls"), key: sheet.KeyDamaged},
		"bomb":                  {lines: []string{bomb(t)}, key: sheet.KeyBomb},
		"too many rows":         {lines: txt(mobiles(0, 1001)), key: sheet.KeyTooManyRows, args: fault.Args("limit", 1000)},
		"another country":       {lines: []string{"phoneNumber", "12", "14155552671", "14155552672"}, key: "phone.otherCountry", failed: 3},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.limit(contact.SettingRows, 1000)
			c := w.collection()
			w.imported(c, "phoneNumber", "5511987654321")
			s := w.imported(c, tt.lines...)
			if s.Status != "failed" || s.Imported != 0 || s.Failed != tt.failed || s.Total != tt.failed || len(s.Errors) != tt.failed ||
				s.Code/100 != 400 ||
				s.Message != w.Texts.Text(i18n.EnUS, tt.key, tt.args) || strings.Contains(s.Message, "{") {
				t.Errorf("%+v, want %s", *s, tt.key)
			}
			if (s.ErrorFileURL != "") != (tt.failed > 0) {
				t.Errorf("error file: %q", s.ErrorFileURL)
			}
			if got := w.all(c); len(got) != 1 || w.open() != 0 {
				t.Errorf("members %v, work %d", got, w.open())
			}
			if s := w.imported(c, "phoneNumber", "5511987654322"); s.Imported != 1 {
				t.Errorf("the next import: %+v", *s)
			}
		})
	}
}

// bomb is an xlsx of 80 KB that unpacks to 80 MB.
func bomb(t *testing.T) string {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"xl/workbook.xml", `<workbook><sheets><sheet id="r1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<R><Relationship Id="r1" Type="x/worksheet" Target="worksheets/a.xml"/></R>`},
		{"xl/worksheets/a.xml", `<worksheet><sheetData><row><c t="inlineStr"><is><t>phoneNumber</t></is></c></row>` +
			strings.Repeat(" ", 80<<20)},
	} {
		f, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(f, part[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestStartRefuses a file that cannot be a contact file, and one outside the caller's scope.
func TestStartRefuses(t *testing.T) {
	w := newWorld(t)
	c, good, large := w.collection(), w.upload("5511987654321"), w.upload(mobiles(0, 100)...)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	w.limit(contact.SettingBytes, 1024)
	for name, tt := range map[string]struct {
		who             *auth.Principal
		collection, key string
		file            string
	}{
		"picture":            {ana, c, sheet.KeyType, w.uploadTo("/uf/uploadfile", "a.png", picture.Bytes())},
		"too large":          {ana, c, sheet.KeyTooLarge, large},
		"unknown file":       {ana, c, "web.notFound", "nothing"},
		"unknown collection": {ana, "nothing", "web.notFound", good},
		"foreign collection": {bob, c, "web.notFound", good},
	} {
		if _, err := contact.Start(w.Service, as(tt.who), tt.collection, tt.file); !fault.Is(err, tt.key) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(w.take()) != 0 || w.open() != 0 {
		t.Error("something was started")
	}
}

func TestFileThatIsGone(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	f := w.upload("5511987654321")
	task, m := w.begin(c, f)
	w.lose(f)
	if err := w.Import(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if s := w.status(c, task); s.Status != "failed" || s.Code != 40411 || s.Message != w.Texts.Text(i18n.EnUS, "contact.fileGone", nil) {
		t.Errorf("%+v", *s)
	}
}

// TestDeliveredAgain: a repeated message does not change a task that has ended.
func TestDeliveredAgain(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	task, m := w.begin(c, w.upload(txt(mobiles(0, 30))...))
	for range 3 {
		if err := w.Import(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		if s := w.status(c, task); s.Imported != 30 || s.Duplicated != 0 || len(w.all(c)) != 30 {
			t.Fatalf("%+v", *s)
		}
	}
}

// TestJanitorRingsAgain enqueues tasks without a heartbeat again: the message was lost, or the worker died.
func TestJanitorRingsAgain(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.lost = true
	task, err := contact.Start(w.Service, as(ana), c, w.upload("5511987654321"))
	if err != nil {
		t.Fatal(err)
	}
	w.lost = false
	tick := func() int {
		if err := w.Tick(context.Background()); err != nil {
			t.Fatal(err)
		}
		return len(w.sent)
	}
	if n := tick(); n != 0 {
		t.Fatalf("%d messages for a task that is alive", n)
	}
	w.now = w.now.Add(61e9)
	if n := tick(); n != 1 {
		t.Fatalf("%d messages", n)
	}
	w.work()
	if s := w.status(c, task); s.Imported != 1 {
		t.Errorf("%+v", *s)
	}
	w.now = w.now.Add(61e9)
	if n := tick(); n != 0 || w.open() != 0 {
		t.Errorf("%d messages for a task that ended", n)
	}
}

// TestGivesUp on a file that kills its worker again and again.
func TestGivesUp(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	task, m := w.begin(c, w.upload("5511987654321"))
	dead := w.on(dying(w.mem, 3))
	for range 20 {
		dead.DB = dying(w.mem, 3)
		if err := dead.Import(context.Background(), m); err == nil {
			t.Fatal("it did not die")
		}
	}
	if err := w.Import(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if s := w.status(c, task); s.Status != "failed" || s.Code != 50301 || s.Message == "" || len(w.all(c)) != 0 {
		t.Errorf("%+v", *s)
	}
}
