package upload

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// due is the janitor's view of a file.
type due struct {
	Owner auth.Owner `dynamodbav:"ow"`
	Made  time.Time  `dynamodbav:"m"`
}

// looks is when the tick looks whether anything refers to a file, keys JOB#0 / … (kit/job): files come a few a second.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: "platform", Name: "upload", Shards: 1}
}

// until is to when a file may lie without anything that refers to it.
func (r *Service) until(ctx context.Context, made time.Time) (time.Time, error) {
	hours, err := r.Settings.Int(ctx, "upload.keep.hours")
	return made.Add(time.Duration(hours) * time.Hour), err
}

// Keep marks files that something refers to from now on: an avatar, the media and recipients of an order. They stay. The 404
// fault for a file that the scope does not see, or that is being cleaned away.
func (r *Service) Keep(ctx context.Context, scope auth.Scope, fileIDs ...string) error {
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
		_, err = r.DB.Write(ctx, keepOp(f.ID))
		if store.ConditionFailed(err) != nil {
			return fault.Missing()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// KeepOps gives the operations of Keep for files that the caller's scope was found to see, for the transaction of what refers to
// them. Their conditions fail for a file that is being cleaned away.
func (r *Service) KeepOps(fileIDs ...string) []store.Op {
	var ops []store.Op
	for _, id := range fileIDs {
		ops = append(ops, keepOp(id))
	}
	return ops
}

// keepOp marks a file as used. The row of the whole platform decides: the janitor deletes it only while it is not
// marked.
func keepOp(fileID string) store.Op {
	return store.Op{Verb: store.Update, Key: key(string(auth.Everything), fileID), Set: map[string]any{"us": true},
		If: store.And(store.Exists("pk"), store.Missing("go"))}
}

// Tick is the janitor's: it takes away the files that nothing refers to after upload.keep.hours. It may be interrupted anywhere
// and goes on where it was.
func (r *Service) Tick(ctx context.Context) error {
	return looks(r.DB).Tick(ctx, r.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var f due
		if err := d.Decode(&f); err != nil {
			return next, err
		}
		until, err := r.until(ctx, f.Made)
		if err != nil || until.After(r.Now()) { // it may lie longer than was said when it came
			return until, err
		}
		return next, r.drop(ctx, f.Owner, d.ID)
	})
}

// Free takes a file away that was kept, for the only one that referred to it. It may be repeated.
func (r *Service) Free(ctx context.Context, fileID string) error {
	row, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(string(auth.Everything), fileID), Remove: []string{"us"},
		If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return nil // it is gone
	}
	if err != nil {
		return err
	}
	var f File
	if _, err := store.Decode(row, &f); err != nil {
		return err
	}
	return r.drop(ctx, f.Owner, fileID)
}

// drop takes a file away unless something refers to it: of one that is used only what its form may have written again goes,
// long after the form has ended. The row that decides is marked first, so that nothing can begin to refer to the file any
// more, and goes last, so that an interrupted call is taken up again.
func (r *Service) drop(ctx context.Context, o auth.Owner, fileID string) error {
	decides := key(string(auth.Everything), fileID)
	row, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: decides, Set: map[string]any{"go": true},
		If: store.And(store.Exists("pk"), store.Missing("us"))})
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
