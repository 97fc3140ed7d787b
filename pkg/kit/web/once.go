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
	"maps"
	"net/http"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Idempotency-Key (decisions §1, §12): scope is user + method + path, life 24 h. The same body gives the first answer again,
// another body or query a 409, a call in flight a 409 with Retry-After. Success and business refusals are remembered; 401, 403, 429
// and 5xx are not. A refusal that leaves its question open (fault.Error.Open) frees the key for another body.
const (
	keyLife    = 24 * time.Hour
	keyLease   = 60 * time.Second // longer than any function runs: after it an unfinished call is dead
	keyMax     = 255
	claimTries = 8
	replayMax  = 200 << 10 // larger answers are not kept; they belong to exports, which have no key
)

// unknownBody stands for the body of a call whose outcome is open.
const unknownBody = ""

// onceRecord is one remembered call. Keys: table platform, IDEM#<user>#<hash of method, path, key> / IDEM.
type onceRecord struct {
	Body      string `dynamodbav:"b"`  // hash of the request body
	Operation string `dynamodbav:"op"` // id for what the call creates
	Holder    string `dynamodbav:"hd"` // the try that has the lease: it knows its own claim again
	Lease     int64  `dynamodbav:"l"`  // unix ms until which the call may be running; 0 when answered
	Status    int    `dynamodbav:"s,omitempty"`
	Answer    []byte `dynamodbav:"a,omitempty"`
	Type      string `dynamodbav:"ct,omitempty"`
	Secret    bool   `dynamodbav:"se,omitempty"` // the response was sent once and is not kept
	Expires   int64  `dynamodbav:"ttl"`
}

// claim is the record of a call's key, which the call holds.
type claim struct {
	at    store.Key
	rec   onceRecord
	again bool // an earlier try may have done something
}

// once carries a call out under its key, unless that was done before. The key is claimed before the handler runs. end gives the
// call's line in the audit log, which is written together with the answer.
func (a *API) once(w *recorder, r *http.Request, secret bool, end func(*recorder) *auditlog.Record) {
	key := r.Header.Get("Idempotency-Key")
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
	c, err := a.claim(r, key, hash(append([]byte(r.URL.RawQuery+"\n"), body...)))
	if err != nil {
		a.Fail(w, r, err)
		return
	}
	if c.rec.Lease == 0 {
		a.replay(w, r, &c.rec)
		return
	}
	requestOf(r.Context()).claim = c
	ended := false
	defer func() {
		if !ended { // a panic: a repetition need not wait for the lease of a call that has ended
			a.releaseClaim(r.Context(), c)
		}
	}()
	answer := &recorder{ResponseWriter: unsent(http.Header{}), status: http.StatusOK, keep: true}
	a.mux.ServeHTTP(answer, r)
	ended = true
	if err := a.remember(context.WithoutCancel(r.Context()), c, answer, secret, end(answer)); err != nil {
		requestOf(r.Context()).problem = err
	}
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body) // the client is gone when this fails
}

// replay gives the answer of a finished call again.
func (a *API) replay(w *recorder, r *http.Request, rec *onceRecord) {
	if rec.Secret {
		a.Fail(w, r, fault.New(fault.Conflict, 40903, "web.toldOnce"))
		return
	}
	w.Header().Set("Content-Type", rec.Type)
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(rec.Status)
	_, _ = w.Write(rec.Answer) // the client is gone when this fails
}

// unsent is an answer that is not sent yet.
type unsent http.Header

func (u unsent) Header() http.Header         { return http.Header(u) }
func (u unsent) WriteHeader(int)             {}
func (u unsent) Write(b []byte) (int, error) { return len(b), nil }

// claim makes the call the holder of its key, or finds the record of a finished call, whose lease is 0.
func (a *API) claim(r *http.Request, key, body string) (*claim, error) {
	// A caller that goes away does not cut the claim: nothing would tell whether the key is held, and for how long.
	ctx := context.WithoutCancel(r.Context())
	at := store.Key{Table: "platform", PK: "IDEM#" + auth.From(ctx).UserID + "#" + hash([]byte(r.Method+" "+r.URL.Path+"\n"+key)), SK: "IDEM"}
	now := a.opt.Now()
	rec := onceRecord{Body: body, Operation: a.opt.IDs.Next(), Holder: rand.Text(), Lease: now.Add(keyLease).UnixMilli(),
		Expires: now.Add(keyLife).Unix()}
	c := &claim{at: at}
	err := store.Retry(ctx, claimTries, func() (err error) {
		c.rec, err = a.take(ctx, at, rec)
		return err
	})
	c.again = c.rec.Operation != rec.Operation
	return c, err
}

// take claims the call with rec, or finds the stored record. A *store.Failed, or an error that store.Retryable
// marks, must be looked at once more. The record changed meanwhile, or it is unknown whether it is ours.
func (a *API) take(ctx context.Context, at store.Key, rec onceRecord) (onceRecord, error) {
	now := a.opt.Now()
	_, err := a.opt.DB.Write(ctx, store.Op{Verb: store.Put, Key: at, Item: rec,
		If: store.Or(store.Missing("pk"), store.Lt("ttl", now.Unix()))})
	if errors.Is(err, store.ErrUnclear) {
		return rec, store.Retryable(err) // the next try finds it, or makes it
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
	case old.Body != rec.Body && old.Body != unknownBody:
		return old, fault.New(fault.Conflict, 40901, "web.keyReused")
	case old.Lease == 0:
		return old, nil
	case old.Lease > now.UnixMilli():
		return old, fault.New(fault.Conflict, 40902, "web.inFlight").Wait(retrySoon)
	}
	// The first call died: take its place under its operation id.
	before := old.Lease
	old.Lease, old.Holder, old.Body = rec.Lease, rec.Holder, rec.Body
	_, err = a.opt.DB.Write(ctx, store.Op{Verb: store.Put, Key: at, Item: old, If: store.Eq("l", before)})
	if errors.Is(err, store.ErrUnclear) {
		err = store.Retryable(err)
	}
	return old, err
}

// remember stores the response of a call under its key, together with its line in the audit log. A repetition that
// gets the response finds the line written; another one writes it.
func (a *API) remember(ctx context.Context, c *claim, w *recorder, secret bool, line *auditlog.Record) error {
	rec := c.rec
	open := requestOf(ctx).open
	forget := open || w.status == 401 || w.status == 403 || w.status == 429 || w.status >= 500 || len(w.body) > replayMax
	op := store.Op{Verb: store.Put, Key: c.at}
	if forget {
		op = c.released()
		if open {
			op.Set["b"] = unknownBody
		}
	} else {
		rec.Lease, rec.Status, rec.Answer, rec.Type = 0, w.status, w.body, w.Header().Get("Content-Type")
		if (secret || requestOf(ctx).secret) && w.status < 300 {
			rec.Secret, rec.Answer = true, nil
		}
		op.Item = rec
	}
	if line != nil && forget { // it was too long to be kept
		if err := a.opt.Audit.Write(ctx, line); err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	if line == nil || forget {
		_, err := a.opt.DB.Write(ctx, op)
		if store.ConditionFailed(err) != nil {
			err = nil // another try has taken over
		}
		return wrapRemember(err)
	}
	return wrapRemember(store.Retry(ctx, claimTries, func() error {
		err := a.opt.DB.Transact(ctx, append(auditlog.Ops(line), op))
		if errors.Is(err, store.ErrUnclear) {
			err = store.Retryable(err) // the rows are the same at every try
		}
		return err
	}))
}

// released gives the operation that ends the lease of a call without an answer. Only the lease goes: the operation id stays, so
// that the next try finds what this one may have made.
func (c *claim) released() store.Op {
	return store.Op{Verb: store.Update, Key: c.at, Set: map[string]any{"l": 1}, If: store.Eq("l", c.rec.Lease)}
}

// releaseClaim ends the lease of a call that has no answer.
func (a *API) releaseClaim(ctx context.Context, c *claim) {
	if _, err := a.opt.DB.Write(context.WithoutCancel(ctx), c.released()); err != nil && store.ConditionFailed(err) == nil {
		a.opt.Log(map[string]any{"error": "idempotency: " + err.Error()})
	}
}

func wrapRemember(err error) error {
	if err != nil {
		return fmt.Errorf("idempotency: %w", err)
	}
	return nil
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
