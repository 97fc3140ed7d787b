package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// target is a deployed product.
type target struct {
	origin  string // of the console
	webhook string // address for providers; empty: not tried
	files   string // origin of the bucket of uploads; empty: not tried
}

// foreign is an origin that may not read answers.
const foreign = "https://elsewhere.example"

// patience is how long a product may take until it answers: edges learn of a new distribution one after the other.
const (
	patience = 5 * time.Minute
	pause    = 5 * time.Second
)

func (r *run) tryStack(ctx context.Context, outputs map[string]string) (string, error) {
	return try(ctx, target{origin: outputs["WebUrl"], webhook: outputs["WebhookUrl"], files: fmt.Sprintf("https://%s-upload-%s-%s.s3.%s.amazonaws.com",
		r.Context["name"], r.Account, r.Region, r.Region)})
}

// try asks the product what a first user and a provider ask, and returns what it tried. The first question is repeated for a while.
func try(ctx context.Context, t target) (string, error) {
	client := &http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	c := &caller{client: client, target: t}
	deadline, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := c.signIn(deadline)
		if err == nil {
			break
		}
		select {
		case <-deadline.Done():
			return "", fmt.Errorf("the console does not answer: %w", err)
		case <-time.After(pause):
		}
	}
	checks := []struct {
		name string
		run  func(context.Context) error
	}{{"page", c.page}, {"document", c.document}, {"database", c.database}, {"foreign origin", c.foreign}, {"websocket", c.socket},
		{"webhook", c.hook}, {"uploads", c.uploads}}
	names, failed := []string{"sign-in"}, []error{}
	for _, check := range checks {
		switch err := check.run(ctx); {
		case errors.Is(err, errNotTried):
			continue
		case err != nil:
			failed = append(failed, fmt.Errorf("%s: %w", check.name, err))
		}
		names = append(names, check.name)
	}
	return strings.Join(names, ", "), errors.Join(failed...)
}

var errNotTried = errors.New("not tried")

type caller struct {
	client *http.Client
	target
	index string // what the sign-in page holds
}

func (c *caller) ask(ctx context.Context, method, address, body string, headers map[string]string) (*http.Response, string, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusSwitchingProtocols {
		return response, "", nil
	}
	text, err := readAll(response.Body)
	return response, string(text), err
}

// signIn opens the page on which users sign in.
func (c *caller) signIn(ctx context.Context) error {
	response, text, err := c.ask(ctx, http.MethodGet, c.origin+"/login", "", nil)
	switch {
	case err != nil:
		return err
	case response.StatusCode != http.StatusOK || !strings.Contains(response.Header.Get("Content-Type"), "text/html"):
		return fmt.Errorf("/login: %s %s", response.Status, response.Header.Get("Content-Type"))
	case response.Header.Get("Content-Security-Policy") == "":
		return errors.New("/login has no content policy")
	}
	c.index = text
	return nil
}

var asset = regexp.MustCompile(`/_next/static/[^"'\\ ]+\.js`)

// page loads a script that the page names, which viewers may keep.
func (c *caller) page(ctx context.Context) error {
	name := asset.FindString(c.index)
	if name == "" {
		return errors.New("the page names no script")
	}
	response, _, err := c.ask(ctx, http.MethodGet, c.origin+name, "", nil)
	switch {
	case err != nil:
		return err
	case response.StatusCode != http.StatusOK || !strings.Contains(response.Header.Get("Content-Type"), "javascript"):
		return fmt.Errorf("%s: %s %s", name, response.Status, response.Header.Get("Content-Type"))
	case !strings.Contains(response.Header.Get("Cache-Control"), "immutable"):
		return fmt.Errorf("%s is not immutable: %q", name, response.Header.Get("Cache-Control"))
	}
	return nil
}

func (c *caller) document(ctx context.Context) error {
	response, text, err := c.ask(ctx, http.MethodGet, c.origin+"/api/openapi.json", "", nil)
	var document struct{ OpenAPI string }
	if err == nil && (response.StatusCode != http.StatusOK || json.Unmarshal([]byte(text), &document) != nil || document.OpenAPI == "") {
		err = fmt.Errorf("/api/openapi.json: %s", response.Status)
	}
	return err
}

// database signs in as a user that does not exist, which reads secrets and tables. The refusal is the right answer.
func (c *caller) database(ctx context.Context) error {
	response, text, err := c.ask(ctx, http.MethodPost, c.origin+"/api/oauth/login", `{"username":"deployment-check","password":"deployment-check"}`,
		map[string]string{"Content-Type": "application/json"})
	var envelope map[string]any
	if err == nil && (response.StatusCode >= 500 || json.Unmarshal([]byte(text), &envelope) != nil) {
		err = fmt.Errorf("/api/oauth/login: %s %.200s", response.Status, text)
	}
	return err
}

// foreign reads as a page of another origin, which must not be allowed.
func (c *caller) foreign(ctx context.Context) error {
	response, _, err := c.ask(ctx, http.MethodGet, c.origin+"/api/openapi.json", "", map[string]string{"Origin": foreign})
	if err == nil && response.Header.Get("Access-Control-Allow-Origin") != "" {
		err = fmt.Errorf("pages of %s may read answers", response.Header.Get("Access-Control-Allow-Origin"))
	}
	return err
}

// socket shakes hands without a ticket. A refusal by the product is the right answer; any other status comes from something in between.
func (c *caller) socket(ctx context.Context) error {
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce) // never fails
	response, _, err := c.ask(ctx, http.MethodGet, c.origin+"/ws", "", map[string]string{"Connection": "Upgrade", "Upgrade": "websocket",
		"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.StdEncoding.EncodeToString(nonce), "Origin": c.origin})
	if err == nil && response.StatusCode != http.StatusUnauthorized && response.StatusCode != http.StatusForbidden {
		err = fmt.Errorf("/ws without a ticket: %s, want 401 or 403", response.Status)
	}
	return err
}

// hook calls as a provider without a signature.
func (c *caller) hook(ctx context.Context) error {
	if c.webhook == "" {
		return errNotTried
	}
	response, _, err := c.ask(ctx, http.MethodPost, c.webhook, "{}", nil)
	if err == nil && (response.StatusCode < 400 || response.StatusCode >= 500) {
		err = fmt.Errorf("%s without a signature: %s", c.webhook, response.Status)
	}
	return err
}

// uploads asks whether the console's pages may post files.
func (c *caller) uploads(ctx context.Context) error {
	if c.files == "" {
		return errNotTried
	}
	response, _, err := c.ask(ctx, http.MethodOptions, c.files+"/", "", map[string]string{"Origin": c.origin,
		"Access-Control-Request-Method": http.MethodPost})
	if err == nil && (response.StatusCode != http.StatusOK || response.Header.Get("Access-Control-Allow-Origin") == "") {
		err = fmt.Errorf("%s does not take posts of %s: %s", c.files, c.origin, response.Status)
	}
	return err
}
