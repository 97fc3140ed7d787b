package app

import (
	"slices"
	"strings"
	"testing"

	"herald/pkg/app/manifest"
	"herald/pkg/provider"
)

// Each adapter is in the list and has a descriptor file, which names what its Go descriptor builds.
func TestAdaptersAreAsTheirDescriptorsSay(t *testing.T) {
	files := map[string]manifest.Adapter{}
	for _, a := range manifest.Adapters() {
		files[a.Name] = a
		for _, s := range a.Settings {
			if !strings.HasPrefix(s.Name, a.Name+".") || s.Doc == "" {
				t.Errorf("%s: the setting %s has another prefix, or no documentation", a.Name, s.Name)
			}
		}
		uses := func(s manifest.Setting) bool { return s.Name == a.UsedWith }
		if a.UsedWith != "" && !slices.ContainsFunc(a.Settings, uses) {
			t.Errorf("%s: %s is no setting", a.Name, a.UsedWith)
		}
	}
	for _, d := range Descriptors() {
		a, ok := files[d.Name()]
		has, says := provider.Capabilities(d), slices.Sorted(slices.Values(a.Capabilities))
		if slices.Sort(has); !ok || len(has) == 0 || !slices.Equal(has, says) {
			t.Errorf("%s builds %v, its descriptor.json names %v", d.Name(), has, says)
		}
		delete(files, d.Name())
	}
	for name := range files {
		t.Errorf("%s is not in the list of adapters", name)
	}
}

// The webhooks of the descriptors are the routes below /hook, and the callbacks of payments.
func TestWebhooksAreDeclared(t *testing.T) {
	routes := map[string]bool{}
	for _, r := range Routes() {
		if strings.HasPrefix(r.Path, "/hook/") || r.Path == notifyPath {
			routes[r.Path] = false
		}
	}
	for _, a := range manifest.Adapters() {
		for _, w := range a.Webhooks {
			path := w.Path
			if path == strings.Replace(notifyPath, "{provider}", a.Name, 1) {
				path = notifyPath
			}
			if _, ok := routes[path]; !ok || w.Verification == "" {
				t.Errorf("%s: %s is not served, or nothing verifies it", a.Name, w.Path)
			}
			routes[path] = true
		}
	}
	for path, declared := range routes {
		if !declared {
			t.Errorf("%s is in no descriptor", path)
		}
	}
}

// notifyPath is the route of the callbacks of all providers of payments.
const notifyPath = "/pay/notify/{provider}"
