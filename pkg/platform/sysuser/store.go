package sysuser

import (
	"context"
	"reflect"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

// Keys, in table platform:
//
//	L#sysuser#<scope> / <user>   the list rows of staff, written in the transactions of their users (Rows)

// Row is a system user in the list.
type Row struct {
	UserID      string `dynamodbav:"id" json:"userId"`
	Name        string `dynamodbav:"nm" json:"name"`
	Nickname    string `dynamodbav:"nn,omitempty" json:"nickname"`
	Phone       string `dynamodbav:"ph" json:"phone"`
	PhoneNumber string `dynamodbav:"pn" json:"phoneNumber" doc:"Same as phone."`
	Email       string `dynamodbav:"em,omitempty" json:"email"`
	CompanyName string `dynamodbav:"co,omitempty" json:"companyName" doc:"Organization of a staff member."`
	// as this and what follows, on the wire of every list of users; of staff empty
	CountryCode     string    `dynamodbav:"-" json:"countryCode"`
	CustomerType    string    `dynamodbav:"-" json:"customerType"`
	CustomerLevel   any       `dynamodbav:"-" json:"customerLevel"`
	RecommendUserID string    `dynamodbav:"-" json:"recommendUserId"`
	RecommendName   string    `dynamodbav:"-" json:"recommendUserName"`
	GroupSendWeight int       `dynamodbav:"-" json:"groupSendWeight"`
	Type            auth.Type `dynamodbav:"ty" json:"type" doc:"User type: 1 admin, 2 first-level, 3 secondary, 11 agent."`
	ParentID        string    `dynamodbav:"-" json:"parentId,omitempty" doc:"Id of the first-level customer of a secondary."`
	AgentID         string    `dynamodbav:"-" json:"agentId,omitempty"`
	Locked          bool      `dynamodbav:"lk,omitempty" json:"locked"`
	Status          string    `dynamodbav:"st" json:"status" doc:"active or locked."`
	Username        string    `dynamodbav:"ln,omitempty" json:"username,omitempty" doc:"Staff only."`
	Roles           []string  `dynamodbav:"ro,omitempty" json:"roles,omitempty" doc:"Staff only."`
	CreateTime      time.Time `dynamodbav:"ca" json:"createTime"`
	ID              string    `dynamodbav:"i2" json:"id" doc:"Same as userId."`
}

func rowOf(u *user.User) Row {
	return Row{UserID: u.ID, ID: u.ID, Name: u.Name, Nickname: u.Nickname, Phone: u.Phone, PhoneNumber: u.Phone, Email: u.Email,
		CompanyName: u.Company,
		Type:        u.Type, Locked: u.Locked, Status: u.Status(), Username: u.Login, Roles: u.Roles, CreateTime: u.Created}
}

// Rows are the list rows of staff; the list of other users is none of this module's.
func Rows(_ context.Context, was, now *user.User) ([]store.Op, error) {
	scopes := now.Scopes()
	switch {
	case now.Type != auth.Admin:
		return nil, nil
	case was == nil:
		return staff.Insert(scopes, now.ID, rowOf(now)), nil
	case now.Deleted:
		return staff.Remove(scopes, now.ID), nil
	case reflect.DeepEqual(rowOf(was), rowOf(now)):
		return nil, nil
	}
	return staff.Replace(scopes, now.ID, rowOf(now)), nil
}

// staff is the list. All staff are equal in the order of a column of customers.
var staff = store.List[Row]{Table: "platform", Entity: "sysuser", ByTime: true, Columns: []store.Column[Row]{
	{Name: "userId", Kind: store.Exact, Sort: true, Title: "id", Get: func(r *Row) any { return r.UserID }},
	{Name: "username", Kind: store.Text, Sort: true, Filter: true, Title: "username", Get: func(r *Row) any { return r.Username }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Title: "name", Get: func(r *Row) any { return r.Name }},
	{Name: "nickname", Kind: store.Text, Sort: true, Filter: true, Title: "nickname", Get: func(r *Row) any { return r.Nickname }},
	{Name: "phone", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Title: "phone", Get: func(r *Row) any { return r.Phone }},
	{Name: "email", Kind: store.Text, Sort: true, Filter: true, Title: "email", Get: func(r *Row) any { return r.Email }},
	{Name: "role", Kind: store.Exact, Filter: true, Doc: "Code of a role.", Title: "roles", Get: func(r *Row) any { return r.Roles }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Doc: "active or locked.", Title: "status", Dict: "user_status",
		Get: func(r *Row) any { return r.Status }, Words: []string{active, locked}},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(r *Row) any { return r.CreateTime }},
	{Name: "phoneNumber", Kind: store.Text, Sort: true, Get: func(r *Row) any { return r.Phone }},
	{Name: "companyName", Kind: store.Text, Sort: true, Filter: true, Title: "company", Get: func(r *Row) any { return r.CompanyName }},
	{Name: "recommendUserName", Kind: store.Text, Sort: true, Get: func(r *Row) any { return r.RecommendName }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Get: func(r *Row) any { return r.CountryCode }},
	{Name: "customerType", Kind: store.Exact, Sort: true, Get: func(r *Row) any { return r.CustomerType }},
	{Name: "customerLevel", Kind: store.Exact, Sort: true, Get: func(*Row) any { return "" }},
	{Name: "parentId", Kind: store.Exact, Sort: true, Get: func(r *Row) any { return r.ParentID }},
	{Name: "agentId", Kind: store.Exact, Sort: true, Get: func(r *Row) any { return r.AgentID }},
	{Name: "type", Kind: store.Number, Sort: true, Get: func(r *Row) any { return int64(r.Type) }},
}}

// Holding gives the ids of the staff who are not locked and hold a permission, as receivers of notices.
func Holding(ctx context.Context, db store.DB, roles *role.Store, perm string) ([]string, error) {
	rows, err := staff.Each(ctx, db, string(auth.Everything), map[string]string{"status": active})
	if err != nil {
		return nil, err
	}
	var ids []string
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		kept, err := roles.Load(ctx, role.Custom(row.Roles))
		if err != nil {
			return nil, err
		}
		if has := roles.Grants.Effective(auth.Admin, row.Roles, kept); has[perm] || has["*"] {
			ids = append(ids, row.UserID)
		}
	}
	return ids, nil
}

// HoldersOf gives the ids of the staff who have one of some roles.
func HoldersOf(ctx context.Context, db store.DB, codes ...string) ([]string, error) {
	rows, err := staff.All(ctx, db, string(auth.Everything), store.ListQuery{Filters: map[string]string{"role": strings.Join(codes, ",")}})
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.UserID
	}
	return ids, err
}
