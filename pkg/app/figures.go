package app

import (
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/review"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/stat"
	"herald/pkg/campaign/stock"
	"herald/pkg/campaign/template"
	"herald/pkg/credit/topup"
)

func (e *Env) stock() *stock.Store {
	e.made.stock.Do(func() {
		e.made.stock.it = &stock.Store{DB: e.DB, Now: e.Now, Settings: e.settings()}
	})
	return e.made.stock.it
}

func (e *Env) stockRoom() *stock.Room {
	return &stock.Room{Book: e.stock(), Countries: e.countries()}
}

// senderRoom is what messages are sent by, and the providers of the deployment.
func (e *Env) senderRoom() *sender.Room {
	m := &e.Config.Money
	accounts := map[string]string{"wechatpay": m.WeChatPay.MerchantID, "alipay": m.Alipay.SellerID, "gateway": m.Gateway.MerchantID}
	return &sender.Room{Book: e.numbers(), Senders: e.senders(), Groups: e.groupOffers, Payments: func() (all []sender.Payments) {
		for _, name := range topup.Providers() {
			profile, used := e.payable(name)
			all = append(all, sender.Payments{Profile: profile, Account: accounts[name], Used: used})
		}
		return all
	}}
}

// reviews is where what waits for a reviewer is told.
func (e *Env) reviews() *review.Room {
	return &review.Room{DB: e.DB, Hub: e.Hub, Desks: []review.Desk{bulk.Desk(), group.Desk(), call.Desk(), template.Desk()}}
}

func (e *Env) stat() *stat.Room {
	return &stat.Room{DB: e.DB, Now: e.Now, Ledger: e.ledger(), Figures: e.figures()}
}
