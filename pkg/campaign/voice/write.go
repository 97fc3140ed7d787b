package voice

import (
	"cmp"
	"context"
	"strings"

	"herald/pkg/campaign/allowance"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/wav"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/upload"
	"herald/pkg/platform/user"
)

// Form is a recording as it is written: with a file, or with an engine and what it speaks.
type Form struct {
	Name        string `json:"name" minLength:"1" maxLength:"50"`
	SpeakerName string `json:"speakerName,omitempty" maxLength:"50" doc:"Name of the speaker of a file. Default: the engine's voice."`
	Language    string `json:"language" minLength:"1" maxLength:"16" example:"id-ID"`
	Content     string `json:"content,omitempty" maxLength:"3000" doc:"Text that the engine speaks. For a file: its transcript."`
	EngineID    string `json:"engineId,omitempty" maxLength:"64"`
	Volume      *int   `json:"volume,omitempty" minimum:"10" maximum:"150" doc:"Percent. Default: 100."`
	Pitch       *int   `json:"pitch,omitempty" minimum:"-50" maximum:"50" doc:"Percent. Default: 0."`
	Speed       *int   `json:"speed,omitempty" minimum:"50" maximum:"200" doc:"Percent. Default: 100."`
}

func (w *Form) sound() Sound { return Sound{or(w.Volume, 100), or(w.Pitch, 0), or(w.Speed, 100)} }

func or(given *int, otherwise int) int {
	if given == nil {
		return otherwise
	}
	return *given
}

// addRoute makes a recording. Faults: 400 recording.one, recording.language, web.valid.missing, those of package wav and of length
// and size, of an engine and a text; 404 for a file, an engine or a customer that the caller does not see.
func (r *Service) addRoute(ctx context.Context, in *struct {
	Body struct {
		Form
		FileID     string `json:"fileId,omitempty" maxLength:"64" doc:"Id of an uploaded wav file. Either fileId or engineId is required."`
		CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer that owns the recording, for staff and agents. Default: the calling customer."`
	}
}) (*Recording, error) {
	p, w := auth.Must(ctx), in.Body.Form
	one := &Recording{ID: r.NewID(ctx), CreateTime: r.now(), By: p.UserID, Version: 1}
	var err error
	if one.Owner, one.CustomerName, err = r.ownerFor(ctx, p, in.Body.CustomerID); err != nil {
		return nil, err
	}
	one.CustomerID = one.Owner.User
	var ops []store.Op
	switch {
	case (in.Body.FileID == "") == (w.EngineID == ""):
		return nil, fault.Bad("fileId", "recording.one")
	case in.Body.FileID != "":
		ops, err = r.upload(ctx, p, one, &w, in.Body.FileID)
	default:
		ops, err = r.order(ctx, one, &w)
	}
	if err != nil {
		return nil, err
	}
	ops = append(recordings.Insert(names(one.Owner.Scopes()), one.ID, *one), ops...)
	ops[0].If = store.Missing("pk")
	err = store.TransactWithRetry(ctx, r.DB, tries, append(ops, one.locks()...))
	switch failed, refusal := store.ConditionFailed(err), one.refusal(ops, err); {
	case refusal != nil:
		return nil, refusal
	case failed != nil && failed.Index == 0:
		if one, err = r.own(ctx, one.ID); err != nil { // a repetition of the same call
			return nil, err
		}
	case failed != nil && failed.Index >= len(ops):
		return nil, user.ErrLocked()
	case failed != nil && failed.Index == len(ops)-1:
		return nil, fault.Bad("fileId", "recording.taken")
	case failed != nil:
		return nil, fault.Missing() // the file is being cleaned away
	case err != nil:
		return nil, err
	}
	auditlog.Note(ctx, one.ID, nil, seen(one))
	r.enqueue(ctx, one)
	return r.answer(ctx, one)
}

func (r *Service) answer(ctx context.Context, one *Recording) (*Recording, error) {
	rows := []Recording{*one}
	return &rows[0], r.shown(ctx, rows)
}

func (r *Service) ownerFor(ctx context.Context, p *auth.Principal, customerID string) (auth.Owner, string, error) {
	switch {
	case customerID != "" && customerID != p.UserID:
		return r.Customer(ctx, p.Scope(), customerID)
	case p.Type == auth.Admin:
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	}
	return p.Owner(), p.Name, nil
}

// fill lays what every recording has over one.
func (r *Service) fill(ctx context.Context, one *Recording, w *Form) error {
	if one.Name = strings.TrimSpace(w.Name); one.Name == "" {
		return fault.Bad("name", "web.valid.missing")
	}
	if one.Language != w.Language { // one that was switched off meanwhile stays where it is
		if err := r.spoken(ctx, w.Language); err != nil {
			return err
		}
	}
	one.SpeakerName, one.Language, one.Content = strings.TrimSpace(w.SpeakerName), w.Language, strings.TrimSpace(w.Content)
	return nil
}

// mostBytes is what is read of a file; its upload was held to the setting audio.bytes.
const mostBytes = 20 << 20

// upload makes a recording of a file.
func (r *Service) upload(ctx context.Context, p *auth.Principal, one *Recording, w *Form, fileID string) ([]store.Op, error) {
	if err := r.fill(ctx, one, w); err != nil {
		return nil, err
	}
	f, err := r.Files.Find(ctx, p.Scope(), fileID)
	if err != nil {
		return nil, err
	}
	if f.Kind != upload.Audio {
		return nil, fault.Bad("fileId", "wav.other")
	}
	data, err := r.Blobs.Get(ctx, f.Object, mostBytes)
	if err != nil {
		return nil, err
	}
	info, err := r.look(ctx, data)
	if err != nil {
		return nil, err
	}
	one.Source, one.State, one.FileKey, one.FileID, one.Sound = Uploaded, Ready, f.Object, f.ID, Sound{100, 0, 100}
	one.holds(info, len(data))
	return append(r.Files.KeepOps(fileID), waveOp(one.ID, info), claimOp(fileID, one.ID)), nil
}

// look tells what a wav holds. Faults: those of package wav, recording.long.
func (r *Service) look(ctx context.Context, data []byte) (*wav.Info, error) {
	most, err := r.Settings.Int(ctx, "recording.seconds")
	if err != nil {
		return nil, err
	}
	info, err := wav.Inspect(data)
	if info != nil && info.Milliseconds > most*1000 {
		return nil, fault.Bad("fileId", "recording.long", "seconds", startedParts(info.Milliseconds, 1000), "most", most)
	}
	return info, err
}

// locks are the conditions under which a recording may be made for its owner.
func (one *Recording) locks() []store.Op { return user.NotLocked(one.Owner.User, one.Owner.Tenant) }

func (one *Recording) holds(i *wav.Info, size int) {
	one.Encoding, one.SampleRate, one.Channels, one.Bits, one.Milliseconds, one.Size = i.Encoding, i.Rate, i.Channels, i.Bits, i.Milliseconds,
		size
	one.count()
}

func waveOp(id string, i *wav.Info) store.Op {
	return store.Op{Verb: store.Put, Key: waveKey(id), Item: wave{i.Wave}}
}

// refusal tells that the allowance of speech is used up; nil when it is not why a write failed.
func (one *Recording) refusal(ops []store.Op, err error) error {
	if one.free == nil {
		return nil
	}
	return one.free.Refusal(ops, err)
}

// order has a recording spoken. Faults: recording.noVoice, recording.pitch, recording.text, recording.textLong,
// recording.textMarks, 404 for an engine that is none, engine.off for one that is switched off, those of allowance.Claim for one
// that charges.
func (r *Service) order(ctx context.Context, one *Recording, w *Form) ([]store.Op, error) {
	if err := r.fill(ctx, one, w); err != nil {
		return nil, err
	}
	e, err := r.engine(ctx, w.EngineID)
	if err != nil {
		return nil, err
	}
	if e.Charged {
		if err := role.Unnarrowed(auth.Must(ctx)); err != nil {
			return nil, err
		}
	}
	one.Source, one.State, one.Sound, one.EngineID, one.EngineName = Spoken, Making, w.sound(), e.ID, e.Name
	one.SpeakerName = cmp.Or(one.SpeakerName, e.SpeakerName)
	one.Reason, one.Args, one.Tries, one.Alive = "", nil, 0, 0
	if err := r.speaks(ctx, e, one); err != nil {
		return nil, err
	}
	ops := []store.Op{looks(r.DB).At(r.now().Add(lookAfter), workOf(one.ID), "", nil)}
	if e.Charged && r.Allowance != nil {
		if one.free, err = r.Allowance.Claim(ctx, allowance.Speech, one.Owner.Tenant); err != nil {
			return nil, err
		}
		ops = append(ops, one.free.Ops...)
	}
	return ops, nil
}

// editRoute changes a recording; what is spoken is spoken again when it, or how, is another. What plays it already plays on what it had.
func (r *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		Form
	}
}) (*Recording, error) {
	one, err := r.own(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	if one.State == Making {
		return nil, fault.State("recording.making")
	}
	before, w := *one, in.Body.Form
	var more []store.Op
	if one.Source == Uploaded {
		err = r.fill(ctx, one, &w)
	} else if err = r.fill(ctx, one, &w); err == nil {
		w.EngineID = cmp.Or(w.EngineID, one.EngineID)
		if w.EngineID == one.EngineID {
			one.SpeakerName = cmp.Or(one.SpeakerName, before.SpeakerName)
		}
		if one.State == Failed || one.Content != before.Content || one.Language != before.Language || w.sound() != one.Sound ||
			w.EngineID != one.EngineID {
			more, err = r.order(ctx, one, &w)
		}
	}
	if err != nil {
		return nil, err
	}
	ops := append(one.replace(), more...)
	err = store.TransactWithRetry(ctx, r.DB, tries, append(ops, one.locks()...))
	if refusal := one.refusal(ops, err); refusal != nil {
		return nil, refusal
	}
	if failed := store.ConditionFailed(err); failed != nil && failed.Index >= len(ops) {
		return nil, user.ErrLocked()
	} else if failed != nil {
		return nil, fault.State("recording.changed")
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, one.ID, seen(&before), seen(one))
	r.enqueue(ctx, one)
	return r.answer(ctx, one)
}

// deleteRoute takes a recording away, and has its sound taken away. Fault: recording.used while an order plays it.
func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	one, err := r.own(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	no, _, err := r.playedBy(ctx, one.ID)
	if err != nil {
		return nil, err
	}
	if no != "" {
		return nil, fault.State("recording.used", "order", no)
	}
	ops := append(recordings.Remove(names(one.Owner.Scopes()), one.ID), store.Op{Verb: store.Delete, Key: waveKey(one.ID)},
		looks(r.DB).At(r.now(), goneWork(one.ID, ""), "", one.leaves()))
	ops[0].If = store.Exists("pk")
	err = store.TransactWithRetry(ctx, r.DB, tries, ops)
	if store.ConditionFailed(err) != nil {
		return nil, fault.Missing()
	}
	if err == nil {
		auditlog.Note(ctx, one.ID, seen(one), nil)
	}
	return &web.Done{}, err
}

// seen is what the audit log keeps.
func seen(one *Recording) map[string]any {
	return map[string]any{"name": one.Name, "source": one.Source, "language": one.Language, "engineId": one.EngineID, "content": one.Content,
		"customerId": one.CustomerID}
}
