package excel_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"herald/pkg/kit/sheet/excel"
)

// The range that a sheet states covers exactly the written cells, because some readers ignore cells outside of it.
func TestASheetStatesItsRange(t *testing.T) {
	for want, rows := range map[string][][]any{
		"A1": nil, "A1:B1": {}, "A1:B3": {{"a", "b"}, {"c"}}, "A1:D2": {{"a", nil, int64(1), "d"}}, "A1:B5001": make([][]any, 5000),
	} {
		var out bytes.Buffer
		columns := []string{"one", "two"}
		if rows == nil {
			columns = nil
		}
		w, err := excel.NewWriter(&out, columns)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if err := w.Row(row...); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if text := sheetOf(t, out.Bytes()); strings.Count(text, "<dimension") != 1 || !strings.Contains(text, `<dimension ref="`+want+`"`) {
			t.Errorf("%s: %.300s", want, text)
		}
	}
}

func sheetOf(t *testing.T, file []byte) string {
	t.Helper()
	pack, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := pack.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
