package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// wellFormed checks a text with the standard library.
func wellFormed(data []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

func walkXML(data []byte) error {
	work := workBudget
	w, err := newWalker(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &work)
	for err == nil {
		var t xml.Token
		if t, err = w.next(); t == nil {
			break
		}
	}
	return err
}

func TestXML(t *testing.T) {
	for text, good := range map[string]bool{
		`<a/>`: true, "\xef\xbb\xbf<a/>": true, `<?xml version="1.0"?><!-- c --><a b="1" c='2'><x:b/>t&amp;&#65;&#x41;<![CDATA[<>]]></a> `: true,
		`<a><b></b ></a >`: true, `<é/>`: true,
		``: false, ` `: false, `<a>`: false, `<a></b>`: false, `<a/><a/>`: false, `x<a/>`: false, `<a/>x`: false, `<a b>`: false,
		`<a b=c/>`:   false,
		`<a b="<"/>`: false, `<a b="1"c="2"/>`: false, `<a>&x;</a>`: false, `<a>&</a>`: false, `<a>&#0;</a>`: false, `<a>&#xd800;</a>`: false,
		"<a>\x01</a>": false, "<a>\xff</a>": false, `<a>]]></a>`: false, `<!DOCTYPE a><a/>`: false, `<a`: false, `<a b="1`: false,
		`<a><!-- x</a>`: false,
		`<1a/>`:         false, `< a/>`: false, `<x:a></y:a>`: false, `<![CDATA[a]]><a/>`: false, `<a/`: false,
	} {
		if err := walkXML([]byte(text)); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
		if good && !wellFormed([]byte(text)) {
			t.Errorf("%q is not well-formed to encoding/xml", text)
		}
	}
}

// FuzzXML: input that encoding/xml rejects is rejected by the reader too.
func FuzzXML(f *testing.F) {
	f.Add(
		[]byte(
			`<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="x"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c t="inlineStr"><is><t xml:space="preserve"> a&amp;b</t></is></c></row></sheetData></worksheet>`))
	f.Add([]byte(`<a><![CDATA[x]]><!-- c --><?p i?></a>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if walkXML(data) == nil && !wellFormed(data) {
			t.Fatalf("%q is accepted", data)
		}
	})
}

func TestWestern(t *testing.T) {
	var all []byte
	for b := range 256 {
		all = append(all, byte(b))
	}
	if want, err := charmap.Windows1252.NewDecoder().Bytes(all); err != nil || western(all) != string(want) {
		t.Errorf("%v\n%q\n%q", err, western(all), want)
	}
}
