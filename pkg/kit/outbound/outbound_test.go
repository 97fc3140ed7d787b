package outbound_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/outbound"
)

func do(t *testing.T, h http.HandlerFunc, client *http.Client, path string) (*outbound.Answer, *outbound.Failed) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := outbound.New(server.URL+"/base/", client)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Do(context.Background(), outbound.Call{Method: "POST", Path: path, Body: []byte("ask")})
	failed := new(outbound.Failed)
	if err != nil && !errors.As(err, &failed) {
		t.Fatalf("%T", err)
	}
	if err == nil {
		failed = nil
	}
	return answer, failed
}

func TestACallIsAnswered(t *testing.T) {
	answer, failed := do(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte(r.URL.RequestURI() + " " + string(body)))
	}, nil, "/path?a=b")
	if failed != nil || answer.Status != http.StatusTeapot || string(answer.Body) != "/base/path?a=b ask" {
		t.Errorf("%+v %v", answer, failed)
	}
}

func TestOtherHostsAreNotCalled(t *testing.T) {
	for _, path := range []string{"http://169.254.169.254/latest", "https://example.com/", "//example.com/x", "@example.com/"} {
		answer, failed := do(t, func(w http.ResponseWriter, _ *http.Request) {}, nil, path)
		if strings.HasPrefix(path, "/") { // beneath the base, with any content
			if failed != nil {
				t.Errorf("%s: %v", path, failed)
			}
			continue
		}
		if failed == nil || failed.Written {
			t.Errorf("%s: %+v %v", path, answer, failed)
		}
	}
}

// Allowed hosts are called only with the service's own scheme, and never with credentials in an address.
func TestAllowedHostsAreCalledByTheSchemeOfTheService(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(server.Close)
	host := strings.TrimPrefix(server.URL, "http://")
	c, err := outbound.New("http://service.invalid", nil, host)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"https://" + host, "http://user:secret@" + host, "http://user@" + host} {
		if _, err := c.Do(t.Context(), outbound.Call{Method: "GET", Path: address}); !errors.Is(err, outbound.ErrHost) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := c.Do(t.Context(), outbound.Call{Method: "GET", Path: server.URL + "/x"}); err != nil || asked != 1 {
		t.Errorf("%v, %d calls", err, asked)
	}
}

func TestAnAnswerIsAsLongAsItsCallAllows(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_,
			_ = w.Write(make([]byte, outbound.AnswerLimit+1))
	}))
	t.Cleanup(server.Close)
	c, err := outbound.New(server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := c.Do(t.Context(), outbound.Call{Method: "GET", Path: "/", Limit: outbound.AnswerLimit + 1}); err != nil ||
		len(a.Body) != outbound.AnswerLimit+1 {
		t.Error(err)
	}
	if _, err := c.Do(t.Context(), outbound.Call{Method: "GET", Path: "/", Limit: outbound.AnswerLimit}); !errors.Is(err, outbound.ErrSize) {
		t.Error(err)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	answer, failed := do(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://example.com/", http.StatusFound)
	}, nil, "/")
	if failed != nil || answer.Status != http.StatusFound {
		t.Errorf("%+v %v", answer, failed)
	}
}

func TestUnclearDeliveriesAreReported(t *testing.T) {
	_, failed := do(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, nil, "/")
	if failed == nil || !failed.Written {
		t.Errorf("cut: %v", failed)
	}
	_, failed = do(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server notices that the client is gone
		<-r.Context().Done()
	}, &http.Client{Timeout: 30 * time.Millisecond}, "/")
	if failed == nil || !failed.Written || !errors.Is(failed, context.DeadlineExceeded) {
		t.Errorf("slow: %v", failed)
	}
	c, err := outbound.New("http://127.0.0.1:1", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Do(context.Background(), outbound.Call{Method: "GET", Path: "/"})
	if f := new(outbound.Failed); !errors.As(err, &f) || f.Written {
		t.Errorf("nobody there: %v", err)
	}
}

func TestLongAnswersAreRefused(t *testing.T) {
	_, failed := do(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, outbound.AnswerLimit+1)) }, nil, "/")
	if failed == nil || !errors.Is(failed, outbound.ErrSize) {
		t.Error(failed)
	}
}

func TestAddressesAreChecked(t *testing.T) {
	for _, base := range []string{"", "host", "/path", "ftp://host", "http://host/?a=b", "http://user@host", "http://"} {
		if _, err := outbound.New(base, nil); err == nil {
			t.Errorf("%q was taken", base)
		}
	}
}
