package archtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// allowedProse are the phrases that carry a word of the "Prose" section in the field's own meaning, with the reason. At most 20.
var allowedProse = map[string]string{
	"wall clock":       "the field's term for the time of day",
	"shown his credit": "CONTRIBUTING.md shows a bad commit",
	"/cashier":         "the path of a simulated payment page",
}

// TestProseFollowsTheGlossary holds comments, documents and API descriptions to the "Prose" section of GLOSSARY.md.
func TestProseFollowsTheGlossary(t *testing.T) {
	if len(allowedProse) > 20 {
		t.Errorf("%d exceptions: at most 20 are allowed", len(allowedProse))
	}
	forbidden, used, places := proseWords(t), map[string]bool{}, 0
	check := func(where, text string) {
		places++
		for phrase := range allowedProse {
			if strings.Contains(text, phrase) {
				used[phrase], text = true, strings.ReplaceAll(text, phrase, "")
			}
		}
		for _, w := range forbidden.FindAllString(text, -1) {
			t.Errorf("%s: %q is a word that GLOSSARY.md forbids in prose: %s", where, w, strings.TrimSpace(text))
		}
	}
	for path, file := range goFiles(t) {
		for _, group := range file.Comments {
			check(path, group.Text())
		}
	}
	for path, text := range webComments(t) {
		check(path, text)
	}
	for _, name := range documents(t) {
		if name != "GLOSSARY.md" {
			check(name, document(t, name))
		}
	}
	for i, text := range apiTexts(t) {
		check(fmt.Sprintf("openapi.json, description %d", i+1), text)
	}
	if places < 5000 {
		t.Fatalf("only %d texts were read", places)
	}
	for phrase := range allowedProse {
		if !used[phrase] {
			t.Errorf("%q is an exception that no text needs", phrase)
		}
	}
}

// Negative control: each word is found in any case, and a word that only contains one is not.
func TestForbiddenProseIsFound(t *testing.T) {
	forbidden := proseWords(t)
	for text, want := range map[string]int{"Whoever rings the doorbell": 2, "the Rooms of the warehouse": 1, "wishes": 1, "there, where": 0} {
		if got := len(forbidden.FindAllString(text, -1)); got != want {
			t.Errorf("%q: %d words, want %d", text, got, want)
		}
	}
}

// proseWords matches the words that the "Prose" section lists, with their plural.
func proseWords(t *testing.T) *regexp.Regexp {
	t.Helper()
	_, section, _ := strings.Cut(glossary(t), "## Prose\n")
	_, section, _ = strings.Cut(section, "): ")
	section, _, ok := strings.Cut(section, ".\n")
	words := strings.Fields(strings.ReplaceAll(section, ",", " "))
	if !ok || len(words) < 20 {
		t.Fatalf("GLOSSARY.md lists %d words in its section Prose", len(words))
	}
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(words, "|") + `)(?:s|es)?\b`)
}

var webComment = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:^\s*//[^\n]*$)|\s// [^\n]*`)

// webComments returns the comments of the console's own sources, styles, tests and scripts, by path.
func webComments(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, top := range []string{"web/src", "web/e2e", "web/test", "web/scripts"} {
		walkTexts(t, top, func(path string) bool {
			return filepath.Ext(path) != "" && strings.Contains(".ts.tsx.mjs.css", filepath.Ext(path)) && !strings.Contains(path, "web/src/lib/api/")
		}, func(path, text string) { out[path] = strings.Join(webComment.FindAllString(text, -1), "\n") })
	}
	return out
}

func walkTexts(t *testing.T, top string, wanted func(path string) bool, add func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, top), func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return filepath.SkipDir
		case d.IsDir() || !wanted(path):
			return nil
		}
		text, err := os.ReadFile(path)
		add(path, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var apiText = regexp.MustCompile(`"(?:description|summary)": "((?:[^"\\]|\\.)*)"`)

// apiTexts returns the descriptions and summaries of the OpenAPI document.
func apiTexts(t *testing.T) (out []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "pkg/app/openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range apiText.FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	return out
}
