package sheet

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

var portuguese = [...]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
	"novembro", "dezembro"}

// date writes a date or a time as its format tells.
func (n *numberFormat) date(d *dateStyles, serial float64) string {
	fraction := 0 // digits of a second
	for i, p := range n.parts {
		if p.kind == '0' && i > 0 && (n.parts[i-1].kind == '.' || n.parts[i-1].kind == '0') {
			fraction++
		}
	}
	unit := math.Pow10(fraction)
	ticks := int64(math.Round(serial * 86400 * unit))
	seconds, rest := ticks/int64(unit), ticks%int64(unit)
	at := d.midnight(float64(seconds / 86400)).Add(time.Duration(seconds%86400) * time.Second)
	noon := false
	for _, p := range n.parts {
		noon = noon || p.kind == 'a'
	}
	var b strings.Builder
	for i, p := range n.parts {
		switch p.kind {
		case '\'', ',':
			b.WriteString(p.text)
		case 'y':
			b.WriteString(pick(len(p.text) > 2, at.Format("2006"), at.Format("06")))
		case 'd':
			b.WriteString(n.day(at, len(p.text)))
		case 'm':
			b.WriteString(pick(n.minutes(i), pad(at.Minute(), len(p.text)), n.month(at, len(p.text))))
		case 'h':
			hour := at.Hour()
			if noon {
				hour = (hour+11)%12 + 1
			}
			b.WriteString(pad(hour, len(p.text)))
		case 's':
			b.WriteString(pad(at.Second(), len(p.text)))
		case 'a':
			b.WriteString(at.Format("PM"))
		case '[':
			per := map[byte]int64{'h': 3600, 'm': 60, 's': 1}[p.text[0]]
			b.WriteString(pad(int(seconds/per), len(p.text)))
		case '.':
			if b.WriteByte('.'); fraction > 0 {
				fmt.Fprintf(&b, "%0*d", fraction, rest)
			}
		}
	}
	return b.String()
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func pad(n, width int) string { return fmt.Sprintf("%0*d", min(width, 2), n) }

// minutes tells whether the m of a place means minutes: behind hours or before seconds.
func (n *numberFormat) minutes(i int) bool {
	for j := i - 1; j >= 0; j-- {
		if k := n.parts[j].kind; k == 'h' || k == '[' {
			return true
		} else if k != '\'' {
			break
		}
	}
	for _, p := range n.parts[i+1:] {
		if p.kind == 's' {
			return true
		} else if p.kind != '\'' {
			break
		}
	}
	return false
}

func (n *numberFormat) month(at time.Time, width int) string {
	switch {
	case width <= 2:
		return pad(int(at.Month()), width)
	case strings.HasSuffix(n.lcid, "416"), strings.HasSuffix(n.lcid, "816"):
		name := portuguese[at.Month()-1]
		return pick(width == 4, name, string([]rune(name)[:pickInt(width == 5, 1, 3)]))
	case strings.HasSuffix(n.lcid, "804"), strings.HasSuffix(n.lcid, "404"):
		return strconv.Itoa(int(at.Month())) + "月"
	case width == 3:
		return at.Format("Jan")
	case width == 5:
		return at.Format("Jan")[:1]
	}
	return at.Format("January")
}

func pickInt(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

func (n *numberFormat) day(at time.Time, width int) string {
	switch width {
	case 1, 2:
		return pad(at.Day(), width)
	case 3:
		return at.Format("Mon")
	}
	return at.Format("Monday")
}
