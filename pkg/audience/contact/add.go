package contact

import (
	"context"
	"slices"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// AddRequest is a list of numbers or addresses that a user types in.
type AddRequest struct {
	PhoneNumbers []string `json:"phoneNumbers,omitempty" maxItems:"1000" doc:"Phone number with country code."`
	Emails       []string `json:"emails,omitempty" maxItems:"1000" doc:"Addresses for a list of type email, instead of phoneNumbers. As Name <address>, an address brings a name."`
	AddPrefix    bool     `json:"addPrefix,omitempty" doc:"Read numbers without country code as numbers of the list's country."`
}

// AddResponse tells what became of each number that was typed in; Added + Duplicated + len(Refused) is how many there were.
type AddResponse struct {
	Added      int        `json:"added"`
	Duplicated int        `json:"duplicated" doc:"Numbers or addresses that were in the request twice or are already members."`
	Refused    []RowError `json:"refused" doc:"Refused numbers or addresses. line is the position in the request, from 1."`
}

// addMembers adds numbers or addresses to a list in the caller's scope. Invalid ones are reported and affect no other. Faults:
// 404, 400 for values that are not of the list's type, 409 contact.full.
func (r *Service) addMembers(ctx context.Context, id string, in AddRequest) (*AddResponse, error) {
	p := auth.Must(ctx)
	m, err := r.find(ctx, p.Scope(), id)
	if err != nil {
		return nil, err
	}
	if err := m.accepts(in.PhoneNumbers, in.Emails); err != nil {
		return nil, err
	}
	var f *parsedFile
	if m.kind() == TypeEmail {
		f, err = addresses{r}.typed(ctx, in.Emails)
	} else {
		f = typedNumbers(in, m.CountryCode)
	}
	if err != nil {
		return nil, err
	}
	out := &AddResponse{Refused: []RowError{}}
	for _, b := range f.bad {
		out.Refused = append(out.Refused, r.OnRun(web.LangOf(ctx), b.rowError()))
	}
	if out.Duplicated = f.duplicates; len(f.numbers) == 0 {
		return out, nil
	}
	event := Event{Time: r.Now(), What: WasAdded, Operator: p.Name, Refused: len(out.Refused)}
	op := web.OperationID(ctx, r.NewID)
	err = store.Retry(ctx, tries, func() error {
		fresh, err := r.tryAdd(ctx, id, op, f, event)
		out.Added, out.Duplicated = fresh, f.duplicates+len(f.numbers)-fresh
		return err
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, nil, map[string]any{"membersAdded": out.Added})
	return out, nil
}

// accepts refuses values that are not of the list's type, and a request without any.
func (c *Collection) accepts(numbers, emails []string) error {
	field, key, others, wanted := "phoneNumbers", "contact.type.phone", emails, numbers
	if c.kind() == TypeEmail {
		field, key, others, wanted = "emails", "contact.type.email", numbers, emails
	}
	switch {
	case len(others) > 0:
		return fault.Bad(field, key)
	case len(wanted) == 0:
		return fault.Bad(field, "web.valid.missing")
	}
	return nil
}

// typedNumbers are numbers that a user types in.
func typedNumbers(in AddRequest, country string) *parsedFile {
	f := &parsedFile{}
	for i, text := range in.PhoneNumbers {
		n, corrected, problem := parse(text, country)
		if problem == phone.NoPrefix && in.AddPrefix {
			if whole, ok := phone.National(text, country); ok {
				n, problem = whole, nil
			}
		}
		switch {
		case problem != nil:
			f.bad = append(f.bad, badRow{line: i + 1, value: text, problem: problem, corrected: corrected})
		case slices.ContainsFunc(f.numbers, func(had uint64) bool { return phone.Same(had, n) }):
			f.duplicates++
		default:
			f.numbers = append(f.numbers, n)
		}
	}
	return f
}

// typed are addresses that a user types in, checked as those of a file.
func (r addresses) typed(ctx context.Context, texts []string) (*parsedFile, error) {
	s := &sheet.Sheet{}
	for i, text := range texts {
		s.Rows = append(s.Rows, sheet.Row{Line: i + 1, Text: text})
	}
	f, err := r.scan(ctx, s, ImportOptions{}, nil)
	if err != nil {
		return nil, err
	}
	limits, err := r.service.bounds(ctx)
	if err == nil {
		f.fit(firstColumns(TypeEmail), limits)
	}
	return f, err
}

// tryAdd makes numbers members that are none yet and tells how many those are.
func (r *Service) tryAdd(ctx context.Context, id, op string, f *parsedFile, event Event) (int, error) {
	c, err := r.claim(ctx, id)
	if err != nil {
		return 0, err
	}
	if c == nil {
		return 0, fault.Missing()
	}
	for _, name := range f.columns { // of addresses that bring a name
		if name != "" && !hasColumn(c.Columns, name) {
			c.Columns = append(c.Columns, name)
		}
	}
	rows, fresh, _, err := c.addRows(f, r.Now())
	if err != nil {
		return 0, err
	}
	if fresh == 0 {
		return 0, nil
	}
	if len(c.packs) >= maxPacks {
		return 0, fault.New(fault.Conflict, 40911, "contact.full")
	}
	if err := r.DB.WriteAll(ctx, rows); err != nil {
		return 0, err
	}
	event.Added, event.Twice = fresh, f.duplicates+len(f.numbers)-fresh
	return fresh, r.commit(ctx, c, nil, EventOf(id, op, event))
}
