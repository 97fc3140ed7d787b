// Package riskgroup is the module for risk groups (business-domain §2, §5): numbers that no order writes to while a
// risk group holds them. A customer's risk group blocks the sends of its tenant (itself and its secondaries). One of
// staff without a customer blocks the sends of all tenants. Risk groups are small and edited by hand, unlike contact
// lists, so the numbers of one are in its own row. A version row beside them tells a tenant's workers that nothing
// changed.
package riskgroup

import (
	"context"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
)

// SettingRows is the most numbers of one import (business-domain §5).
const SettingRows = "risk.import.rows"

// Bounds of what one holder keeps.
const (
	mostGroups  = 100    // of a holder
	mostMembers = 10_000 // of a collection
)

// Service is the module of risk-control collections.
type Service struct {
	DB       store.DB
	Contacts *contact.Service // reads the files of imports
	Settings *setting.Store
	Texts    *i18n.Catalogue
	Country  func(code string) bool
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	// OnChanged is the write that brings a holder's version to where senders look before each send.
	OnChanged func(holder string, version int64) store.Op
}

// Scopes of a collection on the wire.
const (
	Tenant = "tenant"
	Global = "global"
)

// platformScope is the holder of staff's own risk groups; other holders are the id of a first-level customer or an
// agent.
const platformScope = "*"

func holder(o auth.Owner) string {
	if o.Tenant == "" {
		return platformScope
	}
	return o.Tenant
}

// Collection is a risk-control collection as a list shows it.
type Collection struct {
	ID           string    `dynamodbav:"id" json:"id"`
	Name         string    `dynamodbav:"n" json:"name"`
	CountryCode  string    `dynamodbav:"co" json:"countryCode"`
	Remark       string    `dynamodbav:"rm" json:"remark"`
	MemberCount  int       `dynamodbav:"mc" json:"memberCount"`
	WACount      int       `dynamodbav:"wc,omitempty" json:"waCount" doc:"Members found on WhatsApp by screening."`
	ActiveCount  int       `dynamodbav:"ac,omitempty" json:"activeCount" doc:"Members with recent evidence of activity."`
	Scope        string    `dynamodbav:"sc" json:"scope" enum:"tenant,global" doc:"Orders that skip the numbers: those of the customer and its secondaries, or of all customers."`
	CustomerID   string    `dynamodbav:"cu,omitempty" json:"customerId,omitempty"`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName,omitempty"`
	CreateTime   time.Time `dynamodbav:"ca" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ua" json:"updateTime"`
	contact.Screening
}

// CreateRequest is the request for a risk group.
type CreateRequest struct {
	Name        string `json:"name" minLength:"1" maxLength:"20" example:"Complained in March"`
	CountryCode string `json:"countryCode" example:"BR" doc:"Country code, ISO 3166-1 alpha-2. Every member is a number of this country."`
	Remark      string `json:"remark,omitempty" maxLength:"255"`
	CustomerID  string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer whose orders skip the numbers, for staff and agents. Default: the calling customer. Default for staff: the whole platform."`
}

// create writes a new collection, once per id. Faults: 400; 404 for a customer that the caller does not see; 409 risk.groups.
func (r *Service) create(ctx context.Context, w CreateRequest) (string, error) {
	name, err := named(w.Name)
	if err != nil {
		return "", err
	}
	if !r.Country(w.CountryCode) {
		return "", fault.Bad("countryCode", "contact.country")
	}
	owner, customer, err := r.ownerFor(ctx, w.CustomerID)
	if err != nil {
		return "", err
	}
	id, now := web.OperationID(ctx, r.NewID), r.Now()
	m := meta{Owner: owner, Rev: 1, Last: id, Collection: Collection{ID: id, Name: name, CountryCode: w.CountryCode, Remark: w.Remark,
		Scope:      Tenant,
		CustomerID: owner.Tenant, CustomerName: customer, CreateTime: now, UpdateTime: now}}
	if owner.Tenant == "" {
		m.Scope = Global
	}
	err = store.Decide(ctx, tries, func() error {
		h, _, err := store.Load[head](ctx, r.DB, headKey(holder(owner)), true)
		if _, made := h.Groups[id]; err != nil || made {
			return err
		}
		if len(h.Groups) >= mostGroups {
			return fault.State("risk.groups", "max", mostGroups)
		}
		ops := append([]store.Op{{Verb: store.Put, Key: metaKey(id), Item: m, If: store.Missing("pk")}}, r.with(h, holder(owner), id, m.Rev)...)
		return r.DB.Transact(ctx, append(ops, collections.Insert(m.scopes(), id, m.Collection)...))
	})
	if err == nil {
		auditlog.Note(ctx, id, nil, map[string]any{"name": name, "countryCode": w.CountryCode, "remark": w.Remark, "customerId": owner.Tenant})
	}
	return id, err
}

// ownerFor returns the owner of a new risk group: a customer in the caller's scope, the caller's tenant, or the
// platform for staff with full scope.
func (r *Service) ownerFor(ctx context.Context, customerID string) (auth.Owner, string, error) {
	p := auth.Must(ctx)
	switch {
	case customerID != "":
		return r.Customer(ctx, p.Scope(), customerID)
	case p.Scope() == auth.Everything:
		return auth.Owner{}, "", nil
	case p.Type == auth.Admin:
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	case p.Type == auth.Secondary:
		return r.Customer(ctx, auth.UserScope(p.Tenant), p.Tenant)
	}
	return auth.Owner{User: p.Tenant, Tenant: p.Tenant, Agent: p.Agent}, p.Name, nil
}

func named(name string) (string, error) {
	if name = strings.TrimSpace(name); name == "" {
		return "", fault.Bad("name", "web.valid.missing")
	}
	return name, nil
}

// edit renames a collection.
func (r *Service) edit(ctx context.Context, id, name string, remark *string) error {
	name, err := named(name)
	if err != nil {
		return err
	}
	was, now, err := r.change(ctx, id, func(m *meta) error {
		if m.Name = name; remark != nil {
			m.Remark = *remark
		}
		return nil
	})
	if err == nil {
		auditlog.Note(ctx, id, map[string]any{"name": was.Name, "remark": was.Remark}, map[string]any{"name": now.Name, "remark": now.Remark})
	}
	return err
}

// remove deletes a risk group: from the next send on its numbers are no longer blocked. Fault: contact.screened (409)
// while it is screened.
func (r *Service) remove(ctx context.Context, id string) error {
	var was *meta
	err := store.Decide(ctx, tries, func() error {
		m, err := r.find(ctx, id)
		if err != nil {
			if was != nil && fault.Is(err, "web.notFound") {
				return nil // our own try that was not answered
			}
			return err
		}
		if m.Busy() {
			return fault.State("contact.screened")
		}
		was = m
		h, _, err := store.Load[head](ctx, r.DB, headKey(holder(m.Owner)), true)
		if err != nil {
			return err
		}
		ops := append([]store.Op{{Verb: store.Delete, Key: metaKey(id), If: store.Eq("v", m.Rev)}}, r.with(h, holder(m.Owner), id, 0)...)
		known, err := r.forget(ctx, m)
		if err != nil {
			return err
		}
		ops = append(ops, known...)
		return r.DB.Transact(ctx, append(ops, collections.Remove(m.scopes(), id)...))
	})
	if err == nil {
		auditlog.Note(ctx, id, map[string]any{"name": was.Name, "memberCount": was.MemberCount}, nil)
	}
	return err
}
