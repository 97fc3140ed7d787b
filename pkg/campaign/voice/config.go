package voice

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Config is a voice that engines can be made of (business-domain §3: the voice-synthesis configuration).
type Config struct {
	ID         string    `dynamodbav:"-" json:"id"`
	Name       string    `dynamodbav:"n" json:"name"`
	VoiceKey   string    `dynamodbav:"k" json:"voiceKey" doc:"The provider's name of the voice." example:"Camila"`
	Provider   string    `dynamodbav:"p" json:"provider" enum:"polly"`
	Speed      int       `dynamodbav:"s" json:"speed" doc:"Percent. 100: the voice's own."`
	TTSLang    string    `dynamodbav:"l" json:"ttsLang" doc:"Language, BCP 47."`
	Feature    string    `dynamodbav:"f" json:"feature" doc:"Kind of voice." enum:"standard,neural"`
	CreateTime time.Time `dynamodbav:"-" json:"createTime"`
	catalogue.Revision
}

// ConfigForm is a voice as it is written.
type ConfigForm struct {
	ID       string `json:"id,omitempty" maxLength:"64" doc:"Id of the voice to change."`
	Name     string `json:"name" minLength:"1" maxLength:"50"`
	VoiceKey string `json:"voiceKey" minLength:"1" maxLength:"50"`
	Provider string `json:"provider" enum:"polly"`
	Speed    *int   `json:"speed,omitempty" minimum:"50" maximum:"200" doc:"Percent. Default: 100."`
	TTSLang  string `json:"ttsLang" minLength:"1" maxLength:"16"`
	Feature  string `json:"feature" enum:"standard,neural"`
}

var configs = store.List[Config]{Table: table, Entity: "voiceconfig", ByTime: true,
	Lean: func(c *Config) (*string, *time.Time) { return &c.ID, &c.CreateTime }, Columns: []store.Column[Config]{
		{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(c *Config) any { return c.Name }},
		{Name: "voiceKey", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "recording.column.voiceKey",
			Get: func(c *Config) any { return c.VoiceKey }},
		{Name: "provider", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{provider.Polly}, Title: "recording.column.provider",
			Dict: "voice_provider", Get: func(c *Config) any { return c.Provider }},
		{Name: "speed", Kind: store.Number, Sort: true, Title: "recording.column.speed", Get: func(c *Config) any { return c.Speed }},
		{Name: "ttsLang", Kind: store.Exact, Sort: true, Filter: true, Title: "recording.column.language",
			Get: func(c *Config) any { return c.TTSLang }},
		{Name: "feature", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{provider.StandardVoice, provider.NeuralVoice},
			Title: "recording.column.feature", Dict: "voice_feature", Get: func(c *Config) any { return c.Feature }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(c *Config) any { return c.CreateTime }},
	}}

func (r *Service) configs() catalogue.Catalogue[ConfigForm, Config] {
	return catalogue.Catalogue[ConfigForm, Config]{
		List: list.List[Config]{List: configs, DB: r.DB, Scope: platformOwner, Path: base + "/voice", Perm: "call:voice:page",
			Summary: "List the voices that engines can use",
			File:    list.File{Name: "voiceconfig", Summary: "Export the matching voices as xlsx or CSV"}},
		Of: "call:voice", Add: "Add a voice", Edit: "Change a voice", Del: "Delete a voice",
		Repository: catalogue.Listed[Config]{DB: r.DB, List: configs, Scopes: func(*Config) []string { return []string{platformScope} },
			Scope: platformOwner},
		Make: func(ctx context.Context, w *ConfigForm) (string, Config, error) {
			c := Config{ID: r.NewID(ctx), CreateTime: r.now(), Speed: 100}
			return c.ID, c, r.changeConfig(ctx, w, &c)
		},
		Change: r.changeConfig, ID: func(w *ConfigForm) string { return w.ID },
		AuditView: func(c *Config) any {
			return map[string]any{"name": c.Name, "voiceKey": c.VoiceKey, "provider": c.Provider, "speed": c.Speed, "ttsLang": c.TTSLang,
				"feature": c.Feature}
		},
	}
}

// changeConfig lays a form over a voice. Faults: web.valid.missing, engine.provider, recording.language.
func (r *Service) changeConfig(ctx context.Context, w *ConfigForm, c *Config) error {
	c.Name, c.VoiceKey = strings.TrimSpace(w.Name), strings.TrimSpace(w.VoiceKey)
	switch {
	case c.Name == "":
		return fault.Bad("name", "web.valid.missing")
	case c.VoiceKey == "":
		return fault.Bad("voiceKey", "web.valid.missing")
	case r.Speech(w.Provider) == nil:
		return fault.Bad("provider", "engine.provider")
	}
	if w.TTSLang != c.TTSLang {
		if err := r.spoken(ctx, w.TTSLang); err != nil {
			return err
		}
	}
	c.Provider, c.TTSLang, c.Feature, c.Speed = w.Provider, w.TTSLang, w.Feature, or(w.Speed, c.Speed)
	return nil
}
