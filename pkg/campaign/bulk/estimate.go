package bulk

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// What the room adds to dictionaries of others: the services that have a price, and what a country can be closed for.
const (
	serviceWhatsApp = "bulk.whatsapp"
	serviceSMS      = "bulk.sms"
	business        = "bulk"
)

// Refusal counts recipients that cannot be sent to.
type Refusal struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Estimate is what an order would cost (decisions §10).
type Estimate struct {
	Targets    int          `json:"targets"`
	Price      money.Amount `json:"price"`
	Cost       money.Amount `json:"cost"`
	Balance    money.Amount `json:"balance"`
	Stock      *int         `json:"stock" doc:"null: without limit"`
	Enough     bool         `json:"enough"`
	FinishTime time.Time    `json:"finishTime"`
	Refused    []Refusal    `json:"refused"`
}

// short tells that the country's stock does not cover the estimate.
func (e *Estimate) short() bool { return e.Stock != nil && *e.Stock < e.Targets }

// offer is an estimate with everything that an order needs of it.
type offer struct {
	Estimate
	quote price.Quote
	group contact.Group
	file  contact.Targets
}

// estimate checks a wish completely and prices it. It changes nothing.
func (r *Room) estimate(ctx context.Context, p *auth.Principal, w *Wish) (*offer, error) {
	ch, ok := r.Channels[w.Channel]
	if !ok {
		return nil, fault.Bad("channel", "bulk.channel", "channel", w.Channel)
	}
	if err := r.Countries.Open(ctx, "countryCode", w.CountryCode, business); err != nil {
		return nil, err
	}
	if w.Split > 1 {
		return nil, fault.Bad("split", "bulk.split")
	}
	if err := r.checkStart(ctx, w.StartTime); err != nil {
		return nil, err
	}
	of := &offer{}
	if err := r.targets(ctx, p, w, of); err != nil {
		return nil, err
	}
	profile := ch.Messenger.Profile()
	most, err := r.Settings.Int(ctx, "order.placeholders")
	if err != nil {
		return nil, err
	}
	if err := w.Message.check(profile, of.file.Columns, most); err != nil {
		return nil, err
	}
	if err := r.checkMedia(ctx, p, &w.Message); err != nil {
		return nil, err
	}
	if w.Message.Type == provider.Template {
		for _, code := range profile.NoMarketingIn {
			if code == w.CountryCode {
				of.Refused = append(of.Refused, Refusal{"bulk.noMarketing", of.Targets})
				of.Targets = 0
			}
		}
	}
	return of, r.price(ctx, p, w, of, profile)
}

func (r *Room) targets(ctx context.Context, p *auth.Principal, w *Wish, of *offer) (err error) {
	of.Refused = []Refusal{}
	switch {
	case (w.GroupID == "") == (w.FileID == ""):
		return fault.Bad("groupId", "bulk.target")
	case w.GroupID != "":
		if of.group, err = r.Contacts.Group(ctx, p.Scope(), w.GroupID); err != nil {
			return err
		}
		if of.group.Country != w.CountryCode {
			return fault.Bad("countryCode", "bulk.country")
		}
		of.Targets = of.group.Members
	default:
		if of.file, err = r.Contacts.File(ctx, p.Scope(), w.FileID, w.CountryCode); err != nil {
			return err
		}
		of.Targets = len(of.file.Numbers)
		if of.file.Bad > 0 {
			of.Refused = append(of.Refused, Refusal{"bulk.badRows", of.file.Bad})
		}
	}
	if of.Targets == 0 {
		return fault.Bad("groupId", "bulk.empty")
	}
	return nil
}

func (r *Room) price(ctx context.Context, p *auth.Principal, w *Wish, of *offer, profile provider.Profile) (err error) {
	service := serviceWhatsApp
	if w.Channel == "sms" {
		service = serviceSMS
	}
	if of.quote, err = r.Prices.Quote(ctx, p.Owner(), service, w.CountryCode); err != nil {
		return err
	}
	of.Price = of.quote.Price
	if of.Cost, err = of.Price.Mul(int64(of.Targets)); err != nil {
		return err
	}
	if of.Balance, _, err = r.Ledger.Balance(ctx, p.UserID); err != nil {
		return err
	}
	if of.Stock, err = r.Stock.Left(ctx, w.CountryCode); err != nil {
		return err
	}
	of.Enough = of.Balance >= of.Cost && of.Targets > 0 && !of.short()
	start := r.Now()
	if w.StartTime != nil && w.StartTime.After(start) {
		start = *w.StartTime
	}
	of.FinishTime = start.Add(time.Duration(of.Targets) * time.Second / time.Duration(profile.PerSecond)).Truncate(time.Second)
	return nil
}

func (r *Room) checkStart(ctx context.Context, at *time.Time) error {
	if at == nil {
		return nil
	}
	days, err := r.Settings.Int(ctx, "order.appointment.days")
	if err != nil {
		return err
	}
	switch now := r.Now(); {
	case at.Before(now.Add(-time.Minute)): // a minute for the clock of the client
		return fault.Bad("startTime", "bulk.startPast")
	case at.After(now.AddDate(0, 0, days)):
		return fault.Bad("startTime", "bulk.startFar", "days", days)
	}
	return nil
}

func (r *Room) checkMedia(ctx context.Context, p *auth.Principal, m *Message) error {
	if m.MediaID != "" && (m.Type == provider.Image || m.Type == provider.Video) {
		return r.mediaFits(ctx, p.Scope(), m.MediaID, m.Type)
	}
	if m.Link != nil && m.Link.ThumbnailID != "" {
		return r.mediaFits(ctx, p.Scope(), m.Link.ThumbnailID, provider.Image)
	}
	return nil
}
