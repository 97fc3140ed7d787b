package lead

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// ChangeRequest is a lead's contact as it is corrected. It replaces all fields.
type ChangeRequest struct {
	ID string `json:"id" minLength:"1" maxLength:"64"`
	Contact
}

// editRoute corrects how a lead is reached. Faults: 404; 409 lead.exists for a number or address of another lead.
func (r *Service) editRoute(ctx context.Context, in *struct{ Body ChangeRequest }) (*Lead, error) {
	w := in.Body
	if _, err := r.find(ctx, w.ID); err != nil {
		return nil, err
	}
	if err := w.Check(); err != nil {
		return nil, err
	}
	return r.changeBy(ctx, w.ID, entryEdited, func(e *entity, _ *Entry) ([]store.Op, error) {
		was := Contact{Phone: e.PhoneNumber, Email: e.Email}
		before, now := was.keys(e.Owner.Tenant), w.keys(e.Owner.Tenant)
		ops := []store.Op{}
		for _, k := range before {
			if p, _, err := store.Load[pointer](ctx, r.DB, k, true); err != nil {
				return nil, err
			} else if p.ID == e.ID && !slices.Contains(now, k) {
				ops = append(ops, store.Op{Verb: store.Delete, Key: k, If: store.Eq("id", e.ID)})
			}
		}
		for _, k := range now {
			p, taken, err := store.Load[pointer](ctx, r.DB, k, true)
			switch {
			case err != nil:
				return nil, err
			case taken && p.ID != e.ID:
				return nil, fault.State("lead.exists")
			case !taken:
				ops = append(ops, store.Op{Verb: store.Put, Key: k, Item: pointer{e.ID}, If: store.Missing("pk")})
			}
		}
		e.Name, e.PhoneNumber, e.CountryCode, e.Email = w.Name, w.Phone, w.country, w.Email
		return ops, nil
	})
}

// changeBy changes a lead by the caller, with an entry in its history, and notes the change without personal data. The caller has found
// the lead.
func (r *Service) changeBy(ctx context.Context, leadID, kind string, set func(e *entity, x *Entry) ([]store.Op, error)) (*Lead, error) {
	mark := r.mark(ctx)
	before, after, err := r.change(ctx, leadID, mark, func(e *entity) ([]store.Op, error) {
		x := r.entry(ctx, kind, mark)
		ops, err := set(e, &x)
		if err != nil || ops == nil {
			return nil, err
		}
		return append(ops, x.op(e.ID)), nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, leadID, view(before), view(after))
	return r.answer(ctx, after)
}

// view is a lead in the audit log: nothing that tells who the person is.
func view(e *entity) map[string]any {
	return map[string]any{"status": e.Status, "channelId": e.ChannelID, "assigneeId": e.AssigneeID, "nextTime": e.NextTime, "notes": e.Notes,
		"userId": e.UserID, "erased": e.Erased}
}

func (r *Service) answer(ctx context.Context, e *entity) (*Lead, error) {
	one := []Lead{e.Lead}
	return &one[0], r.shown(ctx, one)
}

// StatusRequest is a new state of a lead.
type StatusRequest struct {
	ID     string `json:"id" minLength:"1" maxLength:"64"`
	Status string `json:"status" enum:"@lead_status"`
	Reason string `json:"reason,omitempty" doc:"Why the lead is lost: required then, at most 200 characters."`
}

// statusRoute changes the state of a lead. Faults: 404; 409 lead.state; 400 lead.reason.
func (r *Service) statusRoute(ctx context.Context, in *struct{ Body StatusRequest }) (*Lead, error) {
	w := in.Body
	if _, err := r.find(ctx, w.ID); err != nil {
		return nil, err
	}
	reason, ok := Text(w.Reason, mostReason)
	if !ok || w.Status == Lost && reason == "" {
		return nil, fault.Bad("reason", "lead.reason", "n", mostReason)
	}
	return r.changeBy(ctx, w.ID, entryStatus, func(e *entity, x *Entry) ([]store.Op, error) {
		if !e.may(w.Status) {
			return nil, fault.State("lead.state")
		}
		ops := append([]store.Op{}, e.step(w.Status)...)
		if x.Value = w.Status; w.Status == Lost {
			e.LostReason, x.Text = reason, reason
		}
		if w.Status == Converted {
			now := r.now()
			e.ConvertTime = &now
		}
		return ops, nil
	})
}

// assignRoute gives a lead to a user in the caller's scope, or to its promoter, who sees it while assigned. An empty id unassigns it. A
// user of another customer gives the 404 fault.
func (r *Service) assignRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		UserID string `json:"userId,omitempty" maxLength:"64" doc:"Id of the user. Empty: unassigned."`
	}
}) (*Lead, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	p, id, name := auth.Must(ctx), in.Body.UserID, ""
	switch id {
	case "":
	case p.UserID:
		name = p.Name
	case e.PromoterID: // who brought the lead may work on it, wherever it belongs
		name = e.PromoterName
	default:
		if name, err = r.Assignee(ctx, p.Scope(), e.Owner, id); err != nil {
			return nil, err
		}
	}
	return r.changeBy(ctx, in.ID, entryAssigned, func(e *entity, x *Entry) ([]store.Op, error) {
		e.AssigneeID, e.AssigneeName, x.Value = id, name, name
		e.shareWith(id)
		return []store.Op{}, nil
	})
}

// shareWith lets a user see a lead, and ends the view of the previous assignee.
func (e *entity) shareWith(userID string) {
	if e.Lent != "" {
		e.Scopes = slices.DeleteFunc(slices.Clone(e.Scopes), func(s string) bool { return s == e.Lent })
		e.Lent = ""
	}
	scope := string(auth.UserScope(userID))
	if userID != "" && !slices.Contains(e.Scopes, scope) {
		e.Scopes, e.Lent = append(slices.Clone(e.Scopes), scope), scope
	}
}

// noteRoute adds a note, which is never changed. Faults: 404; 400 lead.note; 409 lead.notes.max.
func (r *Service) noteRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Text string `json:"text" doc:"At most 2,000 characters."`
	}
}) (*Lead, error) {
	if _, err := r.find(ctx, in.ID); err != nil {
		return nil, err
	}
	text, ok := Text(in.Body.Text, mostNote)
	if !ok || text == "" {
		return nil, fault.Bad("text", "lead.note", "n", mostNote)
	}
	return r.changeBy(ctx, in.ID, entryNote, func(e *entity, x *Entry) ([]store.Op, error) {
		if e.Notes >= mostNotes {
			return nil, fault.State("lead.notes.max", "n", mostNotes)
		}
		e.Notes++
		x.Text = text
		return []store.Op{}, nil
	})
}

// mostAhead is how far ahead a next date may be.
const mostAhead = 2 * 365 * 24 * time.Hour

// nextRoute sets when a lead is to be contacted next. Faults: 404; 400 lead.next; 409 lead.state for a lead that is lost or converted.
func (r *Service) nextRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		NextTime *time.Time `json:"nextTime,omitempty" doc:"In the future, at most two years ahead. Missing: no date."`
	}
}) (*Lead, error) {
	if _, err := r.find(ctx, in.ID); err != nil {
		return nil, err
	}
	at := in.Body.NextTime
	if at != nil {
		if ahead := at.Sub(r.Now()); ahead <= 0 || ahead > mostAhead {
			return nil, fault.Bad("nextTime", "lead.next")
		}
		moment := at.UTC().Truncate(time.Second)
		at = &moment
	}
	return r.changeBy(ctx, in.ID, entryNext, func(e *entity, x *Entry) ([]store.Op, error) {
		if e.Status == Lost || e.Status == Converted {
			return nil, fault.State("lead.state")
		}
		ops := []store.Op{}
		if e.NextTime, x.DueTime = at, at; at != nil {
			ops = append(ops, e.due(*at, x.ID))
		}
		return ops, nil
	})
}
