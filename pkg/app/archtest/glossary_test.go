package archtest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// allowedNames are the names that carry a forbidden word in another meaning than the term's. At most 20.
var allowedNames = map[string]string{
	"Points":      "points of a chart, not credit",
	"RingSeconds": "a telephone rings",
}

// TestNamesFollowTheGlossary holds packages, files, exported identifiers and API schemas to GLOSSARY.md: no name may contain a
// word of a "Not" column.
func TestNamesFollowTheGlossary(t *testing.T) {
	forbidden := forbiddenWords(t)
	if len(allowedNames) > 20 {
		t.Errorf("%d exceptions: rename some, at most 20 are allowed", len(allowedNames))
	}
	used := map[string]bool{}
	check := func(where, name string) {
		for _, w := range words(name) {
			term, bad := forbidden[w]
			if !bad {
				continue
			}
			if _, ok := allowedNames[name]; ok {
				used[name] = true
				continue
			}
			t.Errorf("%s: %s contains %q; GLOSSARY.md says %s", where, name, w, term)
		}
	}
	for path, file := range goFiles(t) {
		check(path, strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".go"), "_test"))
		check(path, file.Name.Name)
		if !strings.HasSuffix(path, "_test.go") {
			for _, name := range exported(file) {
				check(path, name)
			}
		}
	}
	for _, name := range schemaNames(t) {
		check("openapi.json", name)
	}
	for name := range allowedNames {
		if !used[name] {
			t.Errorf("%s is an exception that no name needs", name)
		}
	}
}

// TestGlossaryIsShort holds the glossary to 60 terms of code, documents and texts.
func TestGlossaryIsShort(t *testing.T) {
	terms := 0
	for line := range strings.Lines(glossary(t)) {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| Term") {
			terms++
		}
	}
	if terms == 0 || terms > 60 {
		t.Errorf("GLOSSARY.md has %d terms; at most 60", terms)
	}
}

func glossary(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "GLOSSARY.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// forbiddenWords returns the words of the "Not" columns for code with the term that replaces each. Console texts have
// their own test in web/test/glossary.test.ts.
func forbiddenWords(t *testing.T) map[string]string {
	t.Helper()
	code, _, _ := strings.Cut(glossary(t), "## Console texts")
	out := map[string]string{}
	for line := range strings.Lines(code) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 || strings.HasPrefix(line, "|---") {
			continue
		}
		for word := range strings.SplitSeq(cells[2], ",") {
			if word = strings.ToLower(strings.TrimSpace(word)); word != "" && word != "–" && word != "not" {
				out[strings.ReplaceAll(word, " ", "")] = strings.TrimSpace(cells[0])
			}
		}
	}
	if len(out) < 20 {
		t.Fatalf("GLOSSARY.md names %d forbidden words: its tables have another form", len(out))
	}
	return out
}

// words splits a name in camel case, lower-cased: SaaSYearCost is saa, s, year, cost.
func words(name string) (out []string) {
	letters, from := []rune(name), 0
	for i := range letters {
		begins := unicode.IsUpper(letters[i]) &&
			(i > 0 && !unicode.IsUpper(letters[i-1]) || i > 0 && i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if begins || !unicode.IsLetter(letters[i]) {
			out, from = append(out, strings.ToLower(string(letters[from:i]))), i
			if !unicode.IsLetter(letters[i]) {
				from++
			}
		}
	}
	return append(out, strings.ToLower(string(letters[from:])))
}

// goFiles parses the Go files of the repository, by path.
func goFiles(t *testing.T) map[string]*ast.File {
	t.Helper()
	out := map[string]*ast.File{}
	set := token.NewFileSet()
	for _, top := range []string{"pkg", "functions", "localstack", "bench", "infra", "internal", "tools"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d os.DirEntry, err error) error {
			switch {
			case os.IsNotExist(err):
				return nil
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".build" || d.Name() == "cdk.out"):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go"):
				return nil
			}
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, path)
			out[name] = file
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// exported returns the exported types, functions, methods, constants, variables and fields of a file.
func exported(file *ast.File) (names []string) {
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			if id.IsExported() {
				names = append(names, id.Name)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			add(n.Names...)
		}
		return true
	})
	return names
}

func schemaNames(t *testing.T) (names []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "pkg/app/openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components struct{ Schemas map[string]json.RawMessage }
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for name := range doc.Components.Schemas {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
