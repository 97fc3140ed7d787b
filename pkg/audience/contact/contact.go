package contact

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
)

// Business that a country can be closed for: collections of its numbers.
const Business = "contacts"

// Queue and kinds of the module's tasks.
const (
	FileQueue  = "file"
	TaskImport = "contact.import"
	TaskPurge  = "contact.purge"
)

// Settings of the module: the largest contact file and the most numbers in it (decisions §11).
const (
	SettingBytes = "contact.file.bytes"
	SettingRows  = "contact.file.rows"
)

// Service is the contact module.
type Service struct {
	DB       store.DB
	Sheets   sheet.Engine // nil where no file is read or written
	Files    *upload.Service
	Blobs    blob.Store // of what users download
	Settings *setting.Store
	Queues   queue.Queues
	Country  func(code string) bool // whether a collection may be of this country
	// Customer returns a customer of a scope and its name; the 404 fault for any other id. nil: no user makes lists
	// for others.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
	// Open refuses a country that an admin closed for collections; nil: none is.
	Open  func(ctx context.Context, field, code string) error
	Texts *i18n.Catalogue // with the messages of this module, of phone, email and sheet
	DNS   Resolver        // nil: domains of addresses are not looked up
	Now   func() time.Time
	NewID func(ctx context.Context) string
	Log   func(line map[string]any)
}

// Status of a collection.
type Status string

const (
	Ready     Status = "ready"
	Importing Status = "importing" // an import is running; what was there before can be used
)

// Collection is a contact collection as a list shows it.
type Collection struct {
	ID           string    `dynamodbav:"id" json:"id"`
	Name         string    `dynamodbav:"n" json:"name"`
	Type         string    `dynamodbav:"ty,omitempty" json:"type" enum:"phone,email"`
	CountryCode  string    `dynamodbav:"co" json:"countryCode"`
	Remark       string    `dynamodbav:"rm" json:"remark"`
	MemberCount  int       `dynamodbav:"mc" json:"memberCount"`
	WACount      int       `dynamodbav:"wc" json:"waCount" doc:"Members found on WhatsApp by screening."`
	ActiveCount  int       `dynamodbav:"ac" json:"activeCount" doc:"Members with recent evidence of activity."`
	Status       Status    `dynamodbav:"-" json:"status" enum:"ready,importing"`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ca" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ua" json:"updateTime"`
	Screening

	Imports int `dynamodbav:"ri" json:"-"` // running
}

func (c *Collection) status() Status {
	if c.Imports > 0 {
		return Importing
	}
	return Ready
}

// CreateRequest is the request for a contact list.
type CreateRequest struct {
	Name        string `json:"name" minLength:"1" maxLength:"20" example:"Customers in Brazil"`
	CountryCode string `json:"countryCode" example:"BR" doc:"Country code, ISO 3166-1 alpha-2. Every number is of this country. It decides the price of messages to the members."`
	Type        string `json:"type,omitempty" enum:"phone,email," doc:"What the members are. Default: phone. It can't be changed later."`
	Remark      string `json:"remark,omitempty" maxLength:"255"`
	CustomerID  string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer that owns the list. Required of staff. Default for agents and customers: the caller."`
}

// create writes a new collection of the caller, or of who it names, once per id. Faults: 400, 404 for a customer that it may not name.
func (r *Service) create(ctx context.Context, w CreateRequest) (string, error) {
	name, err := named(w.Name)
	if err != nil {
		return "", err
	}
	if !r.Country(w.CountryCode) {
		return "", fault.Bad("countryCode", "contact.country")
	}
	if r.Open != nil {
		if err := r.Open(ctx, "countryCode", w.CountryCode); err != nil {
			return "", err
		}
	}
	p, id, now := auth.Must(ctx), web.OperationID(ctx, r.NewID), r.Now()
	owner, customer, err := r.ownerOf(ctx, p, w.CustomerID)
	if err != nil {
		return "", err
	}
	m := meta{Owner: owner, Version: 1, Collection: Collection{ID: id, Name: name, Type: w.Type, CountryCode: w.CountryCode, Remark: w.Remark,
		CustomerID: owner.User, CustomerName: customer, CreateTime: now, UpdateTime: now}}
	m.Type = m.kind()
	m.Columns = firstColumns(m.Type)
	ops := append([]store.Op{{Verb: store.Put, Key: metaKey(id), Item: m, If: store.Missing("pk")}},
		collections.Insert(m.Owner.ScopeNames(), id, m.Collection)...)
	ops = append(ops, EventOf(id, id, Event{Time: now, What: WasCreated, Operator: p.Name}))
	if err := r.transact(ctx, ops); store.ConditionFailed(err) == nil { // else it is a repetition of the same call
		if err != nil {
			return "", err
		}
	}
	auditlog.Note(ctx, id, nil, map[string]any{"name": name, "type": m.Type, "countryCode": w.CountryCode, "remark": w.Remark,
		"customerId": owner.User})
	return id, nil
}

// whose is who a new collection belongs to: its maker, or the customer that staff or an agent names.
func (r *Service) ownerOf(ctx context.Context, p *auth.Principal, customerID string) (auth.Owner, string, error) {
	switch {
	case customerID == "" && p.Type == auth.Admin: // staff have no orders of their own that a collection would be for
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	case customerID == "" || customerID == p.UserID && p.Type != auth.Admin:
		return p.Owner(), p.Name, nil
	case r.Customer == nil || p.Type != auth.Admin && p.Type != auth.Agent:
		return auth.Owner{}, "", fault.Missing()
	}
	return r.Customer(ctx, p.Scope(), customerID)
}

func named(name string) (string, error) {
	if name = strings.TrimSpace(name); name == "" {
		return "", fault.Bad("name", "web.valid.missing")
	}
	return name, nil
}

// find reads a collection in the caller's scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, scope auth.Scope, id string) (*meta, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{collections.Key(string(scope), id), metaKey(id)}, true)
	if err != nil {
		return nil, err
	}
	var m meta
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	_, err = store.Decode(rows[1], &m)
	return &m, err
}

// edit renames a collection. It touches nothing that an import touches, so both may run at once.
func (r *Service) edit(ctx context.Context, id, name string, remark *string) error {
	p := auth.Must(ctx)
	m, err := r.find(ctx, p.Scope(), id)
	if err != nil {
		return err
	}
	if name, err = named(name); err != nil {
		return err
	}
	set := map[string]any{"n": name, "ua": r.Now()}
	after := map[string]any{"name": name}
	if remark != nil {
		set["rm"], after["remark"] = *remark, *remark
	}
	ops := m.change(set, nil, store.Exists("pk"))
	if name != m.Name {
		ops = append(ops, EventOf(id, web.OperationID(ctx, r.NewID),
			Event{Time: r.Now(), What: WasRenamed, Operator: p.Name, Of: []string{m.Name, name}}))
	}
	err = r.transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return fault.Missing()
	}
	if err == nil {
		auditlog.Note(ctx, id, map[string]any{"name": m.Name, "remark": m.Remark}, after)
	}
	return err
}

// remove deletes a collection. It is gone at once; its members and tasks follow in the background. An import that is
// running ends without a trace. Fault: contact.used (409) while an order of it is not planned yet.
func (r *Service) remove(ctx context.Context, id string) error {
	m, err := r.find(ctx, auth.Must(ctx).Scope(), id)
	if err != nil {
		return err
	}
	if m.Busy() {
		return fault.State("contact.screened")
	}
	if err := r.free(ctx, id); err != nil {
		return err
	}
	w := work{TaskPurge, id, m.Owner.Tenant, r.Now().UnixMilli()}
	ops := append([]store.Op{{Verb: store.Delete, Key: metaKey(id), If: store.And(store.Exists("pk"), m.unused())}, putWork(w, id)},
		collections.Remove(m.Owner.ScopeNames(), id)...)
	err = r.transact(ctx, ops)
	if failed := store.ConditionFailed(err); failed != nil && failed.Old != nil {
		return fault.State("contact.used") // an order was made of it meanwhile, or its screening began
	} else if err != nil && failed == nil { // else a concurrent writer was faster
		return err
	}
	auditlog.Note(ctx, id, map[string]any{"name": m.Name, "memberCount": m.MemberCount}, nil)
	r.wake(ctx, w, id)
	return nil
}

// Detail is a collection as its own page shows it.
type Detail struct {
	Collection
	Columns []string `json:"columns" doc:"Names of the members' values. {name} in a message is replaced by the recipient's value."`
}

// get reads a collection in the caller's scope.
func (r *Service) get(ctx context.Context, id string) (*Detail, error) {
	m, err := r.find(ctx, auth.Must(ctx).Scope(), id)
	if err != nil {
		return nil, err
	}
	m.Type, m.Status = m.kind(), m.status()
	return &Detail{m.Collection, append([]string{}, m.Columns...)}, nil
}
