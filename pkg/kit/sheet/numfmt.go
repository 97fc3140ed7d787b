package sheet

import (
	"math"
	"strconv"
	"strings"
)

// builtin are the number formats that a file need not define. Those whose look depends on the reader's own settings (14, 22, the East Asian
// dates) are left out: their dates are written year, month, day.
var builtin = map[int]string{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
	18: "h:mm AM/PM",
	19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)",
	40: "#,##0.00;(#,##0.00)", 45: "mm:ss",
	46: "[h]:mm:ss", 47: "mm:ss.0"}

// part is a piece of a number format.
type part struct {
	kind byte // ' for a text, 0 # . , % of a number, y m d h s of a date, a for AM/PM, [ for an elapsed time
	text string
}

// numberFormat is a section of a number format.
type numberFormat struct {
	parts  []part
	lcid   string // of the language, hexadecimal; empty: none
	comma  bool   // the decimal sign is a comma
	dated  bool
	digits bool
	other  bool // it has what is not read here: fractions, exponents, conditions
}

// shown gives a number as the cell shows it; plain is the number without a format.
func (d *dateStyles) shown(f float64, style int, plain string) string {
	if style < 0 || style >= len(d.codes) || d.codes[style] == "" || math.IsNaN(f) || math.IsInf(f, 0) {
		return plain
	}
	sections := sectionsOf(d.codes[style])
	at := 0
	switch {
	case len(sections) > 1 && f < 0:
		at = 1
	case len(sections) > 2 && f == 0:
		at = 2
	}
	n := parseFormat(sections[at])
	sign := ""
	if f < 0 && at == 0 {
		sign = "-"
	}
	switch {
	case n.other:
		return plain
	case n.dated:
		if f < 0 || f > lastSerial {
			return plain
		}
		return joined(n.date(d, f))
	case !n.digits && len(sections) == 1:
		return plain
	}
	return joined(sign + n.number(math.Abs(f)))
}

func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// sectionsOf divides a code at its semicolons.
func sectionsOf(code string) []string {
	var out []string
	begin, quoted := 0, false
	for i := 0; i < len(code); i++ {
		switch {
		case code[i] == '"':
			quoted = !quoted
		case code[i] == '\\' && !quoted:
			i++
		case code[i] == ';' && !quoted:
			out, begin = append(out, code[begin:i]), i+1
		}
	}
	return append(out, code[begin:])
}

func parseFormat(code string) *numberFormat {
	n := &numberFormat{}
	for i := 0; i < len(code); {
		i += n.take(code[i:])
	}
	n.comma = n.comma || strings.Contains(code, "R$")
	return n
}

// take reads what stands at the beginning of a code and gives its length.
func (n *numberFormat) take(code string) int {
	c := code[0]
	lower := c | 0x20
	switch {
	case c == '"':
		text, _, _ := strings.Cut(code[1:], `"`)
		n.add('\'', text)
		return min(len(code), len(text)+2)
	case c == '\\' && len(code) > 1:
		size := len(string([]rune(code[1:])[:1]))
		n.add('\'', code[1:1+size])
		return 1 + size
	case (c == '_' || c == '*') && len(code) > 1: // a gap
		n.add('\'', " ")
		return 1 + len(string([]rune(code[1:])[:1]))
	case c == '[':
		inside, _, _ := strings.Cut(code[1:], "]")
		n.bracket(inside)
		return min(len(code), len(inside)+2)
	case strings.HasPrefix(strings.ToUpper(code), "AM/PM"):
		n.add('a', code[:5])
		return 5
	case strings.HasPrefix(strings.ToUpper(code), "GENERAL"):
		n.other = true
		return 7
	case strings.IndexByte("ymdhs", lower) >= 0:
		run := 1
		for run < len(code) && code[run]|0x20 == lower {
			run++
		}
		n.add(lower, code[:run])
		return run
	case strings.IndexByte("0#?", c) >= 0:
		n.add(c, code[:1])
		n.digits = true
	case c == '.' || c == ',' || c == '%':
		n.add(c, code[:1])
	case c == '@' || c == '/' && n.digits || c == 'E' || c == 'e':
		n.other = true
	default:
		size := len(string([]rune(code)[:1]))
		n.add('\'', code[:size])
		return size
	}
	return 1
}

func (n *numberFormat) add(kind byte, text string) {
	n.parts = append(n.parts, part{kind, text})
	n.dated = n.dated || strings.IndexByte("ymdhsa[", kind) >= 0
}

// bracket reads a currency and its language, an elapsed time, a color or a condition.
func (n *numberFormat) bracket(inside string) {
	lower := strings.ToLower(inside)
	switch {
	case strings.HasPrefix(inside, "$"):
		symbol, lcid, _ := strings.Cut(inside[1:], "-")
		n.lcid = strings.ToLower(lcid)
		n.add('\'', symbol)
		n.comma = n.comma || comma[strings.TrimLeft(n.lcid, "0")]
	case lower != "" && strings.Trim(lower, lower[:1]) == "" && strings.Contains("hms", lower[:1]):
		n.add('[', lower)
	case strings.ContainsAny(inside, "<>="):
		n.other = true
	}
}

// comma are the languages, by Windows' numbers, that write a comma before decimals: Portuguese, Spanish, German, French, Italian, Dutch,
// Russian, Polish, Turkish, Indonesian, Vietnamese.
var comma = map[string]bool{"416": true, "816": true, "40a": true, "c0a": true, "2c0a": true, "240a": true, "340a": true, "407": true,
	"40c": true, "410": true, "413": true,
	"419": true, "415": true, "41f": true, "421": true, "42a": true}

// number writes a number that is not negative.
func (n *numberFormat) number(f float64) string {
	whole, decimals, least, scale := 0, 0, 0, 0
	point, grouped, pending := false, false, 0
	for _, p := range n.parts {
		switch p.kind {
		case '0', '#', '?':
			if grouped = grouped || pending > 0 && !point && whole > 0; !point {
				whole++
			} else if decimals++; p.kind == '0' {
				least = decimals
			}
			pending = 0
		case '.':
			point, scale, pending = true, scale-3*pending, 0
		case ',':
			pending++
		case '%':
			scale += 2
		}
	}
	text := rounded(f, scale-3*pending, decimals)
	left, right, _ := strings.Cut(text, ".")
	for len(right) > least && right[len(right)-1] == '0' {
		right = right[:len(right)-1]
	}
	if left == "0" {
		left = ""
	}
	return n.laid(left, right, whole, grouped)
}

// laid lays digits into the places of the format.
func (n *numberFormat) laid(left, right string, whole int, grouped bool) string {
	mark, thousand := ".", ","
	if n.comma {
		mark, thousand = ",", "."
	}
	var b strings.Builder
	place, decimal, point := whole, 0, false
	begun := false
	digit := func(at int, zero bool) { // the digit that has so many places behind it
		switch i := len(left) - 1 - at; {
		case i >= 0:
			b.WriteByte(left[i])
		case zero || begun:
			b.WriteByte('0')
		default:
			return
		}
		begun = true
		if grouped && at > 0 && at%3 == 0 {
			b.WriteString(thousand)
		}
	}
	for _, p := range n.parts {
		switch p.kind {
		case '\'':
			b.WriteString(p.text)
		case '%':
			b.WriteByte('%')
		case '.':
			if point = true; right != "" {
				b.WriteString(mark)
			}
		case '0', '#', '?':
			if point {
				if decimal < len(right) {
					b.WriteByte(right[decimal])
				}
				decimal++
				continue
			}
			if place--; place == whole-1 { // the first place takes all digits before it
				for at := len(left) - 1; at > place; at-- {
					digit(at, false)
				}
			}
			digit(place, p.kind == '0')
		}
	}
	return b.String()
}

// rounded writes f times ten to the power of scale with so many decimals, of its 15 digits, half a unit away from zero.
func rounded(f float64, scale, decimals int) string {
	text := strconv.FormatFloat(f, 'e', 14, 64)
	digits, power, _ := strings.Cut(text, "e")
	exponent, _ := strconv.Atoi(power)
	digits = strings.Replace(digits, ".", "", 1)
	point := exponent + 1 + scale // so many digits stand before the point
	if point < 0 {
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if missing := point + decimals + 1 - len(digits); missing > 0 {
		digits += strings.Repeat("0", missing)
	}
	kept, up := []byte("0"+digits[:point+decimals]), digits[point+decimals] >= '5'
	for i := len(kept) - 1; up && i >= 0; i-- {
		if kept[i]++; kept[i] <= '9' {
			break
		}
		kept[i] = '0'
	}
	left := strings.TrimLeft(string(kept[:len(kept)-decimals]), "0")
	if left == "" {
		left = "0"
	}
	return left + "." + string(kept[len(kept)-decimals:])
}
