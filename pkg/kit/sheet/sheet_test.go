package sheet_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew")

// TestFiles compares the contents of files that other programs wrote (testdata/README.md).
func TestFiles(t *testing.T) {
	var got strings.Builder
	each(t, func(name string, data []byte) {
		fmt.Fprintln(&got, "==", name)
		s, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
		if err != nil {
			fmt.Fprintln(&got, key(err))
			return
		}
		fmt.Fprintf(&got, "%s %d rows %q\n", s.Kind, len(s.Rows), s.Columns)
		for _, r := range s.Rows[:min(len(s.Rows), 12)] {
			fmt.Fprintf(&got, "%d %q %q\n", r.Line, sheet.Excerpt(r.Text), r.Fields)
		}
	})
	golden := filepath.Join("testdata", "golden.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the files read differently (go test -run TestFiles -update writes them anew):\n%s", got.String())
	}
}

func each(t testing.TB, f func(name string, data []byte)) {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() || e.Name() == "golden.txt" || e.Name() == "README.md" {
			continue
		}
		data, err := fs.ReadFile(os.DirFS("testdata"), e.Name())
		if err != nil {
			t.Fatal(err)
		}
		f(e.Name(), data)
	}
}

func key(err error) string {
	if f := fault.As(err); f != nil {
		return f.Key
	}
	return fmt.Sprintf("not a fault: %v", err)
}

func TestMessages(t *testing.T) {
	c, err := i18n.Load(moduleparts.All([]moduleparts.Parts{os.DirFS(".")}, "messages.json")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{sheet.KeyEmptyFile, sheet.KeyTooLarge, sheet.KeyType, sheet.KeyPassword, sheet.KeyDamaged,
		sheet.KeyBomb, sheet.KeyTooManyRows, sheet.KeyNoHeader, sheet.KeyNoRows, sheet.KeyQuote, sheet.KeyNoColumn,
		sheet.KeyTwice, sheet.KeyVCard, sheet.KeyJSON, sheet.KeyMail, sheet.KeyHTML} {
		if !c.Has(k) {
			t.Errorf("%s has no text", k)
		}
	}
}

func TestSniff(t *testing.T) {
	each(t, func(name string, data []byte) {
		kind, err := sheet.Sniff(data, sheet.Limits{})
		_, openErr := sheet.Open(excel.Engine{}, data, sheet.Limits{})
		refused := err != nil
		early := []string{sheet.KeyType, sheet.KeyEmptyFile, sheet.KeyHTML, sheet.KeyVCard, sheet.KeyJSON, sheet.KeyMail}
		if refused != slices.Contains(early, key(openErr)) {
			t.Errorf("%s: Sniff gives %s %v, Open %v", name, kind, err, openErr)
		}
	})
	if _, err := sheet.Sniff(bytes.Repeat([]byte("5"), 1<<20+1), sheet.Limits{}); key(err) != sheet.KeyTooLarge ||
		fault.As(err).Args["limit"] != "1 MB" {
		t.Errorf("a file over 1 MiB: %v", err)
	}
	if _, err := sheet.Sniff(bytes.Repeat([]byte("5"), 1<<20), sheet.Limits{}); err != nil {
		t.Errorf("a file of 1 MiB: %v", err)
	}
}

func TestTooManyRows(t *testing.T) {
	text := "phoneNumber\n" + strings.Repeat("5511987654321\n\n", 70_000)
	limits := sheet.Limits{Bytes: 2 << 20}
	if s, err := sheet.Open(excel.Engine{}, []byte(text), limits); err != nil || len(s.Rows) != 70_000 || s.Rows[69_999].Line != 140_000 {
		t.Errorf("70,000 rows: %v", err)
	}
	_, err := sheet.Open(excel.Engine{}, []byte(text+"5511987654321"), limits)
	if key(err) != sheet.KeyTooManyRows || fault.As(err).Args["limit"] != 70_000 {
		t.Errorf("70,001 rows: %v", err)
	}
}

// TestDamageIsNeverReadInPart truncates and changes files: a file that still opens must be complete. An xls has no checksums, so only its
// truncations can be found.
func TestDamageIsNeverReadInPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	each(t, func(name string, data []byte) {
		whole, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
		if err != nil || whole.Kind == sheet.Text {
			return
		}
		for range 150 {
			bad := bytes.Clone(data)
			cut := rng.IntN(3) == 0
			if cut {
				bad = bad[:rng.IntN(len(bad))]
			} else {
				for range 1 + rng.IntN(3) {
					bad[rng.IntN(len(bad))] ^= byte(1 << rng.IntN(8))
				}
			}
			part, err := sheet.Open(excel.Engine{}, bad, sheet.Limits{})
			if err != nil && fault.As(err) == nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err == nil && part.Kind == whole.Kind && (cut || whole.Kind == sheet.XLSX) && !reflect.DeepEqual(part, whole) {
				t.Errorf("%s, damaged, gives %d rows of %d", name, len(part.Rows), len(whole.Rows))
			}
		}
	})
}

// TestBombs: content that unpacks or counts without end is refused with little memory.
func TestBombs(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // as the product has it
	head := `<worksheet><sheetData><row><c t="inlineStr"><is><t>phoneNumber</t></is></c></row>`
	for name, c := range map[string]struct {
		part func(func(string))
		want []string
	}{
		"spaces": {func(w func(string)) { repeat(w, strings.Repeat(" ", 1<<20), 300) }, []string{sheet.KeyBomb}},
		"rows":   {func(w func(string)) { repeat(w, strings.Repeat("<row/>", 1<<17), 9) }, []string{sheet.KeyDamaged}},
		"depth":  {func(w func(string)) { repeat(w, strings.Repeat("<a>", 1<<17), 9) }, []string{sheet.KeyDamaged}},
		"cells": {func(w func(string)) { w("<row>"); repeat(w, strings.Repeat(`<c r="A2"><v>1</v></c>`, 1<<15), 40) },
			[]string{sheet.KeyDamaged}},
		"columns": {func(w func(string)) { w("<row>"); repeat(w, strings.Repeat(`<c><v>1</v></c>`, 1<<15), 40) }, []string{sheet.KeyDamaged}},
		"rowAfar": {func(w func(string)) { w(`<row r="2000000000"><c><v>1</v></c></row></sheetData></worksheet>`) },
			[]string{sheet.KeyDamaged}},
		"attributes": {func(w func(string)) { w("<row"); repeat(w, strings.Repeat(` a="1"`, 1<<15), 200) }, []string{sheet.KeyBomb}},
		"ahead":      {func(w func(string)) { w("</row>"); repeat(w, strings.Repeat("<a>", 1<<17), 9) }, []string{sheet.KeyDamaged}},
		"entities": {func(w func(string)) {
			w(`<row><c t="inlineStr"><is><t>&lol;</t></is></c></row></sheetData></worksheet>`)
		}, []string{sheet.KeyDamaged}},
	} {
		file := zipped(t, map[string]func(func(string)){
			"xl/workbook.xml":            func(w func(string)) { w(`<workbook><sheets><sheet id="r1"/></sheets></workbook>`) },
			"xl/_rels/workbook.xml.rels": func(w func(string)) { w(`<R><Relationship Id="r1" Type="x/worksheet" Target="worksheets/a.xml"/></R>`) },
			"xl/worksheets/a.xml":        func(w func(string)) { w(head); c.part(w) },
		})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := sheet.Open(excel.Engine{}, file, sheet.Limits{})
		runtime.ReadMemStats(&after)
		if got := key(err); got != c.want[0] {
			t.Errorf("%s (%d bytes): %v", name, len(file), err)
		}
		if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 150 {
			t.Errorf("%s takes %d MiB", name, used)
		}
	}
}

func repeat(w func(string), s string, n int) {
	for range n {
		w(s)
	}
}

// FuzzOpen: for any input the reader fails only with a fault.
func FuzzOpen(f *testing.F) {
	each(f, func(_ string, data []byte) { f.Add(data) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := sheet.Open(excel.Engine{}, data, sheet.Limits{Unpacked: 4 << 20})
		var e *fault.Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("not a fault: %v", err)
		}
		if err == nil && len(s.Rows) == 0 {
			t.Fatal("neither rows nor a refusal")
		}
	})
}
