package group

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/money"
)

// Scale is what a group may be.
type Scale struct {
	Ranges        []Range         `json:"ranges" doc:"Size ranges. A group of the first range costs as much as one of chargeMin people."`
	ChargeMin     int             `json:"chargeMin"`
	AudienceMax   int             `json:"audienceMax" doc:"Maximum members of an order."`
	ServicesMax   int             `json:"servicesMax"`
	AdminsMax     int             `json:"adminsMax"`
	GreetingMax   int             `json:"greetingMax" doc:"Maximum characters of a greeting."`
	GreetingTimes int             `json:"greetingTimes"`
	AvatarBytes   int             `json:"avatarBytes"`
	PictureBytes  int             `json:"pictureBytes" doc:"Maximum bytes of a greeting's picture."`
	Providers     []GroupProvider `json:"providers"`
}

// Range is a range of sizes.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// GroupProvider is who makes groups, and what it can do.
type GroupProvider struct {
	Provider   string `json:"provider"`
	SizeMin    int    `json:"sizeMin"`
	SizeMax    int    `json:"sizeMax"`
	CanAdd     bool   `json:"canAdd" doc:"The provider adds people directly. False: people join by the invite link."`
	CanMute    bool   `json:"canMute"`
	CanPromote bool   `json:"canPromote"`
	CanGreet   bool   `json:"canGreet"`
	InviteOnly bool   `json:"inviteOnly"`
	Own        int    `json:"own" doc:"Places of each group that the provider's own account takes."`
	Square     int    `json:"square" doc:"Pictures must be square JPEG with at least this many pixels a side. 0: any picture."`
}

func (r *Service) scale(ctx context.Context, _ *struct{}) (*Scale, error) {
	l, err := r.limits(ctx)
	if err != nil {
		return nil, err
	}
	s := &Scale{Ranges: []Range{{l.sizeMin, l.sizeMax}}, ChargeMin: l.charge, AudienceMax: l.audience, ServicesMax: l.services,
		AdminsMax: l.admins, GreetingMax: l.welcome, GreetingTimes: l.greetings,
		AvatarBytes: l.avatar, PictureBytes: l.picture, Providers: []GroupProvider{}}
	if l.sizeMin < l.charge && l.charge <= l.sizeMax {
		s.Ranges = []Range{{l.sizeMin, l.charge - 1}, {l.charge, l.sizeMax}}
	}
	for _, p := range r.Offers() {
		least, most := l.sizes(&p)
		s.Providers = append(s.Providers, GroupProvider{p.Provider, least, most, p.CanAdd, p.CanMute, p.CanPromote, p.GroupGreets, p.InviteOnly,
			p.GroupOwn, p.GroupSquare})
	}
	return s, nil
}

// Day is a day on which an order may start.
type Day struct {
	Date string `json:"date" example:"2026-11-21"`
	Num  *int   `json:"num" doc:"Groups that can still be made. Null: no limit."`
}

func (r *Service) availableDays(ctx context.Context, _ *struct{}) ([]Day, error) {
	ahead, err := r.Engine.Flow.Settings.Int(ctx, order.AheadFar)
	if err != nil {
		return nil, err
	}
	now := r.Engine.Flow.Now()
	left, err := r.Engine.Flow.Credit.Stock.Groups(ctx, now, ahead+1)
	days := []Day{}
	for i := range ahead + 1 {
		day := stock.DayOf(now.AddDate(0, 0, i))
		of := Day{Date: day}
		if n, limited := left[day]; limited {
			of.Num = &n
		}
		days = append(days, of)
	}
	return days, err
}

// CheckResponse tells whether an order is covered.
type CheckResponse struct {
	Enough  bool         `json:"enough"`
	Price   money.Amount `json:"price" doc:"Price of one place."`
	Cost    money.Amount `json:"cost"`
	Balance money.Amount `json:"balance"`
	Missing money.Amount `json:"missing" doc:"Missing credit."`
	Groups  int          `json:"groups"`
	Parts   int          `json:"parts" doc:"Places that each group is charged for."`
	Stock   *int         `json:"stock" doc:"Groups that can still be made on the start day. Null: no limit."`
}

func (r *Service) checkMoney(ctx context.Context, in *struct{ Body Request }) (*CheckResponse, error) {
	e, err := r.intake.Estimated(ctx, &in.Body)
	if err != nil {
		return nil, err
	}
	c := &CheckResponse{Enough: e.Enough, Price: e.Price, Cost: e.Cost, Balance: e.Balance, Missing: max(0, e.Cost-e.Balance),
		Groups: e.Targets, Parts: e.Parts, Stock: e.Stock}
	return c, nil
}
