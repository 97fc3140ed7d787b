package provideraccount

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
	"herald/pkg/kit/store"
)

// Account is an account of a provider as adapters use it.
type Account struct {
	ID       string // the adapter's name for that of the configuration
	Provider string // name of the adapter
	Name     string // empty of that of the configuration
	Off      bool
	Settings config.Adapters
	Own      bool // staff wrote it; false: it is the configuration's alone

	version string
	row     row
	opened  map[string][]string // keys by the names of their fields, the newest first
}

// Addresses are the hosts that staff typed.
func (a *Account) Addresses() (all []string) {
	for _, f := range fieldsOf(a.Provider) {
		if isHost(f) && a.row.Values[f.Key] != "" {
			all = append(all, a.row.Values[f.Key])
		}
	}
	return all
}

// leastRedacted is the length of a key from which on it is taken out of texts: a shorter one is a part of many words.
const leastRedacted = 6

// Redact takes the account's keys out of a text that a provider wrote.
func (a *Account) Redact(text string) string {
	for _, keys := range a.opened {
		for _, k := range keys {
			if len(k) >= leastRedacted {
				text = strings.ReplaceAll(text, k, "***")
			}
		}
	}
	return text
}

// Snapshot is all accounts at a moment.
type Snapshot struct {
	all   []*Account
	until int64 // unix ms at which it changes by itself: a key before is valid no more
}

// Of lists the accounts of an adapter, that of the configuration first.
func (s *Snapshot) Of(adapter string) (all []*Account) {
	for _, a := range s.all {
		if a.Provider == adapter {
			all = append(all, a)
		}
	}
	return all
}

// Main is the adapter's account that lies over the configuration.
func (s *Snapshot) Main(adapter string) *Account { return s.Find(adapter) }

// Find gives an account by its id; nil for none.
func (s *Snapshot) Find(id string) *Account {
	i := slices.IndexFunc(s.all, func(a *Account) bool { return a.ID == id })
	if i < 0 {
		return nil
	}
	return s.all[i]
}

func (s *Snapshot) same(o *Snapshot) bool {
	return slices.EqualFunc(s.all, o.all, func(a, b *Account) bool { return a.ID == b.ID && a.version == b.version })
}

// build lays rows over the configuration. Accounts that did not change are those of the snapshot before, so adapters made of them stay.
func (s *Store) build(ctx context.Context, rows []row, now time.Time) (*Snapshot, error) {
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(a.Made.Compare(b.Made), strings.Compare(a.ID, b.ID)) })
	next := &Snapshot{until: math.MaxInt64}
	for _, a := range manifest.Adapters() {
		next.all = append(next.all, &Account{ID: a.Name, Provider: a.Name, Settings: *s.Base})
		for _, r := range rows {
			if r.Provider != a.Name {
				continue
			}
			one := &Account{ID: r.ID, Provider: r.Provider, Name: r.Name, Off: r.Off, Own: true, row: r, version: r.version(now)}
			for _, k := range r.Keys {
				if k.valid(now) {
					next.until = min(next.until, k.Until.UnixMilli())
				}
			}
			if r.ID == a.Name {
				next.all[len(next.all)-1] = one
			} else {
				next.all = append(next.all, one)
			}
		}
	}
	known := s.kept.Load()
	for i, a := range next.all {
		if known != nil {
			if old := known.Find(a.ID); old != nil && old.version == a.version {
				next.all[i] = old
				continue
			}
		}
		if !a.Own {
			continue
		}
		if err := s.open(ctx, a, now); err != nil {
			return nil, err
		}
		a.Settings = overlay(*s.Base, a, now)
	}
	return next, nil
}

// version tells a row from what it was, and its keys before from none.
func (r *row) version(now time.Time) string {
	valid := 0
	for _, k := range r.Keys {
		if k.valid(now) {
			valid++
		}
	}
	return fmt.Sprint(r.Rev, "/", valid)
}

// valid reports whether the key before is still valid.
func (k keyOf) valid(now time.Time) bool { return k.Until.After(now) }

// open reads the keys of an account that this function may read.
func (s *Store) open(ctx context.Context, a *Account, now time.Time) error {
	a.opened = map[string][]string{}
	var keys []store.Key
	var of []string
	for _, f := range fieldsOf(a.Provider) {
		k, ok := a.row.Keys[f.Key]
		if !ok || !f.Hidden || s.Function != "" && !slices.Contains(manifest.SecretReaders(f.Secret), s.Function) {
			continue
		}
		keys, of = append(keys, keyKey(f.Secret, a.ID, f.Key, k.Version)), append(of, f.Key)
		if f.Rotates && k.Before != "" && k.valid(now) {
			keys, of = append(keys, keyKey(f.Secret, a.ID, f.Key, k.Before)), append(of, f.Key)
		}
	}
	if len(keys) == 0 || s.DB == nil {
		return nil
	}
	sealer := s.Sealer()
	if sealer == nil {
		return fmt.Errorf("nothing opens the keys of %s", a.ID)
	}
	found, err := s.DB.GetMany(ctx, keys, true)
	if err != nil {
		return err
	}
	for i, it := range found {
		var k sealedKey
		if ok, err := store.Decode(it, &k); err != nil || !ok {
			if err == nil && len(a.opened[of[i]]) > 0 {
				continue // the key before has expired
			}
			return fmt.Errorf("the key %s of %s is missing: %w", of[i], a.ID, cmp.Or(err, errGone))
		}
		text, err := sealer.Open(k.Sealed, owner(keys[i]))
		if err != nil {
			return fmt.Errorf("the key %s of %s does not open", of[i], a.ID)
		}
		a.opened[of[i]] = append(a.opened[of[i]], text)
	}
	return nil
}

// overlay is the configuration with an account's values and keys in their places. An account beside that of the configuration begins
// with none of the fields' values.
func overlay(base config.Adapters, a *Account, now time.Time) config.Adapters {
	values, objects := map[string]string{}, map[string]map[string]any{}
	for _, f := range fieldsOf(a.Provider) {
		text, keys := a.row.Values[f.Key], a.opened[f.Key]
		if !f.Hidden && text != "" {
			keys = []string{text}
		}
		beside := a.ID != a.Provider
		if k := a.row.Keys[f.Key]; f.Rotates && !beside && len(keys) > 0 && k.Before == "" && k.valid(now) {
			keys = append(slices.Clip(keys), configured(base, f)...)
		}
		switch {
		case f.Setting != "" && (text != "" || beside):
			values[f.Setting] = text
		case f.Setting != "":
		case f.Part == "" && (len(keys) > 0 || beside):
			values[f.Secret] = strings.Join(keys, ",")
		case f.Part != "":
			if objects[f.Secret] == nil {
				object := map[string]any{}
				if !beside {
					_ = base.Object(f.Secret, &object) // the start refused another form
				}
				objects[f.Secret] = object
			}
			if len(keys) > 0 {
				objects[f.Secret][f.Part] = part(f, keys)
			}
		}
	}
	for name, o := range objects {
		text, err := json.Marshal(o)
		if err != nil {
			panic(err) // of texts and lists of them
		}
		values[name] = string(text)
	}
	base.Set(values)
	return base
}

// configured are the values that the configuration has of a field that several may be valid of.
func configured(base config.Adapters, f manifest.Field) (all []string) {
	if f.Part == "" {
		if text := base.Secret(f.Secret); text != "" {
			all = strings.Split(text, ",")
		}
		return all
	}
	var object map[string]json.RawMessage
	if base.Object(f.Secret, &object) == nil {
		_ = json.Unmarshal(object[f.Part], &all) // the start refused another form
	}
	return all
}

// part is the value of a part of an object: a list where several are valid.
func part(f manifest.Field, keys []string) any {
	if f.Rotates {
		return keys
	}
	return keys[0]
}
