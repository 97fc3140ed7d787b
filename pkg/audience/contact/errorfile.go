package contact

import (
	"bytes"
	"context"
	"encoding/csv"
	"iter"
	"path"
	"slices"
	"strconv"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
)

// refusals keeps the bad rows of imports, as files and for pages.
type refusals struct{ service *Service }

// KeepErrors writes all bad rows of a contact file (messages are keys) as a file of their own, in a language, under a
// name of the bucket file. Values are texts in it, with any first character.
func (r *Service) KeepErrors(ctx context.Context, object string, lang i18n.Lang, file NumberList) error {
	heads := slices.Concat(titles{r.Texts}.in(lang, errorHeads(file.Type)), file.Titles)
	return refusals{r}.errorFile(ctx, object, lang, heads, func(yield func(RowError, []string) bool) {
		for i, b := range file.Bad {
			if !yield(b, file.Beside[i]) {
				return
			}
		}
	})
}

// beside gives the columns of the user's own that stand beside the numbers: the places of their fields, and their titles.
func (f *parsedFile) extraColumns() (places []int, titles []string) {
	for c := f.own; c < len(f.titles); c++ {
		places, titles = append(places, c), append(titles, f.titles[c])
	}
	return places, titles
}

// refused are the bad rows of a file in full; messages are keys.
func (f *parsedFile) refused() (titles []string, rows iter.Seq2[RowError, []string]) {
	places, titles := f.extraColumns()
	return titles, func(yield func(RowError, []string) bool) {
		for _, b := range f.bad {
			fields := make([]string, len(places))
			for i, c := range places {
				if c < len(b.fields) {
					fields[i] = b.fields[c]
				}
			}
			if !yield(RowError{Line: b.line, Number: b.value, Code: b.problem.Code, Message: b.problem.Key, Corrected: b.corrected}, fields) {
				return
			}
		}
	}
}

// keepErrors writes the bad rows of a file with what stands beside their numbers, so that it can be corrected and imported: as xlsx,
// as csv, and in parts for the pages that show them.
func (r refusals) keepErrors(ctx context.Context, t *task, f *parsedFile) error {
	more, rows := f.refused()
	if err := r.keepParts(ctx, t, rows); err != nil {
		return err
	}
	heads := slices.Concat(titles{r.service.Texts}.in(t.Lang, errorHeads(f.kind())), more)
	if err := r.errorFile(ctx, t.errorFile(), t.Lang, heads, rows); err != nil {
		return err
	}
	return r.errorText(ctx, t.errorText(), t.Lang, heads, rows)
}

// errorHeads are the titles of a file of bad rows before the user's columns.
func errorHeads(kind string) []string {
	value := "contact.errors.number"
	if kind == TypeEmail {
		value = "contact.errors.email"
	}
	return []string{"contact.errors.line", value, "contact.errors.code", "contact.errors.message"}
}

func (r refusals) errorFile(ctx context.Context, object string, lang i18n.Lang, heads []string, rows iter.Seq2[RowError, []string]) error {
	var file bytes.Buffer
	err := sheet.Write(r.service.Sheets, &file, heads, func(yield func([]any, error) bool) {
		for b, fields := range rows {
			cells := []any{b.Line, b.Number, b.Code, r.service.OnRun(lang, b).Message}
			for _, v := range fields {
				cells = append(cells, v)
			}
			if !yield(cells, nil) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return r.service.Blobs.Put(ctx, object, sheet.ContentType, file.Bytes())
}

// errorText writes the same as csv, in UTF-8 with the mark by which table programs know it.
func (r refusals) errorText(ctx context.Context, object string, lang i18n.Lang, heads []string, rows iter.Seq2[RowError, []string]) error {
	var file bytes.Buffer
	file.WriteString("\ufeff")
	w := csv.NewWriter(&file)
	w.UseCRLF = true
	line := func(cells []string) error {
		for i, v := range cells {
			cells[i] = sheet.Neutral(v)
		}
		return w.Write(cells)
	}
	if err := line(heads); err != nil {
		return err
	}
	for b, fields := range rows {
		if err := line(append([]string{strconv.Itoa(b.Line), b.Number, strconv.Itoa(b.Code), r.service.OnRun(lang, b).Message},
			fields...)); err != nil {
			return err
		}
	}
	if w.Flush(); w.Error() != nil {
		return w.Error()
	}
	return r.service.Blobs.Put(ctx, object, "text/csv; charset=utf-8", file.Bytes())
}

// ErrorLink is a link to what KeepErrors wrote, for an hour.
func (r *Service) ErrorLink(ctx context.Context, object string) (string, error) {
	return r.Blobs.Link(ctx, object, "import-errors"+path.Ext(object), linkLife)
}
