// Package testkit runs tests of modules. It has an account of AWS in the process for each test, or on the local
// cloud for a package, a server over the routes under test, and a client that speaks the wire. Its golden files show
// a call with all its effects.
package testkit

import (
	"cmp"
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
	s3types "github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Env has the dependencies of modules. Clock, recorders and meter belong to the test; in memory everything does.
type Env struct {
	Account string // 12 digits, also the access key
	Address string // of the test's clients: what one test does with wrong passwords does not lock out the next
	AWS     aws.Config
	Config  *config.Config
	DB      store.DB
	Queues  queue.Queues
	// Inspector reads the queues of Memory.
	Inspector queue.Inspector
	Uploads   blob.Store
	Files     blob.Store
	Hub       *push.Hub
	Audit     auditlog.Log
	Signer    *auth.Signer
	Now       clock.Clock
	IDs       *id.Source
	Meter     *store.Meter
	Clock     *Time
	Sent      *Sent
	Pushed    *Pushed
	Lines     *Lines

	HTTP *http.Client // reaches what presigned links lead to

	dynamo *dynamodb.Client
	memory *memory // nil on the local cloud
}

// Name is the prefix of the tables and queues of a test.
const Name = "herald"

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

// shared creates the parts once in a process, which is once in a test package.
var shared = sync.OnceValues(func() (*cloud, error) {
	endpoint := os.Getenv("HERALD_TEST_CLOUD")
	if endpoint == "" {
		return nil,
			fmt.Errorf(
				"HERALD_TEST_CLOUD names no local cloud: run `make test`, or start one and set it to its endpoint, e.g. http://127.0.0.1:4566")
	}
	n, err := rand.Int(rand.Reader, big.NewInt(899_999_999_999))
	if err != nil {
		return nil, err
	}
	c := &cloud{account: cmp.Or(os.Getenv("HERALD_TEST_ACCOUNT"), fmt.Sprintf("%012d", n.Int64()+100_000_000_000)),
		queues: map[string]string{}, buckets: map[string]string{}}
	c.aws = aws.Config{
		Region: "us-east-1", BaseEndpoint: &endpoint,
		Credentials: credentials.NewStaticCredentialsProvider(c.account, "test", ""),
		HTTPClient: &http.Client{Transport: outbound.BufferedTransport{Transport: &http.Transport{MaxIdleConnsPerHost: 64,
			IdleConnTimeout: time.Minute}}},
	}
	c.dynamo = dynamodb.NewFromConfig(c.aws, func(o *dynamodb.Options) { other("DYNAMODB", &o.BaseEndpoint) })
	c.sqs = sqs.NewFromConfig(c.aws, func(o *sqs.Options) { other("SQS", &o.BaseEndpoint) })
	c.s3 = s3.NewFromConfig(c.aws, func(o *s3.Options) {
		other("S3", &o.BaseEndpoint)
		o.UsePathStyle = true
	})
	return c, c.create(context.Background())
})

// other replaces the local cloud for one service, for a second opinion: DynamoDB Local, ElasticMQ, versitygw.
func other(service string, endpoint **string) {
	if url := os.Getenv("HERALD_TEST_" + service); url != "" {
		*endpoint = &url
	}
}

func (c *cloud) create(ctx context.Context) error {
	for _, t := range manifest.Tables {
		_, err := c.dynamo.CreateTable(ctx, &dynamodb.CreateTableInput{
			TableName: aws.String(Name + "-" + t.Name), BillingMode: types.BillingModePayPerRequest,
			KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash},
				{AttributeName: aws.String("sk"), KeyType: types.KeyTypeRange}},
			AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS},
				{AttributeName: aws.String("sk"), AttributeType: types.ScalarAttributeTypeS}},
		})
		var exists *types.ResourceInUseException
		if err != nil && !errors.As(err, &exists) { // the SDK repeats a call whose answer was lost
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	for _, q := range manifest.Consumers {
		out, err := c.sqs.CreateQueue(ctx, &sqs.CreateQueueInput{QueueName: aws.String(Name + "-" + q.Name)})
		if err != nil {
			return fmt.Errorf("queue %s: %w", q.Name, err)
		}
		c.queues[q.Name] = *out.QueueUrl
	}
	for _, b := range manifest.Buckets {
		bucket := fmt.Sprintf("%s-%s-%s", Name, b.Name, c.account) // the names of buckets are one space for all accounts
		_, err := c.s3.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &bucket})
		var ours *s3types.BucketAlreadyOwnedByYou
		if err != nil && !errors.As(err, &ours) { // of another package's tests in the same account
			return fmt.Errorf("bucket %s: %w", b.Name, err)
		}
		c.buckets[b.Name] = bucket
	}
	return nil
}

var addresses atomic.Uint32

// nextAddress returns a client address that no other test of this process has.
func nextAddress() string {
	n := addresses.Add(1)
	return fmt.Sprintf("10.%d.%d.%d", byte(n>>16), byte(n>>8), byte(n))
}

// lossy reports whether HERALD_TEST_LOSSY is set.
func lossy() bool { return os.Getenv("HERALD_TEST_LOSSY") != "" }

// Cloud returns an environment on the local cloud, shared with the package's other tests; without a local cloud the test fails. It is for
// behaviour that memory cannot verify (see Memory). Such tests have the build tag cloud, which make test sets.
func Cloud(t testing.TB) *Env {
	t.Helper()
	c, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	e := newEnv()
	e.Clock.from(time.Now()) // the services of a cloud live in the real time
	e.Account, e.AWS, e.HTTP, e.dynamo = c.account, c.aws, http.DefaultClient, c.dynamo
	e.restore(store.NewDynamo(c.dynamo, Name, e.Meter), &queue.SQS{Client: c.sqs, URLs: c.queues}, c.s3, c.buckets)
	e.Config.Queues = c.queues
	return e
}
