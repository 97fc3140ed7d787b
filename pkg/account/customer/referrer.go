package customer

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Referral is a customer with its referrer (platform-services §2, §3).
type Referral struct {
	UserID        string `json:"userId"`
	RecommendName string `json:"recommendUserName"`
	Name          string `json:"name"`
	Phone         string `json:"phone"`
	PhoneNum      string `json:"phoneNum" doc:"Same as phone."`
}

// referredLine is the list of customers with other filters.
var referredLine = web.Route{Method: "GET", Path: "/aty/customerinfo/getsalecustomer", Perm: "aty:customerinfo:getsalecustomer",
	Summary: "Get the referrer of a customer with name and phone number",
	Filters: []store.Filter{{Name: "name", Doc: "Part of the customer's name."}, {Name: "phoneNum", Doc: "Part of the phone number."}}}

func referral(_ context.Context, _ *web.ListInput, _ *list.List[Row], q *store.ListQuery) error {
	if part, ok := q.Filters["phoneNum"]; ok {
		delete(q.Filters, "phoneNum")
		q.Filters["phone"] = part
	}
	return nil
}

func referredOf(row *Row) Referral {
	return Referral{row.UserID, row.RecommendName, row.Name, row.Phone, row.Phone}
}

// referrers are the customers, secondaries and agents in the caller's scope.
func (r *Service) referrers(ctx context.Context, in *struct {
	Name  string `query:"name"`
	Phone string `query:"phone"`
}) ([]Option, error) {
	q := newest(map[string]string{"name": in.Name, "phone": in.Phone})
	out := []Option{}
	for _, list := range []func() ([]Row, store.Total, error){
		func() ([]Row, store.Total, error) {
			return Agents.Page(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), q)
		},
		func() ([]Row, store.Total, error) {
			return Customers.Page(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), q)
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

// recommend sets the referrer, who must be in the caller's scope. A customer is referred neither by itself nor by
// its secondaries; self is its id, empty for a new one. Fault customer.recommendSelf (400).
func (r *Service) recommend(ctx context.Context, scope auth.Scope, p *Partner, known, self string) error {
	if p.RecommendUser == "" || p.RecommendUser == known {
		return nil
	}
	by, err := r.Users.Find(ctx, scope, p.RecommendUser)
	if err == nil && self != "" && by.Owner().Tenant == self {
		err = fault.Bad("recommendUserId", "customer.recommendSelf")
	}
	if err == nil {
		p.RecommendUser, p.RecommendName = by.ID, by.Name
	}
	return err
}
