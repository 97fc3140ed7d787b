package order

import (
	"cmp"
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/upload"
)

// Recipients are the members of a contact list, or the rows of a file, that a request reaches.
type Recipients struct {
	Count   int
	Refused []Refusal       // left out, by reason
	List    contact.Group   // zero of a file
	File    contact.Targets // zero of a contact list
	Since   time.Time       // members must have shown a sign of life since; zero: any member
}

// Source is where the recipients of a request come from: either a contact list or an uploaded file.
type Source struct {
	ListID, FileID string
	Country        string
	Type           string // contact.TypeEmail for addresses; empty: numbers
}

// takes refuses a contact list of another type.
func (s *Source) takes(list contact.Group) error {
	wanted := cmp.Or(s.Type, contact.TypePhone)
	if list.Type == wanted {
		return nil
	}
	return fault.Bad("groupId", "contact.type."+list.Type)
}

// SourceTexts are the keys of a kind's messages about a source.
type SourceTexts struct {
	Either  string // neither or both are named
	Country string // the contact list is of another country
	BadRows string // rows of the file that are no numbers
}

// FindRecipients finds a contact list in the scope of the user who pays, or a file in the caller's scope. Faults: those of the texts, the
// 404 fault.
func FindRecipients(ctx context.Context, contacts *contact.Service, payer *auth.Principal, from Source, texts SourceTexts) (*Recipients,
	error) {
	to := &Recipients{Refused: []Refusal{}}
	var err error
	switch {
	case (from.ListID == "") == (from.FileID == ""):
		return nil, fault.Bad("groupId", texts.Either)
	case from.ListID != "":
		if to.List, err = contacts.Group(ctx, payer.Scope(), from.ListID); err != nil {
			return nil, err
		}
		if err := from.takes(to.List); err != nil {
			return nil, err
		}
		if to.List.Country != from.Country {
			return nil, fault.Bad("countryCode", texts.Country)
		}
		to.Count = to.List.Members
	default:
		if from.Type == contact.TypeEmail {
			to.File, err = contacts.EmailFile(ctx, auth.Must(ctx).Scope(), from.FileID)
		} else {
			to.File, err = contacts.File(ctx, auth.Must(ctx).Scope(), from.FileID, from.Country)
		}
		if err != nil {
			return nil, err
		}
		if to.Count = len(to.File.Numbers); to.File.Bad > 0 {
			to.Refused = append(to.Refused, Refusal{Reason: texts.BadRows, Count: to.File.Bad})
		}
	}
	return to, nil
}

// Each calls each with the numbers of the file, or of the members that a filter leaves, pack by pack.
func (to *Recipients) Each(ctx context.Context, contacts *contact.Service, only contact.MemberFilter, each func([]uint64)) error {
	if to.List.ID == "" {
		each(to.File.Numbers)
		return nil
	}
	return contacts.Members(ctx, to.List.ID, to.List.Packs, func(m *contact.Pack) error {
		each(m.Only(only).Numbers)
		return nil
	})
}

// CountMembers counts the members that a filter leaves.
func (to *Recipients) CountMembers(ctx context.Context, contacts *contact.Service, only contact.MemberFilter) (n int, err error) {
	err = to.Each(ctx, contacts, only, func(numbers []uint64) { n += len(numbers) })
	return n, err
}

// KeepTerms keep the files of a request, and the contact list of its order, from deletion.
func KeepTerms(files *upload.Service, ids []string, o *Order) []Term {
	terms := []Term{{Ops: files.KeepOps(ids...), Refusal: fault.Missing()}}
	if o.Group != "" {
		terms = append(terms, Term{Ops: contact.UseOps(o.Group, o.ID), Refusal: fault.Missing()})
	}
	return terms
}

// FileName is the name of an uploaded file; empty when it is gone.
func FileName(ctx context.Context, files *upload.Service, id string) (string, error) {
	f, err := files.Find(ctx, auth.Everything, id)
	if fault.As(err) != nil {
		return "", nil
	}
	return f.Name, err
}
