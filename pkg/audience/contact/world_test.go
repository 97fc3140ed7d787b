package contact_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/id"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
)

// world is a contact module over an in-memory database, with the modules around it. Uploads and settings are on a database of their
// own, so that a test that counts or breaks the calls of a contact module counts and breaks its own.
type world struct {
	*contact.Service
	t     testing.TB
	meter store.Meter
	mem   *store.Memory
	now   time.Time

	beside *store.Memory // of uploads and settings
	routes http.Handler  // of uploads

	lastTask string // of the last import that ran to its end

	mu   sync.Mutex
	sent []queue.Message
	lost bool // messages do not arrive
}

var start = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

func newWorld(t testing.TB) *world {
	w := &world{t: t, now: start, beside: store.NewMemory(nil)}
	w.mem = store.NewMemory(&w.meter)
	texts := testkit.Texts()
	ids := id.New(func() time.Time { return w.now })
	now := func() time.Time { return w.now }
	a := web.New(web.Options{Catalogue: texts, DB: w.beside, Audit: auditlog.Log{DB: w.beside}, Now: now, IDs: ids,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return ana, nil }})
	objects := blobwire.Client(blobwire.New())
	settings := setting.New(w.beside, now, setting.Define(testkit.ModuleParts()...))
	files := &upload.Service{DB: w.beside, Blobs: blob.New(objects, objects, "upload"), Settings: settings, Now: now, NewID: a.NewID}
	files.Routes(a)
	w.routes = a.Handler()
	w.Service = &contact.Service{DB: w.mem, Sheets: excel.Engine{}, Files: files, Blobs: blob.New(objects, objects, "file"),
		Settings: settings, Queues: w, Texts: texts, Now: now,
		Country: country.Known,
		NewID:   func(context.Context) string { return ids.Next() },
		Log:     func(line map[string]any) { t.Logf("%v", line) }}
	return w
}

// on returns the same service over another database handle.
func (w *world) on(db store.DB) *contact.Service {
	return &contact.Service{DB: db, Sheets: excel.Engine{}, Files: w.Files, Blobs: w.Blobs, Settings: w.Settings, Queues: w, Texts: w.Texts,
		DNS: w.DNS, Now: w.Now, Country: w.Country, NewID: w.NewID, Log: w.Log}
}

// limit sets a setting.
func (w *world) limit(key string, n int) {
	w.t.Helper()
	if err := w.Settings.Set(context.Background(), key, float64(n), "admin"); err != nil {
		w.t.Fatal(err)
	}
}

// object reads what users download.
func (w *world) object(key string) []byte {
	w.t.Helper()
	data, err := w.Blobs.Get(context.Background(), key, 1<<20)
	if err != nil {
		w.t.Fatal(err)
	}
	return data
}

func (w *world) Send(_ context.Context, name string, messages ...queue.Message) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if name != contact.FileQueue {
		return fmt.Errorf("unexpected queue %s", name)
	}
	if w.lost {
		return errors.New("the queue is away")
	}
	w.sent = append(w.sent, messages...)
	return nil
}

// take returns and removes the sent messages.
func (w *world) take() []queue.Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.sent
	w.sent = nil
	return out
}

// handle handles a message.
func handle(ctx context.Context, r *contact.Service, m queue.Message) error {
	if m.Kind == contact.TaskPurge {
		return r.Purge(ctx, m)
	}
	if m.Kind == contact.TaskDerive {
		return r.Derive(ctx, m)
	}
	return r.Import(ctx, m)
}

// work handles all messages until there are none.
func (w *world) work() {
	w.t.Helper()
	for {
		got := w.take()
		if len(got) == 0 {
			return
		}
		for _, m := range got {
			if err := handle(context.Background(), w.Service, m); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

var (
	ana = &auth.Principal{UserID: "ana", Name: "Ana", Type: auth.First, Tenant: "ana", Agent: "gil", Perms: map[string]bool{"*": true}}
	bob = &auth.Principal{UserID: "bob", Name: "Bob", Type: auth.First, Tenant: "bob", Perms: map[string]bool{"*": true}}
	gil = &auth.Principal{UserID: "gil", Name: "Gil", Type: auth.Agent, Tenant: "gil", Perms: map[string]bool{"*": true}}
)

func as(p *auth.Principal) context.Context { return auth.Into(context.Background(), p) }

// collection creates a collection of Ana's.
func (w *world) collection() string {
	w.t.Helper()
	id, err := contact.Create(w.Service, as(ana), contact.CreateRequest{Name: "Brazil", CountryCode: "BR"})
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// begin starts an import and returns its task and message.
func (w *world) begin(collection, fileID string, way ...contact.ImportOptions) (string, queue.Message) {
	w.t.Helper()
	task, err := contact.Start(w.Service, as(ana), collection, fileID, way...)
	if err != nil {
		w.t.Fatal(err)
	}
	got := w.take()
	if len(got) != 1 || got[0].Kind != contact.TaskImport || got[0].Group != "ana" {
		w.t.Fatalf("messages: %+v", got)
	}
	return task, got[0]
}

// imported runs an import to its end.
func (w *world) imported(collection string, lines ...string) *contact.ImportStatus {
	w.t.Helper()
	task, m := w.begin(collection, w.upload(lines...))
	if err := w.Import(context.Background(), m); err != nil {
		w.t.Fatal(err)
	}
	w.lastTask = task
	return w.status(collection, task)
}

func (w *world) status(collection, task string) *contact.ImportStatus {
	w.t.Helper()
	s, err := contact.StatusOf(w.Service, as(ana), collection, task)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// all returns the members as an order reads them, and checks the invariants of every collection.
func (w *world) all(collection string) []uint64 {
	w.t.Helper()
	g, err := w.Group(context.Background(), ana.Scope(), collection)
	if err != nil {
		w.t.Fatal(err)
	}
	var out []uint64
	err = w.Members(context.Background(), collection, g.Packs, func(p *contact.Pack) error {
		numbers := p.Numbers
		if len(numbers) > 1000 || !slices.IsSorted(numbers) {
			w.t.Fatalf("a pack of %d numbers", len(numbers))
		}
		out = append(out, numbers...)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if len(out) != g.Members {
		w.t.Fatalf("%d members, memberCount %d", len(out), g.Members)
	}
	if once := slices.Compact(slices.Sorted(slices.Values(out))); len(once) != len(out) {
		w.t.Fatalf("%d of %d members stand twice", len(out)-len(once), len(out))
	}
	return out
}

func (w *world) sorted(collection string) []uint64 {
	w.t.Helper()
	return slices.Sorted(slices.Values(w.all(collection)))
}

// rows counts the rows of a partition with a prefix.
func (w *world) rows(pk, prefix string) int { return len(w.partition(pk, prefix)) }

// partition returns the sort keys of a partition with a prefix.
func (w *world) partition(pk, prefix string) (keys []string) {
	w.t.Helper()
	got, err := store.Collect(store.Rows(context.Background(), w.mem, store.Query{Table: "audience", PK: pk, Prefix: prefix}))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, row := range got {
		keys = append(keys, store.SortKey(row))
	}
	return keys
}

// open counts the work that the janitor handles.
func (w *world) open() (n int) { return w.rows("JOB#0", "") }

// mobiles returns n numbers of Brazil in a mixed order, as lines of a file.
func mobiles(from, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("55119%08d", (from+i)*7919%90_000_000+10_000_000)
	}
	return out
}

func format(n uint64) string { return strconv.FormatUint(n, 10) }

func numbersOf(lines ...string) []uint64 {
	var out []uint64
	for _, l := range lines {
		if n, problem := phone.Parse(l, "BR"); problem == nil {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func txt(lines []string) []string { return append([]string{"phoneNumber"}, lines...) }
