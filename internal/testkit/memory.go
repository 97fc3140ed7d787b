package testkit

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	queuewire "herald/pkg/kit/queue/wire"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

// memory is an in-process AWS: the protocols of DynamoDB, S3 and SQS behind the SDK's clients, shared with no other test.
type memory struct {
	rows    *store.Memory
	all     func(table string) []store.Item // of the rows of a test
	tables  *wire.Server
	objects *blobwire.Server
	queues  *queuewire.Server

	mu      sync.Mutex
	now     func() time.Time
	waiting map[string][]message // by queue
}

type message struct {
	queue.Message
	at     time.Time // visible from then on
	handle string    // of who received it last
	id     string
	sent   time.Time
	times  int // deliveries
}

// RoundTrip is the transport of all clients of the test.
func (m *memory) RoundTrip(req *http.Request) (*http.Response, error) {
	switch target := req.Header.Get("X-Amz-Target"); {
	case strings.HasPrefix(target, "DynamoDB"):
		return m.tables.RoundTrip(req)
	case strings.HasPrefix(target, "AmazonSQS"):
		return m.queues.RoundTrip(req)
	}
	return m.objects.RoundTrip(req)
}

func (m *memory) deliver(name string, msg queue.Message) {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = strings.TrimPrefix(name, Name+"-")
	now := m.now()
	m.waiting[name] = append(m.waiting[name], message{Message: msg, at: now.Add(msg.Delay), id: rand.Text(), sent: now})
}

// depth counts the messages of a queue.
func (m *memory) depth(name string) (visible, hidden, delayed int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for _, w := range m.waiting[strings.TrimPrefix(name, Name+"-")] {
		switch {
		case !w.at.After(now):
			visible++
		case w.times > 0:
			hidden++
		default:
			delayed++
		}
	}
	return visible, hidden, delayed
}

// Bury makes a message a dead letter of a queue and returns its id.
func (e *Env) Bury(name string, msg queue.Message) string {
	m := e.memory
	m.deliver(name+"-dead", msg)
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.waiting[name+"-dead"]
	return all[len(all)-1].id
}

// take returns the next visible message of a queue.
func (m *memory) take(name string) (queue.Message, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for i, w := range m.waiting[name] {
		if !w.at.After(now) {
			m.waiting[name] = append(m.waiting[name][:i:i], m.waiting[name][i+1:]...)
			return w.Message, true
		}
	}
	return queue.Message{}, false
}

// receive returns visible messages of a queue and hides them for its visibility timeout.
func (m *memory) receive(name string, most int) (got []queuewire.Received) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, name := m.now(), strings.TrimPrefix(name, Name+"-")
	for i := range m.waiting[name] {
		if w := &m.waiting[name][i]; !w.at.After(now) && len(got) < most {
			w.handle, w.at = rand.Text(), now.Add(visibility(name))
			w.times++
			got = append(got, queuewire.Received{Handle: w.handle, Message: w.Message, ID: w.id, Sent: w.sent, Deliveries: w.times})
		}
	}
	return got
}

// delete removes a message, unless it was received again meanwhile.
func (m *memory) delete(name, handle string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = strings.TrimPrefix(name, Name+"-")
	m.waiting[name] = slices.DeleteFunc(m.waiting[name], func(w message) bool { return w.handle == handle })
}

func visibility(name string) time.Duration {
	for _, c := range manifest.Consumers {
		if c.Name == name {
			return time.Duration(c.VisibilitySeconds) * time.Second
		}
	}
	return 30 * time.Second
}

// Memory returns an environment of the test within the process. The SDK's clients use the protocols of DynamoDB, S3 and SQS in memory.
// Checks of a real service alone (signatures, the conditions of an upload's form, parameters) need Cloud.
func Memory(t testing.TB) *Env {
	t.Helper()
	m := &memory{rows: store.NewMemory(nil), objects: blobwire.New(), waiting: map[string][]message{}}
	e := newEnv()
	m.now = func() time.Time { return e.Clock.look() }
	m.tables = wire.New(m.rows, Name, e.Now)
	m.queues = &queuewire.Server{Deliver: m.deliver, Receive: m.receive, Delete: m.delete, Depth: m.depth}
	e.memory, e.Account, e.HTTP = m, "000000000000", &http.Client{Transport: m}
	endpoint := "http://aws.wire"
	e.AWS = aws.Config{Region: "us-east-1", BaseEndpoint: &endpoint,
		Credentials: credentials.NewStaticCredentialsProvider("key", "secret", ""), HTTPClient: e.HTTP}
	e.dynamo = wire.Client(m)
	queues, buckets := map[string]string{}, map[string]string{}
	for _, q := range manifest.Consumers {
		queues[q.Name] = endpoint + "/" + e.Account + "/" + Name + "-" + q.Name
	}
	for _, b := range manifest.Buckets {
		buckets[b.Name] = Name + "-" + b.Name
	}
	files := s3.NewFromConfig(e.AWS, func(o *s3.Options) { o.UsePathStyle = true })
	var db store.DB
	if db, m.all = rowsIn(t, e.Meter); db == nil {
		db, m.all = store.NewDynamo(e.dynamo, Name, e.Meter), m.rows.All
	}
	sent := &queue.SQS{Client: sqs.NewFromConfig(e.AWS), URLs: queues}
	e.Inspector = sent
	e.restore(db, sent, files, buckets)
	e.Config.Queues = queues
	t.Cleanup(func() {
		if t.Failed() {
			e.Lines.dump(t)
		}
	})
	return e
}

// newEnv returns an environment without a cloud.
func newEnv() *Env {
	e := &Env{Meter: &store.Meter{}, Clock: &Time{}, Pushed: &Pushed{}, Lines: &Lines{}, Address: nextAddress()}
	e.Now = e.Clock.Now
	e.Now() // the clock starts
	e.IDs = id.New(e.Now)
	return e
}

// furnish makes what modules are built from.
func (e *Env) restore(db store.DB, queues queue.Queues, files *s3.Client, buckets map[string]string) {
	e.Config = &config.Config{Name: Name, Region: e.AWS.Region, Endpoint: *e.AWS.BaseEndpoint, PublicURL: "http://herald.test",
		Buckets: buckets, AuthKey: []byte("a key of the tests, 32 bytes long"), LinkKeys: [][]byte{[]byte("a link key of the tests, 32 bytes")}}
	e.DB = db
	if lossy() { // every write is answered only when it is repeated
		e.DB, _ = e.LoseAnswers()
	}
	e.Sent = &Sent{to: queues}
	e.Queues = e.Sent
	e.Uploads = blob.New(files, files, buckets["upload"])
	e.Files = blob.New(files, files, buckets["file"])
	e.Hub = &push.Hub{DB: e.DB, Poster: e.Pushed, Now: e.Now}
	e.Audit = auditlog.Log{DB: e.DB}
	e.Signer = auth.NewSigner(e.Config.AuthKey, e.Now)
}

// Work handles the messages of a queue, as a consumer does, until none is left, and returns their number. A handler's error fails the test.
func (e *Env) Work(t testing.TB, name string, handle queue.Handler) int {
	t.Helper()
	for n := 0; ; n++ {
		m, ok := e.memory.take(name)
		if !ok {
			return n
		}
		raw, err := json.Marshal(m) // as it travelled
		if err != nil {
			t.Fatal(err)
		}
		var got queue.Message
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		if err := handle(context.Background(), got); err != nil {
			t.Fatalf("%s %s: %v", name, m.Kind, err)
		}
	}
}
