package price

import (
	"context"
	"errors"
	"slices"
	"strings"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/sheet"
	"herald/pkg/platform/stafflimit"
)

// A price file is a table with the columns service, countryCode and price. All of its rows are taken or none. Each
// wrong row is reported.

// fileRows is the most rows of a file; rowErrors is how many wrong ones are reported.
const (
	fileRows  = 3000
	rowErrors = 100
)

// ImportResponse tells what a file did.
type ImportResponse struct {
	Total   int `json:"total" doc:"Rows of the file. All were imported."`
	Changed int `json:"changed" doc:"Prices that changed."`
}

// RowError says what is wrong with a row.
type RowError struct {
	Line    int    `json:"line" doc:"Line of the file, from 1."`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ImportErrors are the rows for which a file was refused.
type ImportErrors struct {
	Total  int        `json:"total"`
	Failed int        `json:"failed"`
	Errors []RowError `json:"errors" doc:"The first 100 entries."`
}

func (r *Service) imports(ctx context.Context, in *struct {
	Body struct {
		UserID    string `json:"userId" minLength:"1" doc:"Id of a customer or an agent, or platform."`
		FileID    string `json:"fileId" minLength:"1" doc:"Id of an uploaded file."`
		Confirmed bool   `json:"confirmed,omitempty" doc:"Accept prices that change by more than half. Without it the request fails with 409 40923 and the changes, and nothing is imported."`
	}
}) (*ImportResponse, error) {
	b := in.Body
	if err := r.mayChange(ctx, b.UserID); err != nil {
		return nil, err
	}
	_, data, err := r.Files.Open(ctx, auth.Must(ctx).Scope(), b.FileID)
	if err != nil {
		return nil, err
	}
	file, err := sheet.OpenColumn(r.Sheets, data, sheet.Limits{Rows: fileRows}, "service")
	if err != nil {
		return nil, err
	}
	lines, err := r.read(ctx, b.UserID, file)
	if err != nil {
		return nil, err
	}
	had, err := r.List.Of(ctx, b.UserID)
	if err != nil {
		return nil, err
	}
	if err := confirmed(lines, had, b.Confirmed); err != nil {
		return nil, err
	}
	out := &ImportResponse{Total: len(lines)}
	for _, line := range lines {
		if !slices.ContainsFunc(had, func(h Line) bool {
			return h.Service == line.Service && h.Country == line.Country && h.Price == line.Price && h.Staff == line.Staff
		}) {
			out.Changed++
		}
	}
	err = r.changing(ctx, b.UserID, func() error {
		return errors.Join(parallel.Each(len(lines), 8, func(i int) error { _, err := r.List.Set(ctx, lines[i]); return err })...)
	})
	if err != nil {
		return nil, err // the rows are the same when the file is sent again
	}
	auditlog.Note(ctx, b.UserID, nil, map[string]any{"file": b.FileID, "total": out.Total, "changed": out.Changed})
	return out, nil
}

// read makes prices of the rows. Faults price.column; price.file with what is wrong with each row as its data.
func (r *Service) read(ctx context.Context, owner string, file *sheet.Sheet) ([]Line, error) {
	country, price := column(file, "countryCode"), column(file, "price")
	if country < 0 || price < 0 {
		return nil, fault.Bad("fileId", "price.column")
	}
	most, err := r.Max(ctx)
	if err != nil {
		return nil, err
	}
	floors, err := r.floors(ctx)
	if err != nil {
		return nil, err
	}
	refused := ImportErrors{Total: len(file.Rows), Errors: []RowError{}}
	var lines []Line
	for _, row := range file.Rows {
		service, code := strings.TrimSpace(row.Text), strings.ToUpper(strings.TrimSpace(row.Fields[country]))
		amount, bad := money.Typed(row.Fields[price])
		line := r.line(ctx, owner, service, code, amount)
		err := r.fits(ctx, line, floors)
		switch {
		case !slices.Contains(r.Services, service):
			err = fault.Bad("service", "price.service")
		case code != Anywhere && !r.Country(code):
			err = fault.Bad("countryCode", "price.country")
		case bad != nil || amount < 0 || amount > money.Amount(most)*money.Credit:
			err = fault.Bad("price", "price.range", "max", most)
		case slices.ContainsFunc(lines, func(l Line) bool { return l.Service == service && l.Country == code }):
			err = fault.Bad("countryCode", "price.twice")
		}
		if f := fault.As(err); f != nil {
			if refused.Failed++; len(refused.Errors) < rowErrors {
				refused.Errors = append(refused.Errors, RowError{row.Line, strings.TrimPrefix(f.Key, "price."), r.Text(ctx, f.Key, f.Args)})
			}
		}
		lines = append(lines, line)
	}
	if refused.Failed > 0 {
		return nil, fault.New(fault.Invalid, 40041, "price.file", "n", refused.Failed).WithData(refused)
	}
	return lines, nil
}

func column(file *sheet.Sheet, name string) int {
	return slices.IndexFunc(file.Columns, func(c string) bool { return strings.EqualFold(strings.TrimSpace(c), name) })
}

// floors are the lines that bound what the caller may set; none for staff without limits.
func (r *Service) floors(ctx context.Context) ([]Line, error) {
	p := auth.Must(ctx)
	if p.Type == auth.Admin && p.Bound == "" {
		if !stafflimit.Bounded(p) {
			return nil, nil
		}
		return r.List.Of(ctx, Platform)
	}
	var own, platform []Line
	err := parallel.Do(
		func() (err error) { own, err = r.List.Of(ctx, seller(p)); return err },
		func() (err error) { platform, err = r.List.Of(ctx, Platform); return err })
	return append(own, platform...), err
}

// fits is floor with lines that were read: the agent's own for the country, then for anywhere, then the platform's.
func (r *Service) fits(ctx context.Context, line Line, floors []Line) error {
	if line.Staff {
		return r.staffFits(ctx, line, floors)
	}
	least, ok := leastOf(floors, seller(auth.Must(ctx)), line.Service, line.Country)
	return bounded(line, least, ok)
}

// leastOf is what a seller pays for a service in a country, by lines that were read.
func leastOf(floors []Line, seller, service, country string) (money.Amount, bool) {
	for _, owner := range []string{seller, Platform} {
		for _, where := range []string{country, Anywhere} {
			i := slices.IndexFunc(floors, func(f Line) bool { return f.Owner == owner && f.Service == service && f.Country == where })
			if i >= 0 {
				return floors[i].Price, true
			}
		}
	}
	return 0, false
}
