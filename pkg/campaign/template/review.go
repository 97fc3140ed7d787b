package template

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/campaign/review"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
)

// ReviewQueue is where templates are reviewed.
func ReviewQueue() review.QueueHandler {
	return review.QueueHandler{Kind: queueName, Page: "gc/template", Perm: "gc:template:review"}
}

// Line is what became of one id (decisions §13).
type Line struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Status  Status `json:"status,omitempty"`
	Code    int    `json:"code,omitempty" doc:"Error code. 404: the id is not in the caller's scope. 409: the state does not allow it. 40921: changed since it was read."`
	Message string `json:"message,omitempty"`
}

// each does something with each id by itself: what is wrong with one touches no other.
func (r *Service) each(ctx context.Context, ids []string, do func(id string) (*entity, error)) []Line {
	var distinct []string
	for _, id := range ids {
		if !slices.Contains(distinct, id) {
			distinct = append(distinct, id)
		}
	}
	out := make([]Line, len(distinct))
	names := make([]string, len(distinct))
	parallel.Each(len(distinct), 8, func(i int) error {
		e, err := do(distinct[i])
		if err == nil {
			names[i] = e.Name
			out[i] = Line{ID: distinct[i], OK: true, Status: e.Status}
			return nil
		}
		refused := fault.As(err)
		if refused == nil {
			r.Log(map[string]any{"error": "template: " + err.Error(), "id": distinct[i]})
			refused = fault.As(fault.New(fault.Internal, 0, "web.internal"))
		}
		out[i] = Line{ID: distinct[i], Code: refused.Code, Message: r.Text(ctx, refused.Key)}
		return nil
	})
	auditlog.Subject(ctx, strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "" }), ", "))
	return out
}

func (r *Service) reviewRoute(ctx context.Context, in *struct {
	Body struct {
		IDs      []string        `json:"ids" minItems:"1" maxItems:"100"`
		Versions review.Versions `json:"versions,omitempty" doc:"Version that was read, by id. Required to approve a template that was changed since it was submitted."`
		Pass     bool            `json:"pass"`
		Reason   string          `json:"reason,omitempty" maxLength:"255"`
	}
}) ([]Line, error) {
	b := in.Body
	reason := strings.TrimSpace(b.Reason)
	if !b.Pass && reason == "" {
		return nil, fault.Bad("reason", "template.reviewReason")
	}
	out := r.each(ctx, b.IDs, func(id string) (*entity, error) { return r.decide(ctx, id, b.Pass, reason, b.Versions) })
	auditlog.Note(ctx, out[0].ID, nil, map[string]any{"pass": b.Pass, "reason": reason, "results": out})
	return out, nil
}

// judge passes a template on to the provider, or refuses it. Fault: review.changed (40921) for one that was edited since it was read.
func (r *Service) decide(ctx context.Context, id string, pass bool, reason string, read review.Versions) (*entity, error) {
	if _, err := r.find(ctx, id); err != nil {
		return nil, err
	}
	_, now, err := r.change(ctx, id, func(e *entity) (after, bool, error) {
		if !slices.Contains(Actions[Judge], e.Status) {
			return after{}, false, fault.State("template.state.review")
		}
		if pass {
			if err := read.Check(e.ID, 1+e.Edits, e.Changed); err != nil {
				return after{}, false, err
			}
			e.Changed = false
			e.to(Submitting, "", r.now())
			return after{looks: true}, true, nil
		}
		e.Changed = false
		e.to(Refused, reason, r.now())
		return after{tell: r.handleEvent(e, "refused", reason)}, true, nil
	})
	if err == nil {
		r.enqueue(ctx, now)
	}
	return now, err
}

func (r *Service) statusRoute(ctx context.Context, in *struct {
	Body struct {
		IDs     []string `json:"ids,omitempty" maxItems:"100"`
		ID      string   `json:"id,omitempty" doc:"A single id, instead of ids."`
		Enabled bool     `json:"enabled"`
	}
}) ([]Line, error) {
	ids := in.Body.IDs
	if in.Body.ID != "" {
		ids = append(ids, in.Body.ID)
	}
	if len(ids) == 0 {
		return nil, fault.Bad("ids", "web.valid.missing")
	}
	out := r.each(ctx, ids, func(id string) (*entity, error) { return r.enable(ctx, id, in.Body.Enabled) })
	auditlog.Note(ctx, out[0].ID, nil, map[string]any{"enabled": in.Body.Enabled, "results": out})
	return out, nil
}

// enable lets a template be sent, or no longer: what would send it is paused then.
func (r *Service) enable(ctx context.Context, id string, on bool) (*entity, error) {
	if _, err := r.find(ctx, id); err != nil {
		return nil, err
	}
	_, now, err := r.change(ctx, id, func(e *entity) (after, bool, error) {
		if !slices.Contains(Actions[Switch], e.Status) {
			return after{}, false, fault.State("template.state.status")
		}
		if e.Enabled == on {
			return after{}, false, nil
		}
		e.Enabled = on
		return after{looks: true}, true, nil
	})
	if err == nil && !on {
		web.AfterWrite(ctx, func(ctx context.Context) { // what fails is done by the tick
			if err := r.revoke(ctx, now); err != nil {
				r.Log(map[string]any{"warning": "template: " + err.Error(), "id": id})
			}
		})
	}
	return now, err
}

// halt pauses the orders that would send a template which may not be sent.
func (r *Service) revoke(ctx context.Context, e *entity) error {
	if why := unusableFor(e.Status, e.Enabled); why != "" {
		return r.PauseOrders(ctx, e.ref(), i18n.Named(why, e.Name))
	}
	return nil
}
