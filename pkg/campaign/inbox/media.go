package inbox

import (
	"context"
	"errors"
	"mime"
	"strings"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// What became of a recipient's file.
const (
	waits    = "waits"
	ready    = "ready"
	tooLarge = "tooLarge"
	lost     = "lost"
	overDay  = "daily" // the customer's day was used up
)

// shownTypes may be shown by a browser as what they say; everything else is only saved.
var shownTypes = map[string]bool{"image/jpeg": true, "image/png": true, "image/webp": true, "audio/ogg": true, "audio/mpeg": true,
	"audio/mp4": true,
	"audio/aac": true, "audio/amr": true, "video/mp4": true, "video/3gpp": true, "application/pdf": true}

// fetch brings a recipient's file into the bucket. It may be repeated; one that the provider does not give is lost, which is shown.
func (r *Service) fetch(ctx context.Context, s sending) error {
	e, m, ok, err := r.both(ctx, s)
	if err != nil || !ok || m.File != waits || m.There == nil {
		return err
	}
	sender := r.Senders.Sender(e.Sender)
	if sender == nil || sender.Sent == nil {
		return r.fetched(ctx, s, e, m, lost)
	}
	if open, err := r.claimMedia(ctx, e.Owner.Tenant); err != nil {
		return err
	} else if !open {
		return r.fetched(ctx, s, e, m, overDay)
	}
	most, err := r.Settings.Int(ctx, "inbox.media.bytes")
	if err != nil {
		return err
	}
	kind, body, err := sender.Sent.FetchMedia(ctx, m.There.ID, int64(most))
	refused := refusal(err)
	switch {
	case errors.Is(err, provider.ErrTooLarge):
		return r.fetched(ctx, s, e, m, tooLarge)
	case refused != nil && refused.Outcome.Verdict == provider.Rejected, err == nil && len(body) == 0:
		return r.fetched(ctx, s, e, m, lost)
	case err != nil && s.Again:
		r.Log(map[string]any{"warning": "inbox: file: " + err.Error(), "conversation": s.Conversation})
		return nil // the tick comes back to it
	case err != nil:
		return err // the queue comes back to it
	}
	if err := r.countMedia(ctx, e.Owner.Tenant, len(body)); err != nil {
		return err
	}
	if m.Type = kind; !shownTypes[kind] {
		m.Type = "application/octet-stream"
	}
	m.Size, m.Object = int64(len(body)), "i/"+e.Owner.Tenant+"/"+e.ID+"/"+strings.Map(keyable, m.ID)
	if m.Name == "" {
		m.Name = m.Kind + suffix(kind)
	}
	if err := r.Files.Blobs.Put(ctx, m.Object, m.Type, body); err != nil {
		return err
	}
	return r.fetched(ctx, s, e, m, ready)
}

// The tick has a file fetched that the queue gave up, ever less often, as long as a provider keeps it.
const (
	fetchAfter = 15 * time.Minute // the tries of the queue take less
	fetchFor   = 7 * 24 * time.Hour
)

// fetchAgain has a file fetched that is not there yet, and tells when it is looked at next. One that did not come in time is lost.
func (r *Service) fetchAgain(ctx context.Context, s sending, e *entity, m *storedReply) (next time.Time, err error) {
	now, end := r.Now(), m.Time.Add(fetchFor)
	switch {
	case m.File != waits:
		return next, nil
	case !end.After(now):
		return next, r.fetched(ctx, s, e, m, lost)
	}
	if next = job.Doubling(m.Time, now); next.After(end) {
		next = end
	}
	s.Again = true
	return next, r.Queues.Send(ctx, JobQueue, message(TaskFile, e.Owner.Tenant, s))
}

func (r *Service) fetched(ctx context.Context, s sending, e *entity, m *storedReply, what string) error {
	op := store.Op{Verb: store.Update, Key: s.key(), Set: map[string]any{"f": what, "fn": m.Name, "ft": m.Type, "fs": m.Size, "ob": m.Object},
		If: store.Eq("f", waits)}
	if _, err := r.DB.Write(ctx, op); err != nil {
		if store.ConditionFailed(err) != nil {
			return nil
		}
		return err
	}
	r.tell(ctx, e)
	return nil
}

// keyable leaves of a provider's id what may stand in a key.
func keyable(c rune) rune {
	if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.ContainsRune("._-=", c) {
		return c
	}
	return '_'
}

// suffix is how a file of a content type is called.
func suffix(kind string) string {
	known := map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "audio/ogg": ".ogg", "video/mp4": ".mp4",
		"application/pdf": ".pdf"}
	if s, ok := known[kind]; ok {
		return s
	}
	if all, err := mime.ExtensionsByType(kind); err == nil && len(all) > 0 {
		return all[0]
	}
	return ""
}
