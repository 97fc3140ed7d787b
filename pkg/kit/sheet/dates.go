package sheet

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// dateStyles are the styles whose cells show a number as a date: a style has a number format, a date format has date
// characters.
type dateStyles struct {
	from1904 bool
	formats  map[int]bool // formats of the file's own: is it a date
	styles   []bool
	own      map[int]string // codes of the file's own formats
	codes    []string       // by style; empty for none
}

// lastSerial is 9999-12-31: what is above cannot be a date, e.g. a telephone number in a column of dates.
const lastSerial = 2958465

func (d *dateStyles) format(id int, code string) {
	if d.formats == nil {
		d.formats, d.own = map[int]bool{}, map[int]string{}
	}
	d.own[id] = code
	d.formats[id] = dateFormat(code)
}

func (d *dateStyles) style(format int) {
	own, known := d.formats[format]
	if !known {
		own = (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 47) || (format >= 50 && format <= 58)
	}
	code, defined := d.own[format]
	if !defined {
		code = builtin[format]
	}
	d.styles, d.codes = append(d.styles, own), append(d.codes, code)
}

// dateFormat reports date characters outside quotes, brackets and escapes.
func dateFormat(code string) bool {
	quoted, bracket := false, false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\\', c == '_', c == '*':
			i++
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case bracket:
		case strings.IndexByte("yYmMdDhHsS", c) >= 0:
			return true
		case c == 'E' || c == '#' || c == '0' || c == '?':
			return false // digits of a number
		}
	}
	return false
}

// number writes the number of a cell: without exponent, a date as a date. ok is false when the text is no number.
func (d *dateStyles) number(text string, style int) (out string, ok bool) {
	text = strings.TrimSpace(text)
	isDate := style >= 0 && style < len(d.styles) && d.styles[style]
	if digits := strings.TrimPrefix(text, "-"); !isDate && digits != "" && strings.Trim(digits, "0123456789") == "" {
		return text, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return "", false
	}
	return d.float(f, isDate), true
}

// look gives a number's text as the cell shows it.
func (d *dateStyles) look(plain, text string, style int) string {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return plain
	}
	return d.shown(f, style, plain)
}

// styled writes a number of an xls, which has no text of its own.
func (d *dateStyles) styled(f float64, style int) string {
	return d.float(f, style >= 0 && style < len(d.styles) && d.styles[style])
}

func (d *dateStyles) float(f float64, isDate bool) string {
	if isDate && f >= 0 && f <= lastSerial {
		return d.date(f)
	}
	if f == math.Trunc(f) && math.Abs(f) < 1e21 {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64) // the digits that a user sees
	if err != nil || math.Abs(f) >= 1e21 {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// midnight is the day of a serial number.
func (d *dateStyles) midnight(serial float64) time.Time {
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case d.from1904:
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case serial < 60: // Excel counts a 29 February 1900 that never was
		epoch = epoch.AddDate(0, 0, 1)
	}
	return epoch.AddDate(0, 0, int(serial))
}

func (d *dateStyles) date(serial float64) string {
	days, fraction := math.Modf(serial)
	t := d.midnight(serial).Add(time.Duration(math.Round(fraction*86400)) * time.Second)
	switch {
	case fraction == 0:
		return t.Format(time.DateOnly)
	case days == 0:
		return t.Format(time.TimeOnly)
	}
	return t.Format(time.DateTime)
}
