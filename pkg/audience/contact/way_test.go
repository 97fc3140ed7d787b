package contact_test

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

func (w *world) importedAs(collection string, way contact.ImportOptions, lines ...string) *contact.ImportStatus {
	w.t.Helper()
	task, m := w.begin(collection, w.upload(lines...), way)
	if err := w.Import(context.Background(), m); err != nil {
		w.t.Fatal(err)
	}
	return w.status(collection, task)
}

// A file without phoneNumber fails with its columns, and is imported by the chosen one (decisions §13).
func TestImportByChosenColumn(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	lines := []string{"Nome;Celular", "Ana;5511987654321", "Bia;5511987654322"}
	s := w.imported(c, lines...)
	want := []sheet.Column{{Name: "Nome", Sample: "Ana"}, {Name: "Celular", Sample: "5511987654321", Likely: true}}
	if s.Status != "failed" || s.Code != 40048 || s.Message != w.Texts.Text(i18n.EnUS, sheet.KeyNoHeader, nil) ||
		!reflect.DeepEqual(s.Columns, want) {
		t.Errorf("%+v", *s)
	}
	if s := w.importedAs(c, contact.ImportOptions{Column: "Celular"}, lines...); s.Status != "done" || s.Imported != 2 || s.Columns != nil {
		t.Errorf("%+v", *s)
	}
	if s := w.importedAs(c, contact.ImportOptions{Column: "Fax"}, lines...); s.Status != "failed" || s.Code != 40048 ||
		!reflect.DeepEqual(s.Columns, want) {
		t.Errorf("%+v", *s)
	}
	if s := w.imported(c, "phoneNumber,PHONENUMBER", "5511987654321,5511987654322"); s.Status != "failed" || s.Code != 40051 ||
		len(s.Columns) != 0 {
		t.Errorf("%+v", *s)
	}
}

// National numbers are bad rows, or members with the collection's prefix when the import asks for it.
func TestImportOfNationalNumbers(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	lines := []string{"phoneNumber", "(11) 98765-4321", "011 98765-4322", "5511987654323", "12", "14155552671", "55987654321"}
	if s := w.imported(c, lines...); s.Imported != 1 || s.Failed != 5 || s.NationalRows != 3 {
		t.Errorf("%+v", *s)
	}
	s := w.importedAs(c, contact.ImportOptions{AddPrefix: true}, lines...)
	if s.Imported != 3 || s.Duplicated != 1 || s.Failed != 2 || s.NationalRows != 3 {
		t.Errorf("%+v", *s)
	}
	if got := slices.Sorted(slices.Values(w.all(c))); !slices.Equal(got,
		[]uint64{5511987654321, 5511987654322, 5511987654323, 5555987654321}) {
		t.Errorf("members: %v", got)
	}
}

// The file of bad rows has the header that an import requires.
func TestErrorFileIsAContactFile(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	task, m := w.begin(c, w.upload("phoneNumber", "5511987654321", "(11) 98765-4322", "=x"))
	if err := w.Import(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	data := w.object("contact/errors/" + task + ".xlsx")
	s, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
	if err != nil || len(s.Rows) != 2 || s.Rows[0].Text != "(11) 98765-4322" || s.Rows[1].Text != "'=x" {
		t.Errorf("%v %+v", err, s)
	}
	if _, err := excelize.OpenReader(bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
	if s := w.importedAs(c, contact.ImportOptions{AddPrefix: true}, string(data)); s.Imported != 1 || s.Failed != 1 {
		t.Errorf("%+v", *s)
	}
}
