package voice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/wav"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
)

// The tasks, on the queue of what takes long: only its function holds what speaks.
const (
	JobQueue = "job"
	TaskMake = "voice.make" // has a recording, or the test of an engine, spoken
)

const (
	lookAfter = time.Minute     // after which the tick requests unfinished recordings again
	life      = 2 * time.Minute // of a worker: as long as its function runs
	mostTries = 5               // of one recording before it is given up
)

type named struct {
	ID string `json:"id"`
}

// workOf is the name under which the tick looks at a recording, testWork at a test.
func workOf(id string) string { return "R/" + id }

// enqueue requests the speech of a recording now; the tick repeats a lost task.
func (r *Service) enqueue(ctx context.Context, one *Recording) {
	if one.State == Making {
		r.post(ctx, one.Owner.Tenant, workOf(one.ID))
	}
}

func (r *Service) post(ctx context.Context, tenant, work string) {
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.Queues.Send(ctx, JobQueue, queue.New(TaskMake, tenant, named{work})); err != nil {
			r.Log(map[string]any{"warning": "voice: " + err.Error(), "id": work})
		}
	})
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskMake: func(ctx context.Context, m queue.Message) error {
		var n named
		if err := json.Unmarshal(m.Body, &n); err != nil {
			return fmt.Errorf("voice: task: %w", err)
		}
		return r.Work(ctx, n.ID)
	}}
}

// Tick enqueues unfinished recordings, and deletes the sounds of deleted ones.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (next time.Time, err error) {
		if strings.HasPrefix(d.ID, "S/") {
			return r.sweep(ctx, now, d)
		}
		alive, tenant, open, err := r.stands(ctx, d.ID)
		if err != nil || !open {
			return next, err
		}
		if until := time.UnixMilli(alive); until.After(now) {
			return until, nil
		}
		r.post(ctx, tenant, d.ID)
		return now.Add(lookAfter), nil
	})
}

// stands reports whether something is still to be made, and until when a worker holds it.
func (r *Service) stands(ctx context.Context, work string) (alive int64, tenant string, open bool, err error) {
	if id, ok := strings.CutPrefix(work, "R/"); ok {
		one, err := r.find(ctx, everything, id)
		if fault.Is(err, "web.notFound") {
			return 0, "", false, nil
		}
		return one.Alive, one.Owner.Tenant, one.State == Making, err
	}
	t, ok, err := store.Load[Test](ctx, r.DB, testKey(work), true)
	return 0, "", ok && t.State == Making, err
}

// Work has a text spoken. It may be repeated, and may run concurrently: the newest try writes the result.
func (r *Service) Work(ctx context.Context, work string) error {
	id, ok := strings.CutPrefix(work, "R/")
	if !ok {
		return r.workTest(ctx, work)
	}
	one, err := r.find(ctx, everything, id)
	if fault.Is(err, "web.notFound") || err == nil && one.State != Making {
		return nil
	}
	if err != nil {
		return err
	}
	now := r.Now()
	if time.UnixMilli(one.Alive).After(now) {
		return nil // a worker holds it
	}
	one.Alive, one.Tries = now.Add(life).UnixMilli(), one.Tries+1
	if taken, err := r.write(ctx, one); err != nil || taken {
		return err
	}
	s, err := r.speak(ctx, one)
	var why *fault.Error
	switch {
	case err == nil:
		if one.FileKey != "" && one.FileKey != s.at && !slices.Contains(one.Former, one.FileKey) {
			one.Former = append(one.Former, one.FileKey)
		}
		one.State, one.FileKey = Ready, s.at
		one.holds(s.info, s.size)
	case errors.As(err, &why) && why.Kind != fault.Unavailable && why.Kind != fault.Internal, one.Tries >= mostTries:
		one.fail(err)
		r.Log(map[string]any{"warning": "voice: " + err.Error(), "id": id})
	default: // the tick comes back to it
		r.Log(map[string]any{"warning": "voice: " + err.Error(), "id": id, "try": one.Tries})
		once := one.Tries == 1 // perhaps a connection that just went: it is asked again at once
		if one.Alive = r.Now().Add(lookAfter).UnixMilli(); once {
			one.Alive = 0
		}
		if taken, err := r.write(ctx, one); err != nil || taken || !once {
			return err
		}
		r.post(ctx, one.Owner.Tenant, work)
		return nil
	}
	one.Alive = 0
	var more []store.Op
	if s != nil {
		more = append(more, waveOp(id, s.info))
	}
	taken, err := r.write(ctx, one, more...)
	switch {
	case err != nil:
		return err
	case taken && s != nil:
		return r.orphan(ctx, id, s.at)
	case !taken:
		r.tell(ctx, one)
	}
	return nil
}

// write writes a recording; taken reports that another writer has written or deleted it meanwhile.
func (r *Service) write(ctx context.Context, one *Recording, more ...store.Op) (taken bool, err error) {
	err = store.TransactWithRetry(ctx, r.DB, tries, append(one.replace(), more...))
	if store.ConditionFailed(err) != nil {
		return true, nil
	}
	return false, err
}

func (one *Recording) fail(err error) {
	one.State = Failed
	one.Reason, one.Args = reason(err)
}

// reason words why something was not spoken: by the message of the field that is at fault, or of the fault.
func reason(err error) (key string, args map[string]string) {
	why := fault.As(err)
	if why == nil || why.Kind == fault.Internal || why.Kind == fault.Unavailable {
		return "recording.unreachable", nil
	}
	if key = why.Key; key == "web.notFound" {
		return "engine.gone", nil
	}
	given := why.Args
	if len(why.Fields) > 0 {
		key, given = why.Fields[0].Key, why.Fields[0].Args
	}
	args = map[string]string{}
	for name, v := range given {
		args[name] = fmt.Sprint(v)
	}
	return key, args
}

// tell has the consoles of whose a recording is, and of who had it made, ask again.
func (r *Service) tell(ctx context.Context, one *Recording) {
	m := push.Message{Type: "recording", Data: map[string]any{"id": one.ID, "state": one.State}}
	if err := r.Hub.Send(ctx, []string{one.Owner.User, one.By}, m); err != nil {
		r.Log(map[string]any{"warning": "push: " + err.Error(), "recording": one.ID})
	}
}

// said is what an engine spoke, as it lies.
type said struct {
	at   string
	info *wav.Info
	size int
}

// speak has a recording spoken and keeps the sound. A fault that is not unavailable or internal is for ever. Fault recording.locked when
// its owner is locked.
func (r *Service) speak(ctx context.Context, one *Recording) (*said, error) {
	if locked, err := user.AnyLocked(ctx, r.DB, one.Owner.User, one.Owner.Tenant); err != nil {
		return nil, err
	} else if locked {
		return nil, fault.New(fault.Forbidden, 40302, "recording.locked")
	}
	e, err := r.engine(ctx, one.EngineID)
	if err != nil {
		return nil, err
	}
	return r.say(ctx, e, "v/"+one.Owner.Tenant+"/"+one.ID,
		provider.SpeechText{Text: one.Content, Language: one.Language, Volume: one.Volume, Pitch: one.Pitch, Speed: one.Speed})
}

// say has an engine speak a text, and keeps the sound below a place, under a name of its own content.
func (r *Service) say(ctx context.Context, e *Engine, at string, t provider.SpeechText) (*said, error) {
	speech := r.Speech(e.Provider)
	if speech == nil {
		return nil, fault.Bad("provider", "engine.provider")
	}
	var err error
	t.Voice, t.Feature = e.SpeakerName, e.Feature
	if t.Key, err = r.open(ctx, e); err != nil {
		return nil, err
	}
	sound, err := speech.Speak(ctx, t)
	if err != nil {
		return nil, refused(e, err)
	}
	file := wav.Of(sound.Samples, sound.Rate)
	info, err := r.look(ctx, file)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(file)
	s := &said{at + "/" + hex.EncodeToString(sum[:]), info, len(file)}
	return s, r.Blobs.Put(ctx, s.at, wav.ContentType, file)
}

// refused words a provider's failure; what may go well later is unavailable. The provider's own text goes to the log alone: it may
// name an account.
func refused(e *Engine, err error) error {
	var f *provider.Failure
	if !errors.As(err, &f) || f.Verdict != provider.Rejected {
		return fault.New(fault.Unavailable, 0, "recording.unreachable").With(err)
	}
	key := "recording.refused"
	if f.Cause == provider.BadAccount {
		key = "recording.account"
	}
	return fault.New(fault.Conflict, 0, key, "engine", e.Name).With(errors.New("voice: " + f.Code))
}
