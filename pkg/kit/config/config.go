// Package config is the only reader of the environment. It is read once at start and checked; a missing value stops the function.
package config

import (
	"errors"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"herald/pkg/app/manifest"
)

// Config of a function. See pkg/app/manifest for the variables.
type Config struct {
	Name       string
	Function   string
	MemoryMB   int
	Region     string
	Endpoint   string // of AWS, empty for the real one
	Domain     string // of the partition's services
	Secrets    string
	PublicURL  string
	WSEndpoint string
	DNSServer  string // host:port that answers questions about names; empty for the servers of the machine
	TLSServer  string // host:port that is asked for the certificates of domains for links; empty for the domains' own
	TLSRoots   string // authorities that sign them, in PEM; empty for those of the machine
	Queues     map[string]string
	Buckets    map[string]string
	Adapters   Adapters // settings and secrets of the provider adapters
	AuthKey    []byte   // signs tokens
	AuthAlso   [][]byte // signatures with these are valid, too
	SealKeys   [][]byte // seal app keys: the first seals, all open
	LinkKeys   [][]byte // seal links of emails: the first seals, all open
	OriginKeys []string // a request that came by our own origin carries one of them; none: not checked
	Hops       int      // proxies of ours in front of the gateway
	Container  Container
	elsewhere  map[string]string // full names of secrets that do not lie under Secrets
	given      map[string]string // secrets of the environment, by their names in capitals
	services   map[string]string // endpoints of single services
}

// Load reads the environment. A value that is not of its form is an error that names the variable.
func Load() (*Config, error) {
	c := &Config{
		Name: os.Getenv("HERALD_NAME"), Function: os.Getenv("AWS_LAMBDA_FUNCTION_NAME"),
		Region:   first(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), "us-east-1"),
		Endpoint: os.Getenv("AWS_ENDPOINT_URL"), Domain: first(os.Getenv("HERALD_AWS_DOMAIN"), "amazonaws.com"),
		elsewhere: map[string]string{originKey: os.Getenv("HERALD_ORIGIN_KEY"), manifest.LinkKey: os.Getenv("HERALD_LINK_KEY")},
		Secrets:   os.Getenv("HERALD_SECRETS"), PublicURL: strings.TrimRight(os.Getenv("HERALD_PUBLIC_URL"), "/"),
		WSEndpoint: os.Getenv("HERALD_WS_ENDPOINT"), DNSServer: os.Getenv("HERALD_DNS_SERVER"),
		TLSServer: os.Getenv("HERALD_TLS_SERVER"), Queues: byPrefix("HERALD_QUEUE_"),
		Buckets: byPrefix("HERALD_BUCKET_"),
		given:   byPrefix("HERALD_SECRET_"), services: byPrefix("AWS_ENDPOINT_URL_"),
	}
	err := check()
	if err != nil {
		return nil, err
	}
	if c.TLSRoots, err = roots(); err != nil {
		return nil, err
	}
	if c.MemoryMB, err = atLeast(1, "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", 256); err != nil {
		return nil, err
	}
	if c.Hops, err = atLeast(0, "HERALD_TRUSTED_HOPS", 0); err != nil {
		return nil, err
	}
	if c.Adapters, err = readAdapters(); err != nil {
		return nil, err
	}
	if c.Name == "" {
		return nil, errors.New("config: HERALD_NAME is required: set it to a name of this installation, as herald")
	}
	if c.Secrets == "" && len(c.given) == 0 {
		return nil, errors.New("config: no secrets: set HERALD_SECRETS to their path in the parameter store, or each HERALD_SECRET_… itself")
	}
	if c.Container, err = container(); err != nil {
		return nil, err
	}
	return c, nil
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func byPrefix(prefix string) map[string]string {
	m := map[string]string{}
	for _, kv := range os.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		if name, ok := strings.CutPrefix(k, prefix); ok {
			m[strings.ToLower(name)] = v
		}
	}
	return m
}

// EndpointOf gives a service's own endpoint, as AWS_ENDPOINT_URL_SQS is that of SQS; nil: that of all services.
func (c *Config) EndpointOf(service string, all *string) *string {
	if url := c.services[service]; url != "" {
		return &url
	}
	return all
}

// AWS is the SDK's configuration, built by hand: the SDK's own loader costs 3–8 ms at start (facts/serverless §6).
func (c *Config) AWS(options ...func(*aws.Config)) aws.Config {
	a := aws.Config{
		Region: c.Region,
		Credentials: aws.NewCredentialsCache(credentials.NewStaticCredentialsProvider(
			os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("AWS_SESSION_TOKEN"))),
		RetryMode: aws.RetryModeStandard,
	}
	c.patience().apply(&a)
	if c.Endpoint != "" {
		a.BaseEndpoint = &c.Endpoint
	}
	for _, o := range options {
		o(&a)
	}
	return a
}
