package sheet_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"

	"herald/pkg/kit/sheet"
)

// A CSV file is UTF-8 with a mark, ends its lines in CRLF, quotes as RFC 4180 says, and holds no formula.
func TestCSV(t *testing.T) {
	var out bytes.Buffer
	w, err := sheet.NewCSV(&out, []string{"phoneNumber", "amount", "=note"})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]any{
		{"5511987654321", sheet.Number("-12.5"), `a, "b"; 中`}, {"=1+1", 42, "+55 11"}, {"@x", int64(-7), "-x"},
		{"\tx", uint64(5511987654321), nil}, {"line\nbreak", "", "\xff"},
		{"x;=1+1", "x\n=1", "a; b;-2"},
	} {
		if err := w.Row(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want := "\ufeff" + strings.Join([]string{"phoneNumber,amount,'=note", `5511987654321,-12.5,"a, ""b""; 中"`, "'=1+1,42,'+55 11", "'@x,-7,'-x",
		"'\tx,5511987654321,", "\"line\r\nbreak\",,\ufffd", "x;'=1+1,\"x\r\n'=1\",a; b;'-2", ""}, "\r\n")
	if got := out.String(); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	if rows, err := csv.NewReader(strings.NewReader(out.String()[len("\ufeff"):])).ReadAll(); err != nil || len(rows) != 7 {
		t.Errorf("another program reads %d rows: %v", len(rows), err)
	}
}

func TestCSVRefuses(t *testing.T) {
	w, err := sheet.NewCSV(io.Discard, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Row(1.5); err == nil {
		t.Error("a float is written")
	}
	if _, err := sheet.NewCSV(failing{}, []string{"a"}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error of the target: %v", err)
	}
}
