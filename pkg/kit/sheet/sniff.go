package sheet

import (
	"archive/zip"
	"bytes"
	"strings"
)

var (
	zipMark = []byte("PK\x03\x04")
	cfbMark = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
)

// Sniff tells what a file is by its content, at the time of its upload, without reading it: KeyEmptyFile,
// KeyTooLarge, or KeyType for everything that cannot be a contact file. What is protected or damaged but was meant
// as a table passes here and fails in Open.
func Sniff(data []byte, limits Limits) (Kind, error) {
	limits = limits.orDefault()
	switch {
	case len(data) == 0:
		return "", emptyFile()
	case len(data) > limits.Bytes:
		return "", tooLarge(limits.Bytes)
	case bytes.HasPrefix(data, zipMark):
		if isXLSX(data) {
			return XLSX, nil
		}
	case bytes.HasPrefix(data, cfbMark):
		if isXLS(data) {
			return XLS, nil
		}
	case isText(data):
		return Text, nil
	}
	return "", wrongType()
}

// isXLSX looks at the names of the parts; in a file without its end at the bytes themselves.
func isXLSX(data []byte) bool {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return bytes.Contains(data, []byte("[Content_Types].xml")) && bytes.Contains(data, []byte("xl/")) ||
			bytes.Contains(data, []byte("xl/worksheets/"))
	}
	for _, f := range r.File {
		name := partName(f.Name)
		if name == "xl/workbook.xml" || strings.HasPrefix(name, "xl/worksheets/") && strings.HasSuffix(name, ".xml") {
			return true
		}
	}
	return false
}

// isXLS looks for the streams of a workbook, or of an encrypted xlsx, which looks like one.
func isXLS(data []byte) bool {
	f, err := openCFB(data)
	if err != nil {
		return true // a damaged one is told when it is read
	}
	return f.find("Workbook") != nil || f.find("Book") != nil || f.encrypted()
}

// isText reports text without control characters that is no markup.
func isText(data []byte) bool {
	text, ok := decodeText(data)
	if !ok {
		return false
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' {
			return false
		}
	}
	text = strings.ToLower(strings.TrimSpace(text[:min(len(text), 512)]))
	for _, mark := range []string{"<!doctype", "<html", "<?xml", "<table", "<head", "<body", "<svg", "%pdf-", "{\\rtf", "%!ps"} {
		if strings.HasPrefix(text, mark) {
			return false
		}
	}
	return true
}
