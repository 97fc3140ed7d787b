package price

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/job"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// serviceTexts name the services in notices.
var serviceTexts = map[string]string{"bulk.whatsapp": "price.service.whatsapp", "bulk.sms": "price.service.sms",
	"group":      "price.service.group",
	"call.voice": "price.service.call", "screening": "price.service.screening"}

// raise is a price of a customer that rose.
type raise struct {
	service, country string
	was, now         money.Amount
}

// pending is a change of an owner's lines whose notices are not stored yet. It is written before the change.
type pending struct {
	ID     string    `dynamodbav:"id"`
	Owner  string    `dynamodbav:"o"`
	Before []line    `dynamodbav:"b"` // the owner's lines as they were
	At     time.Time `dynamodbav:"at"`
}

// line is what a notice needs of a Line. An owner has a line for each service and country, so all of them fit into a row.
type line struct {
	Service string       `dynamodbav:"s"`
	Country string       `dynamodbav:"c"`
	Price   money.Amount `dynamodbav:"p"`
	Staff   bool         `dynamodbav:"f,omitempty"`
}

// TaskRaised is the message that asks for the notices of a change.
const TaskRaised = "price.raised"

// patience is how long the message has before the tick does the same.
const patience = 30 * time.Second

// raises are the changes whose notices are not stored yet, keys JOB#0 / … (kit/job).
func raises(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: "platform", Name: "raise", Shards: 1}
}

// changing carries out a change of an owner's lines and notifies every customer that pays more by it, once for each
// change (decisions §14). The pending notice is written before the change, so that a crash after it loses none. The
// platform's own prices are announced by staff.
func (r *Service) changing(ctx context.Context, owner string, change func() error) error {
	if r.Notices == nil || owner == Platform {
		return change()
	}
	before, err := r.List.Of(ctx, owner)
	if err != nil {
		return err
	}
	p := pending{ID: r.NewID(ctx), Owner: owner, At: r.List.Now().UTC().Truncate(time.Millisecond)}
	for _, l := range before {
		p.Before = append(p.Before, line{l.Service, l.Country, l.Price, l.Staff})
	}
	if _, err = r.List.DB.Write(ctx, raises(nil).At(p.At.Add(patience), p.ID, "", p)); err != nil {
		return err
	}
	if err = change(); err != nil {
		return err
	}
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.Notices.Queues.Send(ctx, notice.JobQueue, queue.New(TaskRaised, p.Owner, p)); err != nil {
			r.Notices.Log(map[string]any{"warning": "price: " + err.Error(), "owner": p.Owner})
		}
	})
	return nil
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskRaised: func(ctx context.Context, m queue.Message) error {
		var p pending
		if err := json.Unmarshal(m.Body, &p); err != nil {
			return fmt.Errorf("price: task: %w", err)
		}
		if err := r.tellRaised(ctx, p); err != nil {
			return err
		}
		_, err := r.List.DB.Write(ctx, raises(nil).Drop(p.At.Add(patience), p.ID, ""))
		return err
	}}
}

// Tick stores the notices of changes whose message was lost.
func (r *Service) Tick(ctx context.Context) error {
	return raises(r.List.DB).Tick(ctx, r.List.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var p pending
		if err := d.Decode(&p); err != nil {
			return next, err
		}
		return next, r.tellRaised(ctx, p)
	})
}

// tellRaised compares customers' prices by the lines before a change with their prices now, and stores the notices.
// It may be repeated: each customer gets one notice for a change.
func (r *Service) tellRaised(ctx context.Context, p pending) error {
	var before []Line
	for _, l := range p.Before {
		before = append(before, Line{Owner: p.Owner, Service: l.Service, Country: l.Country, Price: l.Price, Staff: l.Staff})
	}
	after, err := r.List.Of(ctx, p.Owner)
	if err != nil {
		return err
	}
	changed := differing(before, after)
	if len(changed) == 0 {
		return nil
	}
	affected, err := r.affected(ctx, p.Owner)
	if err != nil {
		return err
	}
	return errors.Join(parallel.Each(len(affected), 8, func(i int) error {
		raised, err := r.List.raised(ctx, affected[i], p.Owner, changed, before)
		if err == nil && len(raised) > 0 {
			err = r.Notices.Notify(ctx, raiseNotice(affected[i].User, "price."+p.ID, raised))
		}
		return err
	})...)
}

// affected are the first-level customers and agents whose prices an owner's lines may decide.
func (r *Service) affected(ctx context.Context, owner string) ([]auth.Owner, error) {
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

// raiseNotice is the notice of raised prices.
func raiseNotice(userID, key string, raises []raise) notice.Personal {
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
