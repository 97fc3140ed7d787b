package group

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/money"
)

// Scale is what a group may be.
type Scale struct {
	Ranges        []Range         `json:"ranges" doc:"sizes; a group of the first costs what one of chargeMin people costs"`
	ChargeMin     int             `json:"chargeMin"`
	AudienceMax   int             `json:"audienceMax" doc:"members of an order"`
	ServicesMax   int             `json:"servicesMax"`
	AdminsMax     int             `json:"adminsMax"`
	GreetingMax   int             `json:"greetingMax" doc:"characters"`
	GreetingTimes int             `json:"greetingTimes"`
	AvatarBytes   int             `json:"avatarBytes"`
	PictureBytes  int             `json:"pictureBytes" doc:"of a greeting"`
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
	CanAdd     bool   `json:"canAdd" doc:"it adds people; without, who is to join needs the link"`
	CanMute    bool   `json:"canMute"`
	CanPromote bool   `json:"canPromote"`
	CanGreet   bool   `json:"canGreet"`
	InviteOnly bool   `json:"inviteOnly"`
	Own        int    `json:"own" doc:"places of each group that the provider's account takes itself"`
	Square     int    `json:"square" doc:"its pictures are square, JPEG, of so many pixels a side at least; 0: any picture"`
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
	Num  *int   `json:"num" doc:"groups that can still be made; null: without limit"`
}

func (r *Service) availableDays(ctx context.Context, _ *struct{}) ([]Day, error) {
	ahead, err := r.Engine.Flow.Settings.Int(ctx, order.AheadFar)
	if err != nil {
		return nil, err
	}
	now := r.Engine.Flow.Now()
	left, err := r.Engine.Flow.Stock.Groups(ctx, now, ahead+1)
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
	Price   money.Amount `json:"price" doc:"of a person's place"`
	Cost    money.Amount `json:"cost"`
	Balance money.Amount `json:"balance"`
	Missing money.Amount `json:"missing" doc:"of the balance"`
	Groups  int          `json:"groups"`
	Parts   int          `json:"parts" doc:"places that each group is charged for"`
	Stock   *int         `json:"stock" doc:"groups that can still be made on the day of the start; null: without limit"`
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
