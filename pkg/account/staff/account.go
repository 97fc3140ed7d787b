package staff

import (
	"context"
	"slices"
	"strconv"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// States of a number (business-domain §4). Invalid is a number that the provider of groups does not know; enabling it again lifts that.
const (
	Enabled  = "enabled"
	Disabled = "disabled"
	Invalid  = "invalid"
)

// Account is a number that answers customers.
type Account struct {
	ID           string    `dynamodbav:"-" json:"id"`
	PhoneNumber  string    `dynamodbav:"p" json:"phoneNumber" doc:"Phone number: E.164 without +."`
	CountryCode  string    `dynamodbav:"co" json:"countryCode"`
	Status       string    `dynamodbav:"s" json:"status" enum:"enabled,disabled,invalid"`
	ServicerID   string    `dynamodbav:"o,omitempty" json:"servicerId" doc:"Id of the staff member who owns the account. Empty: no owner."`
	ServicerName string    `dynamodbav:"-" json:"servicerName"`
	OnJob        bool      `dynamodbav:"-" json:"onJob" doc:"The owner is on the job. True without an owner."`
	CreateTime   time.Time `dynamodbav:"-" json:"createTime"`
	OwnedList
	catalogue.Revision
}

// AccountForm is a number as it is written.
type AccountForm struct {
	ID          string  `json:"id,omitempty" maxLength:"64" doc:"Id of the account to change. Its number, country and customer cannot be changed."`
	PhoneNumber string  `json:"phoneNumber,omitempty" maxLength:"32" doc:"Phone number of a new account, with country code."`
	CountryCode string  `json:"countryCode,omitempty" maxLength:"2" doc:"Country code of a new account, ISO 3166-1 alpha-2." example:"BR"`
	ServicerID  *string `json:"servicerId,omitempty" maxLength:"64" doc:"Id of the staff member who owns the account. Empty: no owner. Missing in a change: unchanged."`
	CustomerID  string  `json:"customerId,omitempty" maxLength:"64" doc:"Customer of a new account, for staff and agents. Default: the customer of servicerId, or the calling customer."`
}

var accounts = store.List[Account]{Table: table, Entity: "serviceraccount", ByTime: true,
	Lean: func(a *Account) (*string, *time.Time) { return &a.ID, &a.CreateTime }, Columns: []store.Column[Account]{
		{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Doc: "Substring.", Title: "number",
			Get: func(a *Account) any { return a.PhoneNumber }},
		{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(a *Account) any { return a.CountryCode }},
		{Name: "status", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Enabled, Disabled, Invalid}, Title: "status",
			Dict: "serviceraccount_status", Get: func(a *Account) any { return a.Status }},
		{Name: "servicerId", Kind: store.Exact, Filter: true, Get: func(a *Account) any { return a.ServicerID }},
		{Name: "servicerName", Kind: store.Text, Title: "servicer", Get: func(a *Account) any { return a.ServicerName }},
		{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(a *Account) any { return a.CustomerID }},
		{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
			Get: func(a *Account) any { return a.CustomerName }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(a *Account) any { return a.CreateTime }},
	}}

func (r *Service) accounts() catalogue.Catalogue[AccountForm, Account] {
	return catalogue.Catalogue[AccountForm, Account]{
		List: list.List[Account]{List: accounts, DB: r.DB, Scope: scopeOf, Path: "/aty/customerserviceraccount",
			Perm: "aty:customerserviceraccount:page", Summary: "List customer-service accounts in the caller's scope",
			Show: r.owned, File: list.File{Name: "serviceraccounts", Summary: "Export the matching customer-service accounts as xlsx or CSV"}},
		Of: "aty:customerserviceraccount", Add: "Add a customer-service account", Edit: "Change the owner of a customer-service account",
		Del: "Delete a customer-service account",
		Repository: uniqueNumber{catalogue.Listed[Account]{DB: r.DB, List: accounts, Scopes: func(a *Account) []string { return a.Scopes },
			Scope: scopeOf}},
		Make: r.createAccount, Change: r.changeAccount, ID: func(w *AccountForm) string { return w.ID },
		AuditView: func(a *Account) any {
			return map[string]any{"phoneNumber": a.PhoneNumber, "countryCode": a.CountryCode, "status": a.Status, "servicerId": a.ServicerID,
				"customerId": a.CustomerID}
		},
	}
}

// createAccount makes a number. Faults: 400 staff.country, staff.phone, staff.numberCountry, web.valid.missing, staff.stranger; 404.
func (r *Service) createAccount(ctx context.Context, w *AccountForm) (string, Account, error) {
	a := Account{ID: r.NewID(ctx), CountryCode: w.CountryCode, Status: Enabled, CreateTime: r.Now()}
	if !r.Country(w.CountryCode) {
		return "", a, fault.Bad("countryCode", "staff.country")
	}
	number, of, problem := phone.ParseAny(w.PhoneNumber)
	switch {
	case problem != nil:
		return "", a, fault.Bad("phoneNumber", "staff.phone")
	case of != w.CountryCode && !phone.Valid(number, w.CountryCode):
		return "", a, fault.Bad("phoneNumber", "staff.numberCountry")
	}
	a.PhoneNumber = digits(number)
	customer := w.CustomerID
	if customer == "" && w.ServicerID != nil && *w.ServicerID != "" {
		s, err := r.servicerCatalogue().Find(ctx, *w.ServicerID)
		if err != nil {
			return "", a, err
		}
		customer = s.CustomerID
	}
	var err error
	if a.OwnedList, err = r.ownerFor(ctx, customer); err != nil {
		return "", a, err
	}
	return a.ID, a, r.changeAccount(ctx, w, &a)
}

// changeAccount gives a number an owner. Faults: 404; staff.stranger for one of another first-level user,
// staff.resigned; staff.numberStays for another number or country.
func (r *Service) changeAccount(ctx context.Context, w *AccountForm, a *Account) error {
	if number, _, problem := phone.ParseAny(w.PhoneNumber); w.PhoneNumber != "" && (problem != nil || digits(number) != a.PhoneNumber) {
		return fault.Bad("phoneNumber", "staff.numberStays")
	}
	if w.CountryCode != "" && w.CountryCode != a.CountryCode {
		return fault.Bad("countryCode", "staff.numberStays")
	}
	if w.ServicerID == nil || *w.ServicerID == a.ServicerID {
		return nil
	}
	if *w.ServicerID != "" {
		s, err := r.servicerCatalogue().Find(ctx, *w.ServicerID)
		switch {
		case err != nil:
			return err
		case s.CustomerID != a.CustomerID:
			return fault.Bad("servicerId", "staff.stranger")
		case s.Status == Resigned:
			return fault.Bad("servicerId", "staff.resigned", "name", s.Name)
		}
	}
	a.ServicerID = *w.ServicerID
	return nil
}

// UsableRequest is who may use a number.
type UsableRequest struct {
	ID      string `json:"id" minLength:"1" maxLength:"64"`
	Usable  bool   `json:"usable" doc:"enabled or disabled."`
	Invalid bool   `json:"invalid,omitempty" doc:"With usable false: the provider does not know the number."`
}

// usable enables or disables a number, or marks it as invalid. Fault: 400 staff.usableInvalid.
func (r *Service) usable(ctx context.Context, in *catalogue.Body[UsableRequest]) (*Account, error) {
	before := ""
	a, err := catalogue.Change(ctx, r.accounts().Repository, in.Body.ID, func(a *Account) error {
		before = a.Status
		switch a.Status = Disabled; {
		case in.Body.Usable && in.Body.Invalid:
			return fault.Bad("invalid", "staff.usableInvalid")
		case in.Body.Usable:
			a.Status = Enabled
		case in.Body.Invalid:
			a.Status = Invalid
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, a.ID, map[string]any{"status": before}, map[string]any{"status": a.Status})
	one := []Account{a}
	return &one[0], r.owned(ctx, one)
}

// owned names the owners of numbers.
func (r *Service) owned(ctx context.Context, rows []Account) error {
	var keys []store.Key
	for _, a := range rows {
		if k := servicers.Key(string(auth.Everything), a.ServicerID); a.ServicerID != "" && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	found, err := r.DB.GetMany(ctx, keys, false)
	if err != nil {
		return err
	}
	owners := map[string]Servicer{}
	for _, it := range found {
		if it == nil {
			continue
		}
		s, err := servicers.Read(it)
		if err != nil {
			return err
		}
		owners[s.ID] = s
	}
	for i := range rows {
		s := owners[rows[i].ServicerID]
		rows[i].ServicerName, rows[i].OnJob = s.Name, s.Status != Resigned
	}
	return nil
}

// tries of a transaction that met another one.
const tries = 16

// uniqueNumber stores a number once for a first-level user.
type uniqueNumber struct{ catalogue.Listed[Account] }

func markKey(a *Account) store.Key {
	return store.Key{Table: table, PK: "SERVICE#" + a.CustomerID, SK: "N#" + a.PhoneNumber}
}

// Add writes a number. Fault: staff.exists (409).
func (k uniqueNumber) Add(ctx context.Context, id string, a Account) (Account, error) {
	ops := append([]store.Op{{Verb: store.Put, Key: markKey(&a), Item: map[string]string{"id": id}, If: store.Missing("pk")}},
		k.List.Insert(k.Scopes(&a), id, a)...)
	err := store.TransactWithRetry(ctx, k.DB, tries, ops)
	if store.ConditionFailed(err) != nil {
		if stands, err := k.Find(ctx, id); err == nil {
			return stands, nil // a repetition
		}
		return a, fault.State("staff.exists", "number", "+"+a.PhoneNumber)
	}
	return a, err
}

// Drop takes a number away.
func (k uniqueNumber) Drop(ctx context.Context, id string, a Account) error {
	ops := append(k.List.Remove(k.Scopes(&a), id), store.Op{Verb: store.Delete, Key: markKey(&a)})
	ops[0].If = store.Exists("pk")
	err := store.TransactWithRetry(ctx, k.DB, tries, ops)
	if store.ConditionFailed(err) != nil {
		return fault.Missing()
	}
	return err
}

func digits(number uint64) string { return strconv.FormatUint(number, 10) }
