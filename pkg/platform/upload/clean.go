package upload

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// What nothing refers to goes after upload.keep.hours. Keys, table platform beside those of File:
//
//	FILEDUE#<hour>#<0…3> / <id>   files that were made in an hour and that nobody has looked at since
//	FILEDUE / CURSOR              the hour up to which everything was looked at
const (
	dueShards  = 4
	dueBatch   = 100 // files of a tick: what is left goes with the next
	hoursATick = 24
	hourForm   = "2006-01-02T15"
)

// due is an entry of the janitor's list.
type due struct {
	Owner auth.Owner `dynamodbav:"ow"`
}

func duePartition(hour time.Time, shard int) string {
	return fmt.Sprintf("FILEDUE#%s#%d", hour.UTC().Format(hourForm), shard)
}

func dueKey(made time.Time, fileID string) store.Key {
	h := fnv.New32a()
	_, _ = h.Write([]byte(fileID)) // cannot fail
	return store.Key{Table: "platform", PK: duePartition(made, int(h.Sum32()%dueShards)), SK: fileID}
}

var cursorKey = store.Key{Table: "platform", PK: "FILEDUE", SK: "CURSOR"}

type cursor struct {
	Hour string `dynamodbav:"h"`
}

// Keep marks files that something refers to from now on: an avatar, the media and recipients of an order. They stay. The 404
// fault for a file that the scope does not see, or that is being cleaned away.
func (r *Room) Keep(ctx context.Context, scope auth.Scope, fileIDs ...string) error {
	for _, fileID := range fileIDs {
		if !id.Valid(fileID) {
			return fault.Missing()
		}
		f, ok, err := store.Load[File](ctx, r.DB, key(string(scope), fileID), true)
		if err != nil {
			return err
		}
		if !ok || f.Gone {
			return fault.Missing()
		}
		_, err = r.DB.Write(ctx, kept(f.ID))
		if store.ConditionFailed(err) != nil {
			return fault.Missing()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Kept gives the operations of Keep for files that the caller's scope was found to see, for the transaction of what refers to
// them. Their conditions fail for a file that is being cleaned away.
func (r *Room) Kept(fileIDs ...string) []store.Op {
	var ops []store.Op
	for _, id := range fileIDs {
		ops = append(ops, kept(id))
	}
	return ops
}

// kept marks a file. The row of the whole platform decides: the janitor takes it away only while it is not marked.
func kept(fileID string) store.Op {
	return store.Op{Verb: store.Update, Key: key(string(auth.Everything), fileID), Set: map[string]any{"us": true}, If: store.And(store.Exists("pk"), store.Missing("go"))}
}

// Tick is the janitor's: it takes away the files that nothing refers to, hour by hour, a bounded number at a time. It may be
// interrupted anywhere and goes on where it was.
func (r *Room) Tick(ctx context.Context) error {
	hours, err := r.Settings.Int(ctx, "upload.keep.hours")
	if err != nil {
		return err
	}
	last := r.Now().UTC().Add(-time.Duration(hours) * time.Hour).Truncate(time.Hour) // the hour that has not ended is not due
	at, ok, err := store.Load[cursor](ctx, r.DB, cursorKey, true)
	if err != nil {
		return err
	}
	hour, parseErr := time.Parse(hourForm, at.Hour)
	if !ok || parseErr != nil {
		hour = last.Add(-hoursATick * time.Hour)
	}
	left := dueBatch
	for n := 0; n < hoursATick && hour.Before(last); n++ {
		for shard := range dueShards {
			done, err := r.clean(ctx, duePartition(hour, shard), left)
			if err != nil {
				return err
			}
			if left -= done; left <= 0 {
				return nil
			}
		}
		hour = hour.Add(time.Hour)
		if _, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: cursorKey, Item: cursor{hour.Format(hourForm)}}); err != nil {
			return err
		}
	}
	return nil
}

// clean looks at up to most files of a partition and tells at how many.
func (r *Room) clean(ctx context.Context, partition string, most int) (int, error) {
	rows, err := r.DB.Query(ctx, store.Query{Table: "platform", PK: partition, Limit: most, Consistent: true})
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		var d due
		if _, err := store.Decode(row, &d); err != nil {
			return 0, err
		}
		fileID := store.SortKey(row)
		if err := r.drop(ctx, d.Owner, fileID); err != nil {
			return 0, err
		}
		if err := r.DB.WriteAll(ctx, []store.Op{{Verb: store.Delete, Key: store.Key{Table: "platform", PK: partition, SK: fileID}}}); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// drop takes a file away unless something refers to it: of one that is used only what its form may have written again goes,
// long after the form has ended. The row that decides is marked first, so that nothing can begin to refer to the file any
// more, and goes last, so that an interrupted call is taken up again.
func (r *Room) drop(ctx context.Context, o auth.Owner, fileID string) error {
	decides := key(string(auth.Everything), fileID)
	row, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: decides, Set: map[string]any{"go": true}, If: store.And(store.Exists("pk"), store.Missing("us"))})
	if failed := store.ConditionFailed(err); failed != nil {
		return r.Blobs.Delete(ctx, object("p", o, fileID)) // it is used, or gone already
	}
	if err != nil {
		return err
	}
	var f File
	if _, err := store.Decode(row, &f); err != nil {
		return err
	}
	var ops []store.Op
	for _, s := range o.Scopes() {
		if k := key(string(s), fileID); k != decides {
			ops = append(ops, store.Op{Verb: store.Delete, Key: k})
		}
	}
	if err := r.DB.WriteAll(ctx, ops); err != nil {
		return err
	}
	for _, at := range []string{f.Object, object("p", o, fileID)} {
		if err := r.Blobs.Delete(ctx, at); err != nil {
			return err
		}
	}
	return r.DB.WriteAll(ctx, []store.Op{{Verb: store.Delete, Key: decides}})
}
