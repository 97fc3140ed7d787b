package app

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// refusal is a call that USDT refuses, with its text in each language.
type refusal struct {
	name string
	call func(*testkit.Client) *testkit.Answer
	code int
	text map[string]string
}

// check asks in each language and reads the text: of the field for bad input, else the message.
func (r refusal) check(t *testing.T, who *sessiontest.Actor) {
	t.Helper()
	for lang, want := range r.text {
		a := r.call(who.In(lang))
		got := a.Message
		if len(a.Errors) > 0 {
			got = a.Errors[0].Message
		}
		if a.Code != r.code || got != want {
			t.Errorf("%s in %s: %d %q", r.name, lang, a.Code, got)
		}
	}
}

const (
	orders    = "/virtual/currency/order/recharge"
	submitted = orders + "/submit/hash"
)

// Every refusal of an order in USDT and of its hash is told in four languages, and credits nothing.
func TestRefusalsOfUSDTInFourLanguages(t *testing.T) {
	b := mustCoins(t)
	c, other, third := b.c.Customer, b.c.Direct, b.c.OtherCustomer
	hash := func(id, text string) func(*testkit.Client) *testkit.Answer {
		return func(who *testkit.Client) *testkit.Answer { return who.Put(submitted, obj{"id": id, "hash": text}) }
	}
	open := func(payType int) func(*testkit.Client) *testkit.Answer {
		return func(who *testkit.Client) *testkit.Answer { return who.Post("/pay/order", obj{"payType": payType}) }
	}
	drop := func(id string) func(*testkit.Client) *testkit.Answer {
		return func(who *testkit.Client) *testkit.Answer { return who.Delete(orders+"/expired/"+id, nil) }
	}
	o := b.ordered(c, 5)
	refusal{"an empty hash", hash(o.ID, " "), 400,
		map[string]string{"zh_CN": "哈希不能为空", "en_US": "The hash cannot be empty", "pt_BR": "O hash não pode ficar vazio",
			"zh_TW": "雜湊不能為空"}}.check(t, c)
	refusal{"an address in place of a hash", hash(o.ID, "0x"+strings.Repeat("ab", 20)), 400, map[string]string{"zh_CN": "这不是 TRONSCAN 的交易哈希",
		"en_US": "This is no transaction hash of TRONSCAN", "pt_BR": "Este não é um hash de transação de TRONSCAN",
		"zh_TW": "這不是 TRONSCAN 的交易雜湊"}}.check(t, c)
	refusal{"an order on another chain", open(3), 40911,
		map[string]string{"zh_CN": "TRONSCAN 上还有未完成的充值订单", "en_US": "There is an open top-up order on TRONSCAN",
			"pt_BR": "Há um pedido de recarga aberto em TRONSCAN", "zh_TW": "TRONSCAN 上還有未完成的儲值訂單"}}.check(t, c)
	refusal{"a chain that is off", open(4), 50302, map[string]string{"zh_CN": "该链的充值暂未开通", "en_US": "Top-up on this chain is not available",
		"pt_BR": "A recarga nesta rede não está disponível", "zh_TW": "該鏈的儲值暫未開通"}}.check(t, c)

	sent := b.send("tron", o.Address, 1e6)
	b.mine("tron", 5) // too few confirmations: it is looked at, and credits nothing yet
	tell(c, o.ID, sent).OK()
	if now := b.coin(c, o.ID); now.Status != "confirming" || now.Confirmations != 5 || b.balance(c) != "0" {
		t.Errorf("%+v", now.OrderRow)
	}
	refusal{"a second submit", hash(o.ID, sent), 40912,
		map[string]string{"zh_CN": "操作已成功，请勿重复操作", "en_US": "Operation succeeded, do not repeat",
			"pt_BR": "Operação concluída, não repita", "zh_TW": "操作已成功，請勿重複操作"}}.check(t, c)
	refusal{"another hash meanwhile", hash(o.ID, strings.Repeat("cd", 32)), 40914, map[string]string{"zh_CN": "订单当前状态不能提交哈希",
		"en_US": "The order takes no hash in its present state", "pt_BR": "O pedido não aceita hash no estado atual",
		"zh_TW": "訂單目前狀態不能提交雜湊"}}.check(t, c)
	refusal{"an invalidation meanwhile", drop(o.ID), 40917, map[string]string{"zh_CN": "交易正在核对，暂不能作废",
		"en_US": "Invalidation is delayed: the transfer is being checked or was credited",
		"pt_BR": "A invalidação foi adiada: a transferência está em verificação ou já foi creditada", "zh_TW": "交易正在核對，暫不能作廢"}}.check(t, c)
	b.mine("tron", 40)
	b.later()
	if got := b.balance(c); got != "700" {
		t.Fatalf("%s credits", got)
	}
	theirs := b.ordered(other, 5)
	refusal{"a hash that was used", hash(theirs.ID, sent), 40913,
		map[string]string{"zh_CN": "该哈希已被使用", "en_US": "The hash was used already", "pt_BR": "O hash já foi usado",
			"zh_TW": "該雜湊已被使用"}}.check(t, other)
	refusal{"no address", open(5), 50304, map[string]string{"zh_CN": "暂时没有可用的收款地址，请稍后再试",
		"en_US": "No receiving address is free now; please try again later",
		"pt_BR": "Nenhum endereço está livre agora; tente mais tarde", "zh_TW": "暫時沒有可用的收款地址，請稍後再試"}}.check(t, third)
	b.expired(other, theirs.ID)
	if got := b.balance(other); got != "0" {
		t.Errorf("%s credits", got)
	}
}

// expired lets an order's time pass and its tries be used up: its hash is told by a retry then, so often.
func (b *bank) expired(who *sessiontest.Actor, id string) {
	b.Helper()
	b.k.Clock.Add(121 * time.Minute)
	b.later()
	b.signIn(who)
	if now := b.coin(who, id); now.Status != "expired" {
		b.Errorf("%+v", now.OrderRow)
	}
	refusal{"a hash of an expired order", func(w *testkit.Client) *testkit.Answer {
		return w.Put(submitted, obj{"id": id, "hash": strings.Repeat("cd", 32)})
	}, 40914, map[string]string{"zh_CN": "订单当前状态不能提交哈希", "en_US": "The order takes no hash in its present state",
		"pt_BR": "O pedido não aceita hash no estado atual", "zh_TW": "訂單目前狀態不能提交雜湊"}}.check(b.T, who)
	for _, none := range []any{nil, url.Values{}, obj{}} {
		if a := who.Post(orders+"/retry/"+id, none).Want(http.StatusBadRequest, 0); len(a.Errors) != 1 || a.Errors[0].Field != "hash" {
			b.Errorf("a retry with %v: %+v", none, a.Errors)
		}
	}
	again := func(w *testkit.Client) *testkit.Answer {
		return w.Post(orders+"/retry/"+id, obj{"hash": strings.Repeat("ef", 32)})
	}
	for range 3 {
		again(who.In("en_US")).OK()
		b.k.Clock.Add(121 * time.Minute) // no block ever holds it
		b.later()
		b.signIn(who)
	}
	refusal{"one retry too many", again, 40915, map[string]string{"zh_CN": "重试次数已达 3 次上限", "en_US": "The limit of 3 retries is reached",
		"pt_BR": "O limite de 3 novas tentativas foi atingido", "zh_TW": "重試次數已達 3 次上限"}}.check(b.T, who)
	if a := again(who.In("en_US")); a.Status != http.StatusConflict {
		b.Errorf("%+v", a)
	}
}
