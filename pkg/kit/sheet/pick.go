package sheet

import (
	"slices"
	"strings"
	"unicode"
)

// Column is a column of a file without the header, from which its user can choose (decisions §13).
type Column struct {
	Name   string `json:"name" dynamodbav:"n" doc:"Name in the header, or the letter of a column without one."`
	Sample string `json:"sample" dynamodbav:"s" doc:"First value of the column."`
	Likely bool   `json:"likely" dynamodbav:"l,omitempty" doc:"The column probably contains the numbers or addresses."`
}

const (
	previewRows = 30 // rows that are kept of a sheet without header, to show its columns
	minLook     = 7  // digits of what looks like a telephone number
	maxLook     = 18
)

// phoneNames are names under which other programs keep telephone numbers, folded as isHeader folds.
var phoneNames = []string{"phone", "phones", "phonenumber", "phone1value", "mobile", "mobilephone", "mobilenumber", "cell", "cellphone",
	"tel", "telephone",
	"number", "whatsapp", "whatsappnumber", "telefone", "telefones", "celular", "celulares", "fone", "número", "numero", "movil", "móvil",
	"teléfono", "telefono",
	"手机", "手机号", "手机号码", "电话", "电话号码", "号码", "联系电话", "手機", "手機號", "手機號碼", "電話", "電話號碼", "號碼", "聯絡電話"}

// fold makes a name comparable: case, spaces, width and byte order marks do not matter.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case invisible(r):
			return -1
		case r > 0xff00 && r < 0xff5f:
			r -= 0xfee0 // full-width letters
		}
		return unicode.ToLower(r)
	}, name)
}

// letters gives the name of a column as table programs show it: 0 is A.
func letters(column int) string {
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// place reads letters back; -1 for another name.
func place(name string) int {
	if len(name) == 0 || len(name) > 3 {
		return -1
	}
	n := 0
	for _, c := range []byte(name) {
		if c < 'A' || c > 'Z' {
			return -1
		}
		n = n*26 + int(c-'A'+1)
	}
	return n - 1
}

// numeric reports what looks like a telephone number.
func numeric(text string) bool {
	digits := 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Nd, r):
			digits++
		case unicode.IsLetter(r):
			return false
		}
	}
	return digits >= minLook && digits <= maxLook
}

func hasText(cells []cell) bool {
	return slices.ContainsFunc(cells, func(v cell) bool { return !blank(v.text) })
}

// columns describes what the file has instead of the header: the first row names the columns unless it holds what the file lists.
func (c *collector) columns() []Column {
	if len(c.preview) == 0 {
		return nil
	}
	head, rows := c.preview[0], c.preview[1:]
	if c.of.in(head) {
		head, rows = nil, c.preview
	}
	var out []Column
	var score []int
	for column := range maxColumns {
		name, sample, numbers := textAt(head, column), "", 0
		for _, r := range rows {
			v := textAt(r, column)
			if sample == "" {
				sample = v
			}
			if c.of.looks(v) {
				numbers++
			}
		}
		if name == "" && sample == "" {
			continue
		}
		if slices.Contains(c.of.usual, strings.NewReplacer("-", "", "_", "").Replace(fold(name))) {
			numbers += 2 * previewRows
		}
		if name == "" {
			name = letters(column)
		}
		out, score = append(out, Column{Name: Excerpt(name), Sample: Excerpt(sample)}), append(score, numbers)
	}
	if len(score) > 0 {
		if best := slices.Index(score, slices.Max(score)); score[best] > 0 {
			out[best].Likely = true
		}
	}
	return out
}

func textAt(cells []cell, column int) string {
	for _, v := range cells {
		if v.column == column {
			return strings.TrimFunc(v.text, invisible)
		}
	}
	return ""
}
