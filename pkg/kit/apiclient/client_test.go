package apiclient_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"herald/pkg/kit/apiclient"
)

// serve returns a client of a handler in the same process.
func serve(h http.HandlerFunc) *apiclient.Client {
	return &apiclient.Client{API: "http://herald.test/api", Token: "t", Lang: "pt_BR", HTTP: apiclient.Handler{Handler: h}}
}

func envelope(w http.ResponseWriter, status, code int, rest string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"code":%d,"message":"m","requestId":"r"%s}`, code, rest)
}

// A call carries its token, language, headers and body in the form that the body has.
func TestACallCarriesItsBody(t *testing.T) {
	var contentType, body string
	c := serve(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		contentType, body = r.Header.Get("Content-Type"), string(raw)
		if r.Header.Get("Authorization") != "Bearer t" || r.Header.Get("lang") != "pt_BR" || r.Header.Get("X-One") != "1" {
			t.Errorf("%v", r.Header)
		}
		envelope(w, http.StatusOK, 200, `,"data":"`+r.Method+" "+r.URL.Path+`"`)
	}).With("X-One", "1")
	for _, one := range []struct {
		body            any
		contentType, in string
	}{
		{nil, "", ""},
		{map[string]int{"a": 1}, "application/json", `{"a":1}`},
		{[]byte("raw"), "application/json", "raw"},
		{url.Values{"a": {"1 2"}}, "application/x-www-form-urlencoded", "a=1+2"},
		{apiclient.File{Field: "file", Name: "n.csv", Type: "text/csv", Content: []byte("phone")}, "multipart/form-data; boundary=", "phone"},
	} {
		got, err := apiclient.Call[string](t.Context(), c, http.MethodPost, "/x", one.body)
		if err != nil || got != "POST /api/x" {
			t.Errorf("%q, %v", got, err)
		}
		if !strings.HasPrefix(contentType, one.contentType) || !strings.Contains(body, one.in) {
			t.Errorf("%v came as %q %q", one.body, contentType, body)
		}
	}
}

// A refusal is a Failure with the texts of its fields; an answer without an envelope is another error.
func TestARefusalIsAFailure(t *testing.T) {
	c := serve(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/refused":
			envelope(w, http.StatusBadRequest, 400, `,"errors":[{"field":"name","message":"too long"}]`)
		case "/api/other":
			envelope(w, http.StatusOK, 500, "")
		case "/api/data":
			envelope(w, http.StatusOK, 200, `,"data":[1]`)
		case "/api/broken":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, "{")
		default:
			fmt.Fprint(w, "a page")
		}
	})
	err := c.Tell(t.Context(), http.MethodGet, "/refused", nil)
	var f *apiclient.Failure
	if !errors.As(err, &f) || f.Code != 400 || err.Error() != "GET /refused: 400 m; name: too long (request r)" {
		t.Error(err)
	}
	for path, want := range map[string]string{"/other": "code 500 in an answer of HTTP 200", "/page": "without an envelope",
		"/data": "the data is not readable", "/broken": "is not readable"} {
		if _, err := apiclient.Call[string](t.Context(), c, http.MethodGet, path, nil); err == nil || errors.As(err, &f) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// All reads page after page, and stops at the first error.
func TestAllReadsEveryPage(t *testing.T) {
	asked := ""
	c := serve(func(w http.ResponseWriter, r *http.Request) {
		page := r.URL.Query().Get("current")
		asked += page + r.URL.Query().Get("name") + " "
		if r.URL.Path == "/api/broken" && page == "2" {
			envelope(w, http.StatusForbidden, 403, "")
			return
		}
		envelope(w, http.StatusOK, 200, `,"data":{"total":3,"records":[`+map[string]string{"1": "1,2", "2": "3"}[page]+`]}`)
	})
	all, err := apiclient.All[int](context.Background(), c, "/list", "&name=x")
	if err != nil || fmt.Sprint(all) != "[1 2 3]" || asked != "1x 2x " {
		t.Errorf("%v, %v, %q", all, err, asked)
	}
	if all, err := apiclient.All[int](context.Background(), c, "/broken", ""); err == nil {
		t.Error(all)
	}
}
