package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"herald/localstack/client"
	"herald/pkg/account/customer"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// Passwords of the demo users. They are public, so the seed refuses a real account: the local cloud listens on this
// machine alone.
const (
	adminPassword     = "Herald-Admin-2026"
	agentPassword     = "Herald-Agent-2026"
	customerPassword  = "Herald-Customer-2026"
	secondaryPassword = "Herald-Secondary-2026"
)

// Default price and credit of the demo.
const (
	defaultPrice     = 3*money.Credit + money.Credit/2
	screeningPrice   = money.Credit / 10
	partPrice        = 4 * money.Credit // of a short message
	minutePrice      = money.Credit / 2 // of a call
	emailPrice       = money.Credit / 10
	agentPrice       = 3 * money.Credit
	customerCredits  = 1_000_000
	secondaryCredits = 100_000
	agentCredits     = 100_000
)

type seed struct {
	dev    *client.Dev
	users  *user.Store
	ids    *id.Source
	logins map[string]client.Login

	byAdmin, byAgent, byCustomer *client.Client
	agentID, secondaryID         string
}

// insert writes a user straight into the store: no user exists that could create the first admin, and no route
// creates agents yet.
func (s *seed) insert(ctx context.Context, u user.User, password string, p customer.Partner) (*client.Client, error) {
	_, known, err := store.Load[user.Pointer](ctx, s.users.DB, user.LoginKey(u.Login), true)
	if err != nil {
		return nil, err
	}
	if !known {
		if _, err := (&customer.Service{Users: s.users}).Create(ctx, user.New{ID: s.ids.Next(), User: u, Password: password}, p); err != nil {
			return nil, err
		}
	}
	l := client.Login{Username: u.Login, Password: password}
	return s.dev.Client().SignIn(ctx, l)
}

func (s *seed) admin(ctx context.Context) (err error) {
	s.logins["admin"] = client.Login{Username: "admin", Password: adminPassword}
	s.byAdmin, err = s.insert(ctx, user.User{Type: auth.Admin, Login: "admin", Name: "Admin"}, adminPassword, customer.Partner{})
	return err
}

func (s *seed) agent(ctx context.Context) (err error) {
	const phone = "13900000011"
	s.logins["agent"] = client.Login{Username: phone, Password: agentPassword}
	s.byAgent, err = s.insert(ctx, user.User{Type: auth.Agent, Login: phone, Phone: phone, Name: "Pearl River Agency",
		Email: "agent@herald.test"}, agentPassword,
		customer.Partner{CompanyName: "Pearl River Agency", CountryCode: "CN", CustomerType: customer.Enterprise,
			Terms: customer.Terms{USDT: true}})
	if err != nil {
		return err
	}
	s.agentID = s.byAgent.UserID
	_, _, err = s.person(ctx, s.byAgent.AddCustomer, client.Customer{Name: "Lotus Tea House", Phone: "13900000031", Email: "lotus@herald.test",
		CompanyName: "Lotus Tea House", CountryCode: "CN", CustomerType: customer.Enterprise}, "")
	return err
}

func (s *seed) customer(ctx context.Context) (err error) {
	n := client.Customer{Name: "Ipê Cosméticos", Phone: "11987650001", Email: "customer@herald.test", CompanyName: "Ipê Cosméticos Ltda",
		CountryCode: "BR", CustomerType: customer.Enterprise}
	s.logins["customer"] = client.Login{Username: n.Phone, Password: customerPassword}
	if s.byCustomer, _, err = s.person(ctx, s.byAdmin.AddCustomer, n, customerPassword); err != nil {
		return err
	}
	_, err = client.Put[any](ctx, s.byAdmin, "/aty/customerinfo/activation/"+s.byCustomer.UserID, nil) // it may buy the service
	return err
}

func (s *seed) secondary(ctx context.Context) (err error) {
	n := client.Customer{Name: "Ipê Campinas", Phone: "11987650002", Email: "secondary@herald.test", CompanyName: "Ipê Cosméticos Ltda",
		CountryCode: "BR", CustomerType: customer.Person}
	s.logins["secondary"] = client.Login{Username: n.Phone, Password: secondaryPassword}
	_, s.secondaryID, err = s.person(ctx, s.byCustomer.AddSecondary, n, secondaryPassword)
	return err
}

// person makes a user through the API unless it is there, replaces its first password and signs it in. Without a
// password it keeps the first one and is not signed in.
func (s *seed) person(ctx context.Context, add func(context.Context, client.Customer) (string, error), n client.Customer,
	password string) (*client.Client, string, error) {
	page, err := client.Get[client.Page[struct{ UserID string }]](ctx, s.byAdmin, "/aty/customerinfo/page?phone="+n.Phone)
	if err != nil {
		return nil, "", err
	}
	if len(page.Records) > 1 {
		return nil, "", fmt.Errorf("%d users with the phone %s", len(page.Records), n.Phone)
	}
	made := len(page.Records) == 0
	var id string
	if made {
		if id, err = add(ctx, n); err != nil {
			return nil, "", err
		}
	} else {
		id = page.Records[0].UserID
	}
	if password == "" {
		return nil, id, nil
	}
	if !made {
		in, err := s.dev.Client().SignIn(ctx, client.Login{Username: n.Phone, Password: password})
		var refused *client.Failure
		if !errors.As(err, &refused) || refused.Status != http.StatusUnauthorized {
			return in, id, err
		}
	}
	in, err := s.dev.Client().NewPassword(ctx, n.Initial(), password)
	return in, id, err
}

// settings of development: an order is settled two minutes after its last send (decisions §12), so that a demo ends.
func (s *seed) settings(ctx context.Context) error {
	for _, key := range []string{"order.settle.minutes", "order.unknown.minutes"} {
		if err := s.byAdmin.Set(ctx, key, "2"); err != nil {
			return err
		}
	}
	if err := s.byAdmin.Price(ctx, "platform", "screening", "*", screeningPrice); err != nil {
		return err
	}
	if err := s.byAdmin.Price(ctx, "platform", "bulk.sms", "*", partPrice); err != nil {
		return err
	}
	if err := s.byAdmin.Price(ctx, "platform", "call.voice", "*", minutePrice); err != nil {
		return err
	}
	if err := s.byAdmin.Price(ctx, "platform", "email", "*", emailPrice); err != nil {
		return err
	}
	return s.byAdmin.Price(ctx, "platform", "bulk.whatsapp", "*", defaultPrice)
}

// credit gives credit to all users, once: the key of each payment is remembered for a day, longer than the local
// cloud lives as a rule.
func (s *seed) credit(ctx context.Context) error {
	if err := s.byAdmin.Price(ctx, s.agentID, "bulk.whatsapp", "*", agentPrice); err != nil {
		return err
	}
	for _, r := range []struct {
		id      string
		credits int64
	}{{s.byCustomer.UserID, customerCredits}, {s.secondaryID, secondaryCredits}, {s.agentID, agentCredits}} {
		if err := s.byAdmin.Recharge(ctx, r.id, r.credits, "seed-"+r.id); err != nil {
			return err
		}
	}
	return nil
}
