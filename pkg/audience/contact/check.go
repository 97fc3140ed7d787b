package contact

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Reader previews a contact file for the form of an order, and returns its refused rows. It stores nothing: each call
// reads the file again. It does not embed Service, because it has no tick and no tasks.
type Reader struct{ Service *Service }

const (
	checks    = "/gc/gcAlternateOrder"
	checkPerm = "gc:gcalternateorder:read"
)

var (
	_ module.Module = (*Reader)(nil)
	_ export.Lister = (*Reader)(nil)
)

// Routes of the reader (business-domain §7).
func (r *Reader) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "POST", Path: checks + "/readFile", Perm: checkPerm, Asks: true,
		Summary: "Check the rows of an uploaded contact file for a country. Nothing is stored"}, r.read)
}

// FileQuery names a contact file and how it is read.
type FileQuery struct {
	FileID      string `json:"fileId" query:"fileId" minLength:"1" maxLength:"64" required:"true" doc:"Id of an uploaded xlsx, xls, txt or csv file."`
	Type        string `json:"type,omitempty" query:"type" enum:"phone,email," doc:"What the file lists. Default: phone."`
	CountryCode string `json:"countryCode" query:"countryCode" required:"true" minLength:"2" maxLength:"2" doc:"Country code that every number must have."`
	Column      string `json:"column,omitempty" query:"column" maxLength:"200" doc:"Column with the numbers or addresses. Default: phoneNumber, or email."`
	AddPrefix   bool   `json:"addPrefix,omitempty" query:"addPrefix" doc:"Read numbers without country code as numbers of the country."`
}

func (q *FileQuery) options() ImportOptions {
	return ImportOptions{Column: q.Column, AddPrefix: q.AddPrefix, Type: q.Type}
}

// Contents is what a contact file brings.
type Contents struct {
	FileID       string     `json:"fileId"`
	Name         string     `json:"name"`
	Total        int        `json:"total" doc:"Rows with content: valid + duplicated + failed."`
	Valid        int        `json:"valid" doc:"Valid numbers or addresses, each counted once."`
	Duplicated   int        `json:"duplicated"`
	Failed       int        `json:"failed"`
	NationalRows int        `json:"nationalRows" doc:"Rows that are valid numbers only with the country code added."`
	Columns      []string   `json:"columns" doc:"Further columns. Messages use the names as placeholders."`
	Roles        int        `json:"roles,omitempty" doc:"Addresses that stand for a function, as info@ and no-reply@."`
	Disposable   int        `json:"disposable,omitempty" doc:"Addresses at providers whose mailboxes last minutes."`
	Sample       []string   `json:"sample" doc:"The first numbers or addresses."`
	First        []FileRow  `json:"first" doc:"The first 10 recipients with their values for placeholders."`
	Errors       []RowError `json:"errors" doc:"The first 100 bad rows in the file's order. exportFail returns all."`
}

// FileRow is a recipient that a file brings.
type FileRow struct {
	PhoneNumber string            `json:"phoneNumber" doc:"Empty for an address."`
	Email       string            `json:"email,omitempty"`
	Values      map[string]string `json:"values,omitempty" doc:"Values by column name."`
}

const (
	sampled   = 5
	firstRows = 10
)

// read tells what a file brings. Faults: 404 for a file that the scope does not see, 400 for one that is no contact file.
func (r *Reader) read(ctx context.Context, in *struct{ Body FileQuery }) (*Contents, error) {
	q := &in.Body
	name, f, err := r.open(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &Contents{FileID: q.FileID, Name: name, Total: f.total(), Valid: len(f.numbers), Duplicated: f.duplicates, Failed: len(f.bad),
		NationalRows: f.national, Roles: f.roles, Disposable: f.disposable,
		Columns: []string{}, Sample: []string{}, First: []FileRow{}, Errors: []RowError{}}
	for _, column := range f.names {
		if column != "" {
			out.Columns = append(out.Columns, column)
		}
	}
	for i := range f.numbers[:min(firstRows, len(f.numbers))] {
		row := FileRow{Values: f.valuesOf(i)}
		shown := phone.Format(f.numbers[i])
		if f.emails {
			shown = f.values[i][0]
			row.Email = shown
		} else {
			row.PhoneNumber = shown
		}
		if out.First = append(out.First, row); i < sampled {
			out.Sample = append(out.Sample, shown)
		}
	}
	for i := range f.bad[:min(shownErrors, len(f.bad))] {
		out.Errors = append(out.Errors, r.statusOf(ctx, &f.bad[i]))
	}
	return out, nil
}

func (r *Reader) open(ctx context.Context, q *FileQuery) (string, *parsedFile, error) {
	if !r.Service.Country(q.CountryCode) {
		return "", nil, fault.Bad("countryCode", "contact.country")
	}
	name, data, err := r.Service.Files.Open(ctx, auth.Must(ctx).Scope(), q.FileID)
	if err != nil {
		return "", nil, err
	}
	f, err := r.Service.scan(ctx, data, q.CountryCode, q.options(), nil)
	return name, f, err
}

// valuesOf is what a good row tells beside its number, by the names of the columns; nil when that is nothing.
func (f *parsedFile) valuesOf(row int) (values map[string]string) {
	for c, name := range f.names {
		if name == "" || row >= len(f.values) || c >= len(f.values[row]) || f.values[row][c] == "" {
			continue
		}
		if values == nil {
			values = map[string]string{}
		}
		values[name] = f.values[row][c]
	}
	return values
}

// statusOf returns a bad row in the caller's language.
func (r *Reader) statusOf(ctx context.Context, b *badRow) RowError {
	return r.Service.OnRun(web.LangOf(ctx), b.rowError())
}

// failed is a refused row of a file with what stands beside its number.
type failed struct {
	RowError
	fields []string
}

// failedColumns are those of the error file of an import (decisions §11), and behind them the file's own.
func failedColumns(kind string, own []string) []export.Column[failed] {
	heads := errorHeads(kind)
	columns := []export.Column[failed]{
		{Title: heads[0], Value: func(f *failed) any { return f.Line }},
		{Title: heads[1], Value: func(f *failed) any { return f.Number }},
		{Title: heads[2], Value: func(f *failed) any { return f.Code }},
		{Title: heads[3], Value: func(f *failed) any { return f.Message }},
	}
	for i, title := range own {
		columns = append(columns, export.Column[failed]{Title: title, Own: true, Value: func(f *failed) any { return f.fields[i] }})
	}
	return columns
}

// Exports declares the refused rows of a file as a file, which can be corrected and read again: it has everything that the file tells
// beside the numbers.
func (r *Reader) Exports(a *web.API, d *export.Exporter) {
	export.Mount(a, d, export.List[FileQuery, failed]{Name: "badrows", Path: checks + "/exportFail", Perm: checkPerm,
		Summary: "Export the refused rows of an uploaded contact file with its columns as xlsx or CSV",
		Columns: failedColumns(TypePhone, nil), Rows: r.failed})
}

func (r *Reader) failed(ctx context.Context, in *FileQuery) (export.Rows[failed], error) {
	_, f, err := r.open(ctx, in)
	if err != nil {
		return export.Rows[failed]{}, err
	}
	titles, all := f.refused()
	var rows []failed
	for b, fields := range all {
		rows = append(rows, failed{r.Service.OnRun(web.LangOf(ctx), b), fields})
	}
	out := export.Of(rows)
	out.Columns = failedColumns(f.kind(), titles)
	return out, nil
}
