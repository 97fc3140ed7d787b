package container

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"herald/pkg/app"
	"herald/pkg/app/move"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/store"
)

// mayServe refuses to serve by a wrong clock, data that moves, or the data of another installation. It writes nothing but whose data it is.
func mayServe(ctx context.Context, env *app.Env, there func(ctx context.Context) (time.Time, error)) error {
	if err := sameTime(ctx, env.Now, there); err != nil {
		return err
	}
	if err := move.Check(ctx, env.DB); err != nil {
		return err
	}
	replaced, err := own(ctx, env.DB, fingerprints(env.Config))
	for _, name := range replaced {
		env.Log(map[string]any{"warning": name + " was replaced at once: what the former key sealed cannot be opened. Exchange it by the steps " +
			"of deploy/README.md, beginning with the former key"})
	}
	return err
}

// mostSkew is how far a clock may be off: signatures of AWS and of providers are valid for five minutes.
const mostSkew = 4 * time.Minute

// sameTime compares the clock of this machine with that of its database. A clock that nothing is known of is accepted.
func sameTime(ctx context.Context, here clock.Clock, there func(ctx context.Context) (time.Time, error)) error {
	began := here()
	theirs, err := there(ctx)
	if err != nil || theirs.IsZero() {
		return err
	}
	ahead := began.Sub(theirs)
	if ahead.Abs() <= mostSkew+here().Sub(began) {
		return nil
	}
	word := "ahead of"
	if ahead < 0 {
		word = "behind"
	}
	return fmt.Errorf("the clock of this machine is %s %s that of the database: set it, for example with timedatectl set-ntp true",
		ahead.Abs().Round(time.Second), word)
}

// dateTimeout bounds the question for the time.
const dateTimeout = 5 * time.Second

// timeOfAWS reads the Date header of an answer of DynamoDB; zero for none.
func timeOfAWS(c *config.Config) func(ctx context.Context) (time.Time, error) {
	address := "https://dynamodb." + c.Region + "." + c.Domain
	if at := c.EndpointOf("dynamodb", nil); at != nil {
		address = *at
	} else if c.Endpoint != "" {
		address = c.Endpoint
	}
	return func(ctx context.Context) (time.Time, error) {
		ctx, cancel := context.WithTimeout(ctx, dateTimeout)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/ping", nil)
		if err != nil {
			return time.Time{}, err
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return time.Time{}, fmt.Errorf("DynamoDB does not answer at %s: correct AWS_REGION or AWS_ENDPOINT_URL_DYNAMODB, or set "+
				"HERALD_STORAGE=postgres", address)
		}
		_ = res.Body.Close() // the header says all
		date, err := http.ParseTime(res.Header.Get("Date"))
		if err != nil {
			return time.Time{}, nil //nolint:nilerr // an endpoint that tells no time
		}
		return date, nil
	}
}

// owner is whose data an installation has, as fingerprints of its keys by the variables that hold them:
//
//	table platform: INSTALLATION / OWNER
type owner struct {
	Keys    map[string][]string `dynamodbav:"k"`
	Version int64               `dynamodbav:"v"`
}

// ownKeys are the keys by which an installation is known. Each is exchanged by itself, and the former one stays beside it.
var ownKeys = []string{"HERALD_SECRET_AUTH_KEY", "HERALD_SECRET_LINK_KEY"}

// has tells whether an installation has one of these keys.
func (o owner) has(keys map[string][]string) bool {
	return slices.ContainsFunc(ownKeys, func(name string) bool { return overlap(o.Keys[name], keys[name]) })
}

var errOther = errors.New("HERALD_NAME names the data of another installation, which has other keys: choose another name, or set " +
	"HERALD_SECRET_AUTH_KEY and HERALD_SECRET_LINK_KEY to the keys of that installation")

// ownerKey is the row of an owner.
func ownerKey() store.Key {
	key := move.Local
	key.SK = "OWNER"
	return key
}

// ours refuses data of another installation. Data that was never served belongs to none.
func ours(ctx context.Context, db store.DB, keys map[string][]string) error {
	was, found, err := store.Load[owner](ctx, db, ownerKey(), true)
	if err == nil && found && !was.has(keys) {
		return errOther
	}
	return err
}

// own refuses data of an installation that has none of our keys, and keeps ours with new data. It names the keys of which no former one is
// left, once: they are what the installation has from then on.
func own(ctx context.Context, db store.DB, keys map[string][]string) (replaced []string, err error) {
	key := ownerKey()
	err = store.Retry(ctx, 3, func() error {
		replaced = nil
		was, found, err := store.Load[owner](ctx, db, key, true)
		if err != nil {
			return err
		}
		if found && !was.has(keys) {
			return errOther
		}
		if found && slices.Equal(was.Keys[ownKeys[0]], keys[ownKeys[0]]) && slices.Equal(was.Keys[ownKeys[1]], keys[ownKeys[1]]) {
			return nil
		}
		only := store.Missing("pk")
		if found {
			only = store.Eq("v", was.Version)
		}
		for _, name := range ownKeys {
			if found && len(was.Keys[name]) > 0 && !overlap(was.Keys[name], keys[name]) {
				replaced = append(replaced, name)
			}
		}
		_, err = db.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: owner{keys, was.Version + 1}, If: only})
		if store.ConditionFailed(err) != nil {
			return store.Retryable(err) // another copy starts
		}
		return err
	})
	return replaced, err
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(one string) bool { return slices.Contains(b, one) })
}
