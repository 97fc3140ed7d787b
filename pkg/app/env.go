// Package app is the list of modules, by hand: it builds them from the environment and hands their routes and tasks to the functions.
package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/apigatewaymanagementapi"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/app/manifest"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/operation"
	"herald/pkg/platform/role"
	"herald/pkg/platform/session"
	"herald/pkg/provider"
)

// Env is everything that modules are built from. Tests make their own.
type Env struct {
	Config *config.Config
	DB     store.DB
	Queues queue.Queues

	// Inspector reads what the queues hold, and their dead letters.
	Inspector queue.Inspector
	Leases    func(ctx context.Context) ([]operation.Lease, error) // of copies; nil where there are none
	Metrics   *metric.Set
	Copy      string // name of a process of a container platform; empty for a function

	Uploads blob.Store // nil until a module asks for it
	Files   blob.Store // likewise
	Hub     *push.Hub
	Sheets  sheet.Engine // nil in functions that touch no spreadsheet
	// NewSanitizer makes a cleaner of HTML for the console's origin; nil in functions that show no posts.
	NewSanitizer func(origin string) func(html string) string
	// Designs is nothing in functions that store no designs of emails.
	Designs DesignTools
	// Descriptors build the provider adapters; nil: those of the list.
	Descriptors []provider.Descriptor
	// ProviderTransport is the way to the providers; nil: the network. Outbound wraps it; nil: it stays as it is.
	ProviderTransport http.RoundTripper
	Outbound          func(http.RoundTripper) http.RoundTripper
	Watch             operation.Watch // reads back what functions tell elsewhere; nil: nothing is read
	// Noted gets what the log may tell of a request, and may add to it; nil: nothing is added.
	Noted func(ctx context.Context, line map[string]any)
	// LogRefusals has the log tell of each refused request by its id, where no gateway in front does.
	LogRefusals bool

	ExtraKinds []orderkind.Registration // order kinds of tests
	Audit      auditlog.Log
	Signer     *auth.Signer
	Now        clock.Clock
	Wait       func(ctx context.Context, at time.Time) error // for a moment of Now; nil: Now is the time of day
	IDs        *id.Source
	Meter      *store.Meter
	Log        func(line map[string]any)

	api        *web.API       // of a function that serves HTTP
	parts      *combinedParts // of a test that has other modules
	singletons singletons
	AWS        aws.Config
	// Both are set where the document is served, so that no other function carries it: only there are pickers and roles changed.
	isList      func(method, path string) bool
	permissions func() ([]role.Line, error)
}

// NewEnv reads the configuration and makes the clients. Secrets are read in one call; DynamoDB's connection is opened by the first request.
func NewEnv(ctx context.Context) (*Env, error) {
	cfg, err := config.Load()
	if err != nil {
		return nil, err
	}
	return EnvOf(ctx, cfg, strings.TrimPrefix(cfg.Function, cfg.Name+"-"))
}

// EnvOf is NewEnv of a configuration that was read, with the secrets of a function.
func EnvOf(ctx context.Context, cfg *config.Config, function string, options ...func(*aws.Config)) (*Env, error) {
	return EnvBy(ctx, clock.System, cfg, function, options...)
}

// EnvBy is EnvOf with another clock.
func EnvBy(ctx context.Context, now clock.Clock, cfg *config.Config, function string, options ...func(*aws.Config)) (*Env, error) {
	meter := &store.Meter{}
	plain := cfg.AWS(options...)
	metered := cfg.AWS(append(options, func(a *aws.Config) { a.APIOptions = append(a.APIOptions, meter.Middleware) })...)
	if err := cfg.ReadSecrets(ctx, plain, manifest.SecretsOf(function)...); err != nil {
		return nil, err
	}
	e := Build(cfg, metered, meter, now)
	return e, e.checkAdapters()
}

// Build makes an Env of a configuration whose secrets are known, and of a clock.
func Build(cfg *config.Config, a aws.Config, meter *store.Meter, now clock.Clock) *Env {
	e := &Env{Config: cfg, Now: now, IDs: id.New(now), Meter: meter, Log: LogLine, Metrics: metric.New(now)}
	e.DB = store.NewDynamo(dynamodb.NewFromConfig(a,
		func(o *dynamodb.Options) { o.BaseEndpoint = cfg.EndpointOf("dynamodb", o.BaseEndpoint) }), cfg.Name, meter)
	messages := &queue.SQS{Client: sqs.NewFromConfig(a, func(o *sqs.Options) { o.BaseEndpoint = cfg.EndpointOf("sqs", o.BaseEndpoint) }),
		URLs: cfg.Queues}
	e.Queues, e.Inspector = messages, messages
	e.AWS = a
	e.Audit = auditlog.Log{DB: e.DB}
	e.Signer = auth.NewSigner(cfg.AuthKey, now, cfg.AuthAlso...)
	gateway := apigatewaymanagementapi.NewFromConfig(a, func(o *apigatewaymanagementapi.Options) {
		if cfg.WSEndpoint != "" {
			o.BaseEndpoint = &cfg.WSEndpoint
		}
	})
	e.Hub = &push.Hub{DB: e.DB, Poster: push.Gateway{Client: gateway}, Now: now, Alive: session.Alive(e.DB, now)}
	return e
}

// Messages are queues that can be inspected.
type Messages interface {
	queue.Queues
	queue.Inspector
}

// UseStorage replaces DynamoDB and SQS, before modules are built.
func UseStorage(e *Env, db store.DB, queues Messages) {
	e.DB, e.Queues, e.Inspector, e.Audit.DB = db, queues, queues, db
	e.Hub.DB, e.Hub.Alive = db, session.Alive(db, e.Now)
}

// buckets makes the stores of files on first use, so that only functions that keep files carry S3's client.
func (e *Env) buckets() (uploads, files blob.Store) {
	if e.Uploads == nil {
		client := s3.NewFromConfig(e.AWS, func(o *s3.Options) {
			o.BaseEndpoint = e.Config.EndpointOf("s3", o.BaseEndpoint)
			o.UsePathStyle = o.BaseEndpoint != nil
		})
		e.Uploads = blob.New(client, client, e.Config.Buckets["upload"])
		e.Files = blob.New(client, client, e.Config.Buckets["file"])
	}
	return e.Uploads, e.Files
}

var logMu sync.Mutex

// LogLine writes one JSON line to standard output: every invocation leaves exactly one.
func LogLine(line map[string]any) {
	b, err := json.Marshal(line)
	if err != nil {
		b = fmt.Appendf(nil, `{"log":%q}`, err)
	}
	logMu.Lock()
	defer logMu.Unlock()
	_, _ = os.Stdout.Write(append(b, '\n')) // nowhere to report to
}
