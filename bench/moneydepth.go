package main

import (
	"fmt"
	"html"
	"net/url"
	"regexp"

	"herald/pkg/credit/price"
)

// byHand is credit of the customer that the admin moves.
func byHand(verb string) func(*stage) (ask, error) {
	return func(s *stage) (ask, error) {
		return ask{method: "PUT", path: "/aty/customerinfo/" + verb, token: s.admin, body: map[string]any{"userId": s.id, "amount": 100}}, nil
	}
}

// topUp is an order of the customer at a provider of payments.
func topUp(payType int) func(*stage) (ask, error) {
	return func(s *stage) (ask, error) {
		return ask{method: "POST", path: "/pay/order", token: s.customer, body: map[string]any{"amount": 300, "payType": payType}}, nil
	}
}

// field is one of the form that leads to the gateway's page.
var field = regexp.MustCompile(`name="([^"]*)" value="([^"]*)"`)

// paid is the callback of a payment that was made.
func paid(s *stage) (ask, error) {
	order, err := topUp(7)(s)
	if err != nil {
		return ask{}, err
	}
	var made struct{ OrderID string }
	if _, err := s.ask(order, 0, &made); err != nil {
		return ask{}, err
	}
	var page string
	if _, err := s.ask(s.get("/pay/order/"+made.OrderID+"/page"), 0, &page); err != nil {
		return ask{}, err
	}
	form := url.Values{}
	for _, f := range field.FindAllStringSubmatch(page, -1) {
		form.Set(f[1], html.UnescapeString(f[2]))
	}
	said, err := s.cashiers.pay(form)
	return ask{method: "POST", path: "/pay/notify/gateway", body: said, plain: true}, err
}

// added is the creation of a customer by an admin, with an unused phone.
func added(s *stage) (ask, error) {
	s.made++
	return ask{method: "POST", path: "/aty/customerinfo", token: s.admin,
		body: map[string]any{"name": "Ada Lima", "email": "ada@lima.com", "phone": fmt.Sprintf("119%08d", s.made), "customerType": "enterprise",
			"countryCode": "BR", "companyName": "Ada"}}, nil
}

// moneyScenarios are the requests that move credit, or decide what is paid.
var moneyScenarios = []scenario{
	{"recharge", deepestAction, byHand("recharge")},
	{"give", deepestAction, byHand("give")},
	{"rebate", deepestAction, byHand("rebate")},
	{"withdrawal", deepestAction, byHand("withdrawal")},
	{"deduct", deepestAction, func(s *stage) (ask, error) {
		return ask{method: "PUT", path: "/aty/customerinfo/" + s.id + "/-1.50", token: s.admin}, nil
	}},
	{"move to a secondary", deepestAction, func(s *stage) (ask, error) {
		return ask{method: "POST", path: "/aty/customerinfo/amounts/move", token: s.agent,
			body: map[string]any{"fromUserId": s.agentID, "toUserId": s.id, "amount": 1}}, nil
	}},
	{"top-up, by a page", deepestAction, topUp(7)},
	{"top-up, by scanning", deepestAction, topUp(1)},
	{"notification of a payment", deepestAction, paid},
	{"price, change", deepestAction, func(s *stage) (ask, error) {
		s.made++
		return ask{method: "POST", path: "/aty/customerinfo/price/charge/save", token: s.admin,
			body: map[string]any{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "BR", "price": 3 + float64(s.made%7)/100}}, nil
	}},
	{"customer, add", deepestAction, added},
	{"statement, page", deepestList, reads("/pi/personal/info/statement/page")},
	{"balance", deepestRead, reads("/pi/personal/info")},
}
