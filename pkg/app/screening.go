package app

import (
	"herald/pkg/audience/screening"
	"herald/pkg/provider"
	"herald/pkg/provider/partner"
)

func (e *Env) screening() *screening.Room {
	e.made.screening.Do(func() {
		e.made.screening.it = &screening.Room{DB: e.DB, Contacts: e.contact(), Risks: e.riskgroup(), Ledger: e.ledger(), Prices: e.prices(), Settings: e.settings(), Queues: e.Queues, Partner: e.screener,
			Offered: e.Config.Partner.URL != "", Notices: e.teller(), Open: e.open(screening.Business), Now: e.Now, NewID: e.newID, Log: e.Log}
	})
	return e.made.screening.it
}

// ear hears the partner.
func (e *Env) ear() *screening.Ear {
	return &screening.Ear{Queues: e.Queues, Partner: e.screener}
}

// screener is the partner that screens numbers; nil without an error where there is none.
func (e *Env) screener() (provider.Screener, error) {
	e.made.screener.Lock()
	defer e.made.screener.Unlock()
	c := e.Config.Partner
	if e.made.screener.it != nil || c.URL == "" {
		return e.made.screener.it, nil
	}
	a, err := partner.New(partner.Config{BaseURL: c.URL, Token: c.Token, Secrets: c.Secrets, NotifyURL: e.Config.PublicURL + "/api/hook/partner", Client: e.outside(), Now: e.Now})
	if err != nil {
		return nil, err
	}
	e.made.screener.it = a
	return a, nil
}
