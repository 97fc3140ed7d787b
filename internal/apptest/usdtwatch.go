package apptest

import (
	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

func (b *PaymentFixture) Ordered(who *sessiontest.Actor, payType int) topup.CreateResponse {
	b.Helper()
	return testkit.Data[topup.CreateResponse](who.Post("/pay/order", Object{"payType": payType}))
}

func (b *PaymentFixture) GiveUp(who *sessiontest.Actor, id string) {
	b.Helper()
	who.Delete("/virtual/currency/order/recharge/expired/"+id, nil).OK()
}

func (b *PaymentFixture) Dust(chain, to string, n int) {
	b.Helper()
	for range n {
		b.Send(chain, to, 0)
	}
}
