package voice

import (
	"context"
	"time"

	"herald/pkg/campaign/allowance"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
)

// Where a recording comes from.
const (
	Uploaded = "upload"
	Spoken   = "synthesis"
)

// States of a recording.
const (
	Making = "making"
	Ready  = "ready"
	Failed = "failed"
)

// Sound is how a voice speaks, in percent.
type Sound struct {
	Volume int `dynamodbav:"vo" json:"volume" minimum:"10" maximum:"150" doc:"Percent. 100: the voice's own."`
	Pitch  int `dynamodbav:"pi,omitempty" json:"pitch" minimum:"-50" maximum:"50" doc:"Percent above or below the voice's own pitch. 0 when the engine cannot change it."`
	Speed  int `dynamodbav:"sp" json:"speed" minimum:"50" maximum:"200" doc:"Percent. 100: the voice's own."`
}

// Recording is something to be played on the phone.
type Recording struct {
	ID          string `dynamodbav:"-" json:"id"`
	Name        string `dynamodbav:"n" json:"name"`
	SpeakerName string `dynamodbav:"sn,omitempty" json:"speakerName" doc:"Name of the person or of the engine's voice."`
	Source      string `dynamodbav:"so" json:"source" enum:"upload,synthesis"`
	Content     string `dynamodbav:"c,omitempty" json:"content" doc:"Spoken text. For an upload: its transcript, if given."`
	Language    string `dynamodbav:"l" json:"language"`
	EngineID    string `dynamodbav:"e,omitempty" json:"engineId"`
	EngineName  string `dynamodbav:"en,omitempty" json:"engineName"`
	Sound
	State        string    `dynamodbav:"s" json:"state" enum:"making,ready,failed"`
	Reason       string    `dynamodbav:"re,omitempty" json:"reason" doc:"Reason of the failure."`
	Milliseconds int       `dynamodbav:"ms,omitempty" json:"milliseconds"`
	Seconds      int       `dynamodbav:"-" json:"seconds" doc:"Started seconds."`
	Minutes      int       `dynamodbav:"-" json:"minutes" doc:"Started minutes that an answered call is charged when it plays the whole recording."`
	Encoding     string    `dynamodbav:"ec,omitempty" json:"encoding" enum:"pcm,alaw,ulaw,"`
	SampleRate   int       `dynamodbav:"sr,omitempty" json:"sampleRate"`
	Channels     int       `dynamodbav:"ch,omitempty" json:"channels"`
	Bits         int       `dynamodbav:"b,omitempty" json:"bits"`
	Size         int       `dynamodbav:"z,omitempty" json:"size" doc:"Bytes."`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"-" json:"createTime"`

	FileKey string            `dynamodbav:"f,omitempty" json:"-"`  // where it lies in the bucket of uploads
	FileID  string            `dynamodbav:"fi,omitempty" json:"-"` // that was uploaded
	Former  []string          `dynamodbav:"fo,omitempty" json:"-"` // where lies what was spoken before, which orders may play
	Owner   auth.Owner        `dynamodbav:"ow" json:"-"`
	By      string            `dynamodbav:"by,omitempty" json:"-"` // who had it made
	Args    map[string]string `dynamodbav:"ra,omitempty" json:"-"` // of Reason, which is a message's key in the table
	Version int64             `dynamodbav:"v" json:"-"`
	Tries   int               `dynamodbav:"tr,omitempty" json:"-"`
	Alive   int64             `dynamodbav:"al,omitempty" json:"-"` // unix ms until which its worker is believed to live

	free *allowance.Claim // of what a charged engine speaks, until it is written
}

var recordings = store.List[Recording]{Table: table, Entity: "recording", ByTime: true,
	Lean: func(r *Recording) (*string, *time.Time) { return &r.ID, &r.CreateTime }, Columns: []store.Column[Recording]{
		{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name",
			Get: func(r *Recording) any { return r.Name }},
		{Name: "speakerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "recording.column.speaker",
			Get: func(r *Recording) any { return r.SpeakerName }},
		{Name: "source", Kind: store.Exact, Filter: true, OneOf: []string{Uploaded, Spoken}, Title: "recording.column.source",
			Dict: "recording_source", Get: func(r *Recording) any { return r.Source }},
		{Name: "language", Kind: store.Exact, Sort: true, Filter: true, Title: "recording.column.language",
			Get: func(r *Recording) any { return r.Language }},
		{Name: "engineName", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "recording.column.engine",
			Get: func(r *Recording) any { return r.EngineName }},
		{Name: "seconds", Kind: store.Number, Sort: true, Filter: true, Range: true, Title: "recording.column.seconds",
			Get: func(r *Recording) any { return startedParts(r.Milliseconds, 1000) }},
		{Title: "recording.column.volume", Get: func(r *Recording) any { return r.Volume }},
		{Title: "recording.column.pitch", Get: func(r *Recording) any { return r.Pitch }},
		{Title: "recording.column.speed", Get: func(r *Recording) any { return r.Speed }},
		{Title: "recording.column.content", Get: func(r *Recording) any { return r.Content }},
		{Name: "state", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Making, Ready, Failed}, Title: "status",
			Dict: "recording_state", Get: func(r *Recording) any { return r.State }},
		{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(r *Recording) any { return r.CustomerID }},
		{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
			Get: func(r *Recording) any { return r.CustomerName }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(r *Recording) any { return r.CreateTime }},
	}}

// begun counts the parts of a size that a time has begun.
func startedParts(ms, part int) int { return (ms + part - 1) / part }

func (r *Recording) count() {
	r.Seconds, r.Minutes = startedParts(r.Milliseconds, 1000), startedParts(r.Milliseconds, 60_000)
}

func (r *Service) list() list.List[Recording] {
	return list.List[Recording]{List: recordings, DB: r.DB, Path: base + "/recording", Perm: recordingPerm + ":page",
		Summary: "List recordings in the caller's scope", Show: r.shown,
		File: list.File{Name: "recording", Perm: recordingPerm + ":export", Summary: "Export the matching recordings as xlsx or CSV"}}
}

// shown counts what a row tells of its length, and words why one failed.
func (r *Service) shown(ctx context.Context, rows []Recording) error {
	for i := range rows {
		rows[i].count()
		if rows[i].Reason != "" {
			rows[i].Reason = r.Text(ctx, rows[i].Reason, anyOf(rows[i].Args))
		}
	}
	return nil
}

func anyOf(args map[string]string) map[string]any {
	all := map[string]any{}
	for name, v := range args {
		all[name] = v
	}
	return all
}

func (s *Store) find(ctx context.Context, scope, recordingID string) (*Recording, error) {
	if !id.Valid(recordingID) {
		return nil, fault.Missing()
	}
	it, err := s.DB.Get(ctx, recordings.Key(scope, recordingID), true)
	if err == nil && it == nil {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	one, err := recordings.Read(it)
	one.count()
	return &one, err
}

func (r *Service) own(ctx context.Context, recordingID string) (*Recording, error) {
	return r.find(ctx, string(auth.Must(ctx).Scope()), recordingID)
}

// tries of a transaction that met another one.
const tries = 16

// replace gives the operations that write a recording over what was seen of it.
func (one *Recording) replace() []store.Op {
	seen := one.Version
	one.Version++
	ops := recordings.Replace(names(one.Owner.Scopes()), one.ID, *one)
	ops[0].If = store.Eq("v", seen)
	return ops
}
