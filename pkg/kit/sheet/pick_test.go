package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

func phones(s *sheet.Sheet) (out []string) {
	for _, r := range s.Rows {
		out = append(out, fmt.Sprint(r.Line, " ", r.Text, " ", r.Fields))
	}
	return out
}

// A file without phoneNumber reports its columns, and is read by the chosen one (decisions §13).
func TestChosenColumn(t *testing.T) {
	for name, tt := range map[string]struct {
		file    string
		columns []sheet.Column
		choose  string
		rows    []string
	}{
		"by name": {"Nome;Telefone\nAna;5511987654321\nBia;5511987654322\n",
			[]sheet.Column{{Name: "Nome", Sample: "Ana"}, {Name: "Telefone", Sample: "5511987654321", Likely: true}}, " telefone ",
			[]string{"2 5511987654321 [Ana]", "3 5511987654322 [Bia]"}},
		"by content": {"a,b\nAna,5511987654321\n",
			[]sheet.Column{{Name: "a", Sample: "Ana"}, {Name: "b", Sample: "5511987654321", Likely: true}}, "b", []string{"2 5511987654321 [Ana]"}},
		"Chinese": {"姓名,手机号\n王,8613800138000\n",
			[]sheet.Column{{Name: "姓名", Sample: "王"}, {Name: "手机号", Sample: "8613800138000", Likely: true}}, "手机号", []string{"2 8613800138000 [王]"}},
		"without header": {"Ana,5511987654321\nBia,5511987654322\n",
			[]sheet.Column{{Name: "A", Sample: "Ana"}, {Name: "B", Sample: "5511987654321", Likely: true}}, "B",
			[]string{"1 5511987654321 []", "2 5511987654322 []"}},
		"nameless contacts": {"Name,Given Name,Phone 1 - Value\n,,5511987654321\n,,5511987654322\n,,5511987654323\n",
			[]sheet.Column{{Name: "Name"}, {Name: "Given Name"}, {Name: "Phone 1 - Value", Sample: "5511987654321", Likely: true}},
			"Phone 1 - Value",
			[]string{"2 5511987654321 [ ]", "3 5511987654322 [ ]", "4 5511987654323 [ ]"}},
		"nothing like a number": {"a,b\nx,y\n", []sheet.Column{{Name: "a", Sample: "x"}, {Name: "b", Sample: "y"}}, "", nil},
	} {
		_, err := sheet.Open(excel.Engine{}, []byte(tt.file), sheet.Limits{})
		if f := fault.As(err); key(err) != sheet.KeyNoHeader || !reflect.DeepEqual(f.Data, tt.columns) {
			t.Errorf("%s: %v %+v", name, err, f.Data)
		}
		if tt.choose == "" {
			continue
		}
		s, err := sheet.OpenColumn(excel.Engine{}, []byte(tt.file), sheet.Limits{}, tt.choose)
		if err != nil || !reflect.DeepEqual(phones(s), tt.rows) {
			t.Errorf("%s: %v, %+v", name, err, s)
		}
		if _, err := sheet.OpenColumn(excel.Engine{}, []byte(tt.file), sheet.Limits{}, "nonsense"); key(err) != sheet.KeyNoColumn ||
			!reflect.DeepEqual(fault.As(err).Data, tt.columns) {
			t.Errorf("%s: a column that is not there: %v", name, err)
		}
	}
}

func TestColumnTwice(t *testing.T) {
	if _, err := sheet.Open(excel.Engine{}, []byte("phoneNumber,PhoneNumber\n1,2\n"), sheet.Limits{}); key(err) != sheet.KeyTwice {
		t.Error(err)
	}
	if _, err := sheet.OpenColumn(excel.Engine{}, []byte("tel,Tel\n1,2\n"), sheet.Limits{}, "tel"); key(err) != sheet.KeyTwice {
		t.Error(err)
	}
}

// A quoted formula, by which programs preserve digits, and a header that only resembles phoneNumber.
func TestGuardedDigits(t *testing.T) {
	s, err := sheet.Open(excel.Engine{}, []byte("phoneNumber,n\n\"=\"\"5511987654321\"\"\",x\n=\"5511987654322\",y\n"), sheet.Limits{})
	if err != nil || !reflect.DeepEqual(phones(s), []string{"2 5511987654321 [x]", "3 5511987654322 [y]"}) {
		t.Errorf("%v %+v", err, s)
	}
	if _, err := sheet.Open(excel.Engine{}, []byte("phone_number,n\n5511987654321,x\n"), sheet.Limits{}); key(err) != sheet.KeyNoHeader {
		t.Error(err)
	}
}

func TestWhatOtherProgramsWrite(t *testing.T) {
	for text, want := range map[string]string{
		"BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:+5511987654321\r\nEND:VCARD\r\n": sheet.KeyVCard,
		`[{"phoneNumber":"5511987654321"}]`:                                 sheet.KeyJSON,
		`{"a":1}`:                                                           sheet.KeyJSON,
		"Received: from a\nFrom: ana@example.com\nTo: bia@example.com\nSubject: hi\n\n5511987654321": sheet.KeyMail,
		"<html><table><tr><td>phoneNumber</td></tr></table>":                                         sheet.KeyHTML,
		"BEGIN:VCALENDAR\nEND:VCALENDAR":                                                             sheet.KeyType,
	} {
		if _, err := sheet.Sniff([]byte(text), sheet.Limits{}); key(err) != want {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := sheet.Sniff([]byte("(11) 98765-4321\n[5511987654321]"), sheet.Limits{}); err != nil {
		t.Error(err)
	}
}

// Visible sheets come before hidden ones (decisions §13).
func TestHiddenSheetsComeLast(t *testing.T) {
	part := func(number string) string {
		return `<worksheet><sheetData><row><c t="inlineStr"><is><t>phoneNumber</t></is></c></row><row><c><v>` + number +
			`</v></c></row></sheetData></worksheet>`
	}
	data := parts(t, map[string]string{
		"_rels/.rels":                `<R><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></R>`,
		"xl/workbook.xml":            `<workbook><sheets><sheet state="hidden" id="a"/><sheet state="veryHidden" id="b"/><sheet id="c"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<R><Relationship Id="a" Type="x/worksheet" Target="a.xml"/><Relationship Id="b" Type="x/worksheet" Target="b.xml"/><Relationship Id="c" Type="x/worksheet" Target="c.xml"/></R>`,
		"xl/a.xml":                   part("1"), "xl/b.xml": part("2"), "xl/c.xml": part("5511987654321"),
	})
	s, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
	if err != nil || s.Rows[0].Text != "5511987654321" {
		t.Errorf("%v %+v", err, s)
	}
}

func parts(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A small file that names a sheet without header forty thousand times costs the work of one sheet, or is refused (C12).
func TestManyTabsAreLittleWork(t *testing.T) {
	data := bombXLS(40_000, 35_000, 0)
	if _, err := sheet.Open(excel.Engine{}, data, sheet.Limits{Bytes: 4 << 20}); key(err) != sheet.KeyNoHeader {
		t.Errorf("xls, one sheet many times: %v", err)
	}
	// Sheets that begin at different places of the same cells.
	if _, err := sheet.Open(excel.Engine{}, bombXLS(1000, 35_000, 14), sheet.Limits{Bytes: 4 << 20}); key(err) != sheet.KeyBomb &&
		key(err) != sheet.KeyDamaged {
		t.Errorf("xls, overlapping sheets: %v", err)
	}
	xlsx := parts(t, map[string]string{
		"_rels/.rels":                `<R><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></R>`,
		"xl/_rels/workbook.xml.rels": `<R><Relationship Id="r" Type="x/worksheet" Target="s.xml"/></R>`,
		"xl/workbook.xml":            "<workbook><sheets>" + strings.Repeat(`<sheet id="r"/>`, 800_000) + "</sheets></workbook>",
		"xl/s.xml":                   `<worksheet/>`,
	})
	if _, err := sheet.Open(excel.Engine{}, xlsx, sheet.Limits{}); key(err) != sheet.KeyNoHeader {
		t.Errorf("xlsx: %v", err)
	}
}

// bombXLS returns a compound file with tabs worksheets that begin step bytes apart in one run of cells without a header.
func bombXLS(tabs, cells, step int) []byte {
	var wb bytes.Buffer
	rec := func(id uint16, body []byte) {
		wb.Write(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, id), uint16(len(body))))
		wb.Write(body)
	}
	bof := func(kind uint16) []byte {
		b := make([]byte, 16)
		binary.LittleEndian.PutUint16(b, 0x0600)
		binary.LittleEndian.PutUint16(b[2:], kind)
		return b
	}
	at := 20 + tabs*12 + 4
	rec(0x809, bof(5))
	for i := range tabs {
		b := make([]byte, 8)
		binary.LittleEndian.PutUint32(b, uint32(at+i*20*min(step, 1)))
		rec(0x85, b)
	}
	rec(0x0a, nil)
	for range max(1, tabs*min(step, 1)) { // one begin a sheet; a later one is a chart inside the earlier
		rec(0x809, bof(16))
	}
	for i := range cells {
		b := make([]byte, 10)
		binary.LittleEndian.PutUint16(b, uint16(50+i%60_000))
		binary.LittleEndian.PutUint32(b[6:], uint32(i)<<2|2)
		rec(0x27e, b)
	}
	for range max(1, tabs*min(step, 1)) {
		rec(0x0a, nil)
	}
	return compound(wb.Bytes())
}

// compound wraps a stream in a compound file, version 3.
func compound(stream []byte) []byte {
	const ss = 512
	put32, put16 := binary.LittleEndian.PutUint32, binary.LittleEndian.PutUint16
	body := append(bytes.Clone(stream), make([]byte, (ss-len(stream)%ss)%ss)...)
	n := len(body) / ss // sectors of the stream, then the directory, then the table
	fats := 1
	for fats*128 < n+1+fats {
		fats++
	}
	fat := bytes.Repeat([]byte{0xff}, fats*ss)
	for i := range n {
		put32(fat[4*i:], uint32(i+1))
	}
	put32(fat[4*(n-1):], 0xfffffffe)
	put32(fat[4*n:], 0xfffffffe)
	head := make([]byte, ss)
	copy(head, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	for at, v := range map[int]uint16{24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6} {
		put16(head[at:], v)
	}
	for at, v := range map[int]uint32{44: uint32(fats), 48: uint32(n), 56: 0, 60: 0xfffffffe, 68: 0xfffffffe} {
		put32(head[at:], v)
	}
	for i := range 109 {
		v := uint32(0xffffffff)
		if i < fats {
			v = uint32(n + 1 + i)
			put32(fat[4*int(v):], 0xfffffffd)
		}
		put32(head[76+4*i:], v)
	}
	dir := make([]byte, ss)
	for i, e := range []struct {
		name  string
		kind  byte
		child uint32
		start uint32
		size  int
	}{{"Root Entry", 5, 1, 0xfffffffe, 0}, {"Workbook", 2, 0xffffffff, 0, len(stream)}} {
		d := dir[i*128:]
		for k, c := range e.name {
			put16(d[2*k:], uint16(c))
		}
		put16(d[64:], uint16(2*len(e.name)+2))
		d[66] = e.kind
		put32(d[68:], 0xffffffff)
		put32(d[72:], 0xffffffff)
		put32(d[76:], e.child)
		put32(d[116:], e.start)
		put32(d[120:], uint32(e.size))
	}
	return bytes.Join([][]byte{head, body, dir, fat}, nil)
}
