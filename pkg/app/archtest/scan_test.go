package archtest

import (
	"go/ast"
	"testing"
)

// scanner is the one file that may read whole tables of DynamoDB: an export.
const scanner = "pkg/app/move/dynamodb.go"

// No request and no task scans a table: its cost grows with all data of all tenants.
func TestOnlyAMoveScans(t *testing.T) {
	found := false
	for _, s := range sources(t, "pkg", "functions") {
		if s.test() {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			e, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, name := selector(e); x == "dynamodb" && name == "ScanInput" {
				found = found || s.path == scanner
				if s.path != scanner {
					t.Errorf("%s: a scan; query by keys", s.at(n))
				}
			}
			return true
		})
	}
	if !found {
		t.Errorf("%s does not scan: it needs no exception", scanner)
	}
}
