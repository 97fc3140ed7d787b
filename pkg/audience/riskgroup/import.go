package riskgroup

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const keep = 30 * 24 * time.Hour // of what became of an import, as long as its error file

// task is what became of an import: it is read while its caller waits, for a hundred numbers take no time.
type task struct {
	job.Task
	ID         string             `dynamodbav:"id"`
	Imported   int                `dynamodbav:"im"`
	Duplicated int                `dynamodbav:"du"`
	Failed     int                `dynamodbav:"fa"`
	National   int                `dynamodbav:"na,omitempty"`
	Errors     []contact.RowError `dynamodbav:"e,omitempty"` // messages are keys
	Columns    []sheet.Column     `dynamodbav:"cl,omitempty"`
}

func (t *task) errorFile() string { return "riskgroup/errors/" + t.ID + ".xlsx" }

// load imports an uploaded contact file into a collection and gives the id of what became of it, the same for a repetition of the
// call. Faults: 404 for a collection or file that the scope does not see, 400 for what cannot be a contact file by its content.
func (r *Service) load(ctx context.Context, id, fileID string, way contact.ImportOptions) (string, error) {
	m, err := r.find(ctx, id)
	if err != nil {
		return "", err
	}
	scope := auth.Must(ctx).Scope()
	name, err := r.Contacts.Sniff(ctx, scope, fileID)
	if err != nil {
		return "", err
	}
	if way.Rows, err = r.Settings.Int(ctx, SettingRows); err != nil {
		return "", err
	}
	t := task{Task: job.NewTask(r.Now(), keep), ID: r.NewID(ctx)}
	t.State = job.Done
	if done, err := r.DB.Get(ctx, taskKey(id, t.ID), true); err != nil || done != nil {
		auditlog.Note(ctx, id, nil, map[string]any{"import": t.ID, "file": name})
		return t.ID, err // a repetition of the call
	}
	way.Reached = true
	file, err := r.Contacts.List(ctx, scope, fileID, m.CountryCode, way)
	if err != nil {
		return t.ID, r.refuse(ctx, id, &t, err)
	}
	t.Total, t.Failed, t.Duplicated, t.Errors, t.National = len(file.Numbers)+file.Duplicates+len(file.Bad), len(file.Bad), file.Duplicates,
		file.Bad, file.National
	t.Done = t.Total
	if len(file.Bad) > 0 {
		if err := r.Contacts.KeepErrors(ctx, t.errorFile(), web.LangOf(ctx), file); err != nil {
			return "", err
		}
	}
	if len(file.Numbers) == 0 {
		return t.ID, r.refuse(ctx, id, &t, fault.New(fault.Invalid, file.Bad[0].Code, file.Bad[0].Message))
	}
	put := store.Op{Verb: store.Put, Key: taskKey(id, t.ID)}
	_, now, err := r.change(ctx, id, func(m *meta) error {
		if err := m.addNumbers(file.Numbers, r.Now()); err != nil {
			return err
		}
		t.Imported, t.Duplicated = m.LastN, file.Duplicates+len(file.Numbers)-m.LastN
		put.Item = t
		return nil
	}, &put)
	if full := fault.As(err); full != nil && full.Key == "risk.full" {
		return t.ID, r.refuse(ctx, id, &t, err)
	}
	if err == nil {
		auditlog.Note(ctx, id, nil, map[string]any{"import": t.ID, "file": name, "membersAdded": now.LastN})
		auditlog.Subject(ctx, now.Name)
	}
	return t.ID, err
}

// refuse keeps why nothing of a file was imported. An error that says nothing about the file is given back.
func (r *Service) refuse(ctx context.Context, id string, t *task, why error) error {
	f := fault.As(why)
	if f == nil || f.Kind == fault.Internal || f.Kind == fault.Unavailable {
		return why
	}
	end := (&job.Workers{}).End(taskKey(id, t.ID), &t.Task, f, nil) // for its texts only: no worker holds the task
	t.State, t.Columns = job.Failed, nil
	t.Columns, _ = f.Data.([]sheet.Column)
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: end.Key, Item: t})
	if err == nil {
		auditlog.Note(ctx, id, nil, map[string]any{"import": t.ID, "refused": f.Key})
	}
	return err
}

// status reads what became of an import of a collection in the caller's scope; messages are in the caller's language.
func (r *Service) status(ctx context.Context, id, taskID string) (*contact.ImportStatus, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{collections.Key(scopeOf(auth.Must(ctx)), id), taskKey(id, taskID)}, true)
	if err != nil {
		return nil, err
	}
	var t task
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	if _, err := store.Decode(rows[1], &t); err != nil {
		return nil, err
	}
	out := &contact.ImportStatus{Status: t.State, Total: t.Total, Processed: t.Done, Imported: t.Imported, Duplicated: t.Duplicated,
		Failed: t.Failed,
		Errors: []contact.RowError{}, Code: t.Code, NationalRows: t.National, Columns: t.Columns}
	lang := web.LangOf(ctx)
	out.Message = t.Message(r.Texts, lang)
	for _, e := range t.Errors {
		out.Errors = append(out.Errors, r.Contacts.OnRun(lang, e))
	}
	if len(t.Errors) > 0 {
		out.ErrorFileURL, err = r.Contacts.ErrorLink(ctx, t.errorFile())
	}
	return out, err
}
