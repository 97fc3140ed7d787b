package servicestatus

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Texts are a text in the languages of customers. A language that is left out shows the English text.
type Texts struct {
	ZhCN string `json:"zh_CN,omitempty" dynamodbav:"zh_CN,omitempty" maxLength:"1000"`
	EnUS string `json:"en_US" dynamodbav:"en_US" minLength:"1" maxLength:"1000"`
	PtBR string `json:"pt_BR,omitempty" dynamodbav:"pt_BR,omitempty" maxLength:"1000"`
	ZhTW string `json:"zh_TW,omitempty" dynamodbav:"zh_TW,omitempty" maxLength:"1000"`
}

// in gives the text in a language.
func (t *Texts) in(lang i18n.Lang) string {
	by := map[i18n.Lang]string{i18n.ZhCN: t.ZhCN, i18n.PtBR: t.PtBR, i18n.ZhTW: t.ZhTW}
	if text := by[lang]; text != "" {
		return text
	}
	return t.EnUS
}

func (t *Texts) trim() {
	for _, text := range []*string{&t.ZhCN, &t.EnUS, &t.PtBR, &t.ZhTW} {
		*text = strings.TrimSpace(*text)
	}
}

// Incident is what staff announce: something that happened, or maintenance that is planned.
type Incident struct {
	ID       string     `json:"id" dynamodbav:"id"`
	State    State      `json:"state" dynamodbav:"s" enum:"maintenance,degraded,disrupted"`
	Services []string   `json:"services" dynamodbav:"v"`
	Title    Texts      `json:"title" dynamodbav:"t"`
	Text     Texts      `json:"text" dynamodbav:"x"`
	Start    time.Time  `json:"startTime" dynamodbav:"a"`
	End      *time.Time `json:"endTime" dynamodbav:"e" doc:"Null: it goes on."`
	Updates  []Update   `json:"updates" dynamodbav:"u"`
	Version  int        `json:"-" dynamodbav:"vn"`
	Expires  int64      `json:"-" dynamodbav:"ttl,omitempty"`
}

// Update is what staff add to an incident.
type Update struct {
	ID   string    `json:"id" dynamodbav:"id"`
	Time time.Time `json:"time" dynamodbav:"a"`
	Text Texts     `json:"text" dynamodbav:"x"`
}

// active reports an incident that counts now.
func (i *Incident) active(now time.Time) bool {
	return !now.Before(i.Start) && (i.End == nil || now.Before(*i.End))
}

// Bounds of incidents.
const (
	mostIncidents = 30                               // that are shown
	mostUpdates   = 20                               // texts of 1,000 characters in four languages stay below the 400 KB of a row
	keptIncident  = (keptDays + 10) * 24 * time.Hour // after its end
)

// incidents are those of the last days, the newest first.
func (s *Service) incidents(ctx context.Context) ([]Incident, error) {
	rows, err := s.DB.Query(ctx, store.Query{Table: table, PK: incidentKey("").PK, Desc: true, Limit: mostIncidents})
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[Incident](rows)
	oldest := s.Now().AddDate(0, 0, -keptDays)
	all = slices.DeleteFunc(all, func(i Incident) bool { return i.End != nil && i.End.Before(oldest) })
	for i := range all {
		if all[i].Updates == nil {
			all[i].Updates = []Update{}
		}
	}
	return all, err
}

// IncidentRequest is an incident or maintenance as staff write it.
type IncidentRequest struct {
	State    State      `json:"state" enum:"maintenance,degraded,disrupted"`
	Services []string   `json:"services" minItems:"1" maxItems:"9" enum:"api,whatsapp,sms,voice,email,groups,receipts,imports,payments"`
	Title    Texts      `json:"title"`
	Text     Texts      `json:"text"`
	Start    *time.Time `json:"startTime,omitempty" doc:"Missing: now."`
	End      *time.Time `json:"endTime,omitempty" doc:"Required for maintenance. Missing: it goes on until you end it."`
}

// ChangeRequest changes an incident.
type ChangeRequest struct {
	ID string `json:"id" minLength:"1"`
	IncidentRequest
}

// UpdateRequest adds to an incident, and may end it.
type UpdateRequest struct {
	ID       string `json:"id" minLength:"1"`
	Text     Texts  `json:"text"`
	Resolved bool   `json:"resolved,omitempty" doc:"True: the incident ends now."`
}

// fill checks a request and writes it into an incident.
func (s *Service) fill(i *Incident, r *IncidentRequest) error {
	r.Title.trim()
	r.Text.trim()
	now := s.Now().UTC()
	if r.Start == nil {
		r.Start = &now
	}
	switch {
	case r.Title.EnUS == "":
		return fault.Bad("title.en_US", "servicestatus.title")
	case r.Text.EnUS == "":
		return fault.Bad("text.en_US", "servicestatus.text")
	case r.State == Maintenance && r.End == nil:
		return fault.Bad("endTime", "servicestatus.end")
	case r.End != nil && !r.End.After(*r.Start):
		return fault.Bad("endTime", "servicestatus.order")
	}
	i.State, i.Services, i.Title, i.Text, i.Start, i.End = r.State, r.Services, r.Title, r.Text, r.Start.UTC(), r.End
	i.expire()
	return nil
}

func (i *Incident) expire() {
	i.Expires = 0
	if i.End != nil {
		i.Expires = i.End.Add(keptIncident).Unix()
	}
}

func (s *Service) list(ctx context.Context, _ *struct{}) ([]Incident, error) {
	if err := everything(ctx); err != nil {
		return nil, err
	}
	return s.incidents(ctx)
}

func (s *Service) create(ctx context.Context, in *struct{ Body IncidentRequest }) (*Incident, error) {
	if err := everything(ctx); err != nil {
		return nil, err
	}
	i := &Incident{ID: s.NewID(ctx), Updates: []Update{}}
	if err := s.fill(i, &in.Body); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, i.ID, nil, in.Body)
	auditlog.Subject(ctx, i.Title.EnUS)
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Put, Key: incidentKey(i.ID), Item: i})
	s.forget()
	return i, err
}

func (s *Service) change(ctx context.Context, in *struct{ Body ChangeRequest }) (*Incident, error) {
	return s.update(ctx, in.Body.ID, in.Body, func(i *Incident) error { return s.fill(i, &in.Body.IncidentRequest) })
}

func (s *Service) addUpdate(ctx context.Context, in *struct{ Body UpdateRequest }) (*Incident, error) {
	b, id := &in.Body, s.NewID(ctx)
	return s.update(ctx, b.ID, b, func(i *Incident) error {
		if b.Text.trim(); b.Text.EnUS == "" {
			return fault.Bad("text.en_US", "servicestatus.text")
		}
		if slices.ContainsFunc(i.Updates, func(u Update) bool { return u.ID == id }) {
			return nil // added before an unclear answer
		}
		if len(i.Updates) >= mostUpdates {
			return fault.State("servicestatus.updates", "n", mostUpdates)
		}
		now := s.Now().UTC()
		i.Updates = append(i.Updates, Update{ID: id, Time: now, Text: b.Text})
		if b.Resolved {
			i.End = &now
			i.expire()
		}
		return nil
	})
}

// tries of a change that others make at the same time.
const tries = 8

// update changes an incident that stands.
func (s *Service) update(ctx context.Context, id string, note any, do func(*Incident) error) (*Incident, error) {
	if err := everything(ctx); err != nil {
		return nil, err
	}
	var out *Incident
	err := store.Retry(ctx, tries, func() error {
		i, ok, err := store.Load[Incident](ctx, s.DB, incidentKey(id), true)
		if err != nil {
			return err
		}
		if !ok {
			return fault.Missing()
		}
		seen := i.Version
		if err := do(&i); err != nil {
			return err
		}
		if i.Updates == nil {
			i.Updates = []Update{}
		}
		out, i.Version = &i, seen+1
		_, err = s.DB.Write(ctx, store.Op{Verb: store.Put, Key: incidentKey(id), Item: i, If: store.Eq("vn", seen)})
		if store.ConditionFailed(err) != nil {
			return store.ErrConflict
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, nil, note)
	auditlog.Subject(ctx, out.Title.EnUS)
	s.forget()
	return out, nil
}

func (s *Service) remove(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	if err := everything(ctx); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, map[string]any{"incident": in.ID}, nil)
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Delete, Key: incidentKey(in.ID)})
	s.forget()
	return &web.Done{}, err
}
