package sheet_test

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"slices"
	"testing"
)

// zipped writes parts into a zip; each writes its text piece by piece.
func zipped(t testing.TB, parts map[string]func(func(string))) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		parts[name](func(s string) {
			if _, err := io.WriteString(f, s); err != nil {
				t.Fatal(err)
			}
		})
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
