package price

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/platform/stafflimit"
)

// Staff that may not change settings set no price below a part of the platform's default, and no default (setting staff.price.percent).

// mayDefault refuses the change of a default price. Fault: price.defaults (40316).
func mayDefault(p *auth.Principal) error {
	if stafflimit.Bounded(p) {
		return fault.New(fault.Forbidden, 40316, "price.defaults")
	}
	return nil
}

// staffFloor is floor for a price that staff set. Faults: price.staffFloor, price.noDefault.
func (r *Service) staffFloor(ctx context.Context, line Line) error {
	if !stafflimit.Bounded(auth.Must(ctx)) || line.Owner == Platform {
		return nil
	}
	defaults, err := r.List.Of(ctx, Platform)
	if err != nil {
		return err
	}
	return r.staffFits(ctx, line, defaults)
}

// staffFits is staffFloor with the platform's lines that were read.
func (r *Service) staffFits(ctx context.Context, line Line, defaults []Line) error {
	if !stafflimit.Bounded(auth.Must(ctx)) || line.Owner == Platform {
		return nil
	}
	standard, ok := standardOf(defaults, line.Service, line.Country)
	if !ok {
		return fault.Bad("price", "price.noDefault")
	}
	least, err := r.Limits.Floor(ctx, standard)
	if err == nil && line.Price < least {
		err = fault.Bad("price", "price.staffFloor", "min", least.String())
	}
	return err
}

// standardOf is the default price that a line is compared with. A line for anywhere stands for every country that the owner has no line
// for, so it is compared with the highest default of the service.
func standardOf(defaults []Line, service, country string) (highest money.Amount, ok bool) {
	if country != Anywhere {
		line, ok, _ := lineFor(defaults, service, country)
		return line.Price, ok
	}
	for _, l := range defaults {
		if l.Service == service {
			highest, ok = max(highest, l.Price), true
		}
	}
	return highest, ok
}
