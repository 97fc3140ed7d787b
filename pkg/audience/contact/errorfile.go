package contact

import (
	"bytes"
	"context"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
)

// KeepErrors writes all bad rows of a contact file (messages are keys) as a file of their own, in a language, under a name of
// the bucket file. Values are texts in it, whatever they begin with.
func (r *Room) KeepErrors(ctx context.Context, object string, lang i18n.Lang, bad []RowError) error {
	var titles []string
	for _, key := range []string{"contact.errors.line", "contact.errors.number", "contact.errors.code", "contact.errors.message"} {
		titles = append(titles, r.Texts.Text(lang, key, nil))
	}
	var file bytes.Buffer
	err := sheet.Write(r.Sheets, &file, titles, func(yield func([]any, error) bool) {
		for _, b := range bad {
			if !yield([]any{b.Line, b.Number, b.Code, r.Texts.Text(lang, b.Message, nil)}, nil) {
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
