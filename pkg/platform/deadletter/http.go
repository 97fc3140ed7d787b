package deadletter

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
)

const base = "/system/deadletter"

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: base, Perm: "system:deadletter:page",
		Summary: "List dead letters by queue, task and error"}, s.groups)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/page", Perm: "system:deadletter:page",
		Summary: "List the dead letters of a group, at most 100 a page"}, s.page)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/collect", Perm: "system:deadletter:edit",
		Summary: "List dead letters that wait for the next collection, some of each queue"}, s.collect)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/redrive", Perm: "system:deadletter:edit",
		Summary: "Send dead letters of a group to their queue again, at most 100 a request"}, s.redrive)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/discard", Perm: "system:deadletter:edit",
		Summary: "Discard dead letters of a group for a reason, at most 100 a request"}, s.discard)
}

// all refuses staff who see only some customers: messages are of all of them.
func (s *Service) all(ctx context.Context) error {
	if auth.Must(ctx).Scope() != auth.Everything {
		return fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	return nil
}

func (s *Service) groups(ctx context.Context, _ *struct{}) (*Groups, error) {
	if err := s.all(ctx); err != nil {
		return nil, err
	}
	return s.Groups(ctx)
}

func (s *Service) page(ctx context.Context, in *struct {
	Queue string `query:"queue" required:"true" maxLength:"50"`
	Group string `query:"group" required:"true" maxLength:"16"`
	After string `query:"after" maxLength:"100" doc:"Value of next of the previous page."`
}) (*Items, error) {
	if err := s.all(ctx); err != nil {
		return nil, err
	}
	if err := s.known(in.Queue); err != nil {
		return nil, err
	}
	all, next, err := s.some(ctx, in.Queue, in.Group, in.After)
	if err != nil {
		return nil, err
	}
	out := &Items{Records: []Item{}, Next: next}
	for _, f := range all {
		out.Records = append(out.Records, Item{ID: f.ID, Task: f.Task, OrderID: f.Order, SentTime: known(f.Sent), DeadTime: f.died(),
			Deliveries: f.Deliveries, Bytes: f.Size})
	}
	return out, nil
}

// known is a time for the wire; nil for none.
func known(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func (s *Service) known(name string) error {
	if !slices.Contains(s.Names, name) {
		return fault.Bad("queue", "deadletter.queue", "name", name)
	}
	return nil
}

// Choice names dead letters.
type Choice struct {
	Queue string   `json:"queue" minLength:"1" maxLength:"50" example:"send"`
	Group string   `json:"group" minLength:"1" maxLength:"16" doc:"Group of the list."`
	IDs   []string `json:"ids,omitempty" maxItems:"100" doc:"Ids of dead letters of the group. Missing: the first 100 of the group, or fewer of large messages."`
}

// DiscardRequest names dead letters and why they are discarded.
type DiscardRequest struct {
	Choice
	Reason string `json:"reason" minLength:"1" maxLength:"500" example:"The orders were cancelled."`
}

// Result is what a request did.
type Result struct {
	Count int  `json:"count" doc:"Dead letters that were dealt with."`
	More  bool `json:"more" doc:"True: the group has more. Repeat the request."`
}

// collect collects once of each queue, so that a request makes few calls in a row.
func (s *Service) collect(ctx context.Context, _ *struct{}) (*Result, error) {
	if err := s.all(ctx); err != nil {
		return nil, err
	}
	counts := make([]int, len(s.Names))
	err := errors.Join(parallel.Each(len(counts), len(counts), func(i int) (err error) {
		counts[i], err = s.collectSome(ctx, s.Names[i])
		return err
	})...)
	if err != nil {
		return nil, err
	}
	out := &Result{}
	for _, n := range counts {
		out.Count += n
	}
	out.More = out.Count > 0
	auditlog.Note(ctx, "deadletter", nil, map[string]any{"collected": out.Count})
	return out, nil
}

func (s *Service) redrive(ctx context.Context, in *struct{ Body Choice }) (*Result, error) {
	if err := s.refuse(ctx, &in.Body); err != nil {
		return nil, err
	}
	n, more, err := s.Redrive(ctx, &in.Body)
	note(ctx, &in.Body, map[string]any{"redriven": n}, n)
	if err != nil {
		return nil, err
	}
	return &Result{n, more}, nil
}

func (s *Service) discard(ctx context.Context, in *struct{ Body DiscardRequest }) (*Result, error) {
	b := &in.Body
	if b.Reason = strings.TrimSpace(b.Reason); b.Reason == "" {
		return nil, fault.Bad("reason", "deadletter.reason")
	}
	if err := s.refuse(ctx, &b.Choice); err != nil {
		return nil, err
	}
	n, more, err := s.Discard(ctx, &b.Choice)
	note(ctx, &b.Choice, map[string]any{"discarded": n, "reason": b.Reason}, n)
	if err != nil {
		return nil, err
	}
	return &Result{n, more}, nil
}

func (s *Service) refuse(ctx context.Context, of *Choice) error {
	if err := s.all(ctx); err != nil {
		return err
	}
	return s.known(of.Queue)
}

// note records a change of n dead letters, which stands when the request fails at others.
func note(ctx context.Context, of *Choice, after map[string]any, n int) {
	after["group"] = of.Group
	if len(of.IDs) > 0 {
		after["ids"] = of.IDs
	}
	auditlog.Note(ctx, "deadletter."+of.Queue, nil, after)
	if n > 0 {
		auditlog.Stand(ctx)
	}
}
