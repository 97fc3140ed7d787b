package voice

import (
	"context"
	"fmt"
	"strings"

	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// SealPurpose is what a key is derived for that seals the keys of engines.
const SealPurpose = "voice engines"

func keyKey(id string) store.Key { return store.Key{Table: table, PK: "ENGINE#" + id, SK: "KEY"} }

// sealedKey is the key of an engine as it lies.
type sealedKey struct {
	Sealed string `dynamodbav:"k"`
}

// seal prepares the key of a form to be written. Faults: engine.key for one of another form, engine.noSeal.
func (r *Service) seal(w *EngineForm, e *Engine, can provider.SpeechProfile) error {
	sealer := r.Sealer()
	if w.Key == nil || *w.Key == Shown {
		return nil
	}
	key := strings.TrimSpace(*w.Key)
	sealed := ""
	if key != "" {
		access, secret, ok := strings.Cut(key, ":")
		switch {
		case !can.OwnKey || !ok || access == "" || secret == "" || strings.ContainsAny(key, " {}"):
			return fault.Bad("key", "engine.key")
		case sealer == nil:
			return fault.Bad("key", "engine.noSeal")
		}
		sealed = sealer.Seal(key, e.ID)
	}
	e.HasKey, e.sealed = key != "", &sealed
	return nil
}

// open gives an engine's key to who speaks.
func (r *Service) open(ctx context.Context, e *Engine) (string, error) {
	if !e.HasKey {
		return "", nil
	}
	k, ok, err := store.Load[sealedKey](ctx, r.DB, keyKey(e.ID), true)
	if err != nil || !ok {
		return "", err
	}
	sealer := r.Sealer()
	if sealer == nil {
		return "", fmt.Errorf("voice: nothing opens the key of engine %s", e.ID)
	}
	return sealer.Open(k.Sealed, e.ID)
}

// keyed writes the key of an engine beside it, apart from what lists show.
type keyed struct{ catalogue.Listed[Engine] }

// Add writes a new engine with its key.
func (k keyed) Add(ctx context.Context, id string, e Engine) (Engine, error) {
	ops := k.List.Insert(k.Scopes(&e), id, e)
	ops[0].If = store.Missing("pk")
	err := store.TransactWithRetry(ctx, k.DB, tries, append(ops, e.keyOps()...))
	if store.ConditionFailed(err) != nil {
		return k.Find(ctx, id) // a repetition
	}
	return e, err
}

// Set writes one that stands as it was read.
func (k keyed) Set(ctx context.Context, id string, e Engine) error {
	return catalogue.Standing(store.TransactWithRetry(ctx, k.DB, tries, append(k.Change(id, e), e.keyOps()...)))
}

// Drop takes one away with its key.
func (k keyed) Drop(ctx context.Context, id string, e Engine) error {
	ops := append(k.List.Remove(k.Scopes(&e), id), store.Op{Verb: store.Delete, Key: keyKey(id)})
	ops[0].If = store.Exists("pk")
	return catalogue.Standing(store.TransactWithRetry(ctx, k.DB, tries, ops))
}

func (e *Engine) keyOps() []store.Op {
	switch {
	case e.sealed == nil:
		return nil
	case *e.sealed == "":
		return []store.Op{{Verb: store.Delete, Key: keyKey(e.ID)}}
	}
	return []store.Op{{Verb: store.Put, Key: keyKey(e.ID), Item: sealedKey{*e.sealed}}}
}
