// Package testkit runs tests on the local cloud: one isolated account for a test package, a server over the routes under
// test, a client that speaks the wire, and golden files that show a call with everything it left behind.
package testkit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Env is what rooms are built from, on the local cloud. The account is the test package's own; clock, recorders and meter
// are the test's own.
type Env struct {
	Account string // 12 digits, also the access key
	Address string // of the test's clients: what one test does with wrong passwords does not lock out the next
	AWS     aws.Config
	Config  *config.Config
	DB      store.DB
	Queues  queue.Queues
	Uploads *blob.Store
	Files   *blob.Store
	Hub     *push.Hub
	Audit   audit.Log
	Signer  *auth.Signer
	Now     clock.Clock
	IDs     *id.Source
	Meter   *store.Meter
	Clock   *Time
	Sent    *Sent
	Pushed  *Pushed

	dynamo *dynamodb.Client
	sqs    *sqs.Client
}

const name = "herald"

// cloud is the account of this process with its tables, queues and buckets.
type cloud struct {
	account string
	aws     aws.Config
	dynamo  *dynamodb.Client
	sqs     *sqs.Client
	s3      *s3.Client
	queues  map[string]string
	buckets map[string]string
}

// shared makes the parts once in a process, that is once in a test package.
var shared = sync.OnceValues(func() (*cloud, error) {
	endpoint := os.Getenv("HERALD_TEST_CLOUD")
	if endpoint == "" {
		return nil, fmt.Errorf("HERALD_TEST_CLOUD names no local cloud: run `make test`, or start one and set it to its endpoint, e.g. http://127.0.0.1:4566")
	}
	n, err := rand.Int(rand.Reader, big.NewInt(899_999_999_999))
	if err != nil {
		return nil, err
	}
	c := &cloud{account: fmt.Sprintf("%012d", n.Int64()+100_000_000_000), queues: map[string]string{}, buckets: map[string]string{}}
	c.aws = aws.Config{
		Region: "us-east-1", BaseEndpoint: &endpoint,
		Credentials: credentials.NewStaticCredentialsProvider(c.account, "test", ""),
		HTTPClient:  &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute}},
	}
	c.dynamo = dynamodb.NewFromConfig(c.aws, func(o *dynamodb.Options) {
		if other := os.Getenv("HERALD_TEST_DYNAMODB"); other != "" { // a second opinion: AWS's DynamoDB Local
			o.BaseEndpoint = &other
		}
	})
	c.sqs = sqs.NewFromConfig(c.aws)
	c.s3 = s3.NewFromConfig(c.aws, func(o *s3.Options) { o.UsePathStyle = true })
	return c, c.create(context.Background())
})

func (c *cloud) create(ctx context.Context) error {
	for _, t := range manifest.Tables {
		_, err := c.dynamo.CreateTable(ctx, &dynamodb.CreateTableInput{
			TableName: aws.String(name + "-" + t.Name), BillingMode: types.BillingModePayPerRequest,
			KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}, {AttributeName: aws.String("sk"), KeyType: types.KeyTypeRange}},
			AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS}, {AttributeName: aws.String("sk"), AttributeType: types.ScalarAttributeTypeS}},
		})
		var exists *types.ResourceInUseException
		if err != nil && !errors.As(err, &exists) { // the SDK repeats a call whose answer was lost
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	for _, q := range manifest.Consumers {
		out, err := c.sqs.CreateQueue(ctx, &sqs.CreateQueueInput{QueueName: aws.String(name + "-" + q.Name)})
		if err != nil {
			return fmt.Errorf("queue %s: %w", q.Name, err)
		}
		c.queues[q.Name] = *out.QueueUrl
	}
	for _, b := range manifest.Buckets {
		bucket := fmt.Sprintf("%s-%s-%s", name, b.Name, c.account) // the names of buckets are one space for all accounts
		if _, err := c.s3.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &bucket}); err != nil {
			return fmt.Errorf("bucket %s: %w", b.Name, err)
		}
		c.buckets[b.Name] = bucket
	}
	return nil
}

var addresses atomic.Uint32

// Cloud gives a test its environment; without a local cloud the test fails.
func Cloud(t testing.TB) *Env {
	t.Helper()
	c, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	e := &Env{Account: c.account, AWS: c.aws, Meter: &store.Meter{}, Clock: &Time{}, Pushed: &Pushed{}, dynamo: c.dynamo, sqs: c.sqs}
	n := addresses.Add(1)
	e.Address = fmt.Sprintf("10.%d.%d.%d", byte(n>>16), byte(n>>8), byte(n))
	e.Now = e.Clock.Now
	e.Now() // the clock starts
	e.IDs = id.New(e.Now)
	e.Config = &config.Config{
		Name: name, Region: c.aws.Region, Endpoint: *c.aws.BaseEndpoint, PublicURL: "http://herald.test",
		Queues: c.queues, Buckets: c.buckets, AuthKey: []byte("a key of the tests, 32 bytes long"),
	}
	e.DB = store.NewDynamo(c.dynamo, name, e.Meter)
	if os.Getenv("HERALD_TEST_LOSSY") != "" { // every write is answered only when it is repeated
		e.DB, _ = e.LoseAnswers()
	}
	e.Sent = &Sent{to: &queue.SQS{Client: c.sqs, URLs: c.queues}}
	e.Queues = e.Sent
	e.Uploads = blob.New(c.s3, c.s3, c.buckets["upload"])
	e.Files = blob.New(c.s3, c.s3, c.buckets["file"])
	e.Hub = &push.Hub{DB: e.DB, Poster: e.Pushed, Now: e.Now}
	e.Audit = audit.Log{DB: e.DB}
	e.Signer = auth.NewSigner(e.Config.AuthKey, e.Now)
	return e
}

// Time is a clock that starts at the real time, or up to three minutes before it, so that a story never crosses the end of
// a slot of the back-off, and then moves by a millisecond whenever it is looked at, and by what a test
// adds instead of waiting: a slow machine does not change what a test sees.
type Time struct {
	mu sync.Mutex
	at time.Time
}

// Now is a little later than the last time.
func (c *Time) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() {
		c.at = time.Now().UTC().Truncate(3 * time.Minute)
	}
	c.at = c.at.Add(time.Millisecond)
	return c.at
}

// Add puts the clock forward.
func (c *Time) Add(d time.Duration) {
	c.mu.Lock()
	c.at = c.at.Add(d)
	c.mu.Unlock()
}
