package lead

import (
	"context"
	"time"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

// eraseRoute erases the personal data of a lead. A repetition ends what an earlier call left. Fault: 404.
func (r *Service) eraseRoute(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Lead, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	was := *e
	if e, err = r.erase(ctx, in.ID, r.mark(ctx)); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, view(&was), view(e))
	return r.answer(ctx, e)
}

// erase empties the lead at once, in one transaction with its keys, and then the texts of its history. The tick ends that for a process
// that died in between.
func (r *Service) erase(ctx context.Context, leadID, mark string) (*entity, error) {
	_, e, err := r.change(ctx, leadID, mark, func(e *entity) ([]store.Op, error) {
		was := Contact{Phone: e.PhoneNumber, Email: e.Email}
		ops := []store.Op{e.due(r.now(), mark), r.entry(ctx, entryErased, mark).op(e.ID)}
		for _, k := range was.keys(e.Owner.Tenant) {
			if p, _, err := store.Load[pointer](ctx, r.DB, k, true); err != nil {
				return nil, err
			} else if p.ID == e.ID {
				ops = append(ops, store.Op{Verb: store.Delete, Key: k, If: store.Eq("id", e.ID)})
			}
		}
		e.Name, e.PhoneNumber, e.CountryCode, e.Email, e.Message, e.LostReason, e.Params = "", "", "", "", "", "", nil
		e.NextTime, e.Erased = nil, true
		return ops, nil
	})
	if err != nil && !fault.Is(err, "lead.erased") {
		return nil, err
	}
	if e.Cleared {
		return e, nil
	}
	if err := r.clear(ctx, leadID); err != nil {
		return nil, err
	}
	return r.load(ctx, leadID)
}

// clear empties the texts of an erased lead's history. Nothing is added to that any more.
func (r *Service) clear(ctx context.Context, leadID string) error {
	entries, err := r.History(ctx, leadID)
	if err != nil {
		return err
	}
	var ops []store.Op
	for _, x := range entries {
		if x.Text != "" {
			x.Text = ""
			ops = append(ops, x.op(leadID))
		}
	}
	if len(ops) > 0 {
		if err := r.DB.WriteAll(ctx, ops); err != nil {
			return err
		}
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(leadID), Set: map[string]any{"cl": true}, If: store.Exists("pk")})
	return err
}

// Tick notifies of leads whose next date has come, ends erasures, and erases leads that were kept long enough.
func (r *Service) Tick(ctx context.Context) error {
	return looks(r.DB).Tick(ctx, r.Now(), r.look)
}

func (r *Service) look(ctx context.Context, d job.Due) (again time.Time, err error) {
	e, err := r.load(ctx, d.ID)
	switch {
	case fault.Is(err, "web.notFound"):
		return again, nil
	case err != nil:
		return again, err
	case e.Erased && e.Cleared, e.Status == Converted && !e.Erased:
		return again, nil
	case e.Erased:
		return again, r.clear(ctx, e.ID)
	}
	days, err := r.Settings.Int(ctx, "lead.keep.days")
	if err != nil {
		return again, err
	}
	now, end := r.Now(), e.UpdateTime.AddDate(0, 0, days)
	if !end.After(now) {
		_, err := r.erase(ctx, e.ID, "kept#"+end.Format(time.RFC3339))
		return again, err
	}
	end = minTime(end, now.Add(rarest))
	switch {
	case e.NextTime == nil || e.NextTime.Before(d.At): // there is none, or an earlier look has told of it
		return end, nil
	case e.NextTime.After(now):
		return minTime(end, *e.NextTime), nil
	}
	return end, r.tell(ctx, e)
}

// rarest is how often a lead is looked at at least: a shorter lead.keep.days holds for the leads that are there, too.
const rarest = 7 * 24 * time.Hour

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// tell notifies the assignee, or the owner, once that a date has come. The notice names the channel, not the person.
func (r *Service) tell(ctx context.Context, e *entity) error {
	to := e.AssigneeID
	if to == "" && e.Owner.User != saleschannel.Platform {
		to = e.Owner.User
	}
	if to == "" {
		return nil
	}
	n := notice.Personal{UserID: to, Key: "lead.due." + e.ID + "." + e.NextTime.Format(time.RFC3339), Title: "lead.due.title",
		Body: "lead.due.text", Args: map[string]string{"channel": e.ChannelName}, Link: base + "?id=" + e.ID}
	return r.Notices.Notify(ctx, n)
}
