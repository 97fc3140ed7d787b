package group_test

import (
	"encoding/json"
	"fmt"

	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
)

// boss is a member of staff with unlimited scope.
var boss = &auth.Principal{UserID: "boss", Name: "Boss", Type: auth.Admin, Perms: map[string]bool{"*": true}}

// as makes requests as another user during a function.
func (w *scenario) as(who string, do func()) {
	before := w.who
	w.who = who
	do()
	w.who = before
}

// told orders at the cost of an estimate. If the price was raised meanwhile, the order is refused with the new cost.
func (w *scenario) told(request map[string]any) string {
	w.t.Helper()
	cost := w.ok("POST", orders+"/estimate", request)["cost"].(float64)
	if w.rng.IntN(3) == 0 {
		w.place += money.Amount(1 + w.rng.IntN(9))
		if _, err := w.Engine.Flow.Credit.Prices.Set(w.t.Context(), price.Line{Owner: price.Platform, Service: "group", Country: price.Anywhere,
			Price: w.place}); err != nil {
			w.t.Fatal(err)
		}
		request["expectedCost"] = cost
		code, _, now := w.try("POST", orders, request)
		dearer, _ := now["cost"].(float64)
		if code != 40922 || dearer <= cost {
			w.t.Fatalf("%v was told, and the order is answered %d %v", cost, code, now)
		}
		if available, reserved := w.balance(); available != credit || reserved != 0 {
			w.t.Errorf("refused, and %s are reserved", reserved)
		}
		cost = dearer
	}
	request["expectedCost"] = cost
	made := w.ok("POST", orders, request)
	if _, reserved := w.balance(); float64(reserved) > cost*float64(money.Credit)+0.5 {
		w.t.Errorf("%v was told, and %s are reserved", cost, reserved)
	}
	return made["id"].(string)
}

// reviewed approves an order that its customer changes during the review: only the current version can be approved.
func (w *scenario) reviewed(id string, request map[string]any) {
	w.t.Helper()
	pass := func(versions map[string]any) order.ReviewLine {
		w.t.Helper()
		line := order.ReviewLine{}
		w.as("boss", func() {
			raw, err := json.Marshal(w.lines("PUT", orders+"/review", map[string]any{"ids": []string{id}, "versions": versions, "pass": true})[0])
			if err == nil {
				err = json.Unmarshal(raw, &line)
			}
			if err != nil {
				w.t.Fatal(err)
			}
		})
		return line
	}
	version := 1
	for i := range w.rng.IntN(3) {
		request["id"], request["groupName"] = id, fmt.Sprint("Coins ", i)
		w.ok("PUT", orders, request)
		version++
		for _, read := range []map[string]any{nil, {id: version - 1}, {id: version + 1}} {
			if line := pass(read); line.OK || line.Code != 40921 {
				w.t.Errorf("version %d is passed by a review of %v: %+v", version, read, line)
			}
		}
	}
	if line := pass(map[string]any{id: version}); !line.OK {
		w.t.Errorf("%+v", line)
	}
}

// settles makes a claim that the customer may not decide: that groups were not made.
func (w *scenario) settles(id string) {
	for n := range 1 + w.rng.IntN(4) {
		w.try("PUT", fmt.Sprint(orders, "/", id, "/group/", n+1, "/settle"), map[string]any{"made": false})
	}
}
