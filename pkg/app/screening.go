package app

import (
	"herald/pkg/audience/screening"
	"herald/pkg/provider"
	"herald/pkg/provider/partner"
)

func (e *Env) screening() *screening.Service {
	return e.singletons.screening.get(func() *screening.Service {
		return &screening.Service{DB: e.DB, Contacts: e.Contacts(), Risks: e.riskgroup(), Ledger: e.Ledger(),
			Prices: e.Prices(), Settings: e.Settings(), Queues: e.Queues, Partner: e.screener,
			Offered: e.Config.Partner.URL != "", Notices: e.Notifier(), Open: e.open(screening.Business), Now: e.Now, NewID: e.NewID, Log: e.Log}
	})
}

// screeningCallbacks receives the partner's callbacks.
func (e *Env) screeningCallbacks() *screening.CallbackHandler {
	return &screening.CallbackHandler{Queues: e.Queues, Partner: e.screener}
}

// screener is the partner that screens numbers; nil without an error where there is none.
func (e *Env) screener() (provider.Screener, error) {
	e.singletons.screener.Lock()
	defer e.singletons.screener.Unlock()
	c := e.Config.Partner
	if e.singletons.screener.it != nil || c.URL == "" {
		return e.singletons.screener.it, nil
	}
	a, err := partner.New(partner.Config{BaseURL: c.URL, Token: c.Token, Secrets: c.Secrets,
		NotifyURL: e.Config.PublicURL + "/api/hook/partner", Client: e.outside(), Now: e.Now})
	if err != nil {
		return nil, err
	}
	e.singletons.screener.it = a
	return a, nil
}
