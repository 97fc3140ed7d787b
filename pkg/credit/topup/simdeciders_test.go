package topup_test

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"herald/internal/apptest"
	"herald/pkg/app"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/platform/role"
)

// payRights returns the permissions of a user type; staff with a narrowed scope have the others.
func payRights(ty auth.Type, narrowed bool) map[string]bool {
	if ty != auth.Admin {
		return app.Grants().Set(role.Of(ty))
	}
	all := map[string]bool{}
	for _, p := range app.Grants().All() {
		all[p] = true
	}
	if narrowed {
		return app.Grants().Narrow(all)
	}
	return all
}

// wrong records a response that must never occur.
func (v *payVerdict) wrong(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.wrongs = append(v.wrongs, fmt.Sprintf(format, args...))
}

// grabber refunds its own payment, credits itself, or reads and ends another user's payment, as a customer, an agent or narrowed staff. All
// of it is refused.
func (v *payVerdict) grabber(wait time.Duration) {
	v.sleep(wait)
	w := v.town
	for range 2 + v.n(4) {
		number := v.someOrder()
		if number == "" || !v.sleep(time.Duration(v.n(200))*time.Second) {
			continue
		}
		owner := v.ownerOf(number)
		stranger := w.buyers[v.n(len(w.buyers))]
		if stranger == owner {
			stranger = w.leaver
		}
		one := []struct {
			who, method, path string
			body              any
		}{
			{owner, "POST", "/aty/recharge/" + number + "/refund", apptest.Object{"amount": 1, "remark": "mine"}},
			{w.agent, "POST", "/aty/recharge/" + number + "/refund", apptest.Object{"amount": 1, "remark": "kind"}},
			{w.clerk, "POST", "/aty/recharge/" + number + "/refund", apptest.Object{"amount": 1, "remark": "kind"}},
			{stranger, "GET", "/aty/recharge/pay/finish/" + number, nil},
			{stranger, "GET", "/pay/order/" + number + "/status", nil},
			{stranger, "GET", "/pay/order/" + number + "/page", nil},
			{stranger, "DELETE", "/virtual/currency/order/recharge/expired/" + number, nil},
			{owner, "DELETE", "/aty/customerinfo/" + owner, nil},
			{w.agent, "DELETE", "/aty/customerinfo/" + w.buyers[1], nil},
		}[v.n(9)]
		a := v.ask(one.who, one.method, one.path, one.body)
		v.counts.more(&v.counts.Grabs)
		switch {
		case a.status >= 200 && a.status < 300:
			v.wrong("%s may %s %s", one.who, one.method, one.path)
		case a.status >= 400 && a.status < 500 && a.status != http.StatusForbidden && a.status != http.StatusNotFound &&
			a.status != http.StatusTooManyRequests && a.status != http.StatusUnauthorized && a.Code != 40902:
			v.wrong("%s is refused %s %s with %d %d", one.who, one.method, one.path, a.status, a.Code)
		}
	}
}

// someOrder picks one of the orders made so far; empty when there is none yet.
func (v *payVerdict) someOrder() string {
	for _, name := range []string{"wechatpay", "alipay", "gateway"} {
		if orders := v.books[name].Orders(); len(orders) > 0 {
			return orders[v.n(len(orders))].Number
		}
	}
	return ""
}

func (v *payVerdict) ownerOf(number string) string {
	o, ok, err := (&topup.Service{DB: v.db}).Get(v.ctx, number)
	if err != nil || !ok {
		return v.town.buyers[0]
	}
	return o.User
}

// leaver is deleted while it pays. A customer with a running payment, or with credit, is not deleted.
func (v *payVerdict) leaver(wait time.Duration) {
	v.sleep(wait)
	var all sync.WaitGroup
	all.Go(func() {
		v.sleep(time.Duration(v.n(4000)) * time.Millisecond)
		v.buys(v.town.leaver)
	})
	for range 1 + v.n(4) {
		a := v.ask(v.town.admin, "DELETE", "/aty/customerinfo/"+v.town.leaver, nil)
		v.counts.more(&v.counts.Leaves)
		if a.status == http.StatusOK {
			v.gone.Store(true)
			break
		}
		if a.status >= 400 && a.status < 500 && a.status != http.StatusConflict && a.status != http.StatusNotFound {
			v.wrong("the deletion is refused with %d %d", a.status, a.Code)
		}
		v.sleep(time.Duration(v.n(400)) * time.Second)
	}
	all.Wait()
}

// decided checks that no forbidden decision took effect.
func (v *payVerdict) decided(e *app.Env) {
	for _, w := range v.wrongs {
		v.expect(false, "%s", w)
	}
	_, ok, err := e.Users().Load(v.ctx, v.town.leaver)
	v.expect(err == nil, "the leaver: %v", err)
	if ok {
		return
	}
	available, reserved, err := e.Ledger().Balance(v.ctx, v.town.leaver)
	v.expect(err == nil && available == money.Amount(0) && reserved == 0, "the leaver is deleted and holds %s, %s of it reserved, %v",
		available, reserved, err)
	v.counts.more(&v.counts.Left)
}

// lost reports a payment for a closed account, which must raise an alarm.
func (v *payVerdict) lost(user, number string) bool {
	return user == v.town.leaver && v.alarmed("a payment for an account that is closed: "+number)
}
