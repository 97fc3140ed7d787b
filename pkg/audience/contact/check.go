package contact

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Reader shows what a contact file brings before anything is made of it: to the form of an order, and to whoever asks for the rows
// that were refused. It keeps nothing: the file is read again by each call.
type Reader struct{ *Room }

const (
	checks    = "/gc/gcAlternateOrder"
	checkPerm = "gc:gcalternateorder:read"
)

// Routes of the reader (business-domain §7).
func (r *Reader) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "POST", Path: checks + "/readFile", Perm: checkPerm, Asks: true, Summary: "What an uploaded contact file brings for a country, row by row; nothing is kept"}, r.read)
}

// FileQuery names a contact file and how it is read.
type FileQuery struct {
	FileID      string `json:"fileId" query:"fileId" minLength:"1" maxLength:"64" required:"true" doc:"of an uploaded xlsx, xls, txt or csv"`
	CountryCode string `json:"countryCode" query:"countryCode" required:"true" minLength:"2" maxLength:"2" doc:"every number must be of this country"`
	Column      string `json:"column,omitempty" query:"column" maxLength:"200" doc:"the column that holds the numbers; phoneNumber when missing"`
	AddPrefix   bool   `json:"addPrefix,omitempty" query:"addPrefix" doc:"read national numbers as numbers of the country"`
}

func (q *FileQuery) way() Way { return Way{Column: q.Column, AddPrefix: q.AddPrefix} }

// Contents is what a contact file brings.
type Contents struct {
	FileID       string     `json:"fileId"`
	Name         string     `json:"name"`
	Total        int        `json:"total" doc:"rows with content; valid + duplicated + failed"`
	Valid        int        `json:"valid" doc:"numbers, each once"`
	Duplicated   int        `json:"duplicated"`
	Failed       int        `json:"failed"`
	NationalRows int        `json:"nationalRows" doc:"rows that are numbers only with the country's prefix before them"`
	Columns      []string   `json:"columns" doc:"further columns, by the names with which a message uses them"`
	Sample       []string   `json:"sample" doc:"the first numbers"`
	Errors       []RowError `json:"errors" doc:"the first 100, in the file's order; exportFail has all"`
}

const sampled = 5

// read tells what a file brings. Faults: 404 for a file that the scope does not see, 400 for one that is no contact file.
func (r *Reader) read(ctx context.Context, in *struct{ Body FileQuery }) (*Contents, error) {
	q := &in.Body
	name, f, err := r.open(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &Contents{FileID: q.FileID, Name: name, Total: f.total(), Valid: len(f.numbers), Duplicated: f.duplicates, Failed: len(f.bad), NationalRows: f.national,
		Columns: []string{}, Sample: []string{}, Errors: []RowError{}}
	for _, column := range f.names {
		if column != "" {
			out.Columns = append(out.Columns, column)
		}
	}
	for _, n := range f.numbers[:min(sampled, len(f.numbers))] {
		out.Sample = append(out.Sample, phone.Format(n))
	}
	for i := range f.bad[:min(shownErrors, len(f.bad))] {
		out.Errors = append(out.Errors, r.told(ctx, &f.bad[i]))
	}
	return out, nil
}

func (r *Reader) open(ctx context.Context, q *FileQuery) (string, *found, error) {
	if !r.Country(q.CountryCode) {
		return "", nil, fault.Bad("countryCode", "contact.country")
	}
	name, data, err := r.Files.Open(ctx, auth.Must(ctx).Scope(), q.FileID)
	if err != nil {
		return "", nil, err
	}
	f, err := r.scan(ctx, data, q.CountryCode, q.way(), nil)
	return name, f, err
}

// told is a bad row in the caller's words.
func (r *Reader) told(ctx context.Context, b *badRow) RowError {
	return RowError{b.line, sheet.Excerpt(b.value), b.problem.Code, r.Texts.Text(web.LangOf(ctx), b.problem.Key, nil)}
}

// Exports declares the refused rows of a file as a file, which can be corrected and read again.
func (r *Reader) Exports(a *web.API, d *export.Exporter) {
	export.Mount(a, d, export.List[FileQuery, RowError]{Name: "badrows", Path: checks + "/exportFail", Perm: checkPerm, Summary: "The rows of an uploaded contact file that are refused, as xlsx",
		Columns: []export.Column[RowError]{
			{Title: "contact.errors.line", Value: func(e *RowError) any { return e.Line }},
			{Title: "contact.errors.number", Value: func(e *RowError) any { return e.Number }},
			{Title: "contact.errors.code", Value: func(e *RowError) any { return e.Code }},
			{Title: "contact.errors.message", Value: func(e *RowError) any { return e.Message }},
		},
		Rows: func(ctx context.Context, in *FileQuery) (export.Rows[RowError], error) {
			_, f, err := r.open(ctx, in)
			if err != nil {
				return export.Rows[RowError]{}, err
			}
			rows := make([]RowError, len(f.bad))
			for i := range f.bad {
				rows[i] = r.told(ctx, &f.bad[i])
				rows[i].Number = f.bad[i].value
			}
			return export.Of(rows), nil
		}})
}
