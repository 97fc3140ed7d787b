package suppression

import (
	"context"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/store"
)

// errorRow keeps the first bad rows of a file.
type errorRow struct {
	Rows    []contact.RowError `dynamodbav:"e"`
	Expires int64              `dynamodbav:"ttl"`
}

func (t *task) errorFile() string { return "suppression/errors/" + t.ID + ".xlsx" }

// keepErrors keeps the bad rows: the first for the answer, all of them in a file. Both depend on the file that was read alone,
// so that a repetition writes the same.
func (r *Service) keepErrors(ctx context.Context, t *task, file contact.NumberList) error {
	bad := file.Bad
	if t.Bad = len(bad) > 0; !t.Bad {
		return nil
	}
	if err := r.Contacts.KeepErrors(ctx, t.errorFile(), t.Lang, file); err != nil {
		return err
	}
	return r.DB.WriteAll(ctx, []store.Op{{Verb: store.Put, Key: errorsKey(t.ID), Item: errorRow{bad[:min(len(bad), shownErrors)], t.Expires}}})
}
