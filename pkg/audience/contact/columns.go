package contact

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
)

// Settings of what a collection keeps beside the numbers: how many columns, and how long a value may be.
const (
	SettingColumns = "contact.columns"
	SettingChars   = "contact.value.chars"
)

const nameChars = 30 // of a column, as of a placeholder

// LeftOut is something that a file tells beside its numbers and that was not kept.
type LeftOut struct {
	Column  string `json:"column" dynamodbav:"c"`
	Rows    int    `json:"rows" dynamodbav:"n" doc:"Rows whose value was left out."`
	Message string `json:"message" dynamodbav:"m"` // a key as it is kept

	Max int `json:"-" dynamodbav:"x"` // the limit that the message names
}

// Why a value was left out.
const (
	leftMany = "contact.values.many"
	leftLong = "contact.values.long"
	leftFull = "contact.values.full"
)

// bounds of the values of a collection.
type bounds struct{ columns, chars int }

func (r *Service) bounds(ctx context.Context) (b bounds, err error) {
	if b.columns, err = r.Settings.Int(ctx, SettingColumns); err == nil {
		b.chars, err = r.Settings.Int(ctx, SettingChars)
	}
	return b, err
}

// columnName is the name under which a column's values are used as {name}: letters, digits and _, at most 30.
func columnName(title string) string {
	title = norm.NFKC.String(title)
	var out strings.Builder
	gap, n := false, 0
	for _, c := range strings.TrimSpace(title) {
		if !unicode.IsLetter(c) && !unicode.IsNumber(c) && c != '_' {
			gap = true
			continue
		}
		if gap && n > 0 && n < nameChars {
			out.WriteByte('_')
			n++
		}
		if gap = false; n == nameChars {
			break
		}
		out.WriteRune(c)
		n++
	}
	return strings.TrimRight(out.String(), "_")
}

// sameColumn reports whether two names are one: case and forms of the same letters do not count.
func sameColumn(a, b string) bool { return a == b || Fold(a) == Fold(b) }

// Fold is the form in which the name of a column and a placeholder are compared: normalised, without case, blanks joined.
func Fold(name string) string {
	return columnName(strings.ToLower(strings.ToUpper(norm.NFKC.String(name))))
}

func hasColumn(names []string, name string) bool { return columnOf(names, name) >= 0 }

func columnOf(names []string, name string) int {
	return slices.IndexFunc(names, func(n string) bool { return sameColumn(n, name) })
}

// valueOf is what a cell tells: without what a file put before it, and without blanks around it.
func valueOf(text string) string {
	return strings.TrimFunc(plain(text), func(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' || r == '\u2060' })
}

// knownTitles are the column titles of files that the platform exports. When such a file is imported, their cells are
// no values of a member. The user's own columns follow them, and may have the same titles.
var knownTitles = [][]string{
	errorHeads(TypePhone), errorHeads(TypeEmail),
	slices.Concat(targetHeads, []string{"export.column.sentFrom", "export.column.variant"}),
	slices.Concat(targetHeads, []string{"export.column.sentFrom"}),
	slices.Concat(targetHeads, []string{"export.column.variant"}), targetHeads, // until files named the sender
	{"export.column.phoneNumber", "export.column.country", "export.column.validity", "export.column.source", "export.column.lastActive",
		"export.column.lastCheck", "export.column.created"},
}

var targetHeads = []string{"export.column.phoneNumber", "export.column.status", "export.column.reason", "export.column.sentTime",
	"export.column.arrivedTime", "export.column.readTime", "export.column.replyTime"}

// titles are the platform's titles of columns.
type titles struct{ texts *i18n.Catalogue }

// own returns how many columns of a file are the platform's: none unless the file begins with all columns of one of
// its exports, in their order.
func (t titles) own(heads []string) int {
	for _, lang := range i18n.Langs {
		for _, keys := range knownTitles {
			if len(heads) >= len(keys) && slices.Equal(heads[:len(keys)], t.in(lang, keys)) {
				return len(keys)
			}
		}
	}
	return 0
}

func (t titles) in(lang i18n.Lang, keys []string) []string {
	out := make([]string, len(keys))
	for i, key := range keys {
		out[i] = t.texts.Text(lang, key, nil)
	}
	return out
}

// unused returns the number of the platform's columns beside that of the number: they stand first.
func (t titles) unused(s *sheet.Sheet) int {
	own := t.own(s.Heads)
	if own == 0 || slices.Equal(s.Heads[:own], s.Columns[:min(own, len(s.Columns))]) { // the number stands behind them
		return own
	}
	return own - 1
}

// names returns the stored name of each column of a file, "" for one that is not stored; the first ones are the
// platform's.
func names(columns []string, own int) []string {
	out := make([]string, len(columns))
	for i, title := range columns {
		if name := columnName(title); i >= own && name != "" && !hasColumn(out[:i], name) {
			out[i] = name
		}
	}
	return out
}

// plain returns a text as it was before the platform exported it: without the apostrophe of sheet.Neutral. A text
// that a spreadsheet marks in the same way loses its apostrophe too.
func plain(text string) string {
	if rest, marked := strings.CutPrefix(text, "'"); marked && sheet.Neutral(rest) != rest {
		return rest
	}
	return text
}

// value is what a row of a file tells in a column, "" for what is not kept. An address is kept at any length.
func (f *parsedFile) value(row, column int) string {
	if f.columns[column] == "" || column >= len(f.values[row]) {
		return ""
	}
	v := f.values[row][column]
	if f.emails && column == 0 {
		return v
	}
	if len(v) > f.chars && utf8.RuneCountInString(v) > f.chars {
		return ""
	}
	return v
}

// fit decides which columns of a file are kept; had are those that its collection has already. It gives those that the
// collection has then, and what is left out.
func (f *parsedFile) fit(had []string, b bounds) (columns []string, left []LeftOut) {
	columns, f.columns, f.chars = slices.Clone(had), slices.Clone(f.names), b.chars
	for c, name := range f.names {
		if name == "" {
			continue
		}
		if at := columnOf(columns, name); at >= 0 {
			name, f.columns[c] = columns[at], columns[at] // a collection has one name for a column
		}
		some, long := 0, 0
		for row := range f.values {
			if f.value(row, c) != "" {
				some++
			} else if c < len(f.values[row]) && f.values[row][c] != "" {
				long++
			}
		}
		if long > 0 {
			left = append(left, LeftOut{name, long, leftLong, b.chars})
		}
		switch has := slices.Contains(columns, name); {
		case some == 0:
			f.columns[c] = ""
		case !has && !f.room(columns, name, b):
			f.columns[c], left = "", append(left, LeftOut{name, some, leftMany, b.columns})
		case !has:
			columns = append(columns, name)
		}
	}
	return columns, left
}

// valued reports that a file tells more than numbers.
func (f *parsedFile) valued() bool {
	return len(f.values) > 0 && slices.ContainsFunc(f.columns, func(name string) bool { return name != "" })
}

// response returns the values of some rows of a file.
func (f *parsedFile) response(rows []int) values {
	out := values{}
	if !f.valued() {
		return out
	}
	for c, name := range f.columns {
		for i, row := range rows {
			if v := f.value(row, c); v != "" {
				out.Cells[out.at(name, len(rows))][i] = v
			}
		}
	}
	return out
}

// packed cuts rows of a file into packs: a thousand numbers, fewer when they come with much.
func (f *parsedFile) packed(rows []int) [][]int {
	var out [][]int
	for from := 0; from < len(rows); {
		to, bytes := from, 0
		for to < len(rows) && to-from < packSize && (bytes < packValues || !f.valued()) {
			if f.valued() {
				for c := range f.columns {
					bytes += len(f.value(rows[to], c))
				}
			}
			to++
		}
		out = append(out, rows[from:to])
		from = to
	}
	return out
}

// tell gives members of a pack what a file says about them; it reports whether anything is new.
func (m members) mark(f *parsedFile, rows map[int]int) (told members, fresh bool) {
	if told = m; !f.valued() {
		return m, false
	}
	for i, row := range rows {
		if f.emails && m.email(i) != f.values[row][0] { // another address with the same code
			continue
		}
		for c, name := range f.columns {
			v := f.value(row, c)
			if v == "" {
				continue
			}
			if at := slices.Index(told.values.Names, name); at >= 0 && told.values.Cells[at][i] == v {
				continue
			}
			if !fresh {
				told.values, fresh = m.values.clone(), true
			}
			told.values.Cells[told.values.at(name, len(m.numbers))][i] = v
		}
	}
	return told, fresh
}
