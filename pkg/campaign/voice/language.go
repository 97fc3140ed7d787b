package voice

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Language is one that recordings are spoken in.
type Language struct {
	ID      string `dynamodbav:"-" json:"id" doc:"Language code."`
	Code    string `dynamodbav:"c" json:"code" doc:"Language, BCP 47."`
	Name    string `dynamodbav:"n" json:"name" doc:"Name in the language itself."`
	Enabled bool   `dynamodbav:"e,omitempty" json:"enabled"`
	Shipped bool   `dynamodbav:"-" json:"shipped" doc:"Shipped with the product: can be disabled, not deleted."`
	Sort    int    `dynamodbav:"so" json:"sort"`
	Op      string `dynamodbav:"i,omitempty" json:"-"`
	catalogue.Revision
}

// LanguageForm is a language as it is written.
type LanguageForm struct {
	ID      string `json:"id,omitempty" maxLength:"16" doc:"Id of the language to change. Its code cannot be changed."`
	Code    string `json:"code,omitempty" maxLength:"16" doc:"Code of a new language." example:"id-ID"`
	Name    string `json:"name" minLength:"1" maxLength:"50"`
	Enabled *bool  `json:"enabled,omitempty" doc:"Default: enabled. Missing in a change: unchanged."`
	Sort    *int   `json:"sort,omitempty" minimum:"0" maximum:"9999"`
}

// shippedLanguages are the languages that Herald ships, Indonesian first (decisions §6).
var shippedLanguages = []Language{
	{Code: "id-ID", Name: "Bahasa Indonesia"}, {Code: "en-US", Name: "English (US)"}, {Code: "zh-CN", Name: "中文（普通话）"},
	{Code: "pt-BR", Name: "Português (Brasil)"},
	{Code: "es-MX", Name: "Español (México)"}, {Code: "hi-IN", Name: "हिन्दी"},
}

// otherSort is the position of a language without one.
const otherSort = 1000

var languageList = store.List[Language]{Table: table, Entity: "language", Columns: []store.Column[Language]{
	{Name: "code", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "recording.column.code",
		Get: func(l *Language) any { return l.Code }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(l *Language) any { return l.Name }},
	{Name: "enabled", Kind: store.Exact, Filter: true, OneOf: []string{"true", "false"}, Title: "recording.column.enabled",
		Get: func(l *Language) any { return word(l.Enabled) }},
	{Name: "sort", Kind: store.Number, Sort: true, Title: "recording.column.sort", Get: func(l *Language) any { return l.Sort }},
}}

func (r *Service) languages() catalogue.Catalogue[LanguageForm, Language] {
	return catalogue.Catalogue[LanguageForm, Language]{
		List: list.List[Language]{List: languageList, Rows: r.allLanguages, By: []string{"sort", "code"}, Path: base + "/language",
			Perm: "call:language:page", Summary: "List languages of recordings",
			File: list.File{Name: "voicelanguage", Summary: "Export the matching languages as xlsx or CSV"}},
		Of: "call:language", Add: "Add a language", Edit: "Change, enable or disable a language",
		Del:        "Delete a language that is not shipped with the product",
		Repository: languageRepo{r.languageCatalogue()}, Make: r.createLanguage,
		Change: func(_ context.Context, w *LanguageForm, l *Language) error { return l.fill(w) },
		ID:     func(w *LanguageForm) string { return w.ID },
		AuditView: func(l *Language) any {
			return map[string]any{"code": l.Code, "name": l.Name, "enabled": l.Enabled, "sort": l.Sort}
		},
	}
}

var tag = lazyregexp.New(`^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$`)

func languageKey(code string) (store.Key, bool) {
	return store.Key{Table: table, PK: "VLANG", SK: code}, tag.MatchString(code)
}

func (r *Service) languageCatalogue() catalogue.Named[Language] {
	return catalogue.Named[Language]{DB: r.DB, Key: languageKey, Op: func(l *Language) string { return l.Op },
		Exists: func(l *Language) error { return fault.State("language.exists", "code", l.Code) }}
}

func (r *Service) createLanguage(ctx context.Context, w *LanguageForm) (string, Language, error) {
	l := Language{ID: w.Code, Code: w.Code, Enabled: true, Sort: otherSort, Op: web.Operation(ctx)}
	if _, ok := languageKey(w.Code); !ok {
		return "", l, fault.Bad("code", "language.code")
	}
	if _, ships := shipped(w.Code); ships {
		return "", l, fault.State("language.exists", "code", w.Code)
	}
	return l.Code, l, l.fill(w)
}

func (l *Language) fill(w *LanguageForm) error {
	if l.Name = strings.TrimSpace(w.Name); l.Name == "" {
		return fault.Bad("name", "web.valid.missing")
	}
	if w.Enabled != nil {
		l.Enabled = *w.Enabled
	}
	l.Sort = or(w.Sort, l.Sort)
	return nil
}

func shipped(code string) (Language, bool) {
	i := slices.IndexFunc(shippedLanguages, func(l Language) bool { return l.Code == code })
	if i < 0 {
		return Language{}, false
	}
	l := shippedLanguages[i]
	l.ID, l.Enabled, l.Shipped, l.Sort = l.Code, true, true, i+1
	return l, true
}

// allLanguages returns the shipped languages with their changes, and the added ones.
func (r *Service) allLanguages(ctx context.Context) ([]Language, error) {
	rows, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: "VLANG", Consistent: true}))
	if err != nil {
		return nil, err
	}
	kept := map[string]Language{}
	for _, row := range rows {
		var l Language
		if _, err := store.Decode(row, &l); err != nil {
			return nil, err
		}
		kept[l.Code] = l
	}
	var all []Language
	for _, s := range shippedLanguages {
		l, _ := shipped(s.Code)
		if changed, ok := kept[s.Code]; ok {
			l.Name, l.Enabled, l.Sort = changed.Name, changed.Enabled, changed.Sort
			delete(kept, s.Code)
		}
		all = append(all, l)
	}
	for _, l := range kept {
		l.ID = l.Code
		all = append(all, l)
	}
	return all, nil
}

// spoken refuses a language that recordings cannot be in: recording.language.
func (r *Service) spoken(ctx context.Context, code string) error {
	l, err := languageRepo{r.languageCatalogue()}.Find(ctx, code)
	if err == nil && l.Enabled {
		return nil
	}
	if err != nil && !fault.Is(err, "web.notFound") {
		return err
	}
	return fault.Bad("language", "recording.language", "language", code)
}

// tongues lays what was changed over what ships.
type languageRepo struct{ catalogue.Named[Language] }

// Find gives a language.
func (t languageRepo) Find(ctx context.Context, code string) (Language, error) {
	l, err := t.Named.Find(ctx, code)
	s, ships := shipped(code)
	switch {
	case err == nil:
		l.ID, l.Shipped = l.Code, ships
	case ships && fault.Is(err, "web.notFound"):
		return s, nil
	}
	return l, err
}

// Add writes a language that was not there; the same operation again gives what it made.
func (t languageRepo) Add(ctx context.Context, code string, l Language) (Language, error) {
	l, err := t.Named.Add(ctx, code, l)
	l.ID = l.Code
	return l, err
}

// Set writes a language; of one that ships, that it was changed.
func (t languageRepo) Set(ctx context.Context, code string, l Language) error {
	if !l.Shipped {
		return t.Named.Set(ctx, code, l)
	}
	return t.Put(ctx, code, l, l.Next())
}

// Drop takes one away that was added. Fault: language.shipped (409).
func (t languageRepo) Drop(ctx context.Context, code string, l Language) error {
	if l.Shipped {
		return fault.State("language.shipped")
	}
	return t.Named.Drop(ctx, code, l)
}
