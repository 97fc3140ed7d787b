package shunt

import (
	"context"
	"strings"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// ImportResponse is what became of a list of numbers. The file's rows are imported + duplicated + failed.
type ImportResponse struct {
	Total      int                `json:"total"`
	Imported   int                `json:"imported"`
	Duplicated int                `json:"duplicated" doc:"Rows that are twice in the list, or in the link already."`
	Failed     int                `json:"failed"`
	Errors     []contact.RowError `json:"errors" nullable:"false" doc:"The first 100."`
}

const (
	mostErrors = 100
	importStep = 6 // numbers a transaction
	mostText   = 16 << 10
)

func (r *Service) importRoute(ctx context.Context, in *struct {
	Body struct {
		LinkID string `json:"linkId" minLength:"1" maxLength:"64"`
		FileID string `json:"fileId,omitempty" maxLength:"64" doc:"Id of an uploaded xlsx, xls, txt or csv file."`
		Text   string `json:"text,omitempty" maxLength:"16384" doc:"Numbers, one a line. Instead of a file."`
		contact.ImportOptions
		NumberRequest
	}
}) (*ImportResponse, error) {
	w := &in.Body
	e, err := r.linkOf(ctx, KindNumber, w.LinkID)
	if err != nil {
		return nil, err
	}
	if (w.FileID == "") == (strings.TrimSpace(w.Text) == "") {
		return nil, fault.Bad("fileId", "shunt.import.source")
	}
	var found contact.NumberList
	if w.FileID != "" {
		w.ImportOptions.Type = contact.TypePhone
		found, err = r.Contacts.List(ctx, auth.Must(ctx).Scope(), w.FileID, e.CountryCode, w.ImportOptions)
	} else {
		found = readText(w.Text, e.CountryCode)
	}
	if err != nil {
		return nil, err
	}
	sample := Target{Status: Enabled, CreateTime: r.now()}
	for _, n := range found.Numbers { // hours are checked by the number, the rest alike
		if sample.Phone = phone.Format(n); true {
			if err := w.fill(&sample, e.CountryCode); err != nil {
				return nil, err
			}
		}
	}
	out := &ImportResponse{Duplicated: found.Duplicates, Failed: len(found.Bad), Errors: []contact.RowError{},
		Total: len(found.Numbers) + found.Duplicates + len(found.Bad)}
	for _, b := range found.Bad[:min(len(found.Bad), mostErrors)] {
		b.Message = r.Texts.Text(web.LangOf(ctx), b.Message, map[string]any{"number": b.Corrected})
		out.Errors = append(out.Errors, b)
	}
	if out.Imported, err = r.importNumbers(ctx, e, found.Numbers, sample); err != nil {
		return nil, err
	}
	out.Duplicated += len(found.Numbers) - out.Imported
	auditlog.Note(ctx, e.ID, nil, map[string]any{"link": e.Name, "imported": out.Imported})
	return out, nil
}

// importNumbers adds numbers to a link, in steps, and gives how many the call has added: a repetition counts those of its first try.
func (r *Service) importNumbers(ctx context.Context, e *Row, all []uint64, like Target) (added int, err error) {
	most, err := r.Settings.Int(ctx, "shunt.targets.max")
	if err != nil {
		return 0, err
	}
	mark, has := r.mark(ctx), map[string]bool{}
	for i := range e.Targets {
		has[e.Targets[i].Phone] = true
	}
	var fresh []Target
	for i, n := range all {
		t := like
		t.ID, t.Phone = id.Nth(mark, i+1), phone.Format(n)
		if mine := e.target(t.ID); mine != nil {
			added++
		} else if !has[t.Phone] {
			fresh = append(fresh, t)
		}
	}
	if len(e.Targets)+len(fresh) > most {
		return 0, fault.State("shunt.targets.max", "n", most)
	}
	for len(fresh) > 0 {
		n := min(importStep, len(fresh))
		var came int
		// The step is named by what it adds: another try of the call begins with other numbers.
		_, _, err := r.change(ctx, e.Code, mark+"#"+fresh[0].ID, func(e *Row) (ops []store.Op, _ bool, err error) {
			came = 0
			for _, t := range fresh[:n] {
				if e.target(t.ID) != nil {
					came++
					continue
				}
				if e.has(&t) {
					continue // another call was faster
				}
				if len(e.Targets) >= most {
					return nil, false, fault.State("shunt.targets.max", "n", most)
				}
				e.Last++
				t.N = e.Last
				e.Targets = append(e.Targets, t)
				ops = append(ops, e.insertOps(&t)...)
				came++
			}
			return ops, len(ops) > 0, nil
		})
		if err != nil {
			return added, err
		}
		added, fresh = added+came, fresh[n:]
	}
	return added, nil
}

// readText reads numbers of a country, one a line. Empty lines are skipped.
func readText(text, of string) (l contact.NumberList) {
	seen, n := map[uint64]bool{}, 0
	for row := range strings.Lines(text) {
		n++
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		number, _, problem := phone.ParseReached(row, of)
		switch {
		case problem != nil:
			l.Bad = append(l.Bad, contact.RowError{Line: n, Number: row, Code: problem.Code, Message: problem.Key})
		case seen[number]:
			l.Duplicates++
		default:
			seen[number] = true
			l.Numbers = append(l.Numbers, number)
		}
	}
	return l
}
