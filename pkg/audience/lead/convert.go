package lead

import (
	"context"

	"herald/pkg/account/customer"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// ConvertRequest is the customer that a lead becomes.
type ConvertRequest struct {
	Name         string `json:"name" doc:"At most 50 characters."`
	Phone        string `json:"phone" doc:"The login name: digits without area code."`
	Email        string `json:"email"`
	CompanyName  string `json:"companyName,omitempty"`
	CountryCode  string `json:"countryCode"`
	CustomerType string `json:"customerType" enum:"person,enterprise"`
}

// ConvertResponse is the customer that a lead became.
type ConvertResponse struct {
	UserID string `json:"userId"`
	user.Initial
	Lead *Lead `json:"lead"`
}

// convertRoute makes a customer of a lead, in one transaction, with the lead's promoter as the referrer. Faults: 404; 403 without the
// permission to add customers; 409 lead.converted, lead.notConvertible, lead.erased; those of a new customer.
func (r *Service) convertRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body ConvertRequest
}) (*ConvertResponse, error) {
	p := auth.Must(ctx)
	if !p.Can(customer.AddPermission) {
		return nil, fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	userID, mark := r.NewID(ctx), r.mark(ctx)
	for range tries {
		e, err := r.find(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		if e.Status == Converted && e.UserID == userID { // a repetition of the call
			return r.converted(ctx, e)
		}
		switch {
		case e.Erased:
			return nil, fault.State("lead.erased")
		case e.Status == Converted:
			return nil, fault.State("lead.converted")
		case !e.Convertible:
			return nil, fault.State("lead.notConvertible")
		}
		was := *e
		n, err := r.customerOf(ctx, e, userID, &in.Body)
		if err != nil {
			return nil, err
		}
		n.With = r.convert(ctx, e, userID, mark)
		c, err := r.Customers.CreateWith(ctx, p, n)
		if store.ConditionFailed(err) != nil {
			now, lost := r.load(ctx, in.ID)
			if lost == nil && now.Version != was.Version {
				continue // decided anew with the lead as it is
			}
		}
		if err != nil {
			return nil, err
		}
		auditlog.Note(ctx, in.ID, view(&was), view(e))
		told, err := r.Customers.Users.TellInitial(ctx, &c.User)
		if err != nil {
			return nil, err
		}
		l, err := r.answer(ctx, e)
		return &ConvertResponse{c.ID, told, l}, err
	}
	return nil, store.ErrConflict
}

// customerOf is the new customer. A promoter that was deleted meanwhile is no referrer.
func (r *Service) customerOf(ctx context.Context, e *entity, userID string, w *ConvertRequest) (customer.New, error) {
	n := customer.New{ID: userID, Profile: customer.Profile{Name: w.Name, Phone: w.Phone, Email: w.Email}}
	n.CompanyName, n.CountryCode, n.CustomerType = w.CompanyName, w.CountryCode, w.CustomerType
	if e.Owner.Tenant != saleschannel.Platform {
		n.Agent = e.Owner.Agent
	}
	if e.PromoterID != "" {
		by, ok, err := r.Customers.Users.Load(ctx, e.PromoterID)
		if err != nil {
			return n, err
		}
		if ok && !by.Deleted {
			n.RecommendUser, n.RecommendName, n.Referrer = by.ID, by.Name, by.ID
		}
	}
	return n, nil
}

// convert gives the operations that make a lead the customer's.
func (r *Service) convert(ctx context.Context, e *entity, userID, mark string) []store.Op {
	was := *e
	counts := e.step(Converted)
	now := r.now()
	e.UserID, e.ConvertTime, e.Mark = userID, &now, mark
	return append(append(r.changed(&was, e), counts...), r.entry(ctx, entryConverted, mark).op(e.ID))
}

func (r *Service) converted(ctx context.Context, e *entity) (*ConvertResponse, error) {
	u, ok, err := r.Customers.Users.Load(ctx, e.UserID)
	if err != nil || !ok {
		return nil, fault.OrMissing(err)
	}
	told, err := r.Customers.Users.TellInitial(ctx, &u)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, view(e))
	l, err := r.answer(ctx, e)
	return &ConvertResponse{e.UserID, told, l}, err
}
