package apptest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// USDTRefusal is a call that USDT refuses, with its text in each language.
type USDTRefusal struct {
	Name string
	Call func(*testkit.Client) *testkit.Answer
	Code int
	Text map[string]string
}

// Check asks in each language and reads the text: of the field for bad input, else the message.
func (r USDTRefusal) Check(t *testing.T, who *sessiontest.Actor) {
	t.Helper()
	for lang, want := range r.Text {
		a := r.Call(who.In(lang))
		got := a.Message
		if len(a.Errors) > 0 {
			got = a.Errors[0].Message
		}
		if a.Code != r.Code || got != want {
			t.Errorf("%s in %s: %d %q", r.Name, lang, a.Code, got)
		}
	}
}

const (
	Orders    = "/virtual/currency/order/recharge"
	Submitted = Orders + "/submit/hash"
)

// Expired lets an order's time pass and its tries be used up: its hash is then submitted by a retry, so often.
func (b *PaymentFixture) Expired(who *sessiontest.Actor, id string) {
	b.Helper()
	b.Kit.Clock.Add(121 * time.Minute)
	b.Later()
	b.SignIn(who)
	if now := b.Coin(who, id); now.Status != "expired" {
		b.Errorf("%+v", now.OrderRow)
	}
	USDTRefusal{Name: "a hash of an expired order", Call: func(w *testkit.Client) *testkit.Answer {
		return w.Put(Submitted, Object{"id": id, "hash": strings.Repeat("cd", 32)})
	}, Code: 40914, Text: map[string]string{"zh_CN": "订单当前状态不能提交哈希", "en_US": "The order takes no hash in its present state",
		"pt_BR": "O pedido não aceita hash no estado atual", "zh_TW": "訂單目前狀態不能提交雜湊"}}.Check(b.T, who)
	for _, none := range []any{nil, url.Values{}, Object{}} {
		if a := who.Post(Orders+"/retry/"+id, none).Want(http.StatusBadRequest, 0); len(a.Errors) != 1 || a.Errors[0].Field != "hash" {
			b.Errorf("a retry with %v: %+v", none, a.Errors)
		}
	}
	again := func(w *testkit.Client) *testkit.Answer {
		return w.Post(Orders+"/retry/"+id, Object{"hash": strings.Repeat("ef", 32)})
	}
	for range 3 {
		again(who.In("en_US")).OK()
		b.Kit.Clock.Add(121 * time.Minute) // no block ever holds it
		b.Later()
		b.SignIn(who)
	}
	USDTRefusal{Name: "one retry too many", Call: again, Code: 40915,
		Text: map[string]string{"zh_CN": "重试次数已达 3 次上限", "en_US": "The limit of 3 retries is reached",
			"pt_BR": "O limite de 3 novas tentativas foi atingido", "zh_TW": "重試次數已達 3 次上限"}}.Check(b.T, who)
	if a := again(who.In("en_US")); a.Status != http.StatusConflict {
		b.Errorf("%+v", a)
	}
}
