package contact

import (
	"context"
	"slices"

	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/sheet"
)

// badRow is a row whose number or address cannot be taken.
type badRow struct {
	line    int
	value   string // as written
	problem *fault.Problem
	fields  []string // what stands beside it

	corrected string // the number that is probably meant
}

// rowError returns the row as it is stored: its message is a key.
func (b *badRow) rowError() RowError {
	return RowError{b.line, sheet.Excerpt(b.value), b.problem.Code, b.problem.Key, b.corrected}
}

// found is what a contact file brings for a country.
type parsedFile struct {
	numbers    []uint64   // in the file's order, each once
	titles     []string   // of the columns beside the number, as written
	own        int        // how many of them are the platform's own, the first: their cells are not the user's
	names      []string   // the name under which each would be kept, "" for one that is no value
	columns    []string   // and those that are (fit)
	chars      int        // of a value that is kept
	values     [][]string // by number, nil without columns
	duplicates int        // rows whose number stands in the file already
	bad        []badRow
	national   int // rows that are numbers of the country without its prefix

	emails            bool   // addresses: the first of names is ColumnEmail, so names and values have one more than titles
	skipped           string // domain that was skipped
	roles, disposable int    // addresses that stand for a function, and of mailboxes that last minutes
}

// ImportOptions is how a contact file is read (decisions §13).
type ImportOptions struct {
	Column    string `json:"column,omitempty" dynamodbav:"c,omitempty" maxLength:"200" doc:"Column with the numbers or addresses, named as in the failed task. Default: phoneNumber, or email."`
	AddPrefix bool   `json:"addPrefix,omitempty" dynamodbav:"p,omitempty" doc:"Read numbers without country code as numbers of the list's country."`
	Rows      int    `json:"-" dynamodbav:"-"` // the most rows, where another bound than the setting's holds
	Type      string `json:"-" dynamodbav:"-"` // TypeEmail: the file has addresses
	Offline   bool   `json:"-" dynamodbav:"-"` // domains of addresses are not looked up
	Reached   bool   `json:"-" dynamodbav:"-"` // numbers may be in WhatsApp's own form, and stay so: they and addresses are compared, not written to
}

func (f *parsedFile) total() int { return len(f.numbers) + f.duplicates + len(f.bad) }

// reason is the most frequent problem of the bad rows.
func (f *parsedFile) reason() *fault.Problem {
	counts := map[*fault.Problem]int{}
	for _, b := range f.bad {
		counts[b.problem]++
	}
	var most *fault.Problem
	for _, p := range slices.Concat(phone.Problems, email.Problems) {
		if most == nil || counts[p] > counts[most] {
			most = p
		}
	}
	return most
}

// limits of a contact file, as set.
func (r *Service) limits(ctx context.Context) (sheet.Limits, error) {
	bytes, err := r.Settings.Int(ctx, SettingBytes)
	if err != nil {
		return sheet.Limits{}, err
	}
	rows, err := r.Settings.Int(ctx, SettingRows)
	return sheet.Limits{Bytes: bytes, Rows: rows}, err
}

// readSheet reads the rows of a contact file.
func readSheet(ctx context.Context, r *Service, data []byte, way ImportOptions) (*sheet.Sheet, error) {
	limits, err := r.limits(ctx)
	if err != nil {
		return nil, err
	}
	if way.Rows > 0 {
		limits.Rows = way.Rows
	}
	of := sheet.Phones
	if way.Type == TypeEmail {
		of = sheet.Emails
	}
	return sheet.OpenContent(r.Sheets, data, limits, of, way.Column)
}

// scan reads a contact file for a country. Faults: 400 for a file that cannot be read as one. step, if any, hears how far
// it came.
func (r *Service) scan(ctx context.Context, data []byte, country string, way ImportOptions, step func(total, done int)) (*parsedFile,
	error) {
	s, err := readSheet(ctx, r, data, way)
	if err != nil {
		return nil, err
	}
	if way.Type == TypeEmail {
		return addresses{r}.scan(ctx, s, way, step)
	}
	own := titles{r.Texts}.unused(s)
	f := &parsedFile{titles: s.Columns, own: own, names: names(s.Columns, own), numbers: make([]uint64, 0, len(s.Rows))}
	seen := make(map[uint64]struct{}, len(s.Rows))
	for i, row := range s.Rows {
		if step != nil && i%packSize == 0 {
			step(len(s.Rows), i)
		}
		for c, text := range row.Fields {
			row.Fields[c] = valueOf(text)
		}
		n, corrected, problem := parse(row.Text, country)
		if way.Reached { // parse takes Mexico's 521… as 52…
			if shown, _, not := phone.ParseReached(row.Text, country); not == nil {
				n, corrected, problem = shown, "", nil
			}
		}
		if problem == phone.NoPrefix && country != "" {
			if whole, ok := phone.National(row.Text, country); ok {
				f.national++
				if way.AddPrefix {
					n, problem = whole, nil
				}
			}
		}
		if problem != nil {
			f.bad = append(f.bad, badRow{row.Line, row.Text, problem, row.Fields, corrected})
			continue
		}
		if _, twice := seen[phone.Normal(n)]; twice {
			f.duplicates++
			continue
		}
		seen[phone.Normal(n)] = struct{}{}
		f.numbers = append(f.numbers, n)
		if len(s.Columns) > 0 {
			f.values = append(f.values, row.Fields)
		}
	}
	return f, nil
}
