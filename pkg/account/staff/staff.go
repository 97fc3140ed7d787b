// Package staff is the module for customer-service staff and for the numbers that they answer from (business-domain
// §2, §3, §4). They join the groups of a group-creation order as customer service or administrator. Both belong to a
// first-level customer or an agent and are visible to all users below it.
package staff

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Keys, all in table account; both entities live in their list rows:
//
//	L#servicer#<scope> / <id>           one of the staff
//	L#serviceraccount#<scope> / <id>    a number
//	SERVICE#<customer> / N#<number>        that a first-level customer has a number: it has each once
const table = "account"

// States of one of the staff (business-domain §4).
const (
	OnJob    = "onJob"
	Resigned = "resigned"
)

// Service is the module.
type Service struct {
	DB store.DB
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
	Country  func(code string) bool // whether a country is known
	Now      func() time.Time
	NewID    func(ctx context.Context) string
}

// OwnedList is whose an entity is.
type OwnedList struct {
	CustomerID   string   `dynamodbav:"cu" json:"customerId" doc:"Id of the customer or agent that owns the staff member."`
	CustomerName string   `dynamodbav:"cn" json:"customerName"`
	Scopes       []string `dynamodbav:"sc" json:"-"` // its scopes
	Op           string   `dynamodbav:"i,omitempty" json:"-"`
}

// Servicer is one of the customer-service staff.
type Servicer struct {
	ID         string    `dynamodbav:"-" json:"id"`
	Name       string    `dynamodbav:"n" json:"name"`
	Phone      string    `dynamodbav:"p" json:"phone" doc:"Phone number: E.164 without +."`
	Gender     string    `dynamodbav:"g,omitempty" json:"gender" enum:"male,female,unknown,"`
	Status     string    `dynamodbav:"s" json:"status" enum:"onJob,resigned"`
	CreateTime time.Time `dynamodbav:"-" json:"createTime"`
	OwnedList
	catalogue.Revision
}

// ServicerForm is one of the staff as it is written.
type ServicerForm struct {
	ID         string `json:"id,omitempty" maxLength:"64" doc:"Id of the staff member to change."`
	Name       string `json:"name" minLength:"1" maxLength:"50"`
	Phone      string `json:"phone" minLength:"1" maxLength:"32" doc:"Phone number with country code."`
	Gender     string `json:"gender,omitempty" enum:"male,female,unknown," doc:"Missing in a change: unchanged."`
	Status     string `json:"status,omitempty" enum:"onJob,resigned," doc:"Default: on the job. Missing in a change: unchanged."`
	CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Customer of a new staff member, for staff and agents. Default: the calling customer."`
}

var servicers = store.List[Servicer]{Table: table, Entity: "servicer", ByTime: true,
	Lean: func(s *Servicer) (*string, *time.Time) { return &s.ID, &s.CreateTime }, Columns: []store.Column[Servicer]{
		{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name",
			Get: func(s *Servicer) any { return s.Name }},
		{Name: "phone", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Doc: "Substring.", Title: "phone",
			Get: func(s *Servicer) any { return s.Phone }},
		{Name: "gender", Kind: store.Exact, Filter: true, OneOf: []string{"male", "female", "unknown"}, Title: "gender", Dict: "gender",
			Get: func(s *Servicer) any { return s.Gender }},
		{Name: "status", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{OnJob, Resigned}, Title: "status", Dict: "servicer_status",
			Get: func(s *Servicer) any { return s.Status }},
		{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(s *Servicer) any { return s.CustomerID }},
		{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
			Get: func(s *Servicer) any { return s.CustomerName }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(s *Servicer) any { return s.CreateTime }},
	}}

func (r *Service) servicers() catalogue.Catalogue[ServicerForm, Servicer] {
	return catalogue.Catalogue[ServicerForm, Servicer]{
		List: list.List[Servicer]{List: servicers, DB: r.DB, Scope: scopeOf, Path: "/aty/customerservicer", Perm: "aty:customerservicer:page",
			Summary: "List customer-service staff in the caller's scope",
			File:    list.File{Name: "servicers", Summary: "Export the matching customer-service staff as xlsx or CSV"}},
		Of: "aty:customerservicer", Add: "Add a customer-service staff member", Edit: "Change a customer-service staff member",
		Del:        "Delete a customer-service staff member. 409: the staff member still owns accounts",
		Repository: unassigned{r.servicerCatalogue(), r},
		Make:       r.createServicer, ID: func(w *ServicerForm) string { return w.ID },
		Change: func(_ context.Context, w *ServicerForm, s *Servicer) error { return s.fill(w) },
		AuditView: func(s *Servicer) any {
			return map[string]any{"name": s.Name, "phone": s.Phone, "gender": s.Gender, "status": s.Status, "customerId": s.CustomerID}
		},
	}
}

func (r *Service) servicerCatalogue() catalogue.Listed[Servicer] {
	return catalogue.Listed[Servicer]{DB: r.DB, List: servicers, Scopes: func(s *Servicer) []string { return s.Scopes }, Scope: scopeOf}
}

func (r *Service) createServicer(ctx context.Context, w *ServicerForm) (string, Servicer, error) {
	s := Servicer{ID: r.NewID(ctx), Status: OnJob, CreateTime: r.Now()}
	if err := s.fill(w); err != nil {
		return "", s, err
	}
	var err error
	s.OwnedList, err = r.ownerFor(ctx, w.CustomerID)
	return s.ID, s, err
}

// fill lays a form over one of the staff. Faults: web.valid.missing, staff.phone.
func (s *Servicer) fill(w *ServicerForm) error {
	name := strings.TrimSpace(w.Name)
	if name == "" {
		return fault.Bad("name", "web.valid.missing")
	}
	number, _, problem := phone.ParseAny(w.Phone)
	if problem != nil {
		return fault.Bad("phone", "staff.phone")
	}
	if w.Status != "" {
		s.Status = w.Status
	}
	if w.Gender != "" {
		s.Gender = w.Gender
	}
	s.Name, s.Phone = name, digits(number)
	return nil
}

// unassigned refuses to delete staff who still have numbers.
type unassigned struct {
	catalogue.Listed[Servicer]
	room *Service
}

// Drop deletes one of the staff. Fault: staff.hasNumbers (409).
func (k unassigned) Drop(ctx context.Context, id string, s Servicer) error {
	all, err := k.room.accounts().All(ctx, k.DB, scopeOf(auth.Must(ctx)), store.ListQuery{Filters: map[string]string{"servicerId": id}})
	if err != nil {
		return err
	}
	if len(all) > 0 {
		return fault.State("staff.hasNumbers", "n", len(all))
	}
	return k.Listed.Drop(ctx, id, s)
}

// ownerFor is the owner of a new entity: a customer in the caller's scope, or the caller's first-level user. Faults:
// 404 for a customer that the caller does not see; web.valid.missing for none by staff.
func (r *Service) ownerFor(ctx context.Context, customerID string) (OwnedList, error) {
	p := auth.Must(ctx)
	scope := p.Scope()
	switch {
	case customerID != "":
	case p.Type == auth.Admin:
		return OwnedList{}, fault.Bad("customerId", "web.valid.missing")
	default:
		customerID, scope = p.Tenant, auth.UserScope(p.Tenant)
	}
	owner, name, err := r.Customer(ctx, scope, customerID)
	if err != nil {
		return OwnedList{}, err
	}
	o := OwnedList{CustomerID: owner.Tenant, CustomerName: name, Op: web.Operation(ctx), Scopes: owner.ScopeNames()}
	return o, nil
}

// Scope is the scope of a caller's lists: staff belong to a first-level user, so a secondary sees that user's list.
func Scope(p *auth.Principal) auth.Scope {
	if p.Type == auth.Secondary {
		return auth.UserScope(p.Tenant)
	}
	return p.Scope()
}

func scopeOf(p *auth.Principal) string { return string(Scope(p)) }
