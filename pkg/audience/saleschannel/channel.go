// Package saleschannel owns sales channels: where people come from who may become customers.
//
// # Addresses
//
// A channel has a short address of its own, /f/{code}, with the public form of package lead/form. It can also take over a shunting link of
// its customer: visits of that link are visits of the channel, and the text that a visitor sends by WhatsApp then ends with the channel's
// reference.
//
// # Owners
//
// A channel belongs to a customer, an agent or the platform itself. It can have a promoter: a user with the role promoter or sales. A
// promoter sees its channels and what came through them under /channel/own, and is the referrer of customers who come through them.
//
// # Keys
//
// Table audience: SALESCH#<code>, SALESCHN#<tenant>, L#saleschannel#<scope>. Package funnel has the counters.
package saleschannel

import (
	"cmp"
	"context"
	"net/url"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

const table = "audience"

// Platform is the tenant of channels of the platform itself.
const Platform = "platform"

// States of a channel. The form of a disabled one takes nothing.
const (
	Enabled  = "enabled"
	Disabled = "disabled"
)

// Channel is a sales channel.
type Channel struct {
	ID        string            `dynamodbav:"id" json:"id"`
	Code      string            `dynamodbav:"c" json:"code" doc:"Last part of the channel's address."`
	URL       string            `dynamodbav:"-" json:"url" doc:"Short address of the channel's form, with its campaign parameters."`
	Reference string            `dynamodbav:"-" json:"reference" doc:"Text by which a WhatsApp message belongs to the channel."`
	Name      string            `dynamodbav:"n" json:"name"`
	Kind      string            `dynamodbav:"k" json:"kind" enum:"@saleschannel_kind"`
	Status    string            `dynamodbav:"s" json:"status" enum:"enabled,disabled"`
	Remark    string            `dynamodbav:"r,omitempty" json:"remark"`
	OwnerID   string            `dynamodbav:"pi,omitempty" json:"ownerId" doc:"Id of the promoter. Empty: none."`
	OwnerName string            `dynamodbav:"pn,omitempty" json:"ownerName"`
	LinkID    string            `dynamodbav:"li,omitempty" json:"linkId" doc:"Id of the shunting link that belongs to the channel. Empty: none."`
	LinkName  string            `dynamodbav:"ln,omitempty" json:"linkName"`
	LinkCode  string            `dynamodbav:"lc,omitempty" json:"-"`
	LinkURL   string            `dynamodbav:"-" json:"linkUrl" doc:"Address of the shunting link, with the channel's campaign parameters."`
	Params    map[string]string `dynamodbav:"p,omitempty" json:"params" nullable:"false" doc:"Campaign parameters of the addresses."`

	Counts funnel.Counts `dynamodbav:"-" json:"counts" doc:"Of all days."`

	CustomerID   string    `dynamodbav:"cu" json:"customerId" doc:"Id of the customer or agent. platform: the platform itself."`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`

	Owner   auth.Owner `dynamodbav:"o" json:"-"`
	Version int64      `dynamodbav:"v" json:"-"`
	Mark    string     `dynamodbav:"mk,omitempty" json:"-"` // operation of the last change, by which its repetition is known
	Left    string     `dynamodbav:"lf,omitempty" json:"-"` // id of the link that the last change took away, to be released
}

// Scopes are the names of the scopes that see a channel: those of its owner, and its promoter's.
func (c *Channel) Scopes() []string { return WithPromoter(c.Owner.ScopeNames(), c.OwnerID) }

// PromoterScope is the scope of what came through a promoter's channels.
func PromoterScope(userID string) string { return "p#" + userID }

// WithPromoter adds the scope of a promoter, if there is one.
func WithPromoter(scopes []string, userID string) []string {
	if userID == "" {
		return scopes
	}
	return append(scopes, PromoterScope(userID))
}

// Linked is a shunting link of a channel.
type Linked struct{ ID, Code, Name string }

// Service is the module of sales channels.
type Service struct {
	DB       store.DB
	Settings *setting.Store
	Users    *user.Store
	Public   string // origin of the console, without a trailing slash
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	NewCode  func() string // unguessable, of 8 characters
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
	// Hosts are the hosts of the short links of some tenants, by tenant; one without a host is left out.
	Hosts func(ctx context.Context, tenants []string) (map[string]string, error)
	// Refer makes a shunting link of a tenant, which the caller sees, the channel's. Faults: 404; 409 saleschannel.link.taken for one of
	// another channel.
	Refer func(ctx context.Context, tenant, linkID, channel, reference string) (Linked, error)
	// Release ends that. A link that is gone, not the channel's, or in the channel's row stays as it is.
	Release func(ctx context.Context, linkID, channel string) error
}

func key(code string) store.Key { return store.Key{Table: table, PK: "SALESCH#" + code, SK: "C"} }

func countKey(tenant string) store.Key {
	return store.Key{Table: table, PK: "SALESCHN#" + tenant, SK: "N"}
}

const (
	base = "/channel/sales"
	perm = "channel:sales"
)

var channels = store.List[Channel]{Table: table, Entity: "saleschannel", ByTime: true, Columns: []store.Column[Channel]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(c *Channel) any { return c.Name }},
	{Name: "kind", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"@saleschannel_kind"}, Title: "saleschannel.column.kind",
		Dict: "saleschannel_kind", Get: func(c *Channel) any { return c.Kind }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Enabled, Disabled}, Title: "status",
		Dict: "saleschannel_status", Get: func(c *Channel) any { return c.Status }},
	{Title: "saleschannel.column.url", Get: func(c *Channel) any { return c.URL }},
	{Title: "saleschannel.column.link", Get: func(c *Channel) any { return c.LinkURL }},
	{Name: "code", Kind: store.Exact, Filter: true, Get: func(c *Channel) any { return c.Code }},
	{Name: "ownerId", Kind: store.Exact, Filter: true, Get: func(c *Channel) any { return c.OwnerID }},
	{Name: "ownerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "saleschannel.column.owner",
		Get: func(c *Channel) any { return c.OwnerName }},
	{Title: "saleschannel.column.visitors", Get: func(c *Channel) any { return c.Counts.Visitors }},
	{Title: "saleschannel.column.leads", Get: func(c *Channel) any { return c.Counts.Leads }},
	{Title: "saleschannel.column.customers", Get: func(c *Channel) any { return c.Counts.Customers }},
	{Title: "remark", Get: func(c *Channel) any { return c.Remark }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(c *Channel) any { return c.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(c *Channel) any { return c.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(c *Channel) any { return c.CreateTime }},
}}

func (r *Service) list() list.List[Channel] {
	return list.List[Channel]{List: channels, DB: r.DB, Path: base, Perm: perm + ":page", Summary: "List sales channels in the caller's scope",
		Show: r.shown,
		File: list.File{Name: "saleschannel", Perm: perm + ":export", Summary: "Export the matching sales channels as xlsx or CSV"}}
}

// shown completes rows: addresses and counts.
func (r *Service) shown(ctx context.Context, rows []Channel) error {
	ids, tenants := make([]string, len(rows)), make([]string, len(rows))
	for i := range rows {
		ids[i], tenants[i] = rows[i].ID, rows[i].Owner.Tenant
	}
	hosts, err := r.Hosts(ctx, tenants)
	if err != nil {
		return err
	}
	counts, err := funnel.Totals(ctx, r.DB, ids)
	if err != nil {
		return err
	}
	for i := range rows {
		c := &rows[i]
		c.Counts, c.Reference = counts[i], Reference(c.Code)
		origin := r.Public
		if host := hosts[c.Owner.Tenant]; host != "" {
			origin = "https://" + host
		}
		c.URL = withParams(origin+Path+c.Code, c.Params)
		if c.LinkCode != "" {
			c.LinkURL = withParams(origin+"/s/"+c.LinkCode, c.Params)
		}
		if c.Params == nil {
			c.Params = map[string]string{}
		}
	}
	return nil
}

// Path is before the code in the address of a channel's form.
const Path = "/f/"

// Reference is the text by which a message belongs to a channel.
func Reference(code string) string { return "#" + code }

func withParams(address string, params map[string]string) string {
	if len(params) == 0 {
		return address
	}
	q := url.Values{}
	for name, value := range params {
		q.Set(name, value)
	}
	return address + "?" + q.Encode()
}

// ByCode gives the channel of a code; false for an unknown code.
func ByCode(ctx context.Context, db store.DB, code string) (Channel, bool, error) {
	return store.Load[Channel](ctx, db, key(code), false)
}

// Stands gives the operation that lets a transaction happen only while a channel is there.
func (c *Channel) Stands() store.Op {
	return store.Op{Verb: store.Check, Key: key(c.Code), If: store.Exists("pk")}
}

// HasLink reports whether a link belongs to the channel of a code.
func HasLink(ctx context.Context, db store.DB, code, linkID string) (bool, error) {
	c, ok, err := store.Load[Channel](ctx, db, key(code), true)
	return ok && c.LinkID == linkID, err
}

// Unlinked gives the operation that lets a transaction happen only while a link does not belong to the channel of a code.
func Unlinked(code, linkID string) store.Op {
	return store.Op{Verb: store.Check, Key: key(code), If: store.Ne("li", linkID)}
}

// Find reads a channel in a scope; the 404 fault for any other id.
func Find(ctx context.Context, db store.DB, scope, channelID string) (Channel, error) {
	var c Channel
	if !id.Valid(channelID) {
		return c, fault.Missing()
	}
	it, err := db.Get(ctx, channels.Key(scope, channelID), true)
	if err == nil && it == nil {
		err = fault.Missing()
	}
	if err != nil {
		return c, err
	}
	return channels.Read(it)
}

// In gives the channels of a scope, the newest 1,000 of them; of one customer alone where customerID is given.
func In(ctx context.Context, db store.DB, scope, customerID string) ([]Channel, error) {
	q := store.ListQuery{Current: 1, Size: 1000, Filters: map[string]string{}}
	if customerID != "" {
		q.Filters["customerId"] = customerID
	}
	rows, _, err := channels.Page(ctx, db, scope, q)
	return rows, err
}

// TenantOf is whose channels a caller works with, and the name: a customer in its scope, else its own, for staff the platform, and for
// staff with a narrowed view the user that it names. Faults: 404.
func (r *Service) TenantOf(ctx context.Context, customerID string) (auth.Owner, string, error) {
	p := auth.Must(ctx)
	switch {
	case customerID == Platform && p.Scope() == auth.Everything, customerID == "" && p.Type == auth.Admin && p.Bound == "":
		return auth.Owner{User: Platform, Tenant: Platform}, "", nil
	case customerID == "" && p.Type == auth.Admin:
		if _, customerID, _ = strings.Cut(string(p.Bound), "#"); customerID == "" {
			return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
		}
	}
	owner, name, err := r.Customer(ctx, p.Scope(), cmp.Or(customerID, p.UserID))
	if err == nil && (customerID == "" || customerID == p.UserID) {
		owner = p.Owner()
	}
	return owner, name, err
}

var codes = lazyregexp.New(`^[1-9A-HJ-NP-Za-km-z]{8}$`)

// ValidCode reports text that can be a code.
func ValidCode(text string) bool { return codes.MatchString(text) }
