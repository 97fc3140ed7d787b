package move

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/store"
)

// mark is a row of an installation that must not be served, because its data moves:
//
//	table platform: INSTALLATION / MARK
type mark struct {
	State  state     `dynamodbav:"s"`
	Export string    `dynamodbav:"x"`
	At     time.Time `dynamodbav:"a"`
}

type state string

const (
	exported  state = "exported"  // or being exported
	importing state = "importing" // its data is not whole
)

// Local is the partition of what a home says about itself. It is not exported.
var Local = store.Key{Table: "platform", PK: "INSTALLATION"}

var markKey = store.Key{Table: Local.Table, PK: Local.PK, SK: "MARK"}

func isLocal(it store.Item) bool { return store.PartitionKey(it) == Local.PK }

func readMark(ctx context.Context, db store.DB) (m mark, found bool, err error) {
	return store.Load[mark](ctx, db, markKey, true)
}

func (h *Home) setMark(ctx context.Context, s state, export string) error {
	_, err := h.DB.Write(ctx, store.Op{Verb: store.Put, Key: markKey, Item: mark{s, export, h.Now().UTC()}})
	return err
}

func (h *Home) removeMark(ctx context.Context) error {
	_, err := h.DB.Write(ctx, store.Op{Verb: store.Delete, Key: markKey})
	return err
}

// Moving says why an installation may not be served: its data moves, or has moved.
type Moving string

func (m Moving) Error() string { return string(m) }

// Check refuses to serve an installation whose data moves, with a Moving.
func Check(ctx context.Context, db store.DB) error {
	m, found, err := readMark(ctx, db)
	if err != nil || !found {
		return err
	}
	if m.State == importing {
		return errPart
	}
	return Moving(fmt.Sprintf("the data was exported at %s to move to another home: serve it there, or run reopen to go on here",
		m.At.UTC().Format(time.RFC3339)))
}

var errPart = Moving("an import into this installation is not complete: run import again with the same folder")

// Whole refuses data of which an import has brought a part only, with a Moving. What was exported is whole.
func Whole(ctx context.Context, db store.DB) error {
	m, found, err := readMark(ctx, db)
	if err == nil && found && m.State == importing {
		return errPart
	}
	return err
}

// Reopen lets an exported installation be served again.
func Reopen(ctx context.Context, db store.DB) error {
	m, found, err := readMark(ctx, db)
	switch {
	case err != nil:
		return err
	case !found:
		return nil
	case m.State == importing:
		return Check(ctx, db)
	}
	_, err = db.Write(ctx, store.Op{Verb: store.Delete, Key: markKey})
	return err
}
