package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A function carries the engine for spreadsheets when it exports a list or reads contact files, and only then: it costs 1 to 3 MB
// and 3 ms at the start.
func TestFunctionsThatTouchSpreadsheetsBringTheEngine(t *testing.T) {
	want := map[string]bool{"file": true} // imports and exports in the background
	for _, r := range whole().Routes() {
		if strings.HasSuffix(r.Path, "/export") {
			want[strings.Split(r.Path, "/")[1]] = true
		}
	}
	mains, err := filepath.Glob("../../functions/*/main.go")
	if err != nil || len(mains) == 0 {
		t.Fatal(mains, err)
	}
	for _, file := range mains {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		if got := strings.Contains(string(text), ", excel.Engine{})"); got != want[name] {
			t.Errorf("functions/%s carries the engine: %v, needs it: %v", name, got, want[name])
		}
	}
}
