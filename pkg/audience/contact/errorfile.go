package contact

import (
	"bytes"
	"context"
	"iter"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
)

// KeepErrors writes all bad rows of a contact file (messages are keys) as a file of their own, in a language, under a name of
// the bucket file. Values are texts in it, whatever they begin with.
func (r *Room) KeepErrors(ctx context.Context, object string, lang i18n.Lang, bad []RowError) error {
	return r.errorFile(ctx, object, lang, nil, func(yield func(RowError, []string) bool) {
		for _, b := range bad {
			if !yield(b, nil) {
				return
			}
		}
	})
}

// keepErrors writes the bad rows of a file with what stands beside their numbers, so that it can be corrected and imported.
func (r *Room) keepErrors(ctx context.Context, object string, lang i18n.Lang, f *found) error {
	var kept []int
	var titles []string
	for c, name := range f.names {
		if name != "" {
			kept, titles = append(kept, c), append(titles, f.titles[c])
		}
	}
	return r.errorFile(ctx, object, lang, titles, func(yield func(RowError, []string) bool) {
		fields := make([]string, len(kept))
		for _, b := range f.bad {
			for i, c := range kept {
				if fields[i] = ""; c < len(b.fields) {
					fields[i] = b.fields[c]
				}
			}
			if !yield(RowError{b.line, b.value, b.problem.Code, b.problem.Key}, fields) {
				return
			}
		}
	})
}

func (r *Room) errorFile(ctx context.Context, object string, lang i18n.Lang, more []string, rows iter.Seq2[RowError, []string]) error {
	var titles []string
	for _, key := range []string{"contact.errors.line", "contact.errors.number", "contact.errors.code", "contact.errors.message"} {
		titles = append(titles, r.Texts.Text(lang, key, nil))
	}
	var file bytes.Buffer
	err := sheet.Write(r.Sheets, &file, append(titles, more...), func(yield func([]any, error) bool) {
		for b, fields := range rows {
			cells := []any{b.Line, b.Number, b.Code, r.Texts.Text(lang, b.Message, nil)}
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
	return r.Blobs.Put(ctx, object, sheet.ContentType, file.Bytes())
}

// ErrorLink is a link to what KeepErrors wrote, for an hour.
func (r *Room) ErrorLink(ctx context.Context, object string) (string, error) {
	return r.Blobs.Link(ctx, object, "import-errors.xlsx", linkLife)
}
