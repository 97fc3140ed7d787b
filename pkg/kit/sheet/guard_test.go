package sheet_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

const space = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`

// one returns an xlsx of one sheet with the given rows below the header, and the given shared strings.
func one(t *testing.T, rows func(func(string)), shared string) []byte {
	t.Helper()
	text := func(s string) func(func(string)) { return func(w func(string)) { w(s) } }
	return zipped(t, map[string]func(func(string)){
		"xl/workbook.xml": text(`<workbook><sheets><sheet id="r1"/></sheets></workbook>`),
		"xl/_rels/workbook.xml.rels": text(`<R><Relationship Id="r1" Type="x/worksheet" Target="worksheets/a.xml"/>` +
			`<Relationship Id="r2" Type="x/sharedStrings" Target="strings.xml"/></R>`),
		"xl/strings.xml": text("<sst" + space + ">" + shared + "</sst>"),
		"xl/worksheets/a.xml": func(w func(string)) {
			w("<worksheet" + space +
				`><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>phoneNumber</t></is></c><c t="inlineStr"><is><t>x</t></is></c></row>`)
			rows(w)
			w("</sheetData></worksheet>")
		},
	})
}

// A value that excelize drops silently, or takes from the wrong cell, causes the file to be refused.
func TestNoValueIsLost(t *testing.T) {
	for cells, want := range map[string]string{
		`<c><v>55</v></c><c t="s"><v>0</v></c>`:                             "55 a",
		`<c><v>55</v></c><c t="s"><v>1</v></c>`:                             "55 ",
		`<c><v>55</v></c><c t="s"><f>A1</f><v>0</v></c>`:                    "55 a",
		`<c t="inlineStr"><is><t>5</t></is></c><c><v>1e3</v></c>`:           "5 1000",
		`<c t="str"><v>5_x000D_</v></c><c t="b"><v>1</v></c>`:               "5\r TRUE",
		`<c><v>55</v></c><c t="s"><f si="none">A1</f><v>0</v></c>`:          sheet.KeyDamaged,
		`<c><v>55</v></c><c><f ca="none">A1</f><v>5</v></c>`:                sheet.KeyDamaged,
		`<c><v>55</v></c><c s="none"><v>5</v></c>`:                          sheet.KeyDamaged,
		`<c><v>55</v></c><c t="s"><v>2</v></c>`:                             sheet.KeyDamaged,
		`<c><v>55</v></c><c t="s"><v>a</v></c>`:                             sheet.KeyDamaged,
		`<c><v>5</v><v>6</v></c>`:                                           sheet.KeyDamaged,
		`<c><x><v>5</v></x></c>`:                                            sheet.KeyDamaged,
		`<c t="inlineStr"><is><t>5</t><t>6</t></is></c>`:                    sheet.KeyDamaged,
		`<c t="inlineStr"><is><r><t>5</t></r><t>6</t></is></c>`:             sheet.KeyDamaged,
		`<c t="inlineStr"><is><x><t>5</t></x></is></c>`:                     sheet.KeyDamaged,
		`<x><c><v>5</v></c></x>`:                                            sheet.KeyDamaged,
		`<row><c><v>5</v></c></row>`:                                        sheet.KeyDamaged,
		`<c><v>55</v></c></row></sheetData><sheetData><row><c><v>5</v></c>`: sheet.KeyDamaged,
	} {
		data := one(t, func(w func(string)) { w("<row>" + cells + "</row>") }, "<si><t>a</t></si><si><t></t></si>")
		s, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
		got := key(err)
		if err == nil {
			got = s.Rows[0].Text + " " + s.Rows[0].Fields[0]
		}
		if got != want {
			t.Errorf("%s gives %q, want %q", cells, got, want)
		}
	}
}

// Bounds for rows with cells far to the right, which excelize pads up to their column, and for texts of many parts.
func TestWorkIsBounded(t *testing.T) {
	far := one(t, func(w func(string)) {
		for i := range 20_000 {
			w(fmt.Sprintf(`<row><c r="XFD%d"><v>1</v></c></row>`, i+2))
		}
	}, "")
	if _, err := sheet.Open(excel.Engine{}, far, sheet.Limits{}); key(err) != sheet.KeyBomb {
		t.Errorf("columns: %v", err)
	}
	runs := one(t, func(func(string)) {}, "<si>"+strings.Repeat("<r/>", 8<<20)+"</si>")
	if _, err := sheet.Open(excel.Engine{}, runs, sheet.Limits{}); key(err) != sheet.KeyBomb {
		t.Errorf("runs: %v", err)
	}
}

// Texts that look like Excel's escaped characters, which excelize alone would change, and half a character, which it would drop.
func TestEncodedTextsComeBack(t *testing.T) {
	texts := []string{"_x0041_x0042_", "_x005F_x0041_", "_x005F_", "__x0041__", "_xD83D_", "\x7f_x007F_", "a\x7fb", "\ufdd0", "_xzzzz_x0007_",
		"\x01_x0041", "\uffff_x0041_\x7f"}
	rows := [][]any{}
	for _, s := range texts {
		rows = append(rows, []any{"5511987654321", s})
	}
	var out bytes.Buffer
	if err := sheet.Write(excel.Engine{}, &out, []string{"phoneNumber", "text"}, rowsOf(rows, nil)); err != nil {
		t.Fatal(err)
	}
	s, err := sheet.Open(excel.Engine{}, out.Bytes(), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range texts {
		want = strings.ReplaceAll(sheet.Neutral(want), "\uffff", "\ufffd")
		if got := s.Rows[i].Fields[0]; got != want {
			t.Errorf("%q is read as %q", want, got)
		}
	}
	half := one(t, func(w func(string)) { w(`<row><c t="inlineStr"><is><t>5_xD83D_5</t></is></c></row>`) }, "")
	if s, err := sheet.Open(excel.Engine{}, half, sheet.Limits{}); err != nil || s.Rows[0].Text != "5\ufffd5" {
		t.Errorf("%v %+v", err, s)
	}
}
