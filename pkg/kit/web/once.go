package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Idempotency-Key (decisions §1, §12): scope is user + method + path, life 24 h. The same body gives the first answer again,
// another body or query a 409, a call in flight a 409 with Retry-After. Success and business refusals are remembered; 401, 403, 429 and 5xx are not.
const (
	keyLife    = 24 * time.Hour
	keyLease   = 60 * time.Second // longer than any function runs: after it an unfinished call is dead
	keyMax     = 255
	claimTries = 8
	replayMax  = 200 << 10 // larger answers are not kept; they belong to exports, which have no key
)

// onceRecord is one remembered call. Keys: table platform, IDEM#<user>#<hash of method, path, key> / IDEM.
type onceRecord struct {
	Body      string `dynamodbav:"b"`  // hash of the request body
	Operation string `dynamodbav:"op"` // id for what the call creates
	Holder    string `dynamodbav:"hd"` // the try that has the lease: it knows its own claim again
	Lease     int64  `dynamodbav:"l"`  // unix ms until which the call may be running; 0 when answered
	Status    int    `dynamodbav:"s,omitempty"`
	Answer    []byte `dynamodbav:"a,omitempty"`
	Type      string `dynamodbav:"ct,omitempty"`
	Secret    bool   `dynamodbav:"se,omitempty"` // the answer was told once and is not kept
	Expires   int64  `dynamodbav:"ttl"`
}

func (a *API) once(w *recorder, r *http.Request, secret bool, serve func(*recorder, *http.Request)) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" || (r.Method != http.MethodPost && r.Method != http.MethodPut) {
		serve(w, r)
		return
	}
	if len(key) > keyMax {
		a.Fail(w, r, fault.Bad("Idempotency-Key", "web.valid.maxLength", "n", keyMax))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 6<<20))
	if err != nil {
		a.Fail(w, r, fault.New(fault.TooLarge, 0, "web.tooLarge"))
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	// The query is part of what the key stands for, as the body is.
	at, rec, err := a.claim(r.Context(), r, key, hash(append([]byte(r.URL.RawQuery+"\n"), body...)))
	switch {
	case err != nil:
		a.Fail(w, r, err)
		return
	case rec.Lease == 0 && rec.Secret:
		a.Fail(w, r, fault.New(fault.Conflict, 40903, "web.toldOnce"))
		return
	case rec.Lease == 0:
		w.Header().Set("Content-Type", rec.Type)
		w.Header().Set("Idempotency-Replayed", "true")
		w.WriteHeader(rec.Status)
		_, _ = w.Write(rec.Answer) // the client is gone when this fails
		return
	}
	requestOf(r.Context()).operation = rec.Operation
	w.keep = true
	serve(w, r)
	if secret && w.status < 300 {
		rec.Secret, w.body = true, nil
	}
	if err := a.remember(context.WithoutCancel(r.Context()), at, rec, w); err != nil {
		requestOf(r.Context()).problem = err
	}
}

// claim gives the record of a finished call, or makes the call ours.
func (a *API) claim(ctx context.Context, r *http.Request, key, body string) (store.Key, onceRecord, error) {
	at := store.Key{Table: "platform", PK: "IDEM#" + auth.From(ctx).UserID + "#" + hash([]byte(r.Method+" "+r.URL.Path+"\n"+key)), SK: "IDEM"}
	now := a.opt.Now()
	rec := onceRecord{Body: body, Operation: a.opt.IDs.Next(), Holder: rand.Text(), Lease: now.Add(keyLease).UnixMilli(), Expires: now.Add(keyLife).Unix()}
	var found onceRecord
	err := store.Retry(ctx, claimTries, func() (err error) {
		found, err = a.take(ctx, at, rec)
		return err
	})
	return at, found, err
}

// take makes the call ours as rec, or finds the record that stands. A *store.Failed, or what store.Again marks: it is to be
// looked at once more, since the record changed meanwhile or nobody knows yet whether it is ours.
func (a *API) take(ctx context.Context, at store.Key, rec onceRecord) (onceRecord, error) {
	now := a.opt.Now()
	_, err := a.opt.DB.Write(ctx, store.Op{Verb: store.Put, Key: at, Item: rec, If: store.Or(store.Missing("pk"), store.Lt("ttl", now.Unix()))})
	if errors.Is(err, store.ErrUnclear) {
		return rec, store.Again(err) // the next try finds it, or makes it
	}
	failed := store.ConditionFailed(err)
	if failed == nil {
		return rec, err
	}
	var old onceRecord
	if ok, e := store.Decode(failed.Old, &old); e != nil {
		return old, e
	} else if !ok {
		return old, err // it was removed meanwhile
	}
	switch {
	case old.Holder == rec.Holder:
		return old, nil // an earlier try of ours
	case old.Body != rec.Body:
		return old, fault.New(fault.Conflict, 40901, "web.keyReused")
	case old.Lease == 0:
		return old, nil
	case old.Lease > now.UnixMilli():
		return old, fault.New(fault.Conflict, 40902, "web.inFlight").Wait(retrySoon)
	}
	// The first call died: take its place under its operation id.
	before := old.Lease
	old.Lease, old.Holder = rec.Lease, rec.Holder
	_, err = a.opt.DB.Write(ctx, store.Op{Verb: store.Put, Key: at, Item: old, If: store.Eq("l", before)})
	if errors.Is(err, store.ErrUnclear) {
		err = store.Again(err)
	}
	return old, err
}

func (a *API) remember(ctx context.Context, at store.Key, rec onceRecord, w *recorder) error {
	forget := w.status == 401 || w.status == 403 || w.status == 429 || w.status >= 500 || len(w.body) > replayMax
	if forget {
		// Only the lease goes: the operation id stays, so that the next try finds what this one may have made.
		_, err := a.opt.DB.Write(ctx, store.Op{Verb: store.Update, Key: at, Set: map[string]any{"l": 1}, If: store.Eq("l", rec.Lease)})
		return wrapRemember(err)
	}
	rec.Lease, rec.Status, rec.Answer, rec.Type = 0, w.status, w.body, w.Header().Get("Content-Type")
	_, err := a.opt.DB.Write(ctx, store.Op{Verb: store.Put, Key: at, Item: rec})
	return wrapRemember(err)
}

func wrapRemember(err error) error {
	if err != nil && store.ConditionFailed(err) == nil {
		return fmt.Errorf("idempotency: %w", err)
	}
	return nil
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
