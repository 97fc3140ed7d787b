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

// AddRequest is a list of numbers that a user types in.
type AddRequest struct {
	PhoneNumbers []string `json:"phoneNumbers" minItems:"1" maxItems:"1000" doc:"Phone number with country code."`
	AddPrefix    bool     `json:"addPrefix,omitempty" doc:"Read numbers without country code as numbers of the list's country."`
}

// AddResponse tells what became of each number that was typed in; Added + Duplicated + len(Refused) is how many there were.
type AddResponse struct {
	Added      int        `json:"added"`
	Duplicated int        `json:"duplicated" doc:"Numbers that were in the request twice or are already members."`
	Refused    []RowError `json:"refused" doc:"Refused numbers. line is the position in the request, from 1."`
}

// addMembers adds numbers to a list in the caller's scope. Invalid numbers are reported and affect no other. Faults:
// 404, 409 contact.full.
func (r *Service) addMembers(ctx context.Context, id string, in AddRequest) (*AddResponse, error) {
	p := auth.Must(ctx)
	m, err := r.find(ctx, p.Scope(), id)
	if err != nil {
		return nil, err
	}
	f := &parsedFile{}
	out := &AddResponse{Refused: []RowError{}}
	for i, text := range in.PhoneNumbers {
		n, corrected, problem := parse(text, m.CountryCode)
		if problem == phone.NoPrefix && in.AddPrefix {
			if whole, ok := phone.National(text, m.CountryCode); ok {
				n, problem = whole, nil
			}
		}
		switch {
		case problem != nil:
			out.Refused = append(out.Refused, r.OnRun(web.LangOf(ctx),
				RowError{Line: i + 1, Number: sheet.Excerpt(text), Code: problem.Code, Message: problem.Key, Corrected: corrected}))
		case slices.ContainsFunc(f.numbers, func(had uint64) bool { return phone.Same(had, n) }):
			f.duplicates++
		default:
			f.numbers = append(f.numbers, n)
		}
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

// tryAdd makes numbers members that are none yet and tells how many those are.
func (r *Service) tryAdd(ctx context.Context, id, op string, f *parsedFile, event Event) (int, error) {
	c, err := r.claim(ctx, id)
	if err != nil {
		return 0, err
	}
	if c == nil {
		return 0, fault.Missing()
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
