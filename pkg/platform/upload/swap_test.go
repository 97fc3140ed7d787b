package upload_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"herald/internal/clocktest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
)

// bucket serves S3's calls from memory; hold, when set, delays the first read of an uploaded object.
type bucket struct {
	mu             sync.Mutex
	objects        map[string]string
	hold           chan struct{}
	reading        chan struct{} // closed when the first reading has come
	once           sync.Once
	client         *s3.Client
	removed        []string
	failingRemoval bool
}

func newBucket(t *testing.T) *bucket {
	b := &bucket{objects: map[string]string{}, reading: make(chan struct{})}
	srv := httptest.NewServer(b)
	t.Cleanup(srv.Close)
	b.client = s3.New(s3.Options{Region: "us-east-1", BaseEndpoint: aws.String(srv.URL), UsePathStyle: true, RetryMaxAttempts: 1,
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		Credentials:                credentials.NewStaticCredentialsProvider("a", "b", "")})
	return b
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.URL.Path, "/bucket/")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if r.Method == http.MethodGet && strings.HasPrefix(key, "p/") && b.hold != nil {
		first := false
		b.once.Do(func() { first = true; close(b.reading) })
		if first {
			<-b.hold
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch r.Method {
	case http.MethodGet:
		v, ok := b.objects[key]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			v = `<Error><Code>NoSuchKey</Code></Error>`
		}
		_, _ = io.WriteString(w, v)
	case http.MethodPut:
		b.objects[key] = string(body)
	case http.MethodDelete:
		if b.failingRemoval {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		delete(b.objects, key)
		b.removed = append(b.removed, key)
		w.WriteHeader(http.StatusNoContent)
	}
}

func (b *bucket) set(key, content string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.objects[key] = content
}

// presigned is a file whose form was issued, in a module over memory and a bucket.
func presigned(t *testing.T, b *bucket, now func() time.Time) (*upload.Service, upload.File) {
	ids := id.New(now)
	r := &upload.Service{DB: store.NewMemory(nil), Blobs: blob.New(b.client, b.client, "bucket"),
		Settings: setting.New(store.NewMemory(nil), now, setting.Define(testkit.ModuleParts()...)), Now: now,
		NewID: func(context.Context) string { return ids.Next() }}
	o := auth.Owner{User: ids.Next()}
	o.Tenant = o.User
	f := upload.File{ID: ids.Next(), Name: "a.txt", Owner: o, Created: now()}
	f.Object = "p/" + o.Tenant + "/" + f.ID
	if err := r.Save(ctx, &f); err != nil {
		t.Fatal(err)
	}
	return r, f
}

// Two calls check a presigned file concurrently, while its form is used again between their reads. The call that prices it and the later
// planner see the same content.
func TestAFileHasOneContent(t *testing.T) {
	b := newBucket(t)
	b.hold = make(chan struct{})
	r, f := presigned(t, b, clocktest.Running())
	small, large := "phoneNumber\n5511987650000\n", "phoneNumber\n5511987650000\n5511987650001\n5511987650002\n"
	b.set(f.Object, small)
	scope := auth.UserScope(f.Owner.User)
	type opened struct {
		data string
		err  error
	}
	slow := make(chan opened)
	go func() {
		_, data, err := r.Open(ctx, scope, f.ID)
		slow <- opened{string(data), err}
	}()
	<-b.reading
	_, priced, err := r.Open(ctx, scope, f.ID)
	if err != nil || string(priced) != small {
		t.Fatalf("%q, %v", priced, err)
	}
	b.set(f.Object, large)
	close(b.hold)
	if got := <-slow; got.err != nil || got.data != small {
		t.Errorf("the slow call read %q, %v", got.data, got.err)
	}
	_, planned, err := r.Open(ctx, scope, f.ID)
	if err != nil || string(planned) != small {
		t.Errorf("planned %q, %v", planned, err)
	}
	kept, err := r.Find(ctx, auth.Everything, f.ID)
	if err != nil || kept.Size != int64(len(small)) || len(kept.Sum) != 64 || !strings.HasSuffix(kept.Object, kept.Sum) {
		t.Errorf("%+v, %v", kept, err)
	}
	if n := len(b.objects); n != 2 { // the stored content, and the form's later one
		t.Errorf("%d objects: %v", n, b.objects)
	}
}

// A form that is used again after its file was checked leaves an object that the janitor deletes, even if the file is referenced.
func TestAFormThatIsUsedAgainLeavesNothingBehind(t *testing.T) {
	b, at := newBucket(t), clocktest.Start()
	r, f := presigned(t, b, func() time.Time { return at })
	scope := auth.UserScope(f.Owner.User)
	b.set(f.Object, "phoneNumber\n5511987650000\n")
	if _, err := r.Find(ctx, scope, f.ID); err != nil {
		t.Fatal(err)
	}
	if err := r.Keep(ctx, scope, f.ID); err != nil {
		t.Fatal(err)
	}
	b.set(f.Object, "again")
	at = at.Add(27 * time.Hour) // upload.keep.hours, and more than the hour that has to end
	if err := r.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if _, there := b.objects[f.Object]; there || len(b.objects) != 1 {
		t.Errorf("left: %v", b.objects)
	}
	if _, data, err := r.Open(ctx, scope, f.ID); err != nil || len(data) == 0 {
		t.Errorf("%q, %v", data, err)
	}
}

// A removal that was interrupted is continued, and nothing reads the file meanwhile.
func TestARemovalThatWasInterruptedIsFinished(t *testing.T) {
	b, at := newBucket(t), clocktest.Start()
	r, f := presigned(t, b, func() time.Time { return at })
	scope := auth.UserScope(f.Owner.User)
	b.set(f.Object, "phoneNumber\n5511987650000\n")
	if _, err := r.Find(ctx, scope, f.ID); err != nil {
		t.Fatal(err)
	}
	at = at.Add(27 * time.Hour) // upload.keep.hours, and more than the hour that has to end
	b.failingRemoval = true
	if err := r.Tick(ctx); err == nil {
		t.Fatal("the bucket's refusal is lost")
	}
	for _, s := range []auth.Scope{scope, auth.Everything} {
		if _, err := r.Find(ctx, s, f.ID); err == nil {
			t.Errorf("%s sees what is being removed", s)
		}
	}
	if err := r.Keep(ctx, auth.Everything, f.ID); err == nil {
		t.Error("what is being removed can be marked")
	}
	b.failingRemoval = false
	if err := r.Tick(ctx); err != nil || len(b.objects) != 0 {
		t.Errorf("left %v, %v", b.objects, err)
	}
}
