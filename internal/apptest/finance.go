package apptest

import (
	"testing"

	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// ReadTable reads an xlsx by its header: the cells of each row by column.
func ReadTable(t *testing.T, file []byte, first string) (rows []map[string]string) {
	t.Helper()
	s, err := sheet.OpenColumn(excel.Engine{}, file, sheet.Limits{Bytes: 64 << 20, Rows: 1 << 20, Unpacked: 1 << 30}, first)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Rows {
		row := map[string]string{first: r.Phone}
		for i, c := range s.Columns {
			row[c] = r.Fields[i]
		}
		rows = append(rows, row)
	}
	return rows
}
