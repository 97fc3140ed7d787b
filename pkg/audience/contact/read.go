package contact

import (
	"context"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/sheet"
)

// NumberList is a contact file as another module reads it: what is in it, not what becomes of it.
type NumberList struct {
	Name       string
	Type       string   // of the contents
	Numbers    []uint64 // in the file's order, each once; of addresses their codes
	Emails     []string // of a file of addresses: the address of each
	Duplicates int
	National   int        // rows that are numbers of the country without its prefix
	Bad        []RowError // messages are keys
	Titles     []string   // of what stands beside the numbers
	Beside     [][]string // of the bad rows
}

// Sniff refuses what cannot be a contact file by its content, and what the scope does not see (400, 404); it gives the file's name.
func (r *Service) Sniff(ctx context.Context, scope auth.Scope, fileID string) (string, error) {
	name, data, err := r.Files.Open(ctx, scope, fileID)
	if err != nil {
		return "", err
	}
	limits, err := r.limits(ctx)
	if err != nil {
		return "", err
	}
	_, err = sheet.Sniff(data, limits)
	return name, err
}

// List reads an uploaded contact file with numbers of a country, or of any when it is empty, or with addresses
// (way.Type). Faults as of File; a file without a good row is no fault.
func (r *Service) List(ctx context.Context, scope auth.Scope, fileID, country string, way ImportOptions) (NumberList, error) {
	name, data, err := r.Files.Open(ctx, scope, fileID)
	if err != nil {
		return NumberList{}, err
	}
	f, err := r.scan(ctx, data, country, way, nil)
	if err != nil {
		return NumberList{}, err
	}
	out := NumberList{Name: name, Numbers: f.numbers, Duplicates: f.duplicates, National: f.national}
	if out.Type = TypePhone; f.emails {
		out.Type = TypeEmail
		for _, row := range f.values {
			out.Emails = append(out.Emails, row[0])
		}
	}
	titles, rows := f.refused()
	for _, fields := range rows {
		out.Beside = append(out.Beside, fields)
	}
	out.Titles = titles
	for _, b := range f.bad {
		out.Bad = append(out.Bad, b.rowError())
	}
	return out, nil
}

// Row is a row of a contact file with what stands beside its number or address.
type Row struct {
	Line    int
	Text    string            // the number or address as written
	Number  uint64            // 0 for a text that is none
	Address string            // of a row that has one: under email, or where the numbers are
	Code    int               // why it is neither
	Reason  string            // the same as a key of messages
	Beside  map[string]string // by the lower-case title of the column
}

// Rows reads an uploaded contact file row by row, with numbers of any country and addresses. Faults as of List.
func (r *Service) Rows(ctx context.Context, scope auth.Scope, fileID string, way ImportOptions) ([]Row, error) {
	_, data, err := r.Files.Open(ctx, scope, fileID)
	if err != nil {
		return nil, err
	}
	s, err := readSheet(ctx, r, data, way)
	if fault.Is(err, sheet.KeyNoHeader) {
		way.Type = TypeEmail
		if addresses, other := readSheet(ctx, r, data, way); other == nil {
			s, err = addresses, nil
		}
	}
	if err != nil {
		return nil, err
	}
	out := make([]Row, len(s.Rows))
	for i, row := range s.Rows {
		out[i] = Row{Line: row.Line, Text: row.Text, Beside: map[string]string{}}
		for c, title := range s.Columns {
			if c < len(row.Fields) {
				out[i].Beside[strings.ToLower(strings.TrimSpace(title))] = valueOf(row.Fields[c])
			}
		}
		out[i].read(way.Type == TypeEmail)
	}
	return out, nil
}

// read reads the recipient of a row. A row without a number may have an address, and one with a number may have both.
func (row *Row) read(emails bool) {
	beside := strings.TrimSpace(row.Beside[ColumnEmail])
	var problem *fault.Problem
	switch {
	case emails || sheet.Emails.Looks(row.Text):
		row.Address, _, problem = email.Read(plain(row.Text))
	case strings.TrimSpace(row.Text) == "" && beside != "":
		row.Text = beside
		row.Address, _, problem = email.Read(plain(beside))
	default:
		if row.Number, _, problem = phone.ParseReached(row.Text, ""); problem == nil && beside != "" {
			row.Address, _, _ = email.Read(plain(beside)) // one that is none says nothing
		}
	}
	if problem != nil {
		row.Number, row.Address, row.Code, row.Reason = 0, "", problem.Code, problem.Key
	}
}

// parse reads a cell as a number of a country, or of any when it is empty. Mexico's 521… is taken as 52…. A Brazilian mobile number without
// its ninth digit is refused, with the number that is meant.
func parse(value, country string) (number uint64, corrected string, problem *phone.Problem) {
	of := country
	if country == "" {
		number, of, problem = phone.ParseAny(value)
	} else {
		number, problem = phone.Parse(value, country)
	}
	if problem == nil {
		return number, "", nil
	}
	for _, c := range []string{"MX", "BR"} {
		dialled := phone.Dialled(value, c)
		switch {
		case dialled == 0 || of != "" && of != c:
		case c == "MX":
			return dialled, "", nil
		default:
			return 0, phone.Format(dialled), phone.NinthDigit
		}
	}
	return number, "", problem
}

// TypeOf is what an uploaded contact file lists, by its header, or by its rows where it has none. Faults as of List.
func (r *Service) TypeOf(ctx context.Context, scope auth.Scope, fileID, column string) (string, error) {
	_, data, err := r.Files.Open(ctx, scope, fileID)
	if err != nil {
		return "", err
	}
	s, err := readSheet(ctx, r, data, ImportOptions{Column: column})
	if fault.Is(err, sheet.KeyNoHeader) {
		if _, err := readSheet(ctx, r, data, ImportOptions{Type: TypeEmail}); err == nil {
			return TypeEmail, nil
		}
	}
	if err != nil {
		return TypePhone, err
	}
	addresses := 0
	for _, row := range s.Rows {
		if sheet.Emails.Looks(row.Text) {
			addresses++
		}
	}
	if addresses*2 > len(s.Rows) {
		return TypeEmail, nil
	}
	return TypePhone, nil
}
