package price

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/platform/notice"
)

// serviceTexts name the services in notices.
var serviceTexts = map[string]string{"bulk.whatsapp": "price.service.whatsapp", "bulk.sms": "price.service.sms", "group": "price.service.group",
	"call.voice": "price.service.call", "screening": "price.service.screening"}

// raise is a price of a customer that rose.
type raise struct {
	service, country string
	was, now         money.Amount
}

// changing carries out a change of an owner's lines and tells every customer that pays more by it, once for each change (decisions §14).
// The platform's own prices are announced by staff. A notice that cannot be sent fails nothing: the price stands, and a call that
// expects the old cost is refused.
func (r *Room) changing(ctx context.Context, owner string, change func() error) error {
	if r.Notices == nil || owner == Platform {
		return change()
	}
	before, err := r.List.Of(ctx, owner)
	if err == nil {
		err = change()
	}
	if err != nil {
		return err
	}
	if err := r.tellRaised(ctx, owner, before); err != nil {
		r.Notices.Log(map[string]any{"error": "price: notices of a raise: " + err.Error(), "owner": owner})
	}
	return nil
}

// tellRaised compares what customers paid by the lines before with what they pay now.
func (r *Room) tellRaised(ctx context.Context, owner string, before []Line) error {
	after, err := r.List.Of(ctx, owner)
	if err != nil {
		return err
	}
	changed := differing(before, after)
	if len(changed) == 0 {
		return nil
	}
	affected, err := r.affected(ctx, owner)
	if err != nil {
		return err
	}
	key := "price." + r.List.Now().UTC().Format("20060102T150405.000000000") + "." + owner
	errs := parallel.Each(len(affected), 8, func(i int) error {
		raises, err := r.List.raised(ctx, affected[i], owner, changed, before)
		if err == nil && len(raises) > 0 {
			r.Notices.TellLater(ctx, told(affected[i].User, key, raises))
		}
		return err
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// affected are the first-level customers and agents whose prices an owner's lines may decide.
func (r *Room) affected(ctx context.Context, owner string) ([]auth.Owner, error) {
	agent, listed := strings.CutPrefix(owner, ListOf(""))
	if !listed {
		u, err := r.Users.Find(ctx, auth.Everything, owner)
		if err != nil || u.Type != auth.Agent {
			return []auth.Owner{u.Owner()}, err
		}
		below, err := r.Customers(ctx, u.ID)
		return append(below, u.Owner()), err
	}
	return r.Customers(ctx, agent)
}

// differing are the lines that were added, changed or removed, by their places.
func differing(before, after []Line) (places []Line) {
	same := func(a, b Line) bool { return a.Service == b.Service && a.Country == b.Country }
	for _, was := range before {
		i := slices.IndexFunc(after, func(l Line) bool { return same(l, was) })
		if i < 0 || after[i].Price != was.Price || after[i].Staff != was.Staff {
			places = append(places, was)
		}
	}
	for _, now := range after {
		if !slices.ContainsFunc(before, func(l Line) bool { return same(l, now) }) {
			places = append(places, now)
		}
	}
	return places
}

// raised are the prices of a customer that rose with an owner's lines at some places. before are the owner's lines as they were.
func (l *List) raised(ctx context.Context, of auth.Owner, owner string, places, before []Line) (out []raise, err error) {
	whose := ownersOf(of)
	for _, at := range places {
		rows, err := l.rows(ctx, whose.all(), at.Service, at.Country)
		if err != nil {
			return nil, err
		}
		now, err1 := whose.decide(func(i int) (Line, bool, error) { return firstOf(rows[2*i : 2*i+2]) }, at.Country)
		was, err2 := whose.decide(func(i int) (Line, bool, error) {
			if whose.all()[i] != owner {
				return firstOf(rows[2*i : 2*i+2])
			}
			return lineFor(before, at.Service, at.Country)
		}, at.Country)
		if err1 == nil && err2 == nil && now.Price > was.Price { // without a price nothing was sold, or is
			out = append(out, raise{at.Service, at.Country, was.Price, now.Price})
		}
	}
	return out, nil
}

// decide is quote with a line for each owner by its place among all.
func (of owners) decide(line func(i int) (Line, bool, error), country string) (Quote, error) {
	at := 0
	return of.quote(func(owners []string) (found Line, ok bool, err error) {
		for range owners {
			if !ok && err == nil {
				found, ok, err = line(at)
			}
			at++
		}
		return found, ok, err
	}, country)
}

// lineFor is an owner's line for a country, else that for anywhere.
func lineFor(lines []Line, service, country string) (Line, bool, error) {
	for _, c := range []string{country, Anywhere} {
		if i := slices.IndexFunc(lines, func(l Line) bool { return l.Service == service && l.Country == c }); i >= 0 {
			return lines[i], true, nil
		}
	}
	return Line{}, false, nil
}

// told is the notice of raised prices.
func told(userID, key string, raises []raise) notice.Personal {
	n := notice.Personal{UserID: userID, Key: key, Title: "price.tell.raisedTitle"}
	if len(raises) > 1 {
		n.Body, n.Args = "price.tell.raisedMany", map[string]string{"n": strconv.Itoa(len(raises))}
		return n
	}
	one := raises[0]
	country := one.country
	if country == Anywhere {
		country = "price.tell.anywhere"
	}
	n.Body = "price.tell.raised"
	n.Args = map[string]string{"service": service(one.service), "country": country, "was": one.was.String(), "price": one.now.String()}
	return n
}

func service(code string) string {
	if text, known := serviceTexts[code]; known {
		return text
	}
	return code
}
