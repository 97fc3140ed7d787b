package voice

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// A sound goes after its recording: the recording is taken out of the lists first, and what it leaves behind is the tick's, which asks
// again whether an order plays it. So an order that was made at the same moment keeps what it plays until it is settled.

// Plays gives the operations of an order that plays a recording, for the order's own transaction. The first one's condition fails when the
// recording is gone.
func Plays(id, orderID string) []store.Op {
	return []store.Op{{Verb: store.Check, Key: recordings.Key(everything, id), If: store.Exists("pk")},
		{Verb: store.Put, Key: playKey(id, orderID), Item: struct{}{}}}
}

func playKey(id, orderID string) store.Key {
	return store.Key{Table: table, PK: "SOUND#" + id, SK: "O#" + orderID}
}

// claimKey is the row of an uploaded file that a recording was made of: no second one is, for the file goes with it.
func claimKey(fileID string) store.Key {
	return store.Key{Table: table, PK: "SOUND#" + fileID, SK: "F"}
}

// claim is such a row.
type claim struct {
	Recording string `dynamodbav:"r"`
}

func claimOp(fileID, recordingID string) store.Op {
	return store.Op{Verb: store.Put, Key: claimKey(fileID), Item: claim{recordingID}, If: store.Missing("pk")}
}

// playedBy is the number of an order that is not over and plays a recording; empty for none. plays are the rows of all that ever did.
func (r *Service) playedBy(ctx context.Context, id string) (no string, plays []store.Key, err error) {
	rows, err := store.Collect(store.Rows(ctx, r.DB,
		store.Query{Table: table, PK: waveKey(id).PK, Prefix: "O#", Desc: true, Consistent: true}))
	if err != nil {
		return "", nil, err
	}
	var orders []string
	for _, row := range rows {
		orderID := strings.TrimPrefix(store.SortKey(row), "O#")
		plays, orders = append(plays, playKey(id, orderID)), append(orders, orderID)
	}
	no, err = r.Running(ctx, orders)
	return no, plays, err
}

// left is what a recording that is gone leaves in the bucket.
type leftover struct {
	Sounds []string `dynamodbav:"f,omitempty"`
	File   string   `dynamodbav:"u,omitempty"` // that was uploaded, with its own rows
}

// goneWork is the name under which the tick takes away what a recording left; of one sound of it alone with the end of its name.
func goneWork(id, sound string) string {
	return "S/" + id + "/" + sound[strings.LastIndexByte(sound, '/')+1:]
}

// leaves is what stands in the bucket of a recording alone.
func (one *Recording) leaves() leftover {
	if one.Source == Uploaded {
		return leftover{File: one.FileID}
	}
	l := leftover{Sounds: slices.Clone(one.Former)}
	if one.FileKey != "" {
		l.Sounds = append(l.Sounds, one.FileKey)
	}
	return l
}

// sweep takes away what a recording left behind, or tells when it is looked at again. It may be interrupted anywhere and repeated.
func (r *Service) sweep(ctx context.Context, now time.Time, d job.Due) (next time.Time, err error) {
	id, _, _ := strings.Cut(strings.TrimPrefix(d.ID, "S/"), "/")
	var l leftover
	if err := d.Decode(&l); err != nil {
		return next, err
	}
	no, plays, err := r.playedBy(ctx, id)
	if err != nil || no != "" {
		return now.Add(time.Hour), err
	}
	for _, at := range l.Sounds {
		if err := r.Blobs.Delete(ctx, at); err != nil {
			return next, err
		}
	}
	var ops []store.Op
	if l.File != "" {
		if err := r.Files.Free(ctx, l.File); err != nil {
			return next, err
		}
		ops = append(ops, store.Op{Verb: store.Delete, Key: claimKey(l.File)})
	}
	for _, k := range plays {
		ops = append(ops, store.Op{Verb: store.Delete, Key: k})
	}
	return next, r.DB.WriteAll(ctx, ops)
}

// orphan has a sound taken away whose recording went while it was being spoken.
func (r *Service) orphan(ctx context.Context, id, sound string) error {
	if _, err := r.find(ctx, everything, id); !fault.Is(err, "web.notFound") {
		return err // another worker has spoken it, and the same text lies under the same name
	}
	_, err := r.DB.Write(ctx, looks(r.DB).At(r.now(), goneWork(id, sound), "", leftover{Sounds: []string{sound}}))
	return err
}
