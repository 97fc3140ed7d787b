package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"herald/pkg/kit/auth"
)

// Program calls as a customer's program does: it signs each request with an app key instead of signing in.
type Program struct {
	API    string // as in dev.json, with /api at its end
	Key    string
	Secret string
}

// Sign makes a signed request; body may be nil.
func (p *Program) Sign(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	target, err := url.Parse(p.API + path)
	if err != nil {
		return nil, err
	}
	s := auth.Signed{Method: method, Path: target.RequestURI(), Timestamp: strconv.FormatInt(time.Now().Unix(), 10), Nonce: rand.Text(),
		Body: body}
	r, err := http.NewRequestWithContext(ctx, method, target.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set(auth.KeyHeader, p.Key)
	r.Header.Set(auth.TimeHeader, s.Timestamp)
	r.Header.Set(auth.NonceHeader, s.Nonce)
	r.Header.Set(auth.SignatureHeader, s.Sign(p.Secret))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r, nil
}

// Send sends a signed request and gives the code and the data of the envelope.
func (p *Program) Send(r *http.Request) (code int, data json.RawMessage, err error) {
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, nil, err
	}
	var e struct {
		Code int
		Data json.RawMessage
	}
	err = json.Unmarshal(text, &e)
	return e.Code, e.Data, err
}
