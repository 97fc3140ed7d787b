package dict

import (
	"context"
	"errors"
	"slices"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// newOverrides makes the overrides of dictionaries. Keys: table platform, DICT / INDEX with the version of every
// dictionary that an admin touched, and DICT#<code> / E with its own and changed values (store.Overrides).
func newOverrides(db store.DB, now func() time.Time) *store.Overrides[own] {
	return store.NewOverrides[own](db, now, "platform", "DICT", maxCodes)
}

// Service is the dictionaries.
type Service struct {
	Overrides *store.Overrides[own]
	Now       func() time.Time
	NewID     func(ctx context.Context) string
	Shipped   Shipped
}

// New makes the module; a process has one, so that what was read is kept.
func New(db store.DB, now func() time.Time, newID func(ctx context.Context) string, shipped Shipped) *Service {
	return &Service{Overrides: newOverrides(db, now), Now: now, NewID: newID, Shipped: shipped}
}

// put adds or changes a value. Faults: those of the checks; dict.type for another type than the dictionary's,
// dict.duplicate for a value that it has already, dict.fixed for the value of a built-in item, 404 for an unknown item.
func (r *Service) put(ctx context.Context, code, key string, w Request) (before *Entry, after Entry, err error) {
	created := key == ""
	if created {
		key = r.NewID(ctx)
	}
	err = r.Overrides.Change(ctx, code, func(o own, exists bool) (own, bool, error) {
		_, shipped := r.Shipped[code]
		valueType, items := r.Shipped.whole(code, o)
		old, had := pick(items, key)
		switch {
		case !created && !had:
			return o, true, fault.Missing()
		case !exists && !shipped:
			valueType = w.ValueType
		case w.ValueType != 0 && w.ValueType != valueType:
			return o, true, fault.Bad("valueType", "dict.type", "type", valueType)
		}
		next, err := r.merge(code, key, valueType, old, w)
		if err != nil {
			return o, true, err
		}
		if slices.ContainsFunc(items, func(it item) bool { return it.Key != key && it.Value == next.Value }) {
			return o, true, fault.Bad("value", "dict.duplicate", "value", next.Value, "code", code)
		}
		if had {
			e := r.entryOf(code, valueType, old)
			before = &e
		}
		after = r.entryOf(code, valueType, next)
		o.Type = valueType
		i := slices.IndexFunc(o.Items, func(it item) bool { return it.Key == key })
		if i >= 0 {
			o.Items = slices.Clone(o.Items)
			o.Items[i] = next
		} else if o.Items = append(slices.Clone(o.Items), next); len(o.Items) > maxOwn {
			return o, true, fault.New(fault.Conflict, 40911, "dict.full", "max", maxOwn)
		}
		return o, true, nil
	})
	if errors.Is(err, store.ErrFull) {
		err = fault.New(fault.Conflict, 40911, "dict.fullCodes", "max", maxCodes)
	}
	return before, after, err
}

// merge is an item with a request laid over it.
func (r *Service) merge(code, key string, valueType int, old item, w Request) (item, error) {
	value, err := checkValue(valueType, w.Value)
	if err != nil {
		return old, err
	}
	if _, shipped := r.Shipped[code].find(key); shipped && value != old.Value {
		return old, fault.Bad("value", "dict.fixed")
	}
	look, err := checkLook(w.Name, w.Attributes)
	if err != nil {
		return old, err
	}
	now := r.Now()
	next := item{Key: key, Value: value, Attr: look, Sort: old.Sort, Hidden: old.Hidden, Created: old.Created, Updated: now, By: w.by}
	if old.Key == "" {
		next.Created, next.Sort = now, sortOwn
	}
	if w.Sort != nil {
		next.Sort = *w.Sort
	}
	if w.Hidden != nil {
		next.Hidden = *w.Hidden
	}
	return next, nil
}

func pick(items []item, key string) (item, bool) {
	i := slices.IndexFunc(items, func(it item) bool { return it.Key == key })
	if i < 0 {
		return item{}, false
	}
	return items[i], true
}

// drop takes an own value away; a dictionary without a value is gone. Faults: 404, and dict.builtIn (409) for a value of the product.
func (r *Service) drop(ctx context.Context, code, key string) (gone Entry, err error) {
	if _, shipped := r.Shipped[code].find(key); shipped {
		return gone, fault.State("dict.builtIn")
	}
	err = r.Overrides.Change(ctx, code, func(o own, _ bool) (own, bool, error) {
		old, ok := pick(o.Items, key)
		if !ok {
			return o, true, fault.Missing()
		}
		gone = r.entryOf(code, o.Type, old)
		o.Items = slices.DeleteFunc(slices.Clone(o.Items), func(it item) bool { return it.Key == key })
		return o, len(o.Items) > 0, nil
	})
	return gone, err
}

// reset gives a built-in value its shipped name, look and place again. Faults: 404 for any other item.
func (r *Service) reset(ctx context.Context, code, key string) (before *Entry, after Entry, err error) {
	shipped, ok := r.Shipped[code].find(key)
	if !ok {
		return nil, after, fault.Missing()
	}
	after = r.entryOf(code, r.Shipped[code].valueType, shipped)
	err = r.Overrides.Change(ctx, code, func(o own, exists bool) (own, bool, error) {
		if old, ok := pick(o.Items, key); ok {
			e := r.entryOf(code, o.Type, old)
			before = &e
		}
		o.Items = slices.DeleteFunc(slices.Clone(o.Items), func(it item) bool { return it.Key == key })
		return o, exists && len(o.Items) > 0, nil
	})
	return before, after, err
}
