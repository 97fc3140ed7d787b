package emailtemplate

import (
	"cmp"
	"context"
	"slices"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

const tries = 16

func (s *Service) find(ctx context.Context, id string) (*entity, error) {
	return (&Store{s.DB}).find(ctx, auth.Must(ctx).Scope(), id)
}

// owner gives the owner of a template that a caller makes.
func (s *Service) owner(ctx context.Context, p *auth.Principal, customer string) (auth.Owner, string, error) {
	switch {
	case customer != "" && customer != p.UserID:
		return s.Customer(ctx, p.Scope(), customer)
	case p.Type == auth.Admin:
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	}
	return p.Owner(), p.Name, nil
}

// create writes a new template, once per operation. Faults: problems of the design (400), emailtemplate.max (409).
func (s *Service) create(ctx context.Context, w *Request, customer string) (*Detail, error) {
	p := auth.Must(ctx)
	owner, name, err := s.owner(ctx, p, customer)
	if err != nil {
		return nil, err
	}
	c, err := s.prepare(ctx, w)
	if err != nil {
		return nil, err
	}
	most, err := s.Settings.Int(ctx, "emailtemplate.max")
	if err != nil {
		return nil, err
	}
	id, now := web.OperationID(ctx, s.NewID), s.now()
	e := &entity{Owner: owner, Mark: id}
	e.ID, e.Format, e.Status, e.Version, e.CustomerID, e.CustomerName = id, "html", Enabled, 1, owner.User, name
	e.CreateTime, e.UpdateTime = now, now
	e.fill(w.Name, w.Subject, c)
	v, err := s.written(p, 1, w, c)
	if err != nil {
		return nil, err
	}
	ops := append(e.write(v, store.Missing("pk")), store.Op{Verb: store.Update, Key: countKey(owner.Tenant), Add: map[string]int64{"n": 1},
		If: store.Or(store.Missing("pk"), store.Lt("n", most))})
	full := len(ops) - 1
	ops = append(ops, templates.Insert(owner.ScopeNames(), id, e.Template)...)
	err = store.TransactWithRetry(ctx, s.DB, tries, append(ops, user.NotLocked(owner.User, owner.Tenant)...))
	switch failed := store.ConditionFailed(err); {
	case failed != nil && failed.Index >= len(ops):
		return nil, user.ErrLocked()
	case failed != nil && failed.Index == 0: // a repetition of the same call
		e.note(ctx)
		return s.detail(ctx, id)
	case failed != nil && failed.Index == full:
		return nil, fault.State("emailtemplate.max", "n", most)
	case err != nil:
		return nil, err
	}
	e.note(ctx)
	return &Detail{Template: e.Template, Design: w.Design, Problems: s.told(ctx, c.problems)}, nil
}

// note writes a creation into the audit log.
func (e *entity) note(ctx context.Context) {
	auditlog.Note(ctx, e.ID, nil, map[string]any{"name": e.Name, "subject": e.Subject, "status": e.Status, "customerId": e.CustomerID})
}

// written is the row of a version.
func (s *Service) written(p *auth.Principal, number int64, w *Request, c *checked) (*version, error) {
	packed, err := pack(&w.Design)
	v := &version{Number: number, Subject: w.Subject, Packed: packed, UserID: p.UserID, UserName: p.Name, Time: s.now()}
	if c.program != nil {
		v.Size = c.program.Size
	}
	return v, err
}

// detail reads a template with its design.
func (s *Service) detail(ctx context.Context, id string) (*Detail, error) {
	e, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.detailOf(ctx, &e.Template, e.Version)
}

// detailOf is a template with the design of a version.
func (s *Service) detailOf(ctx context.Context, t *Template, number int64) (*Detail, error) {
	v, err := (&Store{s.DB}).version(ctx, t.ID, number)
	if err != nil {
		return nil, err
	}
	d, err := unpack(v.Packed)
	if err != nil {
		return nil, err
	}
	c, err := s.check(ctx, v.Subject, d)
	if err != nil {
		return nil, err
	}
	out := &Detail{Template: *t, Design: *d, Problems: s.told(ctx, c.problems)}
	out.Subject, out.Version = v.Subject, v.Number
	return out, nil
}

// edit writes a new version. read is the version that its author saw. Faults: problems of the design (400), 404, 409 for another version.
func (s *Service) edit(ctx context.Context, id string, read int64, w *Request) (*Detail, error) {
	if _, err := s.find(ctx, id); err != nil {
		return nil, err
	}
	c, err := s.prepare(ctx, w)
	if err != nil {
		return nil, err
	}
	before, now, err := s.change(ctx, id, func(e *entity) (*version, error) {
		if e.Version != read {
			return nil, fault.State("emailtemplate.changed")
		}
		e.Version++
		e.fill(w.Name, w.Subject, c)
		return s.written(auth.Must(ctx), e.Version, w, c)
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, map[string]any{"name": before.Name, "subject": before.Subject, "status": before.Status,
		"version": before.Version},
		map[string]any{"name": now.Name, "subject": now.Subject, "status": now.Status, "version": now.Version})
	return &Detail{Template: now.Template, Design: w.Design, Problems: s.told(ctx, c.problems)}, nil
}

// restore makes what a version says the present one, as an edit.
func (s *Service) restore(ctx context.Context, id string, read, number int64) (*Detail, error) {
	e, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	old, err := (&Store{s.DB}).version(ctx, id, number)
	if err != nil {
		return nil, err
	}
	d, err := unpack(old.Packed)
	if err != nil {
		return nil, err
	}
	return s.edit(ctx, id, read, &Request{Name: e.Name, Subject: old.Subject, Design: *d})
}

// status enables or disables a template. Faults: 404, emailtemplate.unfinished (409) for one with errors.
func (s *Service) status(ctx context.Context, id, status string) (*Template, error) {
	if _, err := s.find(ctx, id); err != nil {
		return nil, err
	}
	before, now, err := s.change(ctx, id, func(e *entity) (*version, error) {
		if status == Enabled && !e.Finished {
			return nil, fault.State("emailtemplate.unfinished")
		}
		e.Status = status
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, map[string]any{"status": before.Status}, map[string]any{"status": now.Status})
	auditlog.Subject(ctx, now.Name)
	return &now.Template, nil
}

// remove deletes a template with its versions. Orders keep copies, so none is changed by it. Faults: 404, emailtemplate.changed (409).
func (s *Service) remove(ctx context.Context, id string) error {
	e, err := s.find(ctx, id)
	if err != nil {
		return err
	}
	ops := []store.Op{{Verb: store.Delete, Key: key(id), If: store.Eq("v", e.Version)},
		{Verb: store.Update, Key: countKey(e.Owner.Tenant), Add: map[string]int64{"n": -1}}}
	for number := max(e.Version-keptVersions+1, 1); number <= e.Version; number++ {
		ops = append(ops, store.Op{Verb: store.Delete, Key: versionKey(id, number)})
	}
	err = store.TransactWithRetry(ctx, s.DB, tries, append(ops, templates.Remove(e.Owner.ScopeNames(), id)...))
	if store.ConditionFailed(err) != nil {
		return fault.State("emailtemplate.changed")
	}
	if err == nil {
		auditlog.Note(ctx, id, map[string]any{"name": e.Name, "subject": e.Subject, "version": e.Version}, nil)
	}
	return err
}

// change decides about a template and writes it once. set gives the version to add, if any; a repetition of the same operation is known
// by its mark.
func (s *Service) change(ctx context.Context, id string, set func(e *entity) (*version, error)) (before, now *entity, err error) {
	mark := web.OperationID(ctx, s.NewID)
	err = store.Decide(ctx, tries, func() error {
		e, ok, err := store.Load[entity](ctx, s.DB, key(id), true)
		if err != nil || !ok {
			return cmp.Or(err, error(fault.Missing()))
		}
		was := e
		if before == nil {
			before = &was
		}
		now = &e
		e.show()
		if e.Mark == mark {
			return nil
		}
		v, err := set(&e)
		if err != nil {
			return err
		}
		before = &was
		e.Mark, e.UpdateTime = mark, s.now()
		ops := e.write(v, store.And(store.Eq("v", was.Version), store.Eq("mk", was.Mark)))
		return s.DB.Transact(ctx, append(ops, templates.Replace(e.Owner.ScopeNames(), id, e.Template)...))
	})
	return before, now, err
}

// Preview is what an email of a design looks like for a recipient.
type Preview struct {
	Subject   string    `json:"subject"`
	Preheader string    `json:"preheader,omitempty"`
	HTML      string    `json:"html" doc:"Empty for a design that can't be compiled, or is above 1 MB with its values."`
	Text      string    `json:"text"`
	Fields    []string  `json:"placeholders" nullable:"false"`
	Links     []Link    `json:"links" nullable:"false" doc:"Pages that the email links to, each once."`
	Pictures  []Picture `json:"pictures" nullable:"false"`
	Bytes     int       `json:"bytes" doc:"Estimated size of the HTML. Above 92160 it gets a warning, above 104448 it can't be sent."`
	Problems  []Problem `json:"problems" nullable:"false" doc:"Errors, warnings and hints."`
}

// Link is a page that an email links to.
type Link struct {
	Number int    `json:"number"`
	URL    string `json:"url"`
	Label  string `json:"label"`
	Block  string `json:"block" doc:"Id of the block of its first place."`
}

// Picture is a picture of an email.
type Picture struct {
	URL string `json:"url"`
	Alt string `json:"alt"`
}

// mostPreview is the most HTML of a preview in bytes: a value may stand at many thousand places.
const mostPreview = 1 << 20

// preview compiles a design and stores nothing. It follows the design's own rules: nothing of the caller is in it.
func (s *Service) preview(ctx context.Context, subject string, d *emaildesign.Design, values map[string]string) (*Preview, error) {
	c, err := s.check(ctx, subject, d)
	if err != nil {
		return nil, err
	}
	out := &Preview{Problems: s.told(ctx, c.problems), Fields: []string{}, Links: []Link{}, Pictures: []Picture{}}
	if c.program == nil {
		return out, nil
	}
	value := func(name string) string { return values[name] }
	if n := emaildesign.Filled(c.program.Size, c.program.Places(), value); n > mostPreview {
		out.Bytes = c.program.Size
		if !slices.ContainsFunc(c.problems, func(p emaildesign.Problem) bool { return p.Key == "email.tooLarge" }) {
			out.Problems = append(out.Problems, s.told(ctx, []emaildesign.Problem{{Field: "blocks", Key: "email.tooLarge",
				Args: map[string]any{"size": n >> 10, "max": emaildesign.MaxSize >> 10}, Severity: emaildesign.Error}})...)
		}
		return out, nil
	}
	out.Subject, out.Preheader = emaildesign.Fill(c.program.Subject, value), emaildesign.Fill(d.Preheader, value)
	out.HTML, out.Text, out.Bytes = c.program.HTML(value, nil), c.program.Text(value, nil), c.program.Size
	out.Fields = append(out.Fields, c.program.Fields...)
	for i, l := range c.program.Links {
		out.Links = append(out.Links, Link{Number: i, URL: l.URL, Label: l.Label, Block: l.Block})
	}
	for _, p := range c.program.Pictures {
		out.Pictures = append(out.Pictures, Picture{URL: p.URL, Alt: p.Alt})
	}
	return out, nil
}
