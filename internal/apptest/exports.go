package apptest

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
)

// UnpackedText is the text of all parts of a file.
func UnpackedText(t *testing.T, file []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, part := range z.File {
		f, err := part.Open()
		if err == nil {
			_, err = io.Copy(&all, f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
