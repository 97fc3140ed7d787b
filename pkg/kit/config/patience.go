package config

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsmiddleware "github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/smithy-go/middleware"

	"herald/pkg/kit/outbound"
)

// patience is how long a call of AWS may take. A connection that answers nothing would otherwise use up the function's time,
// 29 s behind the gateway, and leave none for a second try.
type patience struct {
	dial    time.Duration
	header  time.Duration // from the end of the request to the first byte of the answer
	attempt time.Duration // one try with its whole answer
	call    time.Duration // all tries, and the pauses between them
}

// maxAttempts of a call fit into patience.call: three tries of 3 s without an answer, and two pauses.
const maxAttempts = 3

// Waiting is a configuration of AWS for calls that wait for something for up to 20 s.
func (c *Config) Waiting(a aws.Config) aws.Config {
	const long = 25 * time.Second
	p := c.patience()
	a.APIOptions = nil
	patience{p.dial, long, long, p.call + maxAttempts*long}.apply(&a)
	return a
}

func (c *Config) patience() patience {
	p := patience{dial: time.Second, header: 3 * time.Second, attempt: 4 * time.Second, call: 11 * time.Second}
	if c.Endpoint != "" { // a local cloud shares its cores with everything that calls it
		p = patience{4 * p.dial, 4 * p.header, 4 * p.attempt, 4 * p.call}
	}
	return p
}

func (p patience) client() *http.Client {
	return &http.Client{Transport: outbound.BufferedTransport{Transport: &http.Transport{
		DialContext:         (&net.Dialer{Timeout: p.dial, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 2 * p.dial, ResponseHeaderTimeout: p.header, ExpectContinueTimeout: time.Second,
		MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second, ForceAttemptHTTP2: false,
	}}}
}

// streams reports a call whose body is read when the call has returned: the end of a bound would cut it. Those of S3 are bounded by
// package blob, those of Polly by its adapter.
func streams(ctx context.Context) bool {
	name := awsmiddleware.GetServiceID(ctx)
	return name == "S3" || name == "Polly"
}

// middleware bounds every call and each of its tries.
func (p patience) middleware(stack *middleware.Stack) error {
	err := stack.Initialize.Add(middleware.InitializeMiddlewareFunc("herald.call",
		func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput,
			middleware.Metadata, error) {
			if !streams(ctx) {
				bounded, cancel := context.WithTimeout(ctx, p.call)
				defer cancel()
				ctx = bounded
			}
			return next.HandleInitialize(ctx, in)
		}), middleware.After)
	if err != nil {
		return err
	}
	if _, ok := stack.Finalize.Get("Retry"); !ok { // nothing is sent: a presigned link
		return nil
	}
	return stack.Finalize.Insert(middleware.FinalizeMiddlewareFunc("herald.attempt",
		func(ctx context.Context, in middleware.FinalizeInput, next middleware.FinalizeHandler) (middleware.FinalizeOutput, middleware.Metadata,
			error) {
			if !streams(ctx) {
				bounded, cancel := context.WithTimeout(ctx, p.attempt)
				defer cancel()
				ctx = bounded
			}
			return next.HandleFinalize(ctx, in)
		}), "Retry", middleware.After)
}

func (p patience) apply(a *aws.Config) {
	a.HTTPClient, a.RetryMaxAttempts = p.client(), maxAttempts
	a.APIOptions = append(a.APIOptions, p.middleware)
}
