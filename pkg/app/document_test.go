package app

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"herald/pkg/kit/sheet"
)

// A client that is generated from the document must learn that an export is a workbook, a CSV file or a task, and that an order has no
// cost before it is settled.
func TestTheDocumentTellsFilesAndNulls(t *testing.T) {
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct {
					Schema struct {
						Type, Format string
						Ref          string `json:"$ref"`
					}
				}
			}
		}
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Type any }
			}
		}
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	exports := 0
	for path, methods := range doc.Paths {
		if !strings.HasSuffix(path, "/export") {
			continue
		}
		exports++
		r := methods["get"].Responses
		file := r["200"].Content
		for _, kind := range []string{sheet.ContentType, sheet.CSVType} {
			if file[kind].Schema.Type != "string" || file[kind].Schema.Format != "binary" {
				t.Errorf("%s: the file is %+v", path, file)
			}
		}
		if columns := file["application/json"].Schema.Ref; !strings.HasSuffix(columns, "FileColumn") {
			t.Errorf("%s: the columns are %q", path, columns)
		}
		if task := r["202"].Content["application/json"].Schema.Ref; !strings.HasSuffix(task, "/EnvelopeOfExportStarted") {
			t.Errorf("%s: the task is %q", path, task)
		}
		if len(r["default"].Content) != 1 {
			t.Errorf("%s: no error is described", path)
		}
	}
	if exports < 10 {
		t.Errorf("%d exports", exports)
	}
	for _, schema := range []string{"OrderRow", "BulkDetail"} {
		if kinds, ok := doc.Components.Schemas[schema].Properties["actualCost"].Type.([]any); !ok || !slices.Contains(kinds, any("null")) {
			t.Errorf("%s.actualCost is %v", schema, doc.Components.Schemas[schema].Properties["actualCost"].Type)
		}
	}
}
