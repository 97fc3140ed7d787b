package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"strings"
)

var (
	zipMark = []byte("PK\x03\x04")
	cfbMark = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
)

// Sniff gives the kind of a file by its content, at the time of its upload, without reading it whole. It fails with
// KeyEmptyFile, KeyTooLarge, or KeyType for everything that cannot be a contact file. A protected or damaged table
// passes here and fails in Open.
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
	default:
		key := textual(data)
		if key == "" {
			return Text, nil
		}
		return "", wrongType(key)
	}
	return "", wrongType(KeyType)
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
		return true // a damaged one is refused when it is read
	}
	return f.book() != nil || f.encrypted()
}

// textual gives why a text is no contact file, "" for one that is. Refused are control characters, and formats of
// other programs for another purpose. Each refusal explains how to get its contacts as a table.
func textual(data []byte) string {
	text, ok := decodeText(data)
	if !ok {
		return KeyType
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' {
			return KeyType
		}
	}
	text = strings.TrimSpace(text)
	head := strings.ToLower(text[:min(len(text), 4096)])
	for key, marks := range marked {
		for _, mark := range marks {
			if strings.HasPrefix(head, mark) {
				return key
			}
		}
	}
	switch {
	case (strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{")) && json.Valid([]byte(text)):
		return KeyJSON
	case mail(head):
		return KeyMail
	}
	return ""
}

// marked are the beginnings of texts that are something else.
var marked = map[string][]string{
	KeyHTML:  {"<!doctype", "<html", "<table", "<head", "<body", "<meta", "<style"},
	KeyVCard: {"begin:vcard"},
	KeyType:  {"<?xml", "<svg", "%pdf-", "{\\rtf", "%!ps", "begin:vcalendar"},
}

// mail reports the head of a message as mail programs save it.
func mail(head string) bool {
	lines := 0
	for line := range strings.Lines(head) {
		for _, name := range []string{"from:", "to:", "subject:", "date:", "received:", "message-id:", "mime-version:", "return-path:",
			"delivered-to:", "content-type:"} {
			if strings.HasPrefix(line, name) {
				lines++
			}
		}
	}
	return lines >= 3
}
