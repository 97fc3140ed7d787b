package app

import (
	"herald/pkg/campaign/report"
	"herald/pkg/campaign/review"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/topup"
)

func (e *Env) stock() *stock.Store {
	return e.singletons.stock.get(func() *stock.Store {
		return &stock.Store{DB: e.DB, Now: e.Now, Settings: e.Settings()}
	})
}

func (e *Env) stockService() *stock.Service {
	return &stock.Service{Store: e.stock(), Countries: e.countries(), Numbers: numberDays(e)}
}

// senderService is what messages are sent by, and the providers of the deployment.
func (e *Env) senderService() *sender.Service {
	return &sender.Service{Store: e.numbers(), Senders: e.Senders(), Groups: e.groupOffers, Payments: func() (all []sender.Payments) {
		for _, name := range topup.Providers() {
			profile, used := e.payable(name)
			all = append(all, sender.Payments{Profile: profile, Account: e.merchant(name), Used: used})
		}
		return all
	}}
}

// reviews is the service that reports orders waiting for review.
func (e *Env) reviews() *review.Service {
	return &review.Service{DB: e.DB, Hub: e.Hub, Desks: e.reviewQueues()}
}

func (e *Env) Report() *report.Service {
	return &report.Service{DB: e.DB, Now: e.Now, Ledger: e.Ledger(), Visible: e.Users().Visible, Figures: e.figures()}
}
