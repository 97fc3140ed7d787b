package archtest

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"herald/pkg/app"
	"herald/pkg/kit/i18n"
)

// catalogues reads every messages.json of the packages that app knows: text by key and language.
func catalogues(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	known := packages(t)
	reached := map[string]bool{}
	var reach func(string)
	reach = func(name string) {
		if !reached[name] {
			reached[name] = true
			for _, i := range known[name] {
				reach(i)
			}
		}
	}
	reach("pkg/app")
	for name := range reached {
		text, err := os.ReadFile(filepath.Join(root, name, "messages.json"))
		if os.IsNotExist(err) {
			continue
		}
		var file map[string]map[string]string
		if err == nil {
			err = json.Unmarshal(text, &file)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for key, texts := range file {
			if all[key] != nil {
				t.Errorf("%s stands in two catalogues, one of them %s's", key, name)
			}
			all[key] = texts
		}
	}
	if len(all) == 0 {
		t.Fatal("no messages")
	}
	return all
}

var (
	keyPattern  = regexp.MustCompile(`^[a-z][A-Za-z]*(\.[A-Za-z][A-Za-z0-9]*)+\.?$`)
	placeholder = regexp.MustCompile(`\{[^}]*\}`)
)

// Every key has its text in the four languages, with the same placeholders, and app's catalogue knows it.
func TestMessagesAreWhole(t *testing.T) {
	all := catalogues(t)
	keys := app.Catalogue().Keys()
	for key, texts := range all {
		if !slices.Contains(keys, key) {
			t.Errorf("%s: its catalogue is not in app's list", key)
		}
		if !keyPattern.MatchString(key) {
			t.Errorf("%q is no key", key)
		}
		want := names(texts[string(i18n.EnUS)])
		for _, lang := range i18n.Langs {
			text := texts[string(lang)]
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no text in %s", key, lang)
			}
			if have := names(text); have != want {
				t.Errorf("%s has the placeholders %q in %s and %q in English", key, have, lang, want)
			}
		}
		if len(texts) != len(i18n.Langs) {
			t.Errorf("%s has %d languages", key, len(texts))
		}
	}
}

// names are those of the placeholders. Which words follow a number is the language's.
func names(text string) string {
	found := placeholder.FindAllString(text, -1)
	found = slices.DeleteFunc(found, func(p string) bool { return strings.Contains(p, ":plural:") })
	slices.Sort(found)
	return strings.Join(slices.Compact(found), " ")
}

// literals returns the string literals of the product that look like a message key, with their positions. Names of constants are left out,
// as tasks and services have similar names.
func literals(t *testing.T) (used map[string]string, refusals map[string]string) {
	used, refusals = map[string]string{}, map[string]string{}
	for _, s := range sources(t, "pkg") {
		if s.test() {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if v, err := strconv.Unquote(lit.Value); err == nil && keyPattern.MatchString(v) {
					used[v] = s.at(lit)
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			x, sel := selector(call.Fun)
			arg := map[string]int{"New": 2, "Bad": 1, "State": 0, "Is": 1}
			if i, ok := arg[sel]; ok && x == "fault" && i < len(call.Args) {
				if lit, ok := call.Args[i].(*ast.BasicLit); ok {
					v, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Errorf("%s: %v", s.at(lit), err)
					}
					refusals[v] = s.at(lit)
				}
			}
			return true
		})
	}
	return used, refusals
}

// Every refusal has a text, and every text is used. A key may be concatenated: "order.state." + action.
func TestMessagesAreUsed(t *testing.T) {
	all := catalogues(t)
	used, refusals := literals(t)
	for key, at := range refusals {
		if all[key] == nil {
			t.Errorf("%s refuses with %q, which has no text", at, key)
		}
	}
	for key := range all {
		_, whole := used[key]
		part := false
		for begin := range used {
			part = part || strings.HasSuffix(begin, ".") && strings.HasPrefix(key, begin)
		}
		if !whole && !part {
			t.Errorf("nobody says %s", key)
		}
	}
	if len(refusals) < 20 {
		t.Fatalf("only %d refusals found: this test looks at the wrong thing", len(refusals))
	}
}
