package partner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	partnersim "herald/localstack/simulators/partner"
	"herald/localstack/simulators/sim"
	"herald/pkg/provider"
)

// held is a way to the partner on which every request and answer, and on the way back every callback, is held to the document that
// partners build by.
type held struct {
	*testing.T
	to  http.RoundTripper
	ear interface {
		ParseNotification(body []byte, header func(string) string) (string, error)
	}
	name string // of the document
	doc  map[string]any
	used map[string]bool // operations

	mu   sync.Mutex
	all  *jsonschema.Compiler
	told []string // references of callbacks
}

func mustHold(t *testing.T, document string) *held {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	h := &held{T: t, doc: doc.(map[string]any), all: jsonschema.NewCompiler(), name: "file:///" + document, used: map[string]bool{}}
	h.all.AssertFormat()
	if err := h.all.AddResource(h.name, doc); err != nil {
		t.Fatal(err)
	}
	return h
}

// pointer names a place of the document.
func pointer(words ...string) string {
	for i, w := range words {
		words[i] = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(w)
	}
	return "#/" + strings.Join(words, "/")
}

// check holds a body to a schema of the document.
func (h *held) check(what string, body []byte, at ...string) {
	h.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	schema, err := h.all.Compile(h.name + pointer(at...))
	if err != nil {
		h.Errorf("%s: %v", what, err)
		return
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err == nil {
		err = schema.Validate(v)
	}
	if err != nil {
		h.Errorf("%s: %s: %v", what, body, err)
	}
}

// path is the document's path of an address.
func (h *held) path(address string) string {
	got := strings.Split(address, "/")
	for p := range h.doc["paths"].(map[string]any) {
		want := strings.Split(p, "/")
		if len(want) == len(got) && !slices.ContainsFunc(want,
			func(w string) bool { return !strings.HasPrefix(w, "{") && w != got[slices.Index(want, w)] }) {
			return p
		}
	}
	h.Errorf("the document has no %s", address)
	return ""
}

// RoundTrip is the way there and back.
func (h *held) RoundTrip(r *http.Request) (*http.Response, error) {
	path, method := h.path(r.URL.Path), strings.ToLower(r.Method)
	h.used[method+" "+path] = true
	if r.Body != nil && method != "get" {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if _, asks := h.doc["paths"].(map[string]any)[path].(map[string]any)[method].(map[string]any)["requestBody"]; asks || len(body) > 0 {
			h.check(method+" "+path, body, "paths", path, method, "requestBody", "content", "application/json", "schema")
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	res, err := h.to.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(res.Body)
	res.Body = io.NopCloser(bytes.NewReader(body))
	h.check(fmt.Sprint(method, " ", path, " ", res.StatusCode), body, "paths", path, method, "responses", fmt.Sprint(res.StatusCode),
		"content", "application/json", "schema")
	return res, err
}

// ServeHTTP takes callbacks.
func (h *held) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		h.Error(err)
	}
	h.check("callback", body, "webhooks", "changed", "post", "requestBody", "content", "application/json", "schema")
	reference, err := h.ear.ParseNotification(body, r.Header.Get)
	if err != nil {
		h.Error(err)
	}
	h.mu.Lock()
	h.told = append(h.told, reference)
	h.mu.Unlock()
	w.WriteHeader(http.StatusOK)
}

// Every call of the adapter, every answer of the simulator and every callback is as the document says, and the document has no more.
func TestGroupsAreAsTheDocumentSays(t *testing.T) {
	h := mustHold(t, "groups.json")
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	s := partnersim.New(partnersim.Config{Token: "token", Secret: "secret", Seed: 1, Takes: time.Millisecond,
		Now: func() time.Time { return now }, Transport: sim.InMemory(h)})
	h.to = s.Transport()
	made := func(token string) *Groups {
		a, err := NewGroups(Config{BaseURL: "http://partner", Token: token, Secrets: []string{"secret"}, NotifyURL: "http://herald/hook",
			Client: &http.Client{Transport: h}, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	groups := made("token")
	h.ear = groups
	ctx, of := context.Background(), provider.GroupOf{Reference: "GB7-1-0-1"}
	for outcome, verdict := range map[string]provider.Verdict{"invalid": provider.Rejected, "account": provider.Retry,
		"busy": provider.Retry} {
		if err := s.SetScript([]sim.Rule{{Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
		if out := groups.Create(ctx, provider.NewGroup{Reference: "GB8-1-0-1", Subject: "Friends"}); out.Verdict != verdict {
			t.Errorf("%s: %+v", outcome, out)
		}
	}
	if err := s.SetScript([]sim.Rule{{Suffix: "GB9-1-0-1", Outcome: "refused"}}); err != nil {
		t.Fatal(err)
	}
	if out := made("another").Create(ctx, provider.NewGroup{Reference: of.Reference, Subject: "Friends"}); !out.Stop {
		t.Errorf("%+v", out)
	}
	if _, err := groups.Find(ctx, "nobody", ""); provider.CauseOf(err) != provider.NotThere {
		t.Error(err)
	}
	for _, reference := range []string{of.Reference, "GB9-1-0-1"} {
		if out := groups.Create(ctx, provider.NewGroup{Reference: reference, Subject: "Friends", Description: "d",
			Approval: true}); out.Verdict != provider.Accepted {
			t.Errorf("%+v", out)
		}
	}
	later := func() { // a group takes its time
		done := make(chan struct{})
		s.After(time.Second, func() { close(done) })
		<-done
	}
	later()
	picture := &provider.GroupPictureFile{Type: "image/png", Content: sim.Picture()}
	people := []uint64{5511970000003, 5511970000007, 5511970000008, 5511970000009}
	for range 2 { // once more it is the same
		for _, step := range []provider.GroupStep{{Kind: provider.GroupAdd, Numbers: people}, {Kind: provider.GroupPromote, Numbers: people[:1]},
			{Kind: provider.GroupMute}, {Kind: provider.GroupDescribe, Subject: "Friends", Description: "d"},
			{Kind: provider.GroupPicture, Picture: picture}, {Kind: provider.GroupLink},
			{Kind: provider.GroupGreet, Text: "hello", Picture: picture}, {Kind: provider.GroupGreet, Nth: 1, Text: "again"}} {
			if done := groups.Do(ctx, of, step); done.Verdict != provider.Accepted {
				t.Errorf("%s: %+v", step.Kind, done)
			}
		}
	}
	if seen, err := groups.Find(ctx, of.Reference, ""); err != nil || seen.State != provider.GroupReady || len(seen.Members) != len(people) {
		t.Errorf("%+v %v", seen, err)
	}
	if seen, err := groups.Find(ctx, "GB9-1-0-1", ""); err != nil || seen.State != provider.GroupRefused || seen.Code == 0 {
		t.Errorf("%+v %v", seen, err)
	}
	if out := groups.Do(ctx, provider.GroupOf{Reference: "GB9-1-0-1"},
		provider.GroupStep{Kind: provider.GroupMute}); out.Verdict == provider.Accepted {
		t.Errorf("%+v", out)
	}
	s.SetMember(of.Reference, "5511970000003", "left")
	later()
	s.Close() // no more events come
	if !slices.Contains(h.told, of.Reference) {
		t.Errorf("told of %v", h.told)
	}
	for path, has := range h.doc["paths"].(map[string]any) {
		for method := range has.(map[string]any) {
			if method != "parameters" && !h.used[method+" "+path] {
				t.Errorf("nobody calls %s %s", method, path)
			}
		}
	}
}
