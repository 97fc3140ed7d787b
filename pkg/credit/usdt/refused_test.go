package usdt_test

import (
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
)

// Every refusal of an order in USDT and of its hash has a message in four languages, and credits nothing.
func TestRefusalsOfUSDTInFourLanguages(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c, other, third := b.Users.Customer, b.Users.Direct, b.Users.OtherCustomer
	hash := func(id, text string) func(*testkit.Client) *testkit.Answer {
		return func(who *testkit.Client) *testkit.Answer {
			return who.Put(apptest.SubmitHashPath, apptest.Object{"id": id, "hash": text})
		}
	}
	open := func(payType int) func(*testkit.Client) *testkit.Answer {
		return func(who *testkit.Client) *testkit.Answer {
			return who.Post("/pay/order", apptest.Object{"payType": payType})
		}
	}
	drop := func(id string) func(*testkit.Client) *testkit.Answer {
		return func(who *testkit.Client) *testkit.Answer {
			return who.Delete(apptest.USDTOrdersPath+"/expired/"+id, nil)
		}
	}
	o := b.NewUSDTOrder(c, 5)
	apptest.USDTRefusal{Name: "an empty hash", Call: hash(o.ID, " "), Code: 400,
		Text: map[string]string{"zh_CN": "哈希不能为空", "en_US": "Enter the hash", "pt_BR": "Informe o hash",
			"zh_TW": "雜湊不能為空"}}.Check(t, c)
	apptest.USDTRefusal{Name: "an address in place of a hash", Call: hash(o.ID, "0x"+strings.Repeat("ab", 20)),
		Code: 400, Text: map[string]string{"zh_CN": "这不是 TRONSCAN 的交易哈希",
			"en_US": "This isn't a transaction hash of TRONSCAN", "pt_BR": "Este não é um hash de transação de TRONSCAN",
			"zh_TW": "這不是 TRONSCAN 的交易雜湊"}}.Check(t, c)
	apptest.USDTRefusal{Name: "an order on another chain", Call: open(3), Code: 40911,
		Text: map[string]string{"zh_CN": "TRONSCAN 上还有未完成的充值订单", "en_US": "You have an open top-up order on TRONSCAN",
			"pt_BR": "Você tem um pedido de recarga aberto em TRONSCAN", "zh_TW": "TRONSCAN 上還有未完成的儲值訂單"}}.Check(t, c)
	apptest.USDTRefusal{Name: "a chain that is off", Call: open(4), Code: 50302,
		Text: map[string]string{"zh_CN": "该链的充值暂未开通", "en_US": "Top-up on this chain isn't available",
			"pt_BR": "A recarga nesta rede não está disponível", "zh_TW": "該鏈的儲值暫未開通"}}.Check(t, c)

	sent := b.SendUSDT("tron", o.Address, 1e6)
	b.MineBlocks("tron", 5) // too few confirmations: it is looked at, and credits nothing yet
	apptest.SubmitHash(c, o.ID, sent).OK()
	if now := b.USDTOrder(c, o.ID); now.Status != "confirming" || now.Confirmations != 5 || b.Balance(c) != "0" {
		t.Errorf("%+v", now.OrderRow)
	}
	apptest.USDTRefusal{Name: "a second submit", Call: hash(o.ID, sent), Code: 40912,
		Text: map[string]string{"zh_CN": "操作已成功，请勿重复操作", "en_US": "Already done",
			"pt_BR": "Operação concluída, não repita", "zh_TW": "操作已成功，請勿重複操作"}}.Check(t, c)
	apptest.USDTRefusal{Name: "another hash meanwhile", Call: hash(o.ID, strings.Repeat("cd", 32)), Code: 40914,
		Text: map[string]string{"zh_CN": "订单当前状态不能提交哈希",
			"en_US": "You can't submit a hash in the order's present state", "pt_BR": "O pedido não aceita hash no estado atual",
			"zh_TW": "訂單目前狀態不能提交雜湊"}}.Check(t, c)
	apptest.USDTRefusal{Name: "an invalidation meanwhile", Call: drop(o.ID), Code: 40917, Text: map[string]string{"zh_CN": "交易正在核对，暂不能作废",
		"en_US": "The order can't be cancelled: the transfer is being checked or was credited",
		"pt_BR": "O pedido não pode ser cancelado: a transferência está em verificação ou já foi creditada", "zh_TW": "交易正在核對，暫不能作廢"}}.Check(t, c)
	b.MineBlocks("tron", 40)
	b.PassMinute()
	if got := b.Balance(c); got != "700" {
		t.Fatalf("%s credits", got)
	}
	theirs := b.NewUSDTOrder(other, 5)
	apptest.USDTRefusal{Name: "a hash that was used", Call: hash(theirs.ID, sent), Code: 40913,
		Text: map[string]string{"zh_CN": "该哈希已被使用", "en_US": "The hash was already used", "pt_BR": "O hash já foi usado",
			"zh_TW": "該雜湊已被使用"}}.Check(t, other)
	apptest.USDTRefusal{Name: "no address", Call: open(5), Code: 50304, Text: map[string]string{"zh_CN": "暂时没有可用的收款地址，请稍后再试",
		"en_US": "No receiving address is free. Try again later.",
		"pt_BR": "Nenhum endereço está livre agora. Tente mais tarde.", "zh_TW": "暫時沒有可用的收款地址，請稍後再試"}}.Check(t, third)
	b.CheckExpiredOrder(other, theirs.ID)
	if got := b.Balance(other); got != "0" {
		t.Errorf("%s credits", got)
	}
}
