package linkactivity

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/kit/useragent"
)

// LinkSum counts the clicks on one link.
type LinkSum struct {
	Link    int    `json:"link" doc:"Number of the link in the email. -1: a link that the order's list lacks."`
	URL     string `json:"url" doc:"Address. Empty for a link that is filled per recipient."`
	People  int    `json:"people" doc:"Recipients who clicked it, each counted once."`
	Clicks  int    `json:"clicks" doc:"Clicks of people."`
	Machine int    `json:"machineClicks" doc:"Clicks of machines, as mail gateways make them."`
}

// Point counts the events of an hour or a day.
type Point struct {
	Time          time.Time `json:"time" doc:"Beginning of the hour or day."`
	Loads         int       `json:"loads"`
	Clicks        int       `json:"clicks"`
	MachineLoads  int       `json:"machineLoads"`
	MachineClicks int       `json:"machineClicks"`
	Unsubscribes  int       `json:"unsubscribes"`
}

// Device counts the recipients who loaded or clicked, by the device of their first event.
type Device struct {
	Device string `json:"device" enum:"desktop,phone,tablet,other"`
	People int    `json:"people"`
}

// report is everything that is known of an order's events.
type report struct {
	sum     order.Activity
	links   map[int]*LinkSum
	hours   map[int64]*Point // by unix s of the hour
	devices map[string]int
	people  map[spot]map[int]person
	newest  map[spot]int64 // unix s of the last event of a chunk
	asOf    time.Time
}

// Reader gives the figures of orders. It is one in a process: what it read holds for a quarter of a minute.
type Reader struct {
	DB  store.DB
	Now func() time.Time

	mu    sync.Mutex
	known map[string]*report
}

const (
	fresh     = 15 * time.Second
	mostKnown = 32
)

// Of counts the recipients of an order.
func (r *Reader) Of(ctx context.Context, o *order.Order) (order.Activity, error) {
	rep, err := r.report(ctx, o)
	if err != nil {
		return order.Activity{}, err
	}
	return rep.sum, nil
}

// Times are when people of a chunk loaded, clicked and unsubscribed first, by their index.
func (r *Reader) Times(ctx context.Context, o *order.Order, gen, chunk int) (map[int]order.ActivityTimes, error) {
	_, log, moved, err := load(ctx, r.DB, spot{o.ID, gen, chunk}, 0, false)
	if err != nil {
		return nil, err
	}
	out := map[int]order.ActivityTimes{}
	for i, events := range byRecipient(append(log, moved...)) {
		p := judge(events, machines(events))
		if p.loaded || p.clicked || p.unsubscribed {
			out[i] = order.ActivityTimes{Loaded: at(p.firstLoad), Clicked: at(p.firstClick), Unsubscribed: at(p.leftAt)}
		}
	}
	return out, nil
}

// Clicked reports whether a person clicked, by generation, chunk and index, as of a moment ago.
func (r *Reader) Clicked(ctx context.Context, o *order.Order) (func(gen, chunk, index int) bool, error) {
	rep, err := r.report(ctx, o)
	if err != nil {
		return nil, err
	}
	return func(gen, chunk, index int) bool { return rep.people[spot{o.ID, gen, chunk}][index].clicked }, nil
}

// ActiveSince reports whether anything happened in a chunk since a time, by generation and chunk, as of a moment ago.
func (r *Reader) ActiveSince(ctx context.Context, o *order.Order, since time.Time) (func(gen, chunk int) bool, error) {
	rep, err := r.report(ctx, o)
	if err != nil {
		return nil, err
	}
	return func(gen, chunk int) bool { return rep.newest[spot{o.ID, gen, chunk}] >= since.Unix() }, nil
}

func at(sec int64) time.Time {
	if sec == 0 {
		return time.Time{}
	}
	return time.Unix(sec, 0).UTC()
}

// report reads all events of an order, or gives what was read a moment ago.
func (r *Reader) report(ctx context.Context, o *order.Order) (*report, error) {
	r.mu.Lock()
	had := r.known[o.ID]
	r.mu.Unlock()
	if now := r.Now(); had != nil && now.Sub(had.asOf) < fresh {
		return had, nil
	}
	rep := &report{links: map[int]*LinkSum{}, hours: map[int64]*Point{}, devices: map[string]int{}, people: map[spot]map[int]person{},
		newest: map[spot]int64{},
		asOf:   r.Now()}
	for gen := o.Begin(); gen <= o.Gen; gen++ {
		if err := r.read(ctx, o, gen, rep); err != nil {
			return nil, err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil || len(r.known) >= mostKnown {
		r.known = map[string]*report{}
	}
	r.known[o.ID] = rep
	return rep, nil
}

// read adds the chunks of a generation. A chunk's rows stand side by side, so that one chunk is in memory at a time.
func (r *Reader) read(ctx context.Context, o *order.Order, gen int, rep *report) error {
	var events []entry
	chunk := ""
	end := func() {
		var n int
		if _, err := fmt.Sscanf(chunk, fmt.Sprintf("K#%d#%%05d", gen), &n); err == nil {
			rep.add(spot{o.ID, gen, n}, events)
		}
		events = nil
	}
	q := store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("K#%d#", gen)}
	for it, err := range store.Rows(ctx, r.DB, q) {
		if err != nil {
			return err
		}
		if next := chunkOf(it); next != chunk {
			end()
			chunk = next
		}
		some, err := entriesOf(it)
		if err != nil {
			return err
		}
		events = append(events, some...)
	}
	end()
	return nil
}

// add counts the events of a chunk.
func (rep *report) add(where spot, events []entry) {
	if len(events) == 0 {
		return
	}
	people := map[int]person{}
	for i, own := range byRecipient(events) {
		machine := machines(own)
		p := judge(own, machine)
		people[i] = p
		rep.count(p)
		seen, counted := map[int]bool{}, false
		for k, e := range own {
			rep.event(e, machine[k], seen)
			if !machine[k] && !counted && (e.Link == emaillink.Loaded || isLink(e.Link)) {
				rep.devices[device(e.Kind)]++
				counted = true
			}
		}
	}
	rep.people[where] = people
	for _, e := range events {
		rep.newest[where] = max(rep.newest[where], e.At)
	}
}

func (rep *report) count(p person) {
	one := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	one(&rep.sum.Loaded, p.loaded)
	one(&rep.sum.Clicked, p.clicked)
	one(&rep.sum.Unsubscribed, p.unsubscribed)
	one(&rep.sum.MachineLoaded, p.machineLoaded && !p.loaded)
	one(&rep.sum.MachineClicked, p.machineClicked && !p.clicked)
}

// event counts one event. seen are the links on which its recipient's clicks were counted.
func (rep *report) event(e entry, machine bool, seen map[int]bool) {
	hour := e.At - e.At%3600
	point := rep.hours[hour]
	if point == nil {
		point = &Point{Time: at(hour)}
		rep.hours[hour] = point
	}
	switch {
	case e.Link == emaillink.Unsubscribed:
		point.Unsubscribes++
	case e.Link == emaillink.Loaded && machine:
		point.MachineLoads++
	case e.Link == emaillink.Loaded:
		point.Loads++
	case isLink(e.Link):
		rep.clicked(e, machine, seen, point)
	}
}

func (rep *report) clicked(e entry, machine bool, seen map[int]bool, point *Point) {
	l := rep.links[e.Link]
	if l == nil {
		l = &LinkSum{Link: e.Link}
		rep.links[e.Link] = l
	}
	if machine {
		l.Machine++
		point.MachineClicks++
		return
	}
	l.Clicks++
	point.Clicks++
	if !seen[e.Link] {
		seen[e.Link] = true
		l.People++
	}
}

func device(k useragent.Kind) string {
	switch k {
	case useragent.Desktop, useragent.Phone, useragent.Tablet:
		return k.String()
	}
	return useragent.Other.String()
}

// byLink are the links of an order, those without a click too, in the order of the email.
func (rep *report) byLink(urls []string) []LinkSum {
	out := []LinkSum{}
	for i, url := range urls {
		l := LinkSum{Link: i}
		if had := rep.links[i]; had != nil {
			l = *had
		}
		l.URL = url
		out = append(out, l)
	}
	for link, l := range rep.links {
		if link >= len(urls) {
			more := *l
			if link == emaillink.ElsewhereLink {
				more.Link = -1
			}
			out = append(out, more)
		}
	}
	slices.SortStableFunc(out[len(urls):], func(a, b LinkSum) int { return a.Link - b.Link })
	return out
}

// peopleOf are the recipients of a chunk that did anything.
func (rep *report) peopleOf(orderID string, c *chunkrow.Chunk) map[int]person {
	return rep.people[spot{orderID, c.Gen, c.Number}]
}
