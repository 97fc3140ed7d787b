package customer

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Referred is a customer with its referrer (platform-services §2, §3).
type Referred struct {
	UserID        string `json:"userId"`
	RecommendName string `json:"recommendUserName"`
	Name          string `json:"name"`
	Phone         string `json:"phone"`
	PhoneNum      string `json:"phoneNum" doc:"the same as phone"`
}

func (r *Room) referred(ctx context.Context, in *struct {
	web.ListParams
	Name     string `query:"name" doc:"part of the customer's name"`
	PhoneNum string `query:"phoneNum" doc:"part of its phone"`
}) (web.Page[Referred], error) {
	q := web.ListQuery(in)
	if in.PhoneNum != "" {
		delete(q.Filters, "phoneNum")
		q.Filters["phone"] = in.PhoneNum
	}
	rows, total, err := user.Customers.Page(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), q)
	out := make([]Referred, len(rows))
	for i, row := range rows {
		out[i] = Referred{row.UserID, row.RecommendName, row.Name, row.Phone, row.Phone}
	}
	return web.Found(in.ListParams, total, out), err
}

// referrers are the customers, secondaries and agents in the caller's scope.
func (r *Room) referrers(ctx context.Context, in *struct {
	Name  string `query:"name"`
	Phone string `query:"phone"`
}) ([]Option, error) {
	q := web.ListQuery(in)
	q.Current, q.Size = 1, maxOptions
	out := []Option{}
	for _, list := range []func() ([]user.Row, store.Total, error){
		func() ([]user.Row, store.Total, error) {
			return user.Agents.Page(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), q)
		},
		func() ([]user.Row, store.Total, error) {
			return user.Customers.Page(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), q)
		},
	} {
		rows, _, err := list()
		if err != nil {
			return nil, err
		}
		for _, row := range rows[:min(len(rows), maxOptions-len(out))] {
			out = append(out, Option{row.UserID, row.Name, row.Phone, row.Phone, row.CountryCode, row.Type})
		}
	}
	return out, nil
}
