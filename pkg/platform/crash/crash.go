// Package crash logs errors that stopped a part of the console.
package crash

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// A user reports so many crashes a period; more of them would say nothing new.
const (
	most   = 20
	period = time.Hour
)

// Keys: table platform, CRASH#<user>#<period> / CRASH.
func key(userID string, at time.Time) store.Key {
	return store.Key{Table: "platform", PK: "CRASH#" + userID + "#" + at.Format("2006010215"), SK: "CRASH"}
}

// Service takes reports and writes one line of the log for each.
type Service struct {
	DB    store.DB
	Now   func() time.Time
	NewID func() string
	Log   func(line map[string]any)
}

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "POST", Path: "/oauth/crash", Perm: web.SignedIn, Asks: true,
		Summary: "Report a crash of the console, at most 20 an hour and user"}, r.report)
}

// Report of a crash.
type Report struct {
	Message string `json:"message" minLength:"1" maxLength:"500" example:"x is not a function"`
	Stack   string `json:"stack,omitempty" maxLength:"8000"`
	Parts   string `json:"parts,omitempty" maxLength:"8000" doc:"Components that were being rendered, innermost first."`
	Build   string `json:"build,omitempty" maxLength:"200" doc:"Build of the console."`
	Page    string `json:"page,omitempty" maxLength:"200" doc:"Path without query."`
}

// report logs a crash. Above the limit of its user it is 429 (crash.tooMany, 42903) and nothing is logged.
func (r *Service) report(ctx context.Context, in *struct{ Body Report }) (*struct{}, error) {
	who, now := auth.Must(ctx), r.Now()
	if err := r.count(ctx, who.UserID, now.UTC().Truncate(period)); err != nil {
		return nil, err
	}
	r.Log(map[string]any{"crash": in.Body.Message, "stack": in.Body.Stack, "parts": in.Body.Parts, "build": in.Body.Build,
		"page": in.Body.Page, "user": who.UserID})
	return &struct{}{}, nil
}

// count adds one report to those of a user in a period.
func (r *Service) count(ctx context.Context, userID string, from time.Time) error {
	try := r.NewID() // a write that is repeated counts once
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(userID, from), Add: map[string]int64{"n": 1},
		Set: map[string]any{"i": try, "ttl": from.Add(2 * period).Unix()},
		If:  store.And(store.Ne("i", try), store.Or(store.Missing("n"), store.Lt("n", most)))})
	failed := store.ConditionFailed(err)
	if failed == nil {
		return err
	}
	var stands struct {
		Last string `dynamodbav:"i"`
	}
	if _, err := store.Decode(failed.Old, &stands); err != nil || stands.Last == try {
		return err
	}
	return fault.New(fault.TooMany, 42903, "crash.tooMany").Wait(from.Add(period).Sub(r.Now()))
}
