package session

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"herald/pkg/kit/store"
)

// Keys, all in table platform, all with an expiry:
//
//	SESS#<user> / <session>           a session
//	TRY#<hash of login name> / TRY    failures in a row of a login name, known or not
//	ADDR#<address> / <slot>           failures of an address in the three minutes from then
//	ADDR#<what>#<address> / <slot>    attempts of something else that anybody may try
//	TICKET#<hash> / TICKET            a websocket ticket
const table = "platform"

func sessionKey(userID, sid string) store.Key {
	return store.Key{Table: table, PK: "SESS#" + userID, SK: sid}
}

func attemptKey(login string) store.Key {
	return store.Key{Table: table, PK: "TRY#" + digest(login)[:32], SK: "TRY"}
}

func addressKey(address string, at time.Time) store.Key {
	return store.Key{Table: table, PK: "ADDR#" + address, SK: at.UTC().Format(time.RFC3339)}
}

func ticketKey(ticket string) store.Key {
	return store.Key{Table: table, PK: "TICKET#" + digest(ticket)[:32], SK: "TICKET"}
}

const maxTries = 10

// pause waits a little before a transaction that met another one is tried again; any other error is given back.
func pause(ctx context.Context, try int, err error) error {
	if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrUnclear) {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(rand.Int64N(int64(5*time.Millisecond) << min(try, 6)))):
		return nil
	}
}
