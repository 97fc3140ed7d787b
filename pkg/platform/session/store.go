package session

import (
	"time"

	"herald/pkg/kit/store"
)

// Keys, all in table platform, with an expiry:
//
//	SESS#<user> / <session>           a session
//	TRY#<hash of login name> / TRY    failures in a row of a login name, known or not
//	ADDR#<address> / <slot>           failures of an address in the three minutes from then
//	ADDR#<what>#<address> / <slot>    other attempts that need no session
//	TICKET#<hash> / TICKET            a websocket ticket
//	STEP#<hash> / STEP                a ticket for the second step of a sign-in
//	ADDR#mail#<hash> / <hour>         requests of links by email for a login name, known or not
//	RESET#<user> / RESET              the link to a new password of a user that staff or an agent created
//	RESET#<user> / MAIL               the one that was sent by email
//	TFA#<user> / TFA                  the second factor of a user, without an expiry
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

func stepKey(secret string) store.Key {
	return store.Key{Table: table, PK: "STEP#" + digest(secret)[:32], SK: "STEP"}
}

func resetKey(userID string) store.Key {
	return store.Key{Table: table, PK: "RESET#" + userID, SK: "RESET"}
}

func mailedKey(userID string) store.Key {
	return store.Key{Table: table, PK: "RESET#" + userID, SK: "MAIL"}
}

func factorKey(userID string) store.Key {
	return store.Key{Table: table, PK: "TFA#" + userID, SK: "TFA"}
}

const tries = 10 // of a transaction that met another one
