package container

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/app/move"
	"herald/pkg/kit/config"
	"herald/pkg/kit/store"
)

func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q does not say %q", text, w)
		}
	}
}

// A clock that is an hour off is named with what to do; a few seconds are no matter.
func TestAWrongClockIsRefused(t *testing.T) {
	now := time.Now()
	at := func(ahead time.Duration, err error) error {
		return sameTime(t.Context(), func() time.Time { return now.Add(ahead) }, func(context.Context) (time.Time, error) { return now, err })
	}
	says(t, at(time.Hour, nil).Error(), "1h0m0s ahead of", "timedatectl")
	says(t, at(-time.Hour, nil).Error(), "1h0m0s behind", "timedatectl")
	if err := at(3*time.Second, nil); err != nil {
		t.Error(err)
	}
	if gone := errors.New("gone"); !errors.Is(at(0, gone), gone) {
		t.Error("a database without an answer was accepted")
	}
}

// The time of AWS is that of an answer. An endpoint that tells no time is accepted, and one that does not answer is named.
func TestTheTimeOfAWS(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", "Wed, 21 Oct 2015 07:28:00 GMT")
	}))
	defer server.Close()
	at, err := timeOfAWS(&config.Config{Endpoint: server.URL})(t.Context())
	if err != nil || at.Year() != 2015 {
		t.Error(at, err)
	}
	server.Close()
	if _, err := timeOfAWS(&config.Config{Endpoint: server.URL})(t.Context()); err == nil {
		t.Error("it was accepted")
	} else {
		says(t, err.Error(), server.URL, "AWS_ENDPOINT_URL_DYNAMODB", "HERALD_STORAGE=postgres")
	}
}

// Data is served by the installation that made it, also after one of its keys was exchanged, and by no other.
func TestAnotherInstallationIsRefused(t *testing.T) {
	db := testkit.Memory(t).DB
	keys := func(auth, link string) map[string][]string {
		return map[string][]string{ownKeys[0]: {auth}, ownKeys[1]: {link}}
	}
	both := map[string][]string{ownKeys[0]: {"a"}, ownKeys[1]: {"c", "b"}} // an exchange by steps
	for i, ours := range []map[string][]string{keys("a", "b"), keys("a", "b"), both, keys("a", "c"), keys("d", "c"), keys("d", "c")} {
		replaced, err := own(t.Context(), db, ours)
		if err != nil {
			t.Fatal(err)
		}
		if want := i == 4; (len(replaced) == 1 && replaced[0] == ownKeys[0]) != want {
			t.Errorf("start %d names %v", i, replaced)
		}
	}
	for _, theirs := range []map[string][]string{keys("x", "y"), keys("a", "b"), {}} {
		_, err := own(t.Context(), db, theirs)
		if err == nil {
			t.Fatalf("%v were accepted", theirs)
		}
		says(t, err.Error(), "another installation", "HERALD_NAME", "HERALD_SECRET_AUTH_KEY")
	}
	rows, err := db.Query(t.Context(), store.Query{Table: move.Local.Table, PK: move.Local.PK, Limit: 10})
	if err != nil || len(rows) != 1 {
		t.Error(rows, err)
	}
}

// A bucket that refuses the posts of browsers is named with the rule that it lacks.
func TestABucketWithoutCORSIsNamed(t *testing.T) {
	allowed := ""
	s3 := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodOptions || r.URL.Path != "/ours/" || r.Header.Get("Access-Control-Request-Method") != http.MethodPost {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		if allowed == "" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		w.Header().Set("Access-Control-Allow-Origin", allowed)
	}))
	defer s3.Close()
	c := &config.Config{Endpoint: s3.URL, PublicURL: "https://herald.example", Buckets: map[string]string{"upload": "ours"}}
	says(t, postsRefused(t.Context(), c), "https://herald.example", "ours", "CORS", "POST")
	for _, allowed = range []string{"*", "https://herald.example"} {
		if said := postsRefused(t.Context(), c); said != "" {
			t.Error(said)
		}
	}
	allowed = "https://other.example"
	says(t, postsRefused(t.Context(), c), "CORS")
	s3.Close()
	if said := postsRefused(t.Context(), c); said != "" {
		t.Error(said) // what does not answer is not judged
	}
}
