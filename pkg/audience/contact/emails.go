package contact

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/sheet"
)

// SettingSkipped is a domain whose addresses are refused (business-domain §5: one provider domain is skipped); empty for none.
const SettingSkipped = "email.domain.skipped"

// readEmail is a row of a file of addresses.
type readEmail struct {
	address, name string
	problem       *fault.Problem
}

// addresses reads files of addresses.
type addresses struct{ service *Service }

// scan reads the rows of a file of addresses.
func (r addresses) scan(ctx context.Context, s *sheet.Sheet, way ImportOptions, step func(total, done int)) (*parsedFile, error) {
	own := titles{r.service.Texts}.unused(s)
	f := &parsedFile{emails: true, titles: s.Columns, own: own, numbers: make([]uint64, 0, len(s.Rows))}
	read := make([]readEmail, len(s.Rows))
	named := false
	for i, row := range s.Rows {
		if step != nil && i%packSize == 0 {
			step(len(s.Rows), i)
		}
		for c, text := range row.Fields {
			row.Fields[c] = valueOf(text)
		}
		address, name, problem := email.Read(plain(row.Text))
		read[i] = readEmail{address, name, problem}
		named = named || name != ""
	}
	var err error
	if f.skipped, err = r.refuse(ctx, read, way); err != nil {
		return nil, err
	}
	f.nameColumns(s.Columns, own, named)
	f.collect(s.Rows, read)
	return f, nil
}

// refuse gives addresses of the skipped domain, and of domains that receive no email, their problem, unless they are not written to. It
// returns the skipped domain.
func (r addresses) refuse(ctx context.Context, read []readEmail, way ImportOptions) (skipped string, err error) {
	if way.Reached {
		return "", nil
	}
	if skipped, err = r.skipped(ctx); err != nil {
		return "", err
	}
	domains := map[string]struct{}{}
	for i := range read {
		if read[i].problem != nil {
			continue
		}
		domain := email.Domain(read[i].address)
		if domain == skipped {
			read[i].problem = email.Skipped
		} else {
			domains[domain] = struct{}{}
		}
	}
	if way.Offline {
		return skipped, nil
	}
	dead, err := r.dead(ctx, domains)
	if err != nil || len(dead) == 0 {
		return skipped, err
	}
	for i := range read {
		if read[i].problem != nil {
			continue
		}
		if _, ok := dead[email.Domain(read[i].address)]; ok {
			read[i].problem = email.NoHost
		}
	}
	return skipped, nil
}

// skipped is the domain whose addresses are refused; empty for none.
func (r addresses) skipped(ctx context.Context) (string, error) {
	text, err := r.service.Settings.String(ctx, SettingSkipped)
	if err != nil || strings.TrimSpace(text) == "" {
		return "", err
	}
	text = strings.TrimPrefix(strings.TrimSpace(text), "@")
	if address, ok := email.Normalise("a@" + text); ok {
		return email.Domain(address), nil
	}
	return strings.ToLower(text), nil
}

// nameColumns gives the values their names: the address, then the file's columns, then the name when only addresses bring it.
func (f *parsedFile) nameColumns(columns []string, own int, named bool) {
	f.names = []string{ColumnEmail}
	for _, name := range names(columns, own) {
		switch {
		case name != "" && sameColumn(name, ColumnName):
			name = ColumnName
		case name != "" && sameColumn(name, ColumnEmail):
			name = ""
		}
		f.names = append(f.names, name)
	}
	if named && !slices.Contains(f.names, ColumnName) {
		f.names = append(f.names, ColumnName)
	}
}

// collect takes each address once, with the values beside it, and keeps the rows that have a problem.
func (f *parsedFile) collect(rows []sheet.Row, read []readEmail) {
	seen := make(map[uint64]struct{}, len(rows))
	name := slices.Index(f.names, ColumnName)
	for i, row := range rows {
		if read[i].problem != nil {
			f.bad = append(f.bad, badRow{line: row.Line, value: row.Text, problem: read[i].problem, fields: row.Fields})
			continue
		}
		code := email.Code(read[i].address)
		if _, twice := seen[code]; twice {
			f.duplicates++
			continue
		}
		seen[code] = struct{}{}
		values := make([]string, len(f.names))
		values[0] = read[i].address
		copy(values[1:], row.Fields)
		if name >= 0 && values[name] == "" {
			values[name] = read[i].name
		}
		f.numbers, f.values = append(f.numbers, code), append(f.values, values)
		if email.Role(read[i].address) {
			f.roles++
		}
		if email.Disposable(read[i].address) {
			f.disposable++
		}
	}
}
