package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/web"
)

// The golden file lists all routes and their permissions, so that every change is seen in review.
func TestRoutePermissions(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-7s %-52s %-34s %s\n", "method", "path", "permission", "flags: s spends, i open with the initial password")
	for _, r := range whole().Routes() {
		flags := ""
		if r.Spends {
			flags += "s"
		}
		if r.Initial {
			flags += "i"
		}
		fmt.Fprintf(&b, "%s\n", strings.TrimRight(fmt.Sprintf("%-7s %-52s %-34s %s", r.Method, r.Path, r.Perm, flags), " "))
	}
	testkit.Golden(t, "routes", b.String())
}

// Every permission of a route can be given to a user.
func TestEveryPermissionIsKnown(t *testing.T) {
	known := map[string]bool{web.Public: true, web.SignedIn: true}
	for _, p := range Grants().All() {
		known[p] = true
	}
	for _, r := range whole().Routes() {
		if !known[r.Perm] {
			t.Errorf("%s %s asks for %s, which no role can have", r.Method, r.Path, r.Perm)
		}
	}
}

func TestOpenAPIDocumentIsFresh(t *testing.T) {
	doc, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != string(document) {
		t.Fatal("pkg/app/openapi.json is stale; run: go generate ./pkg/app")
	}
}

// The routes without a sign-in are exactly these.
func TestPublicRoutes(t *testing.T) {
	var got []string
	for _, r := range whole().Routes() {
		if r.Perm == web.Public {
			got = append(got, r.Method+" "+r.Path)
		}
	}
	testkit.Golden(t, "public", strings.Join(got, "\n")+"\n")
}

// The gateway routes /api/<group>/{proxy+}; a route at /api/<group> itself is reached only when the parts list declares it.
func TestRoutesAreReachable(t *testing.T) {
	bare := map[string]bool{}
	for _, g := range manifest.Groups {
		bare["/"+g.Name] = g.Bare
	}
	groups := map[string]bool{"openapi.json": true}
	for _, g := range manifest.Groups {
		groups[g.Name] = len(g.Outside) == 0
	}
	pages := map[string]bool{}
	for _, page := range manifest.Pages() {
		pages[page] = true
	}
	used := map[string]bool{}
	for _, r := range whole().Routes() {
		group, _, _ := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
		if r.Outside() && pages[group] {
			continue
		}
		if !groups[group] || r.Outside() {
			t.Errorf("%s %s: manifest.Groups has no %q", r.Method, r.Path, group)
		}
		if strings.Count(r.Path, "/") == 1 && r.Path != "/openapi.json" {
			used[r.Path] = true
		}
	}
	for path := range bare {
		if bare[path] != used[path] {
			t.Errorf("manifest.Groups says Bare %v of %s, its routes say %v", bare[path], path, used[path])
		}
	}
}

// Some paths of the specification end with a slash.
func TestTrailingSlash(t *testing.T) {
	for _, path := range []string{"/api/openapi.json", "/api/openapi.json/"} {
		w := httptest.NewRecorder()
		whole().Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != http.StatusOK {
			t.Errorf("GET %s: %d", path, w.Code)
		}
	}
}
