package servicestatus

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const (
	base = "/system/status"
	perm = "system:status:edit"
)

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: base, Perm: web.Public,
		Summary: "Get the state of each service, with 90 days, incidents and planned maintenance, in the caller's language"},
		func(ctx context.Context, _ *struct{}) (*Page, error) { return s.page(ctx, a) })
	web.Handle(a, web.Route{Method: "GET", Path: base + "/incident", Perm: perm,
		Summary: "List incidents and maintenance of the last 90 days in all languages"}, s.list)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/incident", Perm: perm,
		Summary: "Announce an incident or planned maintenance"}, s.create)
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/incident", Perm: perm,
		Summary: "Change an incident or planned maintenance"}, s.change)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/incident/update", Perm: perm,
		Summary: "Add an update to an incident, and end it if it is resolved"}, s.addUpdate)
	web.Handle(a, web.Route{Method: "DELETE", Path: base + "/incident/{id}", Perm: perm,
		Summary: "Delete an incident or planned maintenance"}, s.remove)
}

// everything refuses staff who see only some customers: a status page is for all of them.
func everything(ctx context.Context) error {
	if auth.Must(ctx).Scope() != auth.Everything {
		return fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	return nil
}

// Page is the status page.
type Page struct {
	State     State          `json:"state" enum:"operational,maintenance,degraded,disrupted,unknown" doc:"The worst state of all services."`
	Checked   *time.Time     `json:"checkedTime" doc:"When the services were judged last. Null: not yet."`
	Services  []ServiceState `json:"services"`
	Incidents []Announcement `json:"incidents" doc:"Of the last 90 days and planned, the newest first."`
}

// ServiceState is how a service works.
type ServiceState struct {
	Service string `json:"service" enum:"api,whatsapp,sms,voice,email,groups,receipts,imports,payments"`
	Name    string `json:"name"`
	State   State  `json:"state" enum:"operational,maintenance,degraded,disrupted,unknown"`
	Text    string `json:"text" doc:"The state in words."`
	Days    []Day  `json:"days" doc:"The last 90 days, the oldest first."`
}

// Day is the worst state of a day.
type Day struct {
	Date  string `json:"date" format:"date"`
	State State  `json:"state" enum:"operational,maintenance,degraded,disrupted,unknown"`
}

// Announcement is an incident in the caller's language.
type Announcement struct {
	ID       string               `json:"id"`
	State    State                `json:"state" enum:"maintenance,degraded,disrupted"`
	Services []string             `json:"services"`
	Title    string               `json:"title"`
	Text     string               `json:"text"`
	Start    time.Time            `json:"startTime"`
	End      *time.Time           `json:"endTime" doc:"Null: it goes on."`
	Active   bool                 `json:"active"`
	Updates  []AnnouncementUpdate `json:"updates" doc:"The oldest first."`
}

// AnnouncementUpdate is what was added to an incident.
type AnnouncementUpdate struct {
	Time time.Time `json:"time"`
	Text string    `json:"text"`
}

// board is what the page is made of.
type board struct {
	look      look
	judged    bool
	days      days
	incidents []Incident
}

// fresh is how long a process serves what it read: the page is public, and its reads are bounded by this.
const fresh = 10 * time.Second

func (s *Service) forget() {
	s.mu.Lock()
	s.kept = nil
	s.mu.Unlock()
}

func (s *Service) board(ctx context.Context) (*board, error) {
	now := s.Now()
	s.mu.Lock()
	kept, read := s.kept, s.read
	s.mu.Unlock()
	if age := now.Sub(read); kept != nil && age >= 0 && age < fresh {
		return kept, nil
	}
	b := &board{}
	err := parallel.Do(
		func() error {
			rows, err := s.DB.GetMany(ctx, []store.Key{nowKey(), daysKey()}, false)
			if err != nil {
				return err
			}
			if b.judged, err = store.Decode(rows[0], &b.look); err != nil {
				return err
			}
			_, err = store.Decode(rows[1], &b.days)
			return err
		},
		func() (err error) { b.incidents, err = s.incidents(ctx); return err })
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.kept, s.read = b, now
	s.mu.Unlock()
	return b, nil
}

// page serves the status page. What was judged too long ago is not known; that the API answers is.
func (s *Service) page(ctx context.Context, a *web.API) (*Page, error) {
	b, err := s.board(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Now().UTC()
	states := map[string]State{}
	for service, state := range b.look.States {
		if now.Sub(b.look.At) > stale {
			state = NotKnown
		}
		states[service] = state
	}
	if !b.judged {
		for _, service := range Services[1:] {
			states[service] = NotKnown
		}
	}
	states["api"] = worse(states["api"], Operational) // it answers
	states = announced(b.incidents, states, now)
	told := b.told(now)
	out := &Page{State: Operational, Services: []ServiceState{}, Incidents: []Announcement{}}
	if b.judged {
		at := b.look.At
		out.Checked = &at
	}
	for _, service := range Services {
		state, shown := states[service]
		if !shown {
			continue
		}
		out.State = worse(out.State, state)
		out.Services = append(out.Services, ServiceState{Service: service, Name: a.Text(ctx, "servicestatus.service."+service, nil), State: state,
			Text: a.Text(ctx, "servicestatus.state."+string(state), nil), Days: b.history(service, state, now, told)})
	}
	if out.State == Operational && (!b.judged || now.Sub(b.look.At) > stale) {
		out.State = NotKnown // all that is known is that the API answers
	}
	lang := web.LangOf(ctx)
	for _, i := range b.incidents {
		one := Announcement{ID: i.ID, State: i.State, Services: i.Services, Title: i.Title.in(lang), Text: i.Text.in(lang), Start: i.Start,
			End: i.End, Active: i.active(now), Updates: []AnnouncementUpdate{}}
		for _, u := range i.Updates {
			one.Updates = append(one.Updates, AnnouncementUpdate{u.Time, u.Text.in(lang)})
		}
		out.Incidents = append(out.Incidents, one)
	}
	return out, nil
}

// told are the worst states of days by staff's announcements, also of what staff could announce only when it was over.
func (b *board) told(now time.Time) map[string]map[string]State {
	out := map[string]map[string]State{}
	for _, i := range b.incidents {
		end := now
		if i.End != nil && i.End.Before(now) {
			end = *i.End
		}
		if i.Start.After(end) {
			continue // planned
		}
		for date := range datesOf(later(i.Start, now.AddDate(0, 0, -keptDays)), end) {
			if out[date] == nil {
				out[date] = map[string]State{}
			}
			for _, service := range i.Services {
				out[date][service] = worse(out[date][service], i.State)
			}
		}
	}
	return out
}

// history is the days of a service up to today. Days before the first look, and those without one, are not known.
func (b *board) history(service string, today State, now time.Time, told map[string]map[string]State) []Day {
	all := make([]Day, keptDays)
	since := b.look.Since.Format(dateForm)
	for i := range all {
		date := now.AddDate(0, 0, i-keptDays+1).Format(dateForm)
		state := b.days.Days[date][service]
		switch {
		case !b.judged || date < since:
			state = NotKnown
		case state == "":
			state = Operational
		}
		state = worse(state, told[date][service])
		if i == keptDays-1 {
			state = worse(state, today)
		}
		all[i] = Day{date, state}
	}
	return all
}
