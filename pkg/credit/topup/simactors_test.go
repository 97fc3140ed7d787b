package topup_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"herald/internal/apptest"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/app"
	"herald/pkg/kit/money"
)

// payVerdict is a seed and its result.
type payVerdict struct {
	*paySystem
	actors  sync.WaitGroup
	claimed map[string]bool         // orders that a payer pays or leaves unpaid
	most    map[string]money.Amount // the amount that the payer of an order agreed to
	wrongs  []string                // answers that must never be given
	bad     string
	counts  payCounts
}

// payCallbacks carry the providers' callbacks. A lost answer causes a repetition.
type payCallbacks struct{ s *paySystem }

func (c payCallbacks) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	rec := httptest.NewRecorder()
	err = c.s.invoke(28*time.Second, func(ctx context.Context, i *payInstance) error {
		again, err := http.NewRequestWithContext(ctx, req.Method, req.URL.Path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		again.Header = req.Header
		i.env.ServedAPI().Handler().ServeHTTP(rec, again)
		return nil
	})
	if err != nil || c.s.fault(50) {
		rec = httptest.NewRecorder()
		rec.WriteHeader(http.StatusBadGateway)
	}
	res := rec.Result()
	res.Request = req
	return res, nil
}

// payAnswer is the response of a route. Status 0 means that none arrived.
type payAnswer struct {
	status int
	Code   int
	Data   json.RawMessage
}

// ask calls a route under one key until the response is definite, as the console does.
func (s *paySystem) ask(who, method, path string, body any) (a payAnswer) {
	key := fmt.Sprint("key ", s.n(1<<30))
	for range 40 {
		var got payAnswer
		err := s.invoke(28*time.Second, func(ctx context.Context, i *payInstance) error {
			got = s.call(ctx, i.env, who, key, method, path, body)
			return nil
		})
		a = payAnswer{}
		if err == nil && !s.fault(40) {
			a = got
		}
		definite := a.status != 0 && a.status < 500 && a.status != http.StatusTooManyRequests && a.Code != 40902 || a.Code == 50303
		if definite || !s.sleep(time.Duration(500+s.n(4000))*time.Millisecond) {
			break
		}
	}
	return a
}

// call calls a route of the product once.
func (s *paySystem) call(ctx context.Context, e *app.Env, who, key, method, path string, body any) payAnswer {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	req, err := http.NewRequestWithContext(ctx, method, "/api"+path, bytes.NewReader(raw))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+who)
	req.Header.Set("Idempotency-Key", key)
	rec := httptest.NewRecorder()
	e.ServedAPI().Handler().ServeHTTP(rec, req)
	a := payAnswer{status: rec.Code}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
		panic(fmt.Sprintf("%s %s: %s", method, path, rec.Body))
	}
	return a
}

// early lets a payer pay the newest order of a provider before the call that created it has returned.
func (v *payVerdict) early(name string, b *paymentledger.Ledger) {
	if v.n(100) >= 8 {
		return
	}
	orders := b.Orders()
	if len(orders) == 0 {
		return
	}
	if o := orders[len(orders)-1]; o.State == paymentledger.Open && v.claim(o.Number) {
		v.counts.Early++
		v.lives.Go(func() { v.payment(name, b, o.Number, 0, false) })
		v.sleep(time.Duration(v.n(5000)) * time.Millisecond)
	}
}

func (v *payVerdict) claim(number string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	first := !v.claimed[number]
	v.claimed[number] = true
	return first
}

// buyer creates an order, views its page, may pay it, and queries its state.
func (v *payVerdict) buyer(wait time.Duration) {
	v.sleep(wait)
	v.buys(v.town.buyers[v.n(len(v.town.buyers))])
}

func (v *payVerdict) buys(who string) {
	payType := []int{1, 1, 2, 6, 7, 7}[v.n(6)]
	name := map[int]string{1: "wechatpay", 2: "alipay", 6: "alipay", 7: "gateway"}[payType]
	id := v.order(who, payType)
	if id == "" {
		return // refused, or of unknown outcome: then a payer may find the code all the same
	}
	if payType >= 6 && !v.open(who, name, id) {
		return
	}
	if v.claim(id) {
		v.pays(name, id)
	}
	for range v.n(4) {
		v.ask(who, "GET", "/aty/recharge/pay/finish/"+id, nil)
		v.sleep(6 * time.Second)
	}
}

// open sends the browser to the provider's page.
func (v *payVerdict) open(who, name, id string) bool {
	var html string
	a := v.ask(who, "GET", "/pay/order/"+id+"/page", nil)
	if json.Unmarshal(a.Data, &html) != nil || html == "" {
		return false
	}
	action, values := apptest.FormOf(html)
	req, err := http.NewRequestWithContext(v.ctx, http.MethodPost, action, strings.NewReader(values.Encode()))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := v.sims[name].Transport().RoundTrip(req)
	return err == nil && res.StatusCode == http.StatusOK
}

// pays decides when an order is paid, if at all.
func (v *payVerdict) pays(name, number string) {
	b := v.books[name]
	if v.n(4) == 0 { // a callback that nothing stands behind
		// an order that was never opened has none
		_ = b.Tell(number, "", []paymentledger.How{paymentledger.Sent, paymentledger.Forged, paymentledger.Probe, paymentledger.Stale}[v.n(4)], 0)
	}
	switch v.n(7) {
	case 0: // not paid
		if v.n(2) == 0 {
			_ = b.Scan(number) // after another payer scanned it
		}
	case 1, 2: // when it was given up, perhaps
		wait := time.Duration(v.n(int(payLate/time.Second))) * time.Second
		v.counts.Late++
		v.actors.Go(func() { v.payment(name, b, number, wait, true) })
	default:
		v.payment(name, b, number, time.Duration(v.n(330))*time.Second, false)
	}
}

// payLate is the latest time after its creation at which an order is paid: only the nightly check still looks for
// it.
const payLate = 6 * 24 * time.Hour

// payment pays, reports it in one of several ways, and may refund it at the provider.
func (v *payVerdict) payment(name string, b *paymentledger.Ledger, number string, wait time.Duration, late bool) {
	if !v.sleep(wait) {
		return
	}
	hows := []paymentledger.How{paymentledger.Sent, paymentledger.Sent, paymentledger.Lost, paymentledger.Lost, paymentledger.Twice,
		paymentledger.Forged, paymentledger.Probe, paymentledger.Stale}
	p := paymentledger.Payment{Number: number, Late: late, Notify: hows[v.n(len(hows))]}
	if v.n(3) == 0 {
		p.DelayMs = v.n(20_000)
	}
	switch v.n(16) {
	case 0:
		p.Fen = int64(1 + v.n(5000))
	case 1:
		p.Currency = v.another(b, number)
	case 2:
		if name != "alipay" { // whose answers are about our app alone
			p.Merchant = "1901"
		}
	}
	if b.Pay(p) != nil {
		return // it was closed in time
	}
	v.counts.add1(name, p)
	back := v.n(8) == 0 && p.Currency == "" && p.Merchant == ""
	if back {
		v.back(name, b, number)
	}
	if back || v.n(4) == 0 { // the one after the other: not all of it is left
		v.refund(number)
	}
	if v.n(3) == 0 { // the callback once more, much later
		v.sleep(time.Duration(v.n(48)) * time.Hour)
		_ = b.Tell(number, "", paymentledger.Twice, 0)
	}
}

// back refunds a part of a payment on the provider's side, and lets the provider report it.
func (v *payVerdict) back(name string, b *paymentledger.Ledger, number string) {
	v.sleep(time.Duration(v.n(120)) * time.Second)
	o, err := b.Find(number)
	if err != nil || name == "gateway" {
		return
	}
	fen := o.Paid
	if v.n(2) == 0 {
		fen = 1 + int64(v.n(int(o.Paid)))
	}
	if _, _, err := b.Refunding(number, paymentledger.Refund{Number: "elsewhere" + number, Fen: fen}); err == nil {
		v.counts.Backs++
		_ = b.Tell(number, "elsewhere"+number, paymentledger.Sent, 0)
	}
}

// refund refunds money as staff do, possibly twice or too much; the provider may refuse it or delay it.
func (v *payVerdict) refund(number string) {
	v.sleep(time.Duration(v.n(600)) * time.Second)
	for range 1 + v.n(2) {
		a := v.ask(v.town.admin, "POST", "/aty/recharge/"+number+"/refund", apptest.Object{"amount": 1 + v.n(2500), "remark": "x"})
		if a.status == http.StatusOK {
			v.counts.more(&v.counts.Refunds)
		}
	}
}
