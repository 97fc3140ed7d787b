// Package lead owns leads: people who asked a customer, an agent or the platform itself to be contacted.
//
// # Where leads come from
//
// A lead comes through a sales channel: by the channel's form (package form), by a WhatsApp message whose text has the channel's
// reference (message.go), or by hand. A person is one lead of a tenant: what comes again with a known number, compared in the form in
// which WhatsApp knows it, or with a known address joins the lead that there is.
//
// # Customers
//
// A lead of the platform or of an agent becomes a customer in the transaction that creates the customer, so once. The promoter that the
// channel had when the lead came is the referrer. A lead of a customer is marked as converted by hand: its customers have no account.
//
// # Personal data
//
// Erase removes name, number, address, message and the texts of notes. Steps and counters stay, suppressions are not touched, and the
// audit log never has such data. A lead that is not a customer is erased lead.keep.days after its last change.
//
// # Keys
//
// Table audience:
//
//	LEAD#<id> / L                            the lead
//	LEAD#<id> / E#<entry>                    its history
//	LEADK#<tenant> / P#<number>, M#<address> which lead a number or address is of
//	L#lead#<scope> / <id>                    the list rows
//	JOB#0 / …                                when the tick looks at a lead (kit/job)
package lead

import (
	"context"
	"time"

	"herald/pkg/account/customer"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
)

const table = "audience"

// Where a lead came from.
const (
	ByForm    = "form"
	ByMessage = "message"
	ByHand    = "manual"
)

// Lead is a lead as it is listed.
type Lead struct {
	ID          string `dynamodbav:"id" json:"id"`
	Name        string `dynamodbav:"n,omitempty" json:"name" doc:"Empty: unknown, or erased."`
	PhoneNumber string `dynamodbav:"ph,omitempty" json:"phoneNumber" doc:"E.164 without +. Empty: unknown."`
	CountryCode string `dynamodbav:"co,omitempty" json:"countryCode" doc:"Of the phone number."`
	Email       string `dynamodbav:"em,omitempty" json:"email"`
	Message     string `dynamodbav:"ms,omitempty" json:"message" doc:"What the person wrote first."`

	Status     string            `dynamodbav:"s" json:"status" enum:"@lead_status"`
	LostReason string            `dynamodbav:"lr,omitempty" json:"lostReason"`
	Source     string            `dynamodbav:"so" json:"source" enum:"@lead_source"`
	Params     map[string]string `dynamodbav:"pa,omitempty" json:"params" nullable:"false" doc:"Campaign parameters of the visit."`
	Again      int               `dynamodbav:"ag,omitempty" json:"again" doc:"How often the person came again."`

	ChannelID    string `dynamodbav:"ci" json:"channelId"`
	ChannelName  string `dynamodbav:"cna" json:"channelName"`
	PromoterID   string `dynamodbav:"pi,omitempty" json:"promoterId" doc:"Owner of the channel when the lead came. It is the referrer of the customer."`
	PromoterName string `dynamodbav:"pn,omitempty" json:"promoterName"`
	AssigneeID   string `dynamodbav:"ai,omitempty" json:"assigneeId"`
	AssigneeName string `dynamodbav:"an,omitempty" json:"assigneeName"`

	NextTime    *time.Time `dynamodbav:"nt,omitempty" json:"nextTime" doc:"When the lead is to be contacted next. Null: no date."`
	Overdue     bool       `dynamodbav:"-" json:"overdue"`
	ConsentTime *time.Time `dynamodbav:"cs,omitempty" json:"consentTime" doc:"When the person agreed to be contacted, in the form. Null: not by the form."`
	UserID      string     `dynamodbav:"ui,omitempty" json:"userId" doc:"Id of the customer that the lead became. Empty: none."`
	ConvertTime *time.Time `dynamodbav:"vt,omitempty" json:"convertTime"`
	Erased      bool       `dynamodbav:"er,omitempty" json:"erased" doc:"The personal data was erased."`
	Convertible bool       `dynamodbav:"cv,omitempty" json:"convertible" doc:"The lead becomes a customer with an account. Otherwise it is marked as converted."`

	CustomerID   string    `dynamodbav:"cu" json:"customerId" doc:"Id of the customer or agent whose lead it is. platform: the platform itself."`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`
}

// entity is the row of a lead.
type entity struct {
	Lead
	Owner     auth.Owner `dynamodbav:"o"`
	Scopes    []string   `dynamodbav:"sc"`
	Lent      string     `dynamodbav:"le,omitempty"` // scope of an assignee who does not see the lead by itself
	Qualified bool       `dynamodbav:"q,omitempty"`  // it was once
	Notes     int        `dynamodbav:"no,omitempty"`
	Cleared   bool       `dynamodbav:"cl,omitempty"` // the texts of its history are erased too
	Version   int64      `dynamodbav:"v"`
	Mark      string     `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known
}

// Service is the module of leads.
type Service struct {
	DB        store.DB
	Settings  *setting.Store
	Customers *customer.Service
	Ledger    *ledger.Ledger
	Notices   *notice.Store
	Now       func() time.Time
	NewID     func(ctx context.Context) string
	// Assignee is the name of a user who may work on what an owner has; the 404 fault for any other id.
	Assignee func(ctx context.Context, scope auth.Scope, of auth.Owner, userID string) (string, error)
	Log      func(line map[string]any)
}

// now is the moment as it is kept.
func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

const (
	base = "/channel/lead"
	perm = "channel:lead"
)

// undated sorts behind every date.
var undated = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

func dated(t *time.Time) time.Time {
	if t == nil {
		return undated
	}
	return *t
}

var leads = store.List[Lead]{Table: table, Entity: "lead", ByTime: true, Columns: []store.Column[Lead]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(l *Lead) any { return l.Name }},
	{Name: "phoneNumber", Kind: store.Text, Filter: true, Finds: phone.Search, Doc: "Substring.", Title: "number",
		Get: func(l *Lead) any { return l.PhoneNumber }},
	{Name: "email", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "email", Get: func(l *Lead) any { return l.Email }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(l *Lead) any { return l.CountryCode }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Words: statuses, Title: "status", Dict: "lead_status",
		Get: func(l *Lead) any { return l.Status }},
	{Title: "lead.column.lostReason", Get: func(l *Lead) any { return l.LostReason }},
	{Name: "source", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"@lead_source"}, Title: "lead.column.source",
		Dict: "lead_source", Get: func(l *Lead) any { return l.Source }},
	{Name: "channelId", Kind: store.Exact, Filter: true, Get: func(l *Lead) any { return l.ChannelID }},
	{Name: "channelName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "lead.column.channel",
		Get: func(l *Lead) any { return l.ChannelName }},
	{Name: "promoterId", Kind: store.Exact, Filter: true, Get: func(l *Lead) any { return l.PromoterID }},
	{Title: "lead.column.promoter", Get: func(l *Lead) any { return l.PromoterName }},
	{Name: "assigneeId", Kind: store.Exact, Filter: true, Get: func(l *Lead) any { return l.AssigneeID }},
	{Name: "assigneeName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "lead.column.assignee",
		Get: func(l *Lead) any { return l.AssigneeName }},
	{Name: "nextTime", Kind: store.Time, Sort: true, Filter: true, Get: func(l *Lead) any { return dated(l.NextTime) }},
	{Title: "lead.column.next", Get: func(l *Lead) any { return l.NextTime }},
	{Title: "lead.column.message", Get: func(l *Lead) any { return l.Message }},
	{Name: "convertTime", Kind: store.Time, Sort: true, Filter: true, Title: "lead.column.converted",
		Get: func(l *Lead) any { return l.ConvertTime }},
	{Name: "userId", Kind: store.Exact, Filter: true, Title: "lead.column.user", Get: func(l *Lead) any { return l.UserID }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(l *Lead) any { return l.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(l *Lead) any { return l.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(l *Lead) any { return l.CreateTime }},
}}

func (r *Service) list() list.List[Lead] {
	return list.List[Lead]{List: leads, DB: r.DB, Path: base, Perm: perm + ":page",
		Summary: "List leads in the caller's scope: those with the earliest next date first, then the newest", Show: r.shown,
		File: list.File{Name: "lead", Perm: perm + ":export", Summary: "Export the matching leads as xlsx or CSV"}}
}

// Of gives the leads of a person in the caller's scope, by the number, or by the address unless that is empty. Personal data that was
// erased is not found.
func (r *Service) Of(ctx context.Context, number uint64, address string) ([]Lead, error) {
	q := store.ListQuery{Filters: map[string]string{"email": address}}
	of := func(l *Lead) bool { return l.Email == address }
	if address == "" {
		whole := phone.Format(number)
		q.Filters = map[string]string{"phoneNumber": "+" + whole}
		of = func(l *Lead) bool {
			n, _, problem := phone.ParseAny("+" + l.PhoneNumber)
			return problem == nil && phone.Normal(n) == phone.Normal(number)
		}
	}
	l := r.list()
	all, err := l.Everything(ctx, q)
	if err != nil {
		return nil, err
	}
	var found []Lead
	for row, err := range all.Each {
		if err != nil {
			return nil, err
		}
		if of(row) {
			found = append(found, *row)
		}
	}
	return found, nil
}

// shown completes rows.
func (r *Service) shown(_ context.Context, rows []Lead) error {
	now := r.Now()
	for i := range rows {
		l := &rows[i]
		l.Overdue = l.NextTime != nil && l.NextTime.Before(now)
		if l.Params == nil {
			l.Params = map[string]string{}
		}
	}
	return nil
}
