// Package upload keeps what users upload: contact files, pictures, videos, recordings and documents. The content
// decides what a file is, never its name (decisions §1, §11). It lies in a bucket of its own under a generated key
// and belongs to its uploader.
package upload

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// Limits that are no settings, most of the way through a function (facts/serverless §7).
const (
	maxMultipart = 4 << 20
	maxName      = 200
	linkLife     = time.Hour
	formLife     = 15 * time.Minute
)

// File is an uploaded file. Keys: table platform, FILE#<scope> / <id>, one row for every scope that sees it.
type File struct {
	ID      string     `dynamodbav:"id"`
	Name    string     `dynamodbav:"n"`
	Kind    string     `dynamodbav:"k,omitempty"` // empty until a presigned upload was looked at
	Type    string     `dynamodbav:"ct,omitempty"`
	Size    int64      `dynamodbav:"s"`
	Sum     string     `dynamodbav:"h,omitempty"` // SHA-256 of the content, in hex; empty until it was looked at
	Object  string     `dynamodbav:"o"`           // where it lies: a name of this content's own, which nothing else is ever written to
	Owner   auth.Owner `dynamodbav:"ow"`
	Created time.Time  `dynamodbav:"ca"`
	Wanted  string     `dynamodbav:"w,omitempty"`  // kind that a presigned upload was asked to be
	Used    bool       `dynamodbav:"us,omitempty"` // something refers to it: it stays
	Public  bool       `dynamodbav:"pb,omitempty"` // all who have its address can see it; only in the row of the whole platform
	Gone    bool       `dynamodbav:"go,omitempty"` // the janitor is taking it away
}

func key(scope, id string) store.Key {
	return store.Key{Table: "platform", PK: "FILE#" + scope, SK: id}
}

// Service keeps files.
type Service struct {
	DB       store.DB
	Blobs    blob.Store
	Settings *setting.Store
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Log      func(line map[string]any) // of the janitor; nil elsewhere
	// Known tells whether staff activated a customer, or money came in for it; nil: each is. Only functions that take uploads ask.
	Known func(ctx context.Context, tenant string) (bool, error)
}

// Within refuses a size above a setting.
func (r *Service) Within(ctx context.Context, size int64, setting string) error {
	limit, err := r.Settings.Int(ctx, setting)
	if err != nil {
		return err
	}
	return Most(size, limit)
}

// Most refuses a size above a limit, in bytes: upload.tooLarge.
func Most(size int64, limit int) error {
	if size > int64(limit) {
		return fault.New(fault.Invalid, 40031, "upload.tooLarge", "limit", readable(limit))
	}
	return nil
}

// readable is a limit as the console shows it: in M above 1048576 bytes, otherwise KB (platform-services §5).
func readable(n int) string {
	if n > 1<<20 {
		return fmt.Sprintf("%gM", float64(n*10/(1<<20))/10)
	}
	return fmt.Sprintf("%dKB", n>>10)
}

// keep stores a file that was looked at; want is the kind that it must be, empty for any.
func (r *Service) keep(ctx context.Context, p *auth.Principal, name, want string, data []byte) (*File, error) {
	kind, contentType, err := r.look(ctx, want, data)
	if err != nil {
		return nil, err
	}
	f := r.file(ctx, p, name)
	if err := nameMatchesContent(f.Name, kind); err != nil {
		return nil, err
	}
	f.settle(kind, contentType, data)
	if err := r.claim(ctx, p, f.Size); err != nil {
		return nil, err
	}
	if err := r.Blobs.Put(ctx, f.Object, contentType, data); err != nil {
		return nil, err
	}
	return f, r.Save(ctx, f)
}

// Store keeps a file that did not come by an upload of the API, of a kind; its owner is p. Faults: those of look and claim.
func (r *Service) Store(ctx context.Context, p *auth.Principal, name, kind string, data []byte) (*File, error) {
	return r.keep(ctx, p, name, kind, data)
}

// Sum is the SHA-256 of a content, in hex.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (r *Service) file(ctx context.Context, p *auth.Principal, name string) *File {
	fileID := r.NewID(ctx)
	name = strings.ToValidUTF8(path.Base("/"+strings.ReplaceAll(name, "\\", "/")), "")
	if letters := []rune(name); len(letters) > maxName {
		name = string(letters[len(letters)-maxName:])
	}
	return &File{ID: fileID, Name: name, Owner: p.Owner(), Created: r.Now()}
}

// settle notes what a file is and where it lies from now on.
func (f *File) settle(kind, contentType string, data []byte) {
	f.Kind, f.Type, f.Size, f.Sum = kind, contentType, int64(len(data)), Sum(data)
	f.Object = object("u", f.Owner, f.ID) + "/" + f.Sum
}

// Save writes the rows of a file, and when it is looked at next.
func (r *Service) Save(ctx context.Context, f *File) error {
	var ops []store.Op
	for _, s := range f.Owner.Scopes() {
		ops = append(ops, store.Op{Verb: store.Put, Key: key(string(s), f.ID), Item: f})
	}
	until, err := r.until(ctx, f.Created)
	if err != nil {
		return err
	}
	return r.DB.WriteAll(ctx, append(ops, looks(r.DB).At(until, f.ID, "", due{f.Owner, f.Created})))
}

// Find gives a file that the scope sees; the 404 fault for any other id. A presigned upload is looked at here, the first time.
func (r *Service) Find(ctx context.Context, scope auth.Scope, fileID string) (*File, error) {
	if !id.Valid(fileID) {
		return nil, fault.Missing()
	}
	f, ok, err := store.Load[File](ctx, r.DB, key(string(scope), fileID), true)
	if err != nil {
		return nil, err
	}
	if !ok || f.Gone {
		return nil, fault.Missing()
	}
	if f.Kind != "" {
		return &f, nil
	}
	err = r.first(ctx, &f)
	if fault.Is(err, "upload.absent") { // another request may just have moved it
		if now, _, again := store.Load[File](ctx, r.DB, key(string(scope), fileID), true); again == nil && now.Kind != "" {
			return &now, nil
		}
	}
	return &f, err
}

// first looks at a presigned upload and moves it. The holder of the form can still write to the first place, but not
// to the place from which it is read afterwards. Of several parallel looks one decides, by the condition on its row;
// the others take over its result, so that a file never has two contents.
func (r *Service) first(ctx context.Context, f *File) error {
	data, err := r.Blobs.Get(ctx, f.Object, maxPresigned)
	if errors.Is(err, blob.ErrMissing) {
		return fault.New(fault.Invalid, 40034, "upload.absent")
	}
	if err != nil {
		return err
	}
	kind, contentType, err := r.look(ctx, f.Wanted, data)
	if err != nil {
		return err
	}
	came := f.Object
	f.settle(kind, contentType, data)
	if err := r.Blobs.Put(ctx, f.Object, f.Type, data); err != nil {
		return err
	}
	mine := f.Object
	if err := r.decide(ctx, f); err != nil {
		return err
	}
	if f.Object != mine {
		came = mine // another look won: this one's object is unused; the winner removes the upload
	}
	return r.Blobs.Delete(ctx, came)
}

// decide writes the result of a look unless another look was first: then f gets that one's result. The row of the
// whole platform decides. The 404 fault for a file that is being deleted.
func (r *Service) decide(ctx context.Context, f *File) error {
	var ops []store.Op
	for _, s := range f.Owner.Scopes() { // the first is the whole platform
		ops = append(ops, store.Op{Verb: store.Update, Key: key(string(s), f.ID), If: store.Exists("pk"),
			Set: map[string]any{"k": f.Kind, "ct": f.Type, "s": f.Size, "h": f.Sum, "o": f.Object}})
	}
	ops[0].If = store.And(store.Exists("pk"), store.Missing("go"), store.Missing("k"))
	err := store.TransactWithRetry(ctx, r.DB, tries, ops)
	if failed := store.ConditionFailed(err); failed != nil {
		var stands File
		ok, err := store.Decode(failed.Old, &stands)
		if err == nil && (!ok || stands.Gone || stands.Kind == "") {
			err = fault.Missing()
		}
		if err == nil {
			*f = stands
		}
		return err
	}
	return err
}

const tries = 7

// object is the key of a file: below u are checked files, below p those that a form may still write.
func object(where string, o auth.Owner, fileID string) string {
	return where + "/" + o.Tenant + "/" + fileID
}

// maxPresigned is the largest file that a presigned upload may bring: a video by its second reading (decisions §8).
const maxPresigned = 20 << 20

// Open gives a file's name and content. Faults: 404 for a foreign id, upload.absent, and what look refuses.
func (r *Service) Open(ctx context.Context, scope auth.Scope, fileID string) (name string, data []byte, err error) {
	f, err := r.Find(ctx, scope, fileID)
	if err != nil {
		return "", nil, err
	}
	data, err = r.Blobs.Get(ctx, f.Object, maxPresigned)
	return f.Name, data, err
}
