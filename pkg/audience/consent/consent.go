// Package consent keeps what recipients agreed to, with evidence (facts §8): who, for which channel and purpose, when, and how it
// is known. Records are only added. A withdrawn consent suppresses the number, and a consent that is given again lifts what the
// withdrawal set: nothing else.
package consent

import (
	"context"
	"strings"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// States of a consent.
const (
	Given     = "given"
	Withdrawn = "withdrawn"
)

// Record is one statement of a recipient.
type Record struct {
	ID           string    `dynamodbav:"-" json:"id"`
	PhoneNumber  string    `dynamodbav:"p" json:"phoneNumber" doc:"Phone number: E.164 without +. Empty of a statement about an address."`
	Email        string    `dynamodbav:"em,omitempty" json:"email,omitempty" doc:"Address, in lower case."`
	Channel      string    `dynamodbav:"ch" json:"channel" doc:"Channel of the entry. Empty: every channel."`
	Purpose      string    `dynamodbav:"pu" json:"purpose"`
	State        string    `dynamodbav:"s" json:"state" enum:"given,withdrawn"`
	Source       string    `dynamodbav:"so" json:"source" doc:"Where the recipient gave or withdrew consent."`
	Evidence     string    `dynamodbav:"ev,omitempty" json:"evidence,omitempty"`
	FileID       string    `dynamodbav:"f,omitempty" json:"fileId,omitempty" doc:"Id of an uploaded file with the evidence."`
	Time         time.Time `dynamodbav:"t" json:"time" doc:"Time of the recipient's statement."`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName,omitempty"`
	Operator     string    `dynamodbav:"by" json:"operator"`
	CreateTime   time.Time `dynamodbav:"-" json:"createTime"`
}

// Key, in table audience: L#consent#<scope> / <id>. The row of the list is the record: it never changes.
var records = store.List[Record]{Table: "audience", Entity: "consent", ByTime: true, Permanent: true,
	Lean: func(r *Record) (*string, *time.Time) { return &r.ID, &r.CreateTime }, Columns: []store.Column[Record]{
		{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Doc: "Substring.", Title: "phoneNumber",
			Get: func(r *Record) any { return r.PhoneNumber }},
		{Name: "email", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "suppression.column.email",
			Get: func(r *Record) any { return r.Email }},
		{Name: "channel", Kind: store.Exact, Words: []string{"whatsapp", "sms", "call", "email", "group", "comment"}, Filter: true,
			Title: "suppression.column.channel",
			Get:   func(r *Record) any { return r.Channel }},
		{Name: "purpose", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "consent.column.purpose",
			Get: func(r *Record) any { return r.Purpose }},
		{Name: "state", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Given, Withdrawn}, Title: "consent.column.state",
			Dict: "consent_state",
			Get:  func(r *Record) any { return r.State }},
		{Name: "source", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "suppression.column.source",
			Get: func(r *Record) any { return r.Source }},
		{Title: "suppression.column.evidence", Get: func(r *Record) any { return r.Evidence }},
		{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(r *Record) any { return r.CustomerID }},
		{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
			Get: func(r *Record) any { return r.CustomerName }},
		{Title: "suppression.column.operator", Get: func(r *Record) any { return r.Operator }},
		{Name: "time", Kind: store.Time, Sort: true, Filter: true, Title: "suppression.column.eventTime",
			Get: func(r *Record) any { return r.Time }},
		{Name: "createTime", Kind: store.Time, Sort: true, Title: "created", Get: func(r *Record) any { return r.CreateTime }},
	}}

// list declares the list.
func (r *Service) list() list.List[Record] {
	return list.List[Record]{List: records, DB: r.Suppression.DB, Scope: suppression.ScopeOf, Path: base, Perm: "aty:consent:page",
		Summary: "List consents in the caller's scope",
		File:    list.File{Name: "consent", Summary: "Export the matching consents as xlsx or CSV"}}
}

// mostOfNumber is how many statements of one number are looked at.
const mostOfNumber = 100

// Of are the statements of a number, or of an email address where one is given, in the caller's scope.
func (r *Service) Of(ctx context.Context, number uint64, address string) (found []Record, err error) {
	filters := map[string]string{"email": address}
	if address == "" {
		filters = map[string]string{"phoneNumber": phone.Ending(number)}
	}
	rows, _, err := records.Page(ctx, r.Suppression.DB, suppression.ScopeOf(auth.Must(ctx)),
		store.ListQuery{Current: 1, Size: mostOfNumber, Filters: filters})
	for _, s := range rows {
		if address != "" {
			if s.Email == address {
				found = append(found, s)
			}
		} else if n, _, problem := phone.ParseReached(s.PhoneNumber, ""); problem == nil && phone.Normal(n) == phone.Normal(number) {
			found = append(found, s)
		}
	}
	return found, err
}

// Service is the module of consents.
type Service struct {
	Suppression *suppression.Service
	// Keep marks uploaded files that a record refers to; the 404 fault for one that the scope does not see.
	Keep func(ctx context.Context, scope auth.Scope, fileIDs ...string) error
}

const base = "/aty/consent"

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (decisions §2). Records are only added.
func (r *Service) Routes(a *web.API) {
	list.Mount(a, r.list())
	web.Handle(a, web.Route{Method: "POST", Path: "/aty/consent", Perm: "aty:consent:add",
		Summary: "Record a recipient's consent or its withdrawal. A withdrawal suppresses the number"}, r.add)
	web.Handle(a, web.Route{Method: "POST", Path: "/aty/consent/import", Perm: "aty:consent:add",
		Summary: "Import consents from an uploaded file of at most 500 rows (setting consent.import.rows). The file is stored as evidence"},
		r.importFile)
}

// Request is a statement as it is recorded.
type Request struct {
	PhoneNumber string     `json:"phoneNumber,omitempty" maxLength:"40" doc:"Phone number with country code. Either phoneNumber or email is required."`
	Email       string     `json:"email,omitempty" maxLength:"200" doc:"Address, instead of phoneNumber."`
	State       string     `json:"state" enum:"given,withdrawn"`
	Channel     string     `json:"channel,omitempty" enum:"whatsapp,sms,call,email,group,comment," doc:"Default: every channel. The channel of an address is email."`
	Purpose     string     `json:"purpose" minLength:"1" maxLength:"100" example:"marketing"`
	Source      string     `json:"source" minLength:"1" maxLength:"100" example:"web form"`
	Evidence    string     `json:"evidence,omitempty" maxLength:"1000" doc:"Evidence as text. Either evidence or fileId is required."`
	FileID      string     `json:"fileId,omitempty" maxLength:"64" doc:"Id of an uploaded file."`
	Time        *time.Time `json:"time,omitempty" doc:"Time of the recipient's statement. Default: now."`
	CustomerID  string     `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the calling customer."`
}

// recipient is the number or the address of a statement; the channel of an address is email from then on. Faults: 400 for neither, both,
// a value that is none, and a channel that carries no email.
func (w *Request) recipient() (number uint64, address string, err error) {
	switch {
	case w.Email == "":
		if w.PhoneNumber == "" {
			return 0, "", fault.Bad("phoneNumber", "web.valid.missing")
		}
		number, _, problem := phone.ParseReached(w.PhoneNumber, "")
		if problem != nil {
			return 0, "", fault.Bad("phoneNumber", problem.Key)
		}
		return number, "", nil
	case w.PhoneNumber != "":
		return 0, "", fault.Bad("email", "suppression.both")
	case w.Channel != suppression.AllChannels && w.Channel != suppression.AddressChannel:
		return 0, "", fault.Bad("channel", "consent.addressChannel")
	}
	address, _, problem := email.Read(w.Email)
	if problem != nil {
		return 0, "", fault.Bad("email", problem.Key)
	}
	w.Channel = suppression.AddressChannel
	return 0, address, nil
}

// codeOf is the recipient as other modules know it.
func codeOf(number uint64, address string) uint64 {
	if address != "" {
		return email.Code(address)
	}
	return number
}

// numberOf is a number as records have it; empty beside an address.
func numberOf(number uint64, address string) string {
	if address != "" {
		return ""
	}
	return phone.Format(number)
}

func (r *Service) add(ctx context.Context, in *struct{ Body Request }) (*web.Created, error) {
	w, p, now := in.Body, auth.Must(ctx), r.Suppression.Now()
	number, address, err := w.recipient()
	at := now
	if w.Time != nil {
		at = w.Time.UTC()
	}
	purpose, source, evidence := strings.TrimSpace(w.Purpose), strings.TrimSpace(w.Source), strings.TrimSpace(w.Evidence)
	switch {
	case err != nil:
		return nil, err
	case purpose == "":
		return nil, fault.Bad("purpose", "web.valid.missing")
	case source == "":
		return nil, fault.Bad("source", "web.valid.missing")
	case evidence == "" && w.FileID == "":
		return nil, fault.Bad("evidence", "consent.evidence")
	case at.After(now.Add(time.Minute)):
		return nil, fault.Bad("time", "consent.future")
	}
	owner, name, err := r.Suppression.OwnerFor(ctx, suppression.Tenant, w.CustomerID)
	if err != nil {
		return nil, err
	}
	if w.FileID != "" {
		if err := r.Keep(ctx, p.Scope(), w.FileID); err != nil {
			return nil, err
		}
	}
	rec := Record{ID: r.Suppression.NewID(ctx), PhoneNumber: numberOf(number, address), Email: address, Channel: w.Channel,
		Purpose: purpose, State: w.State,
		Source: source, Evidence: evidence, FileID: w.FileID,
		Time: at, CustomerID: owner.Tenant, CustomerName: name, Operator: p.Name, CreateTime: now}
	// The suppression is written first. If the record is lost, the number is still suppressed, and the call is
	// repeated.
	_, err = r.Suppression.Record(ctx,
		[]suppression.Change{{Owner: owner, Customer: name, Number: number, Address: address, Channel: w.Channel, Source: suppression.Consent,
			Off: w.State == Given, At: at,
			Reason: purpose, Evidence: evidence, MessageID: rec.ID, Operator: p.Name}})
	if err != nil {
		return nil, err
	}
	ops := records.Insert(owner.ScopeNames(), rec.ID, rec)
	ops[0].If = store.Missing("pk")
	err = store.Retry(ctx, 16, func() error {
		err := r.Suppression.DB.Transact(ctx, ops)
		if store.ConditionFailed(err) != nil {
			return nil // a repetition of this call
		}
		return store.Retryable(err)
	})
	number = codeOf(number, address)
	if err == nil { // last: what gets lost here is not sent to, and the call is repeated
		book := &Store{DB: r.Suppression.DB}
		err = book.Note(ctx, owner.Tenant, number, Statement{w.Channel, w.State == Given, at})
	}
	auditlog.Note(ctx, rec.ID, nil, map[string]any{"phoneNumber": rec.PhoneNumber, "email": rec.Email, "state": rec.State,
		"channel": rec.Channel,
		"purpose": purpose, "customerId": owner.Tenant})
	return &web.Created{ID: rec.ID}, err
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }
