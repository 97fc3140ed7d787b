package template

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"herald/pkg/campaign/review"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
)

// The tasks, on the queue of what takes long: only its function holds the provider's key.
const (
	JobQueue  = "job"
	TaskWork  = "template.work" // does, or asks, what a template needs
	TaskEvent = "template.told" // a webhook's event
)

type named struct {
	ID string `json:"id"`
}

// post has a template worked on.
func (r *Service) post(ctx context.Context, e *entity) error {
	return r.Queues.Send(ctx, JobQueue, queue.New(TaskWork, e.Owner.Tenant, named{e.ID}))
}

// enqueue sends the task of a template after the answer: the tick repeats a lost one.
func (r *Service) enqueue(ctx context.Context, e *entity) {
	if e.Status != Submitting && e.Status != deleted {
		return
	}
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.post(ctx, e); err != nil {
			r.Log(map[string]any{"warning": "template: " + err.Error(), "id": e.ID})
		}
	})
}

// tellReviewers has their open consoles count anew what waits. A message that is lost costs nothing: they look by themselves, too.
func (r *Service) tellReviewers(ctx context.Context, e *entity) {
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.Queues.Send(ctx, JobQueue, queue.New(review.TaskTell, e.Owner.Tenant, struct{}{})); err != nil {
			r.Log(map[string]any{"warning": "template: " + err.Error(), "id": e.ID})
		}
	})
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{
		TaskWork: func(ctx context.Context, m queue.Message) error {
			var n named
			if err := json.Unmarshal(m.Body, &n); err != nil {
				return fmt.Errorf("template: task: %w", err)
			}
			return r.Work(ctx, n.ID)
		},
		TaskEvent: func(ctx context.Context, m queue.Message) error {
			var told []provider.TemplateEvent
			if err := json.Unmarshal(m.Body, &told); err != nil {
				return fmt.Errorf("template: told: %w", err)
			}
			return r.OnVerdict(ctx, told)
		},
	}
}

// InboundQueue is what the webhook's function may send to.
const InboundQueue = "inbound"

// EventReceiver queues a webhook's template events.
type EventReceiver struct{ Queues queue.Queues }

var _ webhook.Receiver = EventReceiver{}

// Kinds are template events.
func (EventReceiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Templates} }

// Receive queues the events for Forward.
func (r EventReceiver) Receive(ctx context.Context, _ *provider.Account, events *provider.Events) error {
	return r.Queues.Send(ctx, InboundQueue, queue.New(TaskEvent, "", events.Templates))
}

// Forward brings it to the function that may ask the provider.
func Forward(queues queue.Queues) queue.Handler {
	return func(ctx context.Context, m queue.Message) error { return queues.Send(ctx, JobQueue, m) }
}

// When the tick looks at a template: a moment after each change, then ever less, at least every six hours.
const (
	lookAfter = time.Minute
	rarest    = 6 * time.Hour
	longest   = 30 * 24 * time.Hour // after which the provider is asked once a day: a review that it ends later still counts
	last      = 12 * longest        // after which it is asked no more: it has forgotten the template, or is not used any more
)

// Tick has templates worked on whose message was lost, and those asked about that the provider has not judged.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	days, err := r.Settings.Int(ctx, "template.review.days")
	if err != nil {
		return err
	}
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (time.Time, error) {
		e, ok, err := store.Load[entity](ctx, r.DB, key(d.ID), true)
		if err != nil || !ok {
			return time.Time{}, err
		}
		if err := r.post(ctx, &e); err != nil {
			return time.Time{}, err
		}
		late := e.Since.AddDate(0, 0, days)
		if e.Status == Pending && !now.Before(late) && now.Before(late.Add(longest)) { // later the notice would be forgotten, and come again
			n := *r.handleEvent(&e, "slow", "")
			n.Key = "template." + e.ID + ".slow." + strconv.FormatInt(e.Since.Unix(), 10)
			if err := r.Notices.Notify(ctx, n); err != nil {
				return time.Time{}, err
			}
		}
		return next(&e, now, late), nil
	})
}

// next returns when the tick looks at a template again; never, for one that waits for its customer only.
func next(e *entity, now, late time.Time) time.Time {
	switch e.Status {
	case deleted, Submitting, Pending, Paused:
	default:
		return time.Time{}
	}
	if now.Sub(e.Since) > last {
		return time.Time{}
	}
	if now.Sub(e.Since) > longest {
		return now.AddDate(0, 0, 1)
	}
	at := job.Doubling(e.Since, now)
	if at.Sub(now) > rarest {
		at = now.Add(rarest)
	}
	if e.Status == Pending && now.Before(late) && at.After(late) {
		at = late
	}
	return at
}

// Work does what a template needs: it is registered, asked about or taken away. It may be repeated, and run beside itself.
func (r *Service) Work(ctx context.Context, id string) error {
	e, ok, err := store.Load[entity](ctx, r.DB, key(id), true)
	if err != nil || !ok {
		return err
	}
	book := r.book()
	if book == nil {
		return nil
	}
	switch {
	case e.Status == deleted:
		err = r.takeAway(ctx, book, &e)
	case e.Status == Submitting:
		var locked bool
		if locked, err = user.AnyLocked(ctx, r.DB, e.Owner.User, e.Owner.Tenant); err == nil && !locked { // the tick comes back to it
			err = r.submit(ctx, book, &e)
		}
	case e.ProviderID != "" && e.Status != Draft && e.Status != Review && e.Status != Refused:
		var state provider.TemplateState
		if state, err = book.Template(ctx, e.ProviderID); err == nil {
			err = r.apply(ctx, id, state)
		}
	}
	if refused := new(provider.Refusal); errors.As(err, &refused) { // the tick comes back to it
		r.Log(map[string]any{"warning": "template: " + err.Error(), "id": id})
		return nil
	}
	return err
}

// takeAway deletes a template at the provider, then the last that we know of it.
func (r *Service) takeAway(ctx context.Context, book provider.TemplateProvider, e *entity) error {
	if e.ProviderID == "" && e.Tried {
		found, ok, err := book.FindTemplate(ctx, e.ProviderName, e.Language)
		if err != nil {
			return err
		}
		if ok {
			e.ProviderID = found.ID
		}
	}
	if e.ProviderID != "" {
		if err := book.DeleteTemplate(ctx, e.ProviderName, e.ProviderID); err != nil {
			return err
		}
	}
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: key(e.ID)})
	return err
}

// handleEvent returns a notice about a template to its owner.
func (r *Service) handleEvent(e *entity, what, reason string) *notice.Personal {
	if reason == "" {
		reason = "template.reason.unnamed"
	}
	return &notice.Personal{UserID: e.Owner.User, Key: "template." + e.ID + "." + what + "." + strconv.FormatInt(e.Version, 10),
		Title: "template.tell." + what + "Title", Body: "template.tell." + what, Args: map[string]string{"name": e.Name, "reason": reason},
		Link: "/send/template?id=" + e.ID}
}

// OnVerdict takes webhooks' events. The state of our template is queried, since events come in any order and more
// than once. The event counts when the provider does not answer. For a template that was made elsewhere the event
// counts at once.
func (r *Service) OnVerdict(ctx context.Context, told []provider.TemplateEvent) error {
	for _, t := range told {
		ref, known, err := store.Load[reference](ctx, r.DB, refKey(t.Name+"/"+t.Language), true)
		if err != nil {
			return err
		}
		if known && ref.ID != "" {
			err = r.ownEvent(ctx, ref.ID, t.TemplateState)
		} else {
			err = r.foreignEvent(ctx, t.TemplateState)
		}
		if err != nil && !fault.Is(err, "web.notFound") { // else it was deleted meanwhile
			return err
		}
	}
	return nil
}

func (r *Service) ownEvent(ctx context.Context, id string, t provider.TemplateState) error {
	if book := r.book(); book != nil {
		now, err := book.Template(ctx, t.ID)
		switch {
		case err != nil:
			r.Log(map[string]any{"warning": "template: " + err.Error(), "id": id})
		case now.Status == t.Status || t.Status == "":
			if now.Reason == "" || now.Reason == provider.ReasonUnnamed {
				now.Reason = t.Reason
			}
			if now.Quality == "" {
				now.Quality = t.Quality
			}
			t = now
		default:
			t = now
		}
	}
	return r.apply(ctx, id, t)
}

// foreignEvent stores the state of a template that was made elsewhere, and pauses the orders that use it by its name.
func (r *Service) foreignEvent(ctx context.Context, t provider.TemplateState) error {
	status, known := statusOf[t.Status]
	if !known {
		return nil
	}
	ref := t.Name + "/" + t.Language
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: refKey(ref), Item: reference{Name: t.Name, Status: status, On: true},
		If: store.Missing("id")})
	if err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	if why := unusableFor(status, true); why != "" && status != Pending {
		return r.PauseOrders(ctx, ref, i18n.Named(why, t.Name))
	}
	return nil
}
