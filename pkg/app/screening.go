package app

import (
	"herald/pkg/audience/screening"
)

func (e *Env) screening() *screening.Service {
	return e.singletons.screening.get(func() *screening.Service {
		return &screening.Service{DB: e.DB, Contacts: e.Contacts(), Risks: e.riskgroup(), Ledger: e.Ledger(),
			Prices: e.Prices(), Settings: e.Settings(), Queues: e.Queues, Partner: e.screener,
			Offered: e.screens, Notices: e.Notifier(), Open: e.open(screening.Business), Now: e.Now, NewID: e.NewID, Log: e.Log}
	})
}

// screeningCallbacks receives the partner's callbacks.
func (e *Env) screeningCallbacks() *screening.CallbackHandler {
	return &screening.CallbackHandler{Queues: e.Queues, Partner: e.screener}
}
