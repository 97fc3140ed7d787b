package voice

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Shown is what is shown in the place of a key (business-domain §3).
const Shown = "{key}"

// Engine is a voice that speaks recordings.
type Engine struct {
	ID          string    `dynamodbav:"-" json:"id"`
	Name        string    `dynamodbav:"n" json:"name"`
	Provider    string    `dynamodbav:"p" json:"provider" enum:"polly"`
	SpeakerName string    `dynamodbav:"s" json:"speakerName" doc:"The provider's name of the voice."`
	Feature     string    `dynamodbav:"f" json:"feature" doc:"Kind of voice." enum:"standard,neural"`
	Key         string    `dynamodbav:"-" json:"key" doc:"{key} when the engine has its own key. The value is never shown."`
	Gender      string    `dynamodbav:"g,omitempty" json:"gender" enum:"male,female,unknown,"`
	Charged     bool      `dynamodbav:"c,omitempty" json:"charged" doc:"The provider charges for synthesis."`
	Languages   []string  `dynamodbav:"l" json:"languages"`
	Enabled     bool      `dynamodbav:"e,omitempty" json:"enabled"`
	Pitch       bool      `dynamodbav:"-" json:"pitch" doc:"The engine can change the pitch."`
	HasKey      bool      `dynamodbav:"k,omitempty" json:"-"`
	CreateTime  time.Time `dynamodbav:"-" json:"createTime"`
	catalogue.Revision

	sealed *string // the key that is written with it: nil leaves what there is, an empty one takes it away
}

// EngineForm is an engine as it is written.
type EngineForm struct {
	ID          string   `json:"id,omitempty" maxLength:"64" doc:"Id of the engine to change."`
	Name        string   `json:"name" minLength:"1" maxLength:"50"`
	Provider    string   `json:"provider" enum:"polly"`
	SpeakerName string   `json:"speakerName" minLength:"1" maxLength:"50" example:"Camila"`
	Feature     string   `json:"feature" enum:"standard,neural"`
	Key         *string  `json:"key,omitempty" maxLength:"500" doc:"Key of the engine, for Polly <access key>:<secret>. Empty: the platform's account. Missing or {key}: unchanged."`
	Gender      string   `json:"gender,omitempty" enum:"male,female,unknown,"`
	Charged     bool     `json:"charged,omitempty"`
	Languages   []string `json:"languages" minItems:"1" maxItems:"50"`
	Enabled     *bool    `json:"enabled,omitempty" doc:"Default: enabled. Missing in a change: unchanged."`
}

var engines = store.List[Engine]{Table: table, Entity: "voiceengine", ByTime: true,
	Lean: func(e *Engine) (*string, *time.Time) { return &e.ID, &e.CreateTime }, Columns: []store.Column[Engine]{
		{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(e *Engine) any { return e.Name }},
		{Name: "provider", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{provider.Polly}, Title: "recording.column.provider",
			Dict: "voice_provider", Get: func(e *Engine) any { return e.Provider }},
		{Name: "speakerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "recording.column.speaker",
			Get: func(e *Engine) any { return e.SpeakerName }},
		{Name: "feature", Kind: store.Exact, Filter: true, OneOf: []string{provider.StandardVoice, provider.NeuralVoice},
			Title: "recording.column.feature", Dict: "voice_feature", Get: func(e *Engine) any { return e.Feature }},
		{Name: "gender", Kind: store.Exact, Filter: true, OneOf: []string{"male", "female", "unknown"}, Title: "recording.column.gender",
			Dict: "gender", Get: func(e *Engine) any { return e.Gender }},
		{Name: "language", Kind: store.Exact, Filter: true, Doc: "Language of the engine.", Title: "recording.column.language",
			Get: func(e *Engine) any { return e.Languages }},
		{Name: "charged", Kind: store.Exact, Filter: true, OneOf: []string{"true", "false"}, Title: "recording.column.charged",
			Get: func(e *Engine) any { return word(e.Charged) }},
		{Name: "enabled", Kind: store.Exact, Filter: true, OneOf: []string{"true", "false"}, Title: "recording.column.enabled",
			Get: func(e *Engine) any { return word(e.Enabled) }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(e *Engine) any { return e.CreateTime }},
	}}

func word(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

func platformOwner(*auth.Principal) string { return platformScope }

func (r *Service) engines() catalogue.Catalogue[EngineForm, Engine] {
	return catalogue.Catalogue[EngineForm, Engine]{
		List: list.List[Engine]{List: engines, DB: r.DB, Scope: platformOwner, Path: base + "/engine", Perm: "call:engine:page",
			Summary: "List voice engines, without their keys", Show: r.kind,
			File: list.File{Name: "voiceengine", Summary: "Export the matching voice engines as xlsx, without their keys"}},
		Of: "call:engine", Add: "Add a voice engine", Edit: "Change a voice engine", Del: "Delete a voice engine. Its recordings remain",
		Repository: r.engineCatalogue(), Make: r.createEngine, Change: r.changeEngine, ID: func(w *EngineForm) string { return w.ID },
		AuditView: func(e *Engine) any {
			return map[string]any{"name": e.Name, "provider": e.Provider, "speakerName": e.SpeakerName, "feature": e.Feature,
				"languages": e.Languages, "charged": e.Charged, "enabled": e.Enabled, "hasKey": e.HasKey}
		},
	}
}

func (r *Service) engineCatalogue() catalogue.Repository[Engine] {
	return keyed{catalogue.Listed[Engine]{DB: r.DB, List: engines, Scopes: func(*Engine) []string { return []string{platformScope} },
		Scope: platformOwner}}
}

func (r *Service) createEngine(ctx context.Context, w *EngineForm) (string, Engine, error) {
	e := Engine{ID: r.NewID(ctx), Enabled: true, CreateTime: r.now()}
	return e.ID, e, r.changeEngine(ctx, w, &e)
}

// changeEngine lays a form over an engine. Faults: engine.provider, engine.feature, engine.languageNot, recording.language,
// engine.key, engine.noSeal.
func (r *Service) changeEngine(ctx context.Context, w *EngineForm, e *Engine) error {
	speech := r.Speech(w.Provider)
	if speech == nil {
		return fault.Bad("provider", "engine.provider")
	}
	can := speech.Profile()
	if !slices.Contains(can.Features, w.Feature) {
		return fault.Bad("feature", "engine.feature")
	}
	for _, code := range w.Languages {
		if err := r.spoken(ctx, code); err != nil {
			return err
		}
		if !slices.Contains(can.Languages, code) {
			return fault.Bad("languages", "engine.languageNot", "language", code)
		}
	}
	e.Name, e.SpeakerName = strings.TrimSpace(w.Name), strings.TrimSpace(w.SpeakerName)
	switch {
	case e.Name == "":
		return fault.Bad("name", "web.valid.missing")
	case e.SpeakerName == "":
		return fault.Bad("speakerName", "web.valid.missing")
	}
	e.Provider, e.Feature, e.Gender, e.Charged, e.Languages = w.Provider, w.Feature, w.Gender, w.Charged, w.Languages
	if w.Enabled != nil {
		e.Enabled = *w.Enabled
	}
	return r.seal(w, e, can)
}

// kind tells of engines what their rows do not hold.
func (r *Service) kind(_ context.Context, rows []Engine) error {
	for i := range rows {
		e := &rows[i]
		if e.Key = ""; e.HasKey {
			e.Key = Shown
		}
		if speech := r.Speech(e.Provider); speech != nil {
			e.Pitch = !slices.Contains(speech.Profile().Pitchless, e.Feature)
		}
	}
	return nil
}

// engine gives one that may speak. Faults: 404, engine.off (409).
func (r *Service) engine(ctx context.Context, engineID string) (*Engine, error) {
	if !id.Valid(engineID) {
		return nil, fault.Missing()
	}
	it, err := r.DB.Get(ctx, engines.Key(platformScope, engineID), true)
	if err == nil && it == nil {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	e, err := engines.Read(it)
	if err == nil && !e.Enabled {
		err = fault.State("engine.off", "name", e.Name)
	}
	return &e, err
}

// speaks refuses what an engine cannot speak.
func (r *Service) speaks(ctx context.Context, e *Engine, one *Recording) error {
	most, err := r.Settings.Int(ctx, "recording.characters")
	if err != nil {
		return err
	}
	can := provider.SpeechProfile{}
	if speech := r.Speech(e.Provider); speech != nil {
		can = speech.Profile()
	}
	n := utf8.RuneCountInString(one.Content)
	switch {
	case n == 0:
		return fault.Bad("content", "recording.text")
	case n > min(most, can.Characters):
		return fault.Bad("content", "recording.textLong", "most", min(most, can.Characters))
	case can.Marking(one.Content):
		return fault.Bad("content", "recording.textMarks")
	case !slices.Contains(e.Languages, one.Language):
		return fault.Bad("language", "recording.noVoice", "engine", e.Name, "language", one.Language)
	case one.Pitch != 0 && slices.Contains(can.Pitchless, e.Feature):
		return fault.Bad("pitch", "recording.pitch", "engine", e.Name)
	}
	return nil
}
