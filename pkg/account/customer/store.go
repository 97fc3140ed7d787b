package customer

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// Keys, all in table account:
//
//	C#<user> / C                          the partner that a user is; none while nothing is known
//	L#customer|agent#<scope> / <user>     the list rows: customers and secondaries, and agents
//
// All of them are written in the transaction of their user, which its version guards.
const table = "account"

func key(userID string) store.Key { return store.Key{Table: table, PK: "C#" + userID, SK: "C"} }

// partner reads a user's business data; the zero value for a user without a row. A function that changes it reads it
// after the user.
func partner(ctx context.Context, db store.DB, userID string) (Partner, error) {
	p, _, err := store.Load[Partner](ctx, db, key(userID), true)
	return p, err
}

// Rows are the rows of customers and agents for a user that another module changes: the partner stays as it is.
func Rows(db store.DB) user.Rows {
	return func(ctx context.Context, was, now *user.User) ([]store.Op, error) {
		var same Partner
		if was == nil {
			return rows(nil, &Customer{User: *now}), nil
		}
		if !now.Deleted && len(rows(&Customer{User: *was}, &Customer{User: *now})) > 0 {
			var err error
			if same, err = partner(ctx, db, now.ID); err != nil {
				return nil, err
			}
		}
		return rows(&Customer{*was, same}, &Customer{*now, same}), nil
	}
}

// rows is what is written when a customer becomes now; was is nil for a new one.
func rows(was, now *Customer) (ops []store.Op) {
	known := Partner{}
	if was != nil {
		known = was.Partner
	}
	if !reflect.DeepEqual(known, now.Partner) {
		ops = append(ops, store.Op{Verb: store.Put, Key: key(now.ID), Item: now.Partner})
	}
	list, scopes := Customers, now.Scopes()
	switch {
	case now.Type == auth.Admin: // in no list of this module
		return ops
	case now.Type == auth.Agent:
		list = Agents
	}
	switch {
	case was == nil:
		return append(ops, list.Insert(scopes, now.ID, rowOf(now))...)
	case now.Deleted:
		return append(ops, list.Remove(scopes, now.ID)...)
	case reflect.DeepEqual(rowOf(was), rowOf(now)):
		return ops
	}
	return append(ops, list.Replace(scopes, now.ID, rowOf(now))...)
}

// Row is a customer or agent in a list.
type Row struct {
	UserID          string    `dynamodbav:"id" json:"userId"`
	Name            string    `dynamodbav:"nm" json:"name"`
	Nickname        string    `dynamodbav:"nn,omitempty" json:"nickname"`
	Phone           string    `dynamodbav:"ph" json:"phone"`
	PhoneNumber     string    `dynamodbav:"pn" json:"phoneNumber" doc:"Same as phone."`
	Email           string    `dynamodbav:"em,omitempty" json:"email"`
	CompanyName     string    `dynamodbav:"cn,omitempty" json:"companyName"`
	CountryCode     string    `dynamodbav:"co,omitempty" json:"countryCode"`
	CustomerType    string    `dynamodbav:"ck,omitempty" json:"customerType"`
	CustomerLevel   any       `dynamodbav:"cl,omitempty" json:"customerLevel"`
	RecommendUserID string    `dynamodbav:"ri,omitempty" json:"recommendUserId"`
	RecommendName   string    `dynamodbav:"rn,omitempty" json:"recommendUserName"`
	GroupSendWeight int       `dynamodbav:"gw,omitempty" json:"groupSendWeight"`
	Currency        string    `dynamodbav:"cu,omitempty" json:"currency"`
	USDT            bool      `dynamodbav:"ut,omitempty" json:"usdtAuth"`
	API             bool      `dynamodbav:"ap,omitempty" json:"apiCustomer"`
	Core            bool      `dynamodbav:"cb,omitempty" json:"coreCustomer"`
	Brand           bool      `dynamodbav:"br,omitempty" json:"brandCustomer"`
	Discount        int       `dynamodbav:"bd,omitempty" json:"brandDiscount" doc:"Rebate in percent."`
	DailyBatch      int       `dynamodbav:"db,omitempty" json:"dailyBatchCount" doc:"0: no limit."`
	MaxThroughput   int       `dynamodbav:"mt,omitempty" json:"maxThroughput" doc:"0: no limit."`
	Activated       bool      `dynamodbav:"ac,omitempty" json:"activated"`
	Requested       bool      `dynamodbav:"vr,omitempty" json:"verificationRequested" doc:"True when the user asked for verification and staff have not verified the account yet."`
	Type            auth.Type `dynamodbav:"ty" json:"type" doc:"User type: 1 admin, 2 first-level, 3 secondary, 11 agent."`
	ParentID        string    `dynamodbav:"pa,omitempty" json:"parentId,omitempty" doc:"Id of the first-level customer of a secondary."`
	AgentID         string    `dynamodbav:"ag,omitempty" json:"agentId,omitempty"`
	Locked          bool      `dynamodbav:"lk,omitempty" json:"locked"`
	Status          string    `dynamodbav:"st" json:"status" doc:"active or locked."`
	Username        string    `dynamodbav:"-" json:"username,omitempty" doc:"Staff only."`
	Roles           []string  `dynamodbav:"-" json:"roles,omitempty" doc:"Staff only."`
	CreateTime      time.Time `dynamodbav:"ca" json:"createTime"`
}

// rowOf projects a customer; of staff, who see themselves as one, too.
func rowOf(c *Customer) Row {
	r := Row{UserID: c.ID, Name: c.Name, Nickname: c.Nickname, Phone: c.Phone, PhoneNumber: c.Phone, Email: c.Email,
		CompanyName: c.CompanyName, CountryCode: c.CountryCode, CustomerType: c.CustomerType, CustomerLevel: c.CustomerLevel,
		RecommendUserID: c.RecommendUser, RecommendName: c.RecommendName, GroupSendWeight: c.Weight,
		Currency: c.Currency, USDT: c.USDT, API: c.API, Core: c.Core, Brand: c.Brand, Discount: c.Discount, DailyBatch: c.DailyBatch,
		MaxThroughput: c.MaxThroughput,
		Activated:     c.Activated != nil, Requested: c.requested(),
		Type: c.Type, Locked: c.Locked, Status: c.Status(), CreateTime: c.Created}
	switch c.Type {
	case auth.Secondary:
		r.ParentID, r.AgentID = c.Tenant, c.Agent
	case auth.First:
		r.AgentID = c.Agent
	case auth.Admin:
		r.Username, r.Roles, r.CompanyName = c.Login, c.Roles, c.Company
	}
	return r
}

func levelText(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// Customers and secondaries, and agents.
var (
	Customers = store.List[Row]{Table: table, Entity: "customer", ByTime: true, Columns: columns}
	Agents    = store.List[Row]{Table: table, Entity: "agent", ByTime: true, Columns: columns}
)

// flag is a column of a truth value, by which lists are filtered.
func flag(name string, get func(*Row) bool) store.Column[Row] {
	return store.Column[Row]{Name: name, Kind: store.Exact, Filter: true, OneOf: []string{"true", "false"},
		Get: func(r *Row) any { return get(r) }}
}

var columns = []store.Column[Row]{
	{Name: "userId", Kind: store.Exact, Sort: true, Filter: true, Title: "id", Get: func(r *Row) any { return r.UserID }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Title: "name", Get: func(r *Row) any { return r.Name }},
	{Name: "nickname", Kind: store.Text, Sort: true, Filter: true, Title: "nickname", Get: func(r *Row) any { return r.Nickname }},
	{Name: "phone", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Title: "phone", Get: func(r *Row) any { return r.Phone }},
	{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Get: func(r *Row) any { return r.Phone }},
	{Name: "email", Kind: store.Text, Sort: true, Filter: true, Title: "email", Get: func(r *Row) any { return r.Email }},
	{Name: "companyName", Kind: store.Text, Sort: true, Filter: true, Title: "company", Get: func(r *Row) any { return r.CompanyName }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(r *Row) any { return r.CountryCode }},
	{Name: "customerType", Kind: store.Exact, Sort: true, Filter: true, Title: "customerType", Dict: "customer_type",
		Get: func(r *Row) any { return r.CustomerType }, Words: []string{Person, Enterprise}},
	{Name: "customerLevel", Kind: store.Exact, Sort: true, Filter: true, Title: "customerLevel",
		Get: func(r *Row) any { return levelText(r.CustomerLevel) }},
	{Name: "type", Kind: store.Number, Sort: true, Filter: true, Doc: "2 first-level, 3 secondary.", Title: "userType", Dict: "user_type",
		Get: func(r *Row) any { return int64(r.Type) }},
	{Name: "recommendUserName", Kind: store.Text, Sort: true, Filter: true, Title: "referrer",
		Get: func(r *Row) any { return r.RecommendName }},
	{Name: "groupSendWeight", Kind: store.Number, Sort: true, Title: "weight", Get: func(r *Row) any { return r.GroupSendWeight }},
	{Name: "dailyBatchCount", Kind: store.Number, Sort: true, Title: "dailyBatch", Get: func(r *Row) any { return r.DailyBatch }},
	{Name: "currency", Kind: store.Exact, Filter: true, Title: "currency", Words: Currencies, Get: func(r *Row) any { return r.Currency }},
	flag("usdtAuth", func(r *Row) bool { return r.USDT }),
	flag("apiCustomer", func(r *Row) bool { return r.API }),
	flag("coreCustomer", func(r *Row) bool { return r.Core }),
	flag("brandCustomer", func(r *Row) bool { return r.Brand }),
	flag("activated", func(r *Row) bool { return r.Activated }),
	flag("verificationRequested", func(r *Row) bool { return r.Requested }),
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Title: "status", Dict: "user_status",
		Get: func(r *Row) any { return r.Status }, Words: []string{"active", "locked"}},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(r *Row) any { return r.CreateTime }},
	{Name: "parentId", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *Row) any { return r.ParentID }},
	{Name: "agentId", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *Row) any { return r.AgentID }},
	{Name: "username", Kind: store.Text, Sort: true, Get: func(r *Row) any { return r.Username }},
}
