package provideraccount

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// keyLife is how long a key stays valid after another one took its place, where the adapter takes several.
const keyLife = 24 * time.Hour

// Form is an account as it is written.
type Form struct {
	Name   string            `json:"name,omitempty" maxLength:"50" doc:"Name for staff. Not for the account of the configuration."`
	Values map[string]string `json:"values,omitempty" doc:"Values by the keys of their fields. An empty value returns to that of the configuration."`
	Keys   map[string]string `json:"keys,omitempty" doc:"Keys by the keys of their fields. Write-only. Missing or empty: unchanged."`
}

func (r *Service) add(ctx context.Context, in *struct {
	Body struct {
		Provider string `json:"provider" minLength:"1" maxLength:"64" doc:"Id of the provider."`
		Form
	}
}) (*AccountView, error) {
	if len(fieldsOf(in.Body.Provider)) == 0 {
		return nil, fault.Bad("provider", "provideraccount.unmanaged")
	}
	one := row{ID: r.NewID(ctx), Provider: in.Body.Provider, Made: r.Now().UTC().Truncate(time.Millisecond)}
	stands, again, err := store.Load[row](ctx, r.DB, rowKey(one.ID), true)
	if err != nil {
		return nil, err
	}
	if again { // a repetition of the same call
		auditlog.Note(ctx, stands.ID, nil, seen(&stands, &in.Body.Form))
		return r.view(ctx, stands.ID)
	}
	return r.write(ctx, one, &in.Body.Form)
}

func (r *Service) edit(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		Form
	}
}) (*AccountView, error) {
	one, err := r.managed(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	return r.write(ctx, one, &in.Body.Form)
}

// managed gives the row of an account, a new one for an account of the configuration that staff did not change yet. Fault: 404.
func (r *Service) managed(ctx context.Context, id string) (row, error) {
	one, ok, err := store.Load[row](ctx, r.DB, rowKey(id), true)
	if err == nil && !ok {
		one = row{ID: id, Provider: id, Made: r.Now().UTC().Truncate(time.Millisecond)}
	}
	if err == nil && len(fieldsOf(one.Provider)) == 0 {
		err = fault.Missing()
	}
	return one, err
}

// write lays a form over an account. Faults: provideraccount.value, .host, .unknown, .noSeal, web.valid.missing, and those of accept.
func (r *Service) write(ctx context.Context, one row, w *Form) (*AccountView, error) {
	before, now := one, r.Now().UTC().Truncate(time.Millisecond)
	one.Values, one.Keys = maps.Clone(before.Values), maps.Clone(before.Keys)
	if one.Values == nil {
		one.Values = map[string]string{}
	}
	if one.Keys == nil {
		one.Keys = map[string]keyOf{}
	}
	if one.Name = cmp.Or(strings.TrimSpace(w.Name), one.Name); one.Name == "" && one.ID != one.Provider {
		return nil, fault.Bad("name", "web.valid.missing")
	}
	ops, err := r.lay(ctx, &one, w, now)
	if err != nil {
		return nil, err
	}
	if err := r.accept(ctx, &before, &one); err != nil {
		return nil, err
	}
	if err := r.put(ctx, &before, &one, ops...); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, one.ID, seen(&before, nil), seen(&one, w))
	return r.view(ctx, one.ID)
}

// hosts are the addresses that an account calls.
func (r *Service) hosts(one *row) map[string]string {
	all := map[string]string{}
	for _, f := range fieldsOf(one.Provider) {
		if isHost(f) {
			all[f.Key] = one.Values[f.Key]
			if all[f.Key] == "" && r.inherited(one) {
				all[f.Key] = r.Base.Text(f.Setting)
			}
		}
	}
	return all
}

// moved refuses a new address for keys that were written for another one: they would be sent there. Fault: provideraccount.keyAgain.
func (r *Service) moved(before map[string]string, one *row, w *Form) error {
	for key, host := range r.hosts(one) {
		if host == before[key] || host == "" || one.Values[key] == "" {
			continue
		}
		for _, f := range fieldsOf(one.Provider) {
			stands := one.Keys[f.Key].Version != "" || r.inherited(one) && len(configured(*r.Base, f)) > 0
			if f.Hidden && stands && strings.TrimSpace(w.Keys[f.Key]) == "" {
				return fault.Bad("keys."+f.Key, "provideraccount.keyAgain")
			}
		}
	}
	return nil
}

// lay takes over the values and keys of a form and gives what is written beside the account. A value of the configuration is not kept, so
// it changes with the configuration.
func (r *Service) lay(ctx context.Context, one *row, w *Form, now time.Time) (ops []store.Op, err error) {
	fields := fieldsOf(one.Provider)
	if err := known(fields, w); err != nil {
		return nil, err
	}
	guard, before := r.guard(), r.hosts(one)
	for _, f := range fields {
		in, text := "values", strings.TrimSpace(w.Values[f.Key])
		if f.Hidden {
			in, text = "keys", strings.TrimSpace(w.Keys[f.Key])
		}
		_, given := w.Values[f.Key]
		switch {
		case text != "":
			if err := check(f, in, text, guard); err != nil {
				return nil, err
			}
			switch {
			case f.Hidden:
				more, err := r.seal(ctx, one, f, text, now)
				if err != nil {
					return nil, err
				}
				ops = append(ops, more...)
			case r.inherited(one) && f.Setting != "" && text == r.Base.Text(f.Setting):
				delete(one.Values, f.Key)
			default:
				one.Values[f.Key] = text
			}
		case given && !f.Hidden:
			delete(one.Values, f.Key)
		}
		if f.Required && one.Values[f.Key] == "" && one.Keys[f.Key].Version == "" && !r.inherited(one) {
			return nil, fault.Bad(in+"."+f.Key, "web.valid.missing")
		}
	}
	return ops, r.moved(before, one, w)
}

// known refuses a form with a field that the adapter does not have.
func known(fields []manifest.Field, w *Form) error {
	for in, given := range map[string]map[string]string{"values": w.Values, "keys": w.Keys} {
		for _, name := range slices.Sorted(maps.Keys(given)) {
			if !slices.ContainsFunc(fields, func(f manifest.Field) bool { return f.Key == name && f.Hidden == (in == "keys") }) {
				return fault.Bad(in+"."+name, "provideraccount.unknown")
			}
		}
	}
	return nil
}

// inherited reports an account whose missing values are those of the configuration.
func (r *Service) inherited(one *row) bool {
	return one.ID == one.Provider && r.Base.Used(one.Provider)
}

// guard lets the hosts of the configuration pass: simulators in development, relays in the own network.
func (s *Store) guard() *outbound.Guard { return outbound.NewGuard(s.configured()...) }

// configured are all hosts that the configuration names.
func (s *Store) configured() (all []string) {
	for _, v := range manifest.Settings() {
		if v.Kind == manifest.KindAddress || v.Kind == manifest.KindPort {
			all = append(all, s.Base.Text(v.Name))
		}
	}
	return all
}

// Guard is what the calls of an account go through when staff typed its hosts; nil when all are of the configuration.
func (s *Store) Guard(a *Account) *outbound.Guard {
	if len(a.Addresses()) == 0 {
		return nil
	}
	return s.guard()
}

// seal writes a key in a row of its own, and ends the one before.
func (r *Service) seal(ctx context.Context, one *row, f manifest.Field, text string, now time.Time) ([]store.Op, error) {
	sealer := r.Sealer()
	if sealer == nil {
		return nil, fault.Bad("keys."+f.Key, "provideraccount.noSeal")
	}
	old := one.Keys[f.Key]
	k := keyOf{Version: r.NewID(ctx), By: by(ctx), At: now}
	if old.Version == k.Version {
		return nil, nil // a repetition of the same call
	}
	at := keyKey(f.Secret, one.ID, f.Key, k.Version)
	ops := []store.Op{{Verb: store.Put, Key: at, Item: sealedKey{sealer.Seal(text, owner(at))}}}
	if f.Rotates {
		k.Before, k.Until = old.Version, now.Add(keyLife)
	}
	if old.Version != "" { // processes that have not heard of the change still read it
		ops = append(ops, store.Op{Verb: store.Update, Key: keyKey(f.Secret, one.ID, f.Key, old.Version),
			Set: map[string]any{"ttl": now.Add(keyLife).Unix()}, If: store.Exists("pk")})
	}
	one.Keys[f.Key] = k
	return ops, nil
}

// put writes an account that is still as it was read. Fault: provideraccount.changed.
func (r *Service) put(ctx context.Context, before, one *row, ops ...store.Op) error {
	one.Rev, one.By, one.At = before.Rev+1, by(ctx), r.Now().UTC().Truncate(time.Millisecond)
	cond := store.Missing("pk")
	if before.Rev > 0 {
		cond = store.Eq("r", before.Rev)
	}
	return r.commit(ctx, append([]store.Op{{Verb: store.Put, Key: rowKey(one.ID), Item: one, If: cond}}, ops...))
}

func (r *Service) commit(ctx context.Context, ops []store.Op) error {
	err := store.TransactWithRetry(ctx, r.DB, tries, ops)
	r.Forget()
	if store.ConditionFailed(err) != nil {
		return fault.State("provideraccount.changed")
	}
	return err
}

func (r *Service) usable(ctx context.Context, in *struct {
	Body struct {
		ID     string `json:"id" minLength:"1" maxLength:"64"`
		Usable bool   `json:"usable"`
	}
}) (*AccountView, error) {
	before, err := r.managed(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	one := before
	if one.Off = !in.Body.Usable; one.Off != before.Off {
		if err := r.put(ctx, &before, &one); err != nil {
			return nil, err
		}
	}
	auditlog.Note(ctx, one.ID, map[string]any{"usable": !before.Off}, map[string]any{"usable": !one.Off})
	auditlog.Subject(ctx, one.Name)
	return r.view(ctx, one.ID)
}

func (r *Service) remove(ctx context.Context, in *byID) (*web.Done, error) {
	one, ok, err := store.Load[row](ctx, r.DB, rowKey(in.ID), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	if err == nil {
		err = r.accept(ctx, &one, nil)
	}
	if err != nil {
		return nil, err
	}
	ops := []store.Op{{Verb: store.Delete, Key: rowKey(one.ID), If: store.Eq("r", one.Rev)}, {Verb: store.Delete, Key: stateKey(one.ID)}}
	for _, f := range fieldsOf(one.Provider) {
		for _, version := range []string{one.Keys[f.Key].Version, one.Keys[f.Key].Before} {
			if version != "" {
				ops = append(ops, store.Op{Verb: store.Delete, Key: keyKey(f.Secret, one.ID, f.Key, version)})
			}
		}
	}
	if err := r.commit(ctx, ops); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, one.ID, seen(&one, nil), nil)
	return &web.Done{}, nil
}

// seen is what the audit log keeps: of a key that it was changed, never the key.
func seen(one *row, w *Form) map[string]any {
	if one.Rev == 0 {
		return nil
	}
	out := map[string]any{"provider": one.Provider, "name": one.Name, "values": one.Values}
	if w != nil {
		for name, text := range w.Keys {
			if text != "" {
				out["key."+name] = "changed"
			}
		}
	}
	return out
}
