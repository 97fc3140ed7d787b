package whatsapp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"

	"herald/pkg/provider"
)

// raw is a body that is sent as it is.
type raw []byte

// call makes one request of the management API and reads its answer into a value. Errors are *provider.Refusal.
func (a *Adapter) call(ctx context.Context, method, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	req, err := a.management(ctx, method, path, body)
	if err != nil {
		return err
	}
	var t attempt
	trace := httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { t.got = true }}
	res, err := a.transport.RoundTrip(req.WithContext(httptrace.WithClientTrace(ctx, &trace)))
	if err != nil && !t.got && t.unwritten(a.transport, err) {
		return hasNoEffect(unanswered(method, err))
	}
	if err != nil {
		return unanswered(method, err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, managementLimit))
	if err != nil {
		return unanswered(method, err)
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		out := classify(res.StatusCode, answer)
		if out.Verdict == provider.Unknown && method == http.MethodGet {
			out.Verdict = provider.Retry
		}
		return &provider.Refusal{Outcome: out}
	}
	if into != nil && json.Unmarshal(answer, into) != nil {
		return unanswered(method, io.ErrUnexpectedEOF)
	}
	return nil
}

const managementLimit = 4 << 20 // a page of a hundred templates

func (a *Adapter) management(ctx context.Context, method, path string, body any) (*http.Request, error) {
	var content []byte
	kind := "application/json"
	switch b := body.(type) {
	case nil:
	case raw:
		content, kind = b, "application/octet-stream"
	case form:
		content, kind = b.content, b.kind
	default:
		var err error
		if content, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, a.base+"/"+path, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	req.GetBody = nil // see New
	req.Header.Set("Authorization", a.bearer)
	if content != nil {
		req.Header.Set("Content-Type", kind)
	}
	if _, upload := body.(raw); upload {
		req.Header.Set("file_offset", "0")
	}
	return req, nil
}

// unanswered is a call whose answer was not seen: a question may be asked again, a write is in doubt.
func unanswered(method string, err error) error {
	out := provider.Outcome{Verdict: provider.Unknown, Scope: provider.Sender, After: unreachable, Detail: provider.Clip(err.Error())}
	if method == http.MethodGet {
		out.Verdict = provider.Retry
	}
	return &provider.Refusal{Outcome: out}
}

func doubtful(detail string) error {
	return &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Unknown, Detail: detail}}
}

// hasNoEffect makes a doubt a Retry: a stray sample does no harm.
func hasNoEffect(err error) error {
	if r, ok := err.(*provider.Refusal); ok && r.Outcome.Verdict == provider.Unknown {
		r.Outcome.Verdict = provider.Retry
	}
	return err
}

// gone reports the API's answer for an object that it does not have.
func gone(err error) bool {
	r, ok := err.(*provider.Refusal)
	return ok && r.Outcome.Verdict == provider.Rejected && r.Outcome.Code == 100
}
