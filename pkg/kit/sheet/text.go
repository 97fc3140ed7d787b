package sheet

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// decodeText gives the text of a file without its byte order mark: UTF-8, UTF-16 with or without mark, GB18030, and
// Windows-1252 for what European Excel saves as csv. ok is false when it is none of them.
func decodeText(data []byte) (text string, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decodeUTF16(data, unicode.UseBOM, unicode.LittleEndian)
	case zeros(data, 1):
		return decodeUTF16(data, unicode.IgnoreBOM, unicode.LittleEndian)
	case zeros(data, 0):
		return decodeUTF16(data, unicode.IgnoreBOM, unicode.BigEndian)
	}
	data = bytes.TrimRight(data, "\x1a") // the end of file of DOS
	if utf8.Valid(data) {
		return string(data), true
	}
	if !looksLatin1(data) {
		if out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data); err == nil && !bytes.ContainsRune(out, utf8.RuneError) {
			return string(out), true
		}
	}
	return western(data), true
}

// western reads Windows-1252. The linker takes all of x/text's package of code pages with any of them: 90 KB.
func western(data []byte) string {
	const specials = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ" // 0x80 to 0x9f; the rest is Latin-1
	special := []rune(specials)
	out := make([]rune, len(data))
	for i, b := range data {
		out[i] = rune(b)
		if b >= 0x80 && b < 0xa0 {
			out[i] = special[b-0x80]
		}
	}
	return string(out)
}

func decodeUTF16(data []byte, bom unicode.BOMPolicy, order unicode.Endianness) (string, bool) {
	if len(data)%2 != 0 {
		return "", false
	}
	out, err := unicode.UTF16(order, bom).NewDecoder().Bytes(data)
	return string(out), err == nil
}

// zeros reports that nearly every second byte, from the given one on, is zero: Latin text and digits in UTF-16.
func zeros(data []byte, from int) bool {
	if len(data) < 4 || len(data)%2 != 0 {
		return false
	}
	zero := 0
	for i := range data {
		if data[i] == 0 {
			if i%2 != from {
				return false
			}
			zero++
		}
	}
	return zero*5 >= len(data)*2
}

// looksLatin1 reports that the bytes above ASCII mostly stand alone, as accents do in Portuguese; in Chinese they
// come in pairs and longer runs.
func looksLatin1(data []byte) bool {
	alone, together := 0, 0
	for i := 0; i < len(data); {
		n := 0
		for i+n < len(data) && data[i+n] >= utf8.RuneSelf {
			n++
		}
		switch {
		case n == 1:
			alone++
		case n > 1:
			together++
		}
		i += max(n, 1)
	}
	return alone > together
}

// readText reads a txt of one number a line, or a csv whose delimiter is found in its header.
func readText(data []byte, c *collector) error {
	text, _ := decodeText(data) // Sniff has seen that it can be read
	for _, delimiter := range []byte{0, ',', ';', '\t', '|'} {
		if c.hasHeader(text, delimiter) {
			return readRecords(text, delimiter, c)
		}
	}
	if delimiter := columns(text); delimiter != 0 {
		return readRecords(text, delimiter, c) // for a column that is chosen by its name, and to list the columns
	}
	c.found, c.slots = true, nil
	s := scanner{text: text}
	for s.more() {
		value := strings.TrimFunc(s.rest(), invisible)
		if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
			value = value[1 : len(value)-1]
		}
		if err := c.row(s.line, []cell{{text: value}}); err != nil {
			return err
		}
	}
	return nil
}

func readRecords(text string, delimiter byte, c *collector) error {
	s := scanner{text: text, delimiter: delimiter}
	for s.more() {
		cells, closed := s.record()
		if !closed {
			return openQuote(s.line)
		}
		if err := c.row(s.line, cells); err != nil {
			return err
		}
	}
	return nil
}

// hasHeader looks for the header in the first rows as the delimiter cuts them.
func (c *collector) hasHeader(text string, delimiter byte) bool {
	s := scanner{text: text, delimiter: delimiter}
	for s.more() && s.line <= headerRows {
		cells, _ := s.record()
		for _, v := range cells {
			if c.isHeader(v.text) {
				return true
			}
		}
	}
	return false
}

// columns gives the delimiter that cuts most of the first lines into columns, so that the text is a table without header;
// 0 for none. A first column may be empty, as the name is in an export of contacts without names.
func columns(text string) byte {
	const look = 20
	for _, delimiter := range []byte{',', ';', '\t', '|'} {
		lines, cut := 0, 0
		for s := (scanner{text: text}); lines < look && s.more(); {
			line := strings.TrimRightFunc(s.rest(), invisible)
			if blank(line) {
				continue
			}
			lines++
			if i := strings.IndexByte(line, delimiter); i >= 0 && !blank(line[i+1:]) {
				cut++
			}
		}
		if cut > 0 && cut*2 >= lines {
			return delimiter
		}
	}
	return 0
}
