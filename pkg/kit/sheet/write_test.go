package sheet_test

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

func rowsOf(rows [][]any, last error) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
		if last != nil {
			yield(nil, last)
		}
	}
}

// TestWriteIsReadByOthers reads written files with excelize.
func TestWriteIsReadByOthers(t *testing.T) {
	var out bytes.Buffer
	err := sheet.Write(excel.Engine{}, &out, []string{"phoneNumber", "amount", "note"}, rowsOf([][]any{
		{"5511987654321", sheet.Number("-12.5"), "a & <b> \"c\" 中"},
		{"=1+1", 42, "+55 11"},
		{"@x", int64(-7), "-x"},
		{"\tx", uint64(5511987654321), "\rx"},
		{nil, nil, "line\nbreak  "},
		{"_x0041_", nil, "bell\x07, \xff"},
		{},
		{"plain=", "", "x"},
	}, nil))
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.GetRows("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"phoneNumber", "amount", "note"},
		{"5511987654321", "-12.5", "a & <b> \"c\" 中"},
		{"'=1+1", "42", "'+55 11"},
		{"'@x", "-7", "'-x"},
		{"'\tx", "5511987654321", "'\rx"},
		{"", "", "line\nbreak  "},
		{"_x0041_", "", "bell\a, \ufffd"},
		nil,
		{"plain=", "", "x"},
	}
	if len(got) != len(want) {
		t.Fatalf("%d rows: %q", len(got), got)
	}
	for i := range want {
		if strings.Join(got[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("row %d is %q, want %q", i+1, got[i], want[i])
		}
	}
	if kind, err := f.GetCellType("Sheet1", "A2"); err != nil || kind != excelize.CellTypeInlineString {
		t.Errorf("a number of a telephone is of type %v, %v", kind, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	broken := errors.New("the source breaks")
	if err := sheet.Write(excel.Engine{}, io.Discard, nil, rowsOf([][]any{{"x"}}, broken)); !errors.Is(err, broken) {
		t.Errorf("error of the source: %v", err)
	}
	if err := sheet.Write(excel.Engine{}, io.Discard, nil, rowsOf([][]any{{1.5}}, nil)); err == nil {
		t.Error("a float is written")
	}
	if err := sheet.Write(excel.Engine{}, failing{}, []string{"a"}, rowsOf(nil, nil)); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error of the target: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestWriteAndOpen: a written file is read again, with any texts.
func TestWriteAndOpen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ab_x0041=+-@'\"&<>\t\n\r\a中 é\U0001f600")), 0, 12, -1), 1, 8).Draw(t,
			"texts")
		rows := [][]any{}
		for _, s := range texts {
			rows = append(rows, []any{"5511987654321", s})
		}
		var out bytes.Buffer
		if err := sheet.Write(excel.Engine{}, &out, []string{"phoneNumber", "text"}, rowsOf(rows, nil)); err != nil {
			t.Fatal(err)
		}
		s, err := sheet.Open(excel.Engine{}, out.Bytes(), sheet.Limits{})
		if err != nil || len(s.Rows) != len(texts) {
			t.Fatalf("%v", err)
		}
		for i, want := range texts {
			if got := s.Rows[i].Fields[0]; got != sheet.Neutral(want) || s.Rows[i].Line != i+2 {
				t.Fatalf("%q is read as %q in line %d", want, got, s.Rows[i].Line)
			}
		}
	})
}

// The properties of a file name the platform, and not the library's author.
func TestWriteNamesItsMaker(t *testing.T) {
	var out bytes.Buffer
	if err := sheet.Write(excel.Engine{}, &out, []string{"phoneNumber"}, rowsOf([][]any{{"5511987654321"}}, nil)); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := f.GetDocProps(); err != nil || p.Creator != "Herald" {
		t.Errorf("%+v, %v", p, err)
	}
}
