package contact

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// mostGroups is the most lists of an audience, and the most lists returned of one creator.
const mostGroups = 100

// AudienceNumber is how many people some collections hold together, each once.
type AudienceNumber struct {
	Num int `json:"num"`
}

// AudienceQuery names the lists and filters of an audience.
type AudienceQuery struct {
	IDs []string `query:"ids,explode" minItems:"1" maxItems:"100" required:"true" doc:"Ids of contact lists."`
	Filter
}

// audience counts the members of collections in the caller's scope that pass the filters, each number once. Fault: 404 for any
// other id, 400 for lists of different types, and for a number segment that breaks a rule or is not of a collection's country.
func (r *Service) audience(ctx context.Context, in *AudienceQuery) (*AudienceNumber, error) {
	seen := map[uint64]struct{}{}
	kind := ""
	for _, id := range in.IDs {
		g, err := r.Group(ctx, auth.Must(ctx).Scope(), id)
		if err != nil {
			return nil, err
		}
		if kind != "" && g.Type != kind {
			return nil, fault.Bad("ids", "contact.types")
		}
		kind = g.Type
		s, err := r.compileFilter(ctx, in.Filter, g.Type, g.Country)
		if err != nil {
			return nil, err
		}
		err = r.Members(ctx, id, g.Packs, func(p *Pack) error {
			for _, i := range s.some(&p.of) {
				seen[phone.Normal(p.Numbers[i])] = struct{}{}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return &AudienceNumber{len(seen)}, nil
}

// created returns the newest lists that a user in the caller's scope made; those of the caller when no user is named.
func (r *Service) created(ctx context.Context, in *struct {
	UserID string `query:"userId" maxLength:"64" doc:"Id of the user who made them. Default: the caller."`
}) ([]string, error) {
	p := auth.Must(ctx)
	who := in.UserID
	if who == "" {
		who = p.UserID
	}
	rows, _, err := collections.Page(ctx, r.DB, string(p.Scope()),
		store.ListQuery{Current: 1, Size: mostGroups, Filters: map[string]string{"customerId": who}})
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	return ids, err
}
