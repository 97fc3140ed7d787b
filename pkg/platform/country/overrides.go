package country

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
)

const maxName = 60

// Override is what an admin laid over a country of ISO 3166-1.
type Override struct {
	Name      map[i18n.Lang]string `dynamodbav:"n,omitempty"`
	TimeZone  string               `dynamodbav:"z,omitempty"`
	Disabled  bool                 `dynamodbav:"d,omitempty"`
	Blacklist []string             `dynamodbav:"b,omitempty"` // businesses that it is closed for
	At        time.Time            `dynamodbav:"at"`
	By        string               `dynamodbav:"by"`
}

// Store is the countries as an admin left them. Keys: table platform, COUNTRY / INDEX and COUNTRY#<code> / E (store.Overrides).
type Store struct {
	Overrides *store.Overrides[Override]
	Now       func() time.Time
	// Businesses that a country can be closed for, in the order in which forms show them: the keys of blacklistCodeList
	// (platform-services §3). They are the dictionary country_business, to which a module adds its own, with the message
	// country.closed.<business>; those of modules to come stand in this module's.
	Businesses []string
}

// New makes the book; a process has one, so that what was read is kept.
func New(db store.DB, now func() time.Time, businesses ...string) *Store {
	return &Store{Overrides: store.NewOverrides[Override](db, now, "platform", "COUNTRY", len(all())), Now: now, Businesses: businesses}
}

// merge gives a country with an override over it.
func (c Country) merge(o Override) Country {
	if len(o.Name) > 0 {
		names := map[i18n.Lang]string{}
		for _, lang := range i18n.Langs {
			if names[lang] = o.Name[lang]; names[lang] == "" {
				names[lang] = c.Name[lang]
			}
		}
		c.Name, c.EnName = names, names[i18n.EnUS]
	}
	if o.TimeZone != "" {
		c.TimeZone, c.TimeZones = o.TimeZone, []string{o.TimeZone}
	}
	c.Disabled, c.Blacklist = o.Disabled, o.Blacklist
	return c
}

// Zones gives the time zones of a country as an admin left it; none for an unknown code.
func (b *Store) Zones(ctx context.Context, code string) ([]string, error) {
	c, _, err := b.Find(ctx, code)
	return c.TimeZones, err
}

// Find gives a country as an admin left it; false for an unknown code.
func (b *Store) Find(ctx context.Context, code string) (Country, bool, error) {
	c, ok := Find(code)
	if !ok {
		return c, false, nil
	}
	over, err := b.Overrides.Get(ctx, code)
	return c.merge(over[code]), true, err
}

// All gives every country as an admin left it, by code.
func (b *Store) All(ctx context.Context) ([]Country, error) {
	over, err := b.Overrides.All(ctx)
	list := All()
	for i, c := range list {
		list[i] = c.merge(over[c.Code])
	}
	return list, err
}

// Open is nil when a business may be done with a country. Faults, all about the field: country.unknown, country.disabled,
// country.closed.<business>.
func (b *Store) Open(ctx context.Context, field, code, business string) error {
	c, ok, err := b.Find(ctx, code)
	switch {
	case err != nil:
		return err
	case !ok:
		return fault.Bad(field, "country.unknown")
	case c.Disabled:
		return fault.Bad(field, "country.disabled", "code", code)
	case slices.Contains(c.Blacklist, business):
		return fault.Bad(field, "country.closed."+business, "code", code)
	}
	return nil
}

// Change of a country; what is nil stays as it is.
type Change struct {
	Code      string                `json:"code" example:"BR"`
	Name      *map[i18n.Lang]string `json:"name,omitempty" doc:"Name by language. Empty or missing: the shipped name."`
	TimeZone  *string               `json:"timeZone,omitempty" example:"America/Sao_Paulo" doc:"Empty: the shipped time zone."`
	Disabled  *bool                 `json:"disabled,omitempty" doc:"True: no new orders for the country."`
	Blacklist *[]string             `json:"blacklist,omitempty" doc:"Businesses that are not offered in the country." example:"[\"bulk\"]"`
}

// check applies the rules to a change; known are the businesses that exist.
func (w *Change) check(known []string) error {
	if w.Name != nil {
		names := map[i18n.Lang]string{}
		for lang, text := range *w.Name {
			if text = strings.TrimSpace(text); !slices.Contains(i18n.Langs, lang) || utf8.RuneCountInString(text) > maxName {
				return fault.Bad("name", "country.name", "max", maxName)
			}
			if text != "" {
				names[lang] = text
			}
		}
		*w.Name = names
	}
	if w.TimeZone != nil && *w.TimeZone != "" && !knownZone(*w.TimeZone) {
		return fault.Bad("timeZone", "country.timeZone")
	}
	if w.Blacklist != nil {
		var list []string
		for _, b := range known { // in their order, each once
			if slices.Contains(*w.Blacklist, b) {
				list = append(list, b)
			}
		}
		for _, b := range *w.Blacklist {
			if !slices.Contains(known, b) {
				return fault.Bad("blacklist", "country.business", "businesses", strings.Join(known, ", "))
			}
		}
		*w.Blacklist = list
	}
	return nil
}

// knownZone reports a time zone that a country has: so the functions know it without a database of zones.
func knownZone(name string) bool {
	return slices.ContainsFunc(all(), func(c Country) bool { return slices.Contains(c.TimeZones, name) })
}

// Change lays a change over a country and gives it before and after. Faults: 404 for an unknown code, and those of check.
func (b *Store) Change(ctx context.Context, w Change, by string) (before, after Country, err error) {
	c, ok := Find(w.Code)
	if !ok {
		return before, after, fault.Missing()
	}
	if err := w.check(b.Businesses); err != nil {
		return before, after, err
	}
	err = b.Overrides.Change(ctx, w.Code, func(o Override, _ bool) (Override, bool, error) {
		before = c.merge(o)
		if w.Name != nil {
			o.Name = *w.Name
		}
		if w.TimeZone != nil {
			o.TimeZone = *w.TimeZone
		}
		if w.Disabled != nil {
			o.Disabled = *w.Disabled
		}
		if w.Blacklist != nil {
			o.Blacklist = *w.Blacklist
		}
		o.At, o.By = b.Now(), by
		after = c.merge(o)
		return o, true, nil
	})
	return before, after, err
}
