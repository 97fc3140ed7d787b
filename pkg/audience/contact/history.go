package contact

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Kinds of what happens to a collection.
const (
	WasCreated  = "created"
	WasRenamed  = "renamed"
	WasImported = "imported"
	WasAdded    = "added"
	WasRemoved  = "removed"
	WasCopied   = "copied"
	WasMerged   = "merged"
	WasSplit    = "split"
	WasReduced  = "difference"
	WasScreened = "screened"
	WasActive   = "activetime"
)

// Event is a line of a list's history: a user's action, and how many members it concerned.
type Event struct {
	ID       string    `dynamodbav:"-" json:"id"`
	Time     time.Time `dynamodbav:"t" json:"time"`
	What     string    `dynamodbav:"w" json:"what" enum:"created,renamed,imported,added,removed,copied,merged,split,difference,screened,activetime"`
	Operator string    `dynamodbav:"by,omitempty" json:"operator"`
	Of       []string  `dynamodbav:"of,omitempty" json:"of,omitempty" doc:"Names of the source: the file, or the lists that the members came from."`
	Added    int       `dynamodbav:"a,omitempty" json:"added"`
	Removed  int       `dynamodbav:"r,omitempty" json:"removed"`
	Twice    int       `dynamodbav:"d,omitempty" json:"duplicated" doc:"Numbers that were members already."`
	Refused  int       `dynamodbav:"f,omitempty" json:"failed" doc:"Refused rows or numbers."`
	Looked   int       `dynamodbav:"l,omitempty" json:"looked" doc:"Members checked by a screening."`
	Valid    int       `dynamodbav:"v,omitempty" json:"valid" doc:"Checked members that are on WhatsApp or have a time of activity."`
	TaskID   string    `dynamodbav:"k,omitempty" json:"taskId,omitempty" doc:"Id of the import task."`
}

const mostEvents = 500 // that a page is made of, the newest

func eventKey(collection, at string) store.Key {
	return store.Key{Table: table, PK: "C#" + collection, SK: "H#" + at}
}

// EventOf gives the operation that adds a line to the history of a collection, for the transaction of what it tells of. id tells
// lines of one moment apart, and is the same for a repetition.
func EventOf(collection, id string, e Event) store.Op {
	return store.Op{Verb: store.Put, Key: eventKey(collection, fmt.Sprintf("%013d#%s", e.Time.UnixMilli(), id)), Item: e}
}

// HistoryQuery asks for the history of a collection.
type HistoryQuery struct {
	ID string `path:"id"`
	web.Paging
}

// history gives what happened to a collection in the caller's scope, the newest first. Fault: 404.
func (r *Service) history(ctx context.Context, in *HistoryQuery) (page web.Page[Event], err error) {
	if _, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID); err != nil {
		return page, err
	}
	rows, err := r.DB.Query(ctx, store.Query{Table: table, PK: metaKey(in.ID).PK, Prefix: "H#", Desc: true, Limit: mostEvents})
	if err != nil {
		return page, err
	}
	all := make([]Event, len(rows))
	for i, row := range rows {
		if _, err := store.Decode(row, &all[i]); err != nil {
			return page, err
		}
		all[i].ID = store.SortKey(row)[len("H#"):]
	}
	return web.PageOf(in.Paging, store.Total{N: len(all), More: len(all) == mostEvents}, store.Cut(all, in.Current, in.Size)), nil
}
