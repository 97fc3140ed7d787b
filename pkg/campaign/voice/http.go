package voice

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

const (
	base          = "/call"
	recordingPerm = "call:recording"
)

const everything = string(auth.Everything)

type byID struct {
	ID string `path:"id"`
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	r.recordingRoutes(a)
	e := r.engines()
	catalogue.Mount(a, e)
	web.Handle(a, web.Route{Method: "PUT", Path: e.Path + "/usable", Perm: "call:engine:usable", Summary: "Enable or disable a voice engine"},
		r.usable)
	web.Handle(a, web.Route{Method: "POST", Path: e.Path + "/{id}/test", Perm: "call:engine:test",
		Summary: "Test a voice engine with a short text"}, r.testRoute)
	web.Handle(a, web.Route{Method: "GET", Path: e.Path + "/{id}/test/{testId}", Perm: "call:engine:test",
		Summary: "Get the result of a test with a link to the audio"}, r.testedRoute)
	offered := r.engines().List
	offered.Scope = platformOwner
	list.Serve(a, web.Route{Method: "GET", Path: e.Path + "/selector", Perm: recordingPerm + ":page",
		Summary: "List enabled voice engines for a picker"}, offered, onlyEnabled[Engine], offer)
	l := r.languages()
	catalogue.Mount(a, l)
	list.Serve(a, web.Route{Method: "GET", Path: l.Path + "/selector", Perm: recordingPerm + ":page",
		Summary: "List enabled languages for a picker"}, l.List, onlyEnabled[Language], func(l *Language) LanguageOption {
		return LanguageOption{l.Code, l.Name}
	})
	catalogue.Mount(a, r.configs())
}

func (r *Service) recordingRoutes(a *web.API) {
	all := r.list()
	list.Mount(a, all)
	list.Serve[web.ListInput](a, web.Route{Method: "GET", Path: all.Path + "/selector", Perm: all.Perm,
		Summary: "List ready recordings for a picker"},
		all, func(_ context.Context, _ *web.ListInput, _ *list.List[Recording], q *store.ListQuery) error {
			q.Filters = with(q.Filters, "state", Ready)
			return nil
		}, func(r *Recording) Option {
			return Option{r.ID, r.Name, r.Language, r.SpeakerName, r.Seconds, r.Minutes}
		})
	web.Handle(a, web.Route{Method: "GET", Path: all.Path + "/{id}", Perm: all.Perm,
		Summary: "Get a recording with the cost of an answered call that plays it"}, r.getRoute)
	web.Handle(a, web.Route{Method: "GET", Path: all.Path + "/{id}/audio", Perm: all.Perm,
		Summary: "Get a link to a recording's audio, and its waveform"}, r.audioRoute)
	web.Handle(a, web.Route{Method: "POST", Path: all.Path, Perm: recordingPerm + ":add", Spends: true,
		Summary: "Add a recording from an uploaded wav file, or from a text that a voice engine speaks in the background"}, r.addRoute)
	web.Handle(a, web.Route{Method: "PUT", Path: all.Path, Perm: recordingPerm + ":edit", Spends: true,
		Summary: "Change a recording. If the text of an engine's recording changes, it is spoken again"}, r.editRoute)
	web.Handle(a, web.Route{Method: "DELETE", Path: all.Path + "/{id}", Perm: recordingPerm + ":del",
		Summary: "Delete a recording and its audio. Refused while an order uses it"}, r.deleteRoute)
}

// Exports declares the lists as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Listed(a, d, r.list())
	export.Listed(a, d, r.engines().List)
	export.Listed(a, d, r.languages().List)
	export.Listed(a, d, r.configs().List)
}

// Option is a recording in a selector.
type Option struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Language    string `json:"language"`
	SpeakerName string `json:"speakerName"`
	Seconds     int    `json:"seconds"`
	Minutes     int    `json:"minutes" doc:"Started minutes that an answered call is charged when it plays the whole recording."`
}

// EngineOption is an engine in a selector: nothing of its account.
type EngineOption struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	SpeakerName string   `json:"speakerName"`
	Gender      string   `json:"gender"`
	Charged     bool     `json:"charged"`
	Languages   []string `json:"languages"`
	Pitch       bool     `json:"pitch" doc:"The engine can change the pitch."`
}

func offer(e *Engine) EngineOption {
	return EngineOption{e.ID, e.Name, e.SpeakerName, e.Gender, e.Charged, e.Languages, e.Pitch}
}

// LanguageOption is a language in a selector.
type LanguageOption struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

func onlyEnabled[T any](_ context.Context, _ *web.ListInput, _ *list.List[T], q *store.ListQuery) error {
	q.Filters = with(q.Filters, "enabled", "true")
	return nil
}

func with(filters map[string]string, name, value string) map[string]string {
	if filters == nil {
		filters = map[string]string{}
	}
	filters[name] = value
	return filters
}

// UsableRequest is whether an engine may be used.
type UsableRequest struct {
	ID     string `json:"id" minLength:"1" maxLength:"64"`
	Usable bool   `json:"usable"`
}

func (r *Service) usable(ctx context.Context, in *catalogue.Body[UsableRequest]) (*Engine, error) {
	before := false
	e, err := catalogue.Change(ctx, r.engineCatalogue(), in.Body.ID, func(e *Engine) error {
		before, e.Enabled = e.Enabled, in.Body.Usable
		return nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, map[string]any{"enabled": before}, map[string]any{"enabled": e.Enabled})
	auditlog.Subject(ctx, e.Name)
	one := []Engine{e}
	return &one[0], r.kind(ctx, one)
}
