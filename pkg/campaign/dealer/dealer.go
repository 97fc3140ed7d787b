// Package dealer is the card dealers, who bring the platform its numbers (business-domain §2). Their batches are of package
// numberbatch.
package dealer

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Dealer is a card dealer. Dealers live in their list rows, L#dealer#all in table campaign.
type Dealer struct {
	ID       string    `dynamodbav:"id" json:"id"`
	Name     string    `dynamodbav:"n" json:"name"`
	Contact  string    `dynamodbav:"co,omitempty" json:"contact"`
	Remark   string    `dynamodbav:"r,omitempty" json:"remark"`
	Enabled  bool      `dynamodbav:"e" json:"enabled" doc:"New batches can be added. Numbers of earlier batches are not affected."`
	Operator string    `dynamodbav:"by,omitempty" json:"operator"`
	Created  time.Time `dynamodbav:"ca" json:"createTime"`
	catalogue.Revision
}

// Form is a dealer as it is written.
type Form struct {
	ID      string `json:"id,omitempty" maxLength:"64" doc:"Id of the dealer to change."`
	Name    string `json:"name" minLength:"1" maxLength:"50" example:"Sunrise Cards"`
	Contact string `json:"contact,omitempty" maxLength:"100"`
	Remark  string `json:"remark,omitempty" maxLength:"255"`
	Enabled *bool  `json:"enabled,omitempty" doc:"Default: enabled. Missing in a change: unchanged."`
}

const (
	base = "/kfsms/dealer"
	perm = "kfsms:dealer"
)

var dealers = store.List[Dealer]{Table: "campaign", Entity: "dealer", ByTime: true, Columns: []store.Column[Dealer]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(d *Dealer) any { return d.Name }},
	{Name: "contact", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "dealer.column.contact",
		Get: func(d *Dealer) any { return d.Contact }},
	{Name: "enabled", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Title: "dealer.column.enabled",
		Get: func(d *Dealer) any {
			if d.Enabled {
				return "true"
			}
			return "false"
		}},
	{Title: "remark", Get: func(d *Dealer) any { return d.Remark }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(d *Dealer) any { return d.Created }},
}}

// Service is the module of card dealers.
type Service struct {
	DB    store.DB
	Now   func() time.Time
	NewID func(ctx context.Context) string
	Used  func(ctx context.Context, id string) (bool, error) // tells whether a dealer has batches
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	catalogue.Mount(a, r.catalogue())
	list.Options(a, web.Route{Method: "GET", Path: base + "/selector", Perm: perm + ":page", Summary: "List card dealers for a picker"},
		r.list(), func(d *Dealer) Option { return Option{d.ID, d.Name, d.Enabled} })
}

// Option is a dealer in a picker.
type Option struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
}

// Exports declares the list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

func (r *Service) list() list.List[Dealer] {
	return list.List[Dealer]{List: dealers, DB: r.DB, Path: base, Perm: perm + ":page", Summary: "List card dealers",
		File: list.File{Name: "dealer", Perm: perm + ":page", Summary: "Export the matching card dealers as xlsx or CSV"}}
}

func (r *Service) catalogue() catalogue.Catalogue[Form, Dealer] {
	return catalogue.Catalogue[Form, Dealer]{List: r.list(), Of: perm, Add: "Add a card dealer",
		Edit: "Change, enable or disable a card dealer", Del: "Delete a card dealer without batches",
		Repository: repository{r.listed(), r.Used},
		Make: func(ctx context.Context, w *Form) (string, Dealer, error) {
			id := web.OperationID(ctx, r.NewID)
			d := Dealer{ID: id, Enabled: true, Operator: auth.Must(ctx).Name, Created: r.Now().UTC()}
			return id, d, d.fill(w)
		},
		Change:    func(_ context.Context, w *Form, d *Dealer) error { return d.fill(w) },
		ID:        func(w *Form) string { return w.ID },
		AuditView: func(d *Dealer) any { return map[string]any{"name": d.Name, "contact": d.Contact, "enabled": d.Enabled} }}
}

func (d *Dealer) fill(w *Form) error {
	if d.Name = strings.TrimSpace(w.Name); d.Name == "" {
		return fault.Bad("name", "web.valid.missing")
	}
	d.Contact, d.Remark = strings.TrimSpace(w.Contact), strings.TrimSpace(w.Remark)
	if w.Enabled != nil {
		d.Enabled = *w.Enabled
	}
	return nil
}

func (r *Service) listed() catalogue.Listed[Dealer] {
	return catalogue.Listed[Dealer]{DB: r.DB, List: dealers, Scopes: func(*Dealer) []string { return []string{"all"} }}
}

// Find reads a dealer in the caller's scope; the 404 fault for none.
func (r *Service) Find(ctx context.Context, id string) (Dealer, error) {
	return r.listed().Find(ctx, id)
}

// repository refuses the deletion of a dealer with batches. Fault: dealer.used (409).
type repository struct {
	catalogue.Listed[Dealer]
	used func(ctx context.Context, id string) (bool, error)
}

// Drop deletes a dealer.
func (k repository) Drop(ctx context.Context, id string, row Dealer) error {
	used, err := k.used(ctx, id)
	if err == nil && used {
		err = fault.State("dealer.used", "name", row.Name)
	}
	if err != nil {
		return err
	}
	return k.Listed.Drop(ctx, id, row)
}
